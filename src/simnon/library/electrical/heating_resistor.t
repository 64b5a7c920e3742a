CONTINUOUS SYSTEM heating_resistor
PURPOSE a resistor whose losses heat what is connected, and whose resistance depends on temperature
TERMINAL p, n: pin
TERMINAL heat: thermal.port
VARIABLE v [V]          " voltage from p to n
VARIABLE actual [Ohm]   " resistance at its temperature
v = p.v - n.v
actual = R*(1 + alpha*(heat.T - Tref))
v = actual*p.i
p.i + n.i = 0
heat.q = -v*p.i
R: 1000 [Ohm]           " resistance at the temperature Tref
alpha: 0 [1/K]          " temperature coefficient
Tref: 293.15 [K]        " temperature of R
RANGE R: 0..
END
