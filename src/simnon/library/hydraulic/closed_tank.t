CONTINUOUS SYSTEM closed_tank
PURPOSE an accumulator: the gas above the liquid is compressed
ASSUMES the gas follows p*v^kappa = constant; the weight of the liquid does not matter
VALID while there is gas
TERMINAL a: port
STATE volume [m^3]   " of the gas
DER dvolume [m^3/s]
VARIABLE p [Pa]      " pressure of the gas, above the atmosphere
dvolume = -a.q
p = a.p
p + air = (charge + air)*(full/volume)^kappa
full: 0.01 [m^3]     " volume of the gas without liquid
charge: 1e5 [Pa]     " its pressure then, above that of the air
air: 101325 [Pa]     " pressure of the air
kappa: 1.4 [1]       " 1 slow, 1.4 fast changes
volume: 0.01
RANGE volume: 0..
END
