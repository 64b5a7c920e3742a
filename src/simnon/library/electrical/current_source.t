CONTINUOUS SYSTEM current_source
PURPOSE an ideal current source; the current is an input
TERMINAL p, n: pin
INPUT u [A]        " current that flows out of p into the circuit, and back into n
p.i = -u
p.i + n.i = 0
u: 1
END
