CONTINUOUS SYSTEM ground
PURPOSE the point of a circuit whose potential is zero
TERMINAL p: pin
p.v = 0
END
