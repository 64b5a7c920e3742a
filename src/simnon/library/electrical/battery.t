CONTINUOUS SYSTEM battery
PURPOSE a constant voltage source with an internal resistance
TERMINAL p, n: pin
VARIABLE v [V]     " voltage from p to n
v = p.v - n.v
v = E + R*p.i
p.i + n.i = 0
E: 12 [V]          " open-circuit voltage
R: 0 [Ohm]         " internal resistance
RANGE R: 0..
END
