CONTINUOUS SYSTEM transformer
PURPOSE an ideal transformer between the windings p1 n1 and p2 n2
ASSUMES no losses, no leakage, no magnetising current; it passes direct current too
TERMINAL p1, n1, p2, n2: pin
VARIABLE v1 [V], v2 [V]
v1 = p1.v - n1.v
v2 = p2.v - n2.v
v1 = ratio*v2
p2.i = -ratio*p1.i
p1.i + n1.i = 0
p2.i + n2.i = 0
ratio: 1 [1]       " turns of the first winding for one of the second
END
