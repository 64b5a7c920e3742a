CONTINUOUS SYSTEM spring
PURPOSE a linear spring between a and b
ASSUMES no mass; it can push as well as pull
TERMINAL a, b: flange
VARIABLE stretch [m]   " beyond its free length
VARIABLE f [N]         " tension, positive if it pulls its ends together
stretch = b.x - a.x - length
f = k*stretch
b.f = f
a.f = -f
k: 1 [N/m]             " stiffness
length: 0 [m]          " free length
RANGE k: 0..
END
