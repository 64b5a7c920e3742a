CONTINUOUS SYSTEM reboiler
PURPOSE the bottom of a distillation column, where liquid is evaporated and the heavy product drawn off
ASSUMES constant holdup: what is not evaporated leaves; vapour in equilibrium with the liquid
TERMINAL from_above: liquid REVERSED
TERMINAL up: vapour
INPUT boilup [mol/s]     " liquid that is evaporated
OUTPUT bottoms [mol/s]   " product
STATE x [1]              " mole fraction of the light component
DER dx [1/s]
holdup*dx = from_above.flow*from_above.x - boilup*up.y - bottoms*x
bottoms = from_above.flow - boilup
up.flow = boilup
up.y = alpha*x/(1 + (alpha - 1)*x)
boilup: 1
alpha: 2 [1]             " relative volatility
holdup: 10 [mol]         " liquid
x: 0.5
RANGE alpha: 1..
RANGE holdup: 0..
RANGE x: 0..1
END
