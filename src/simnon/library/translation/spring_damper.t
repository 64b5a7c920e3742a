CONTINUOUS SYSTEM spring_damper
PURPOSE a spring and a damper side by side between a and b
ASSUMES no mass; it can push as well as pull
TERMINAL a, b: flange
STATE stretch [m]   " beyond its free length
DER rate [m/s]
VARIABLE f [N]      " tension, positive if it pulls its ends together
stretch = b.x - a.x - length
f = k*stretch + d*rate
b.f = f
a.f = -f
k: 1 [N/m]          " stiffness
d: 1 [N*s/m]        " damping
length: 0 [m]       " free length
RANGE k: 0..
RANGE d: 0..
END
