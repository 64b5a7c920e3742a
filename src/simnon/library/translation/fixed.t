CONTINUOUS SYSTEM fixed
PURPOSE a point of the ground
TERMINAL a: flange
a.x = x
x: 0 [m]           " position
END
