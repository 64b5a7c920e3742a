CONTINUOUS SYSTEM tray
PURPOSE a tray of a distillation column for two components
ASSUMES constant molar overflow, constant holdup, vapour in equilibrium with the liquid, constant relative volatility
TERMINAL from_above: liquid REVERSED
TERMINAL down: liquid
TERMINAL from_below: vapour REVERSED
TERMINAL up: vapour
INPUT feed [mol/s]   " boiling liquid that is fed to the tray
INPUT z [1]          " mole fraction of the light component in it
STATE x [1]          " mole fraction of the light component in the liquid
DER dx [1/s]
holdup*dx = from_above.flow*from_above.x + feed*z + from_below.flow*from_below.y - down.flow*x - up.flow*up.y
up.y = alpha*x/(1 + (alpha - 1)*x)
up.flow = from_below.flow
down.flow = from_above.flow + feed
down.x = x
feed: 0
z: 0.5
alpha: 2 [1]         " relative volatility
holdup: 1 [mol]      " liquid on the tray
x: 0.5
RANGE alpha: 1..
RANGE holdup: 0..
RANGE x: 0..1
END
