CONTINUOUS SYSTEM resistor
PURPOSE an ideal resistor
ASSUMES the resistance does not depend on current or temperature
TERMINAL p, n: pin
VARIABLE v [V]     " voltage from p to n
v = p.v - n.v
v = R*p.i
p.i + n.i = 0
R: 1000 [Ohm]      " resistance
RANGE R: 0..
END
