CONTINUOUS SYSTEM drum
PURPOSE the top of a distillation column, where vapour is condensed; part of it is returned, the light product is drawn off
ASSUMES a total condenser and constant holdup: what is not returned leaves
TERMINAL from_below: vapour REVERSED
TERMINAL down: liquid
INPUT reflux [mol/s]        " liquid that runs back
OUTPUT distillate [mol/s]   " product
STATE x [1]                 " mole fraction of the light component
DER dx [1/s]
holdup*dx = from_below.flow*(from_below.y - x)
distillate = from_below.flow - reflux
down.flow = reflux
down.x = x
reflux: 1
holdup: 10 [mol]            " liquid
x: 0.5
RANGE holdup: 0..
RANGE x: 0..1
END
