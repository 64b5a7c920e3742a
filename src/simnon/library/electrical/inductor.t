CONTINUOUS SYSTEM inductor
PURPOSE an ideal inductor
ASSUMES the inductance is constant; the winding has no resistance and no saturation
TERMINAL p, n: pin
STATE i [A]        " current from p to n
DER di [A/s]
i = p.i
L*di = p.v - n.v
p.i + n.i = 0
L: 1e-3 [H]        " inductance
RANGE L: 0..
END
