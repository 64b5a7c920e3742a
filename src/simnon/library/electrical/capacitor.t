CONTINUOUS SYSTEM capacitor
PURPOSE an ideal capacitor
ASSUMES the capacitance is constant and nothing leaks
TERMINAL p, n: pin
STATE v [V]        " voltage from p to n
DER dv [V/s]
v = p.v - n.v
C*dv = p.i
p.i + n.i = 0
C: 1e-6 [F]        " capacitance
RANGE C: 0..
END
