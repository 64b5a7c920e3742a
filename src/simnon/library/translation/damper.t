CONTINUOUS SYSTEM damper
PURPOSE a linear damper between a and b
ASSUMES no mass
TERMINAL a, b: flange
STATE stretch [m]   " distance from a to b
DER rate [m/s]
VARIABLE f [N]      " tension, positive if it pulls its ends together
stretch = b.x - a.x
f = d*rate
b.f = f
a.f = -f
d: 1 [N*s/m]        " damping
RANGE d: 0..
END
