CONTINUOUS SYSTEM voltage_source
PURPOSE an ideal voltage source; the voltage is an input
TERMINAL p, n: pin
INPUT u [V]        " voltage from p to n
p.v - n.v = u
p.i + n.i = 0
u: 1
END
