CONTINUOUS SYSTEM stop
PURPOSE an elastic stop: it pushes a and b apart when they come closer than the gap
ASSUMES a spring and a damper in contact, which never pull
TERMINAL a, b: flange
STATE distance [m]   " from a to b
DER rate [m/s]
VARIABLE f [N]       " with which it pushes its ends apart
distance = b.x - a.x
f = IF distance < gap THEN MAX(0, k*(gap - distance) - d*rate) ELSE 0
a.f = f
b.f = -f
gap: 0 [m]           " distance at which they touch
k: 1e5 [N/m]         " stiffness in contact
d: 0 [N*s/m]         " damping in contact
RANGE k: 0..
RANGE d: 0..
END
