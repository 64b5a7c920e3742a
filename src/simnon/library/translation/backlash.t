CONTINUOUS SYSTEM backlash
PURPOSE a coupling with play: a and b move freely over a gap, then touch
ASSUMES a spring and a damper in contact, which never pull
TERMINAL a, b: flange
STATE offset [m]   " of b against a, zero in the middle of the gap
DER rate [m/s]
VARIABLE f [N]     " tension, positive if b is held back
offset = b.x - a.x
f = IF offset > gap/2 THEN MAX(0, k*(offset - gap/2) + d*rate) ELSE IF offset < -gap/2 THEN MIN(0, k*(offset + gap/2) + d*rate) ELSE 0
b.f = f
a.f = -f
gap: 1e-3 [m]      " total gap
k: 1e5 [N/m]       " stiffness in contact
d: 0 [N*s/m]       " damping in contact
RANGE gap: 0..
RANGE k: 0..
RANGE d: 0..
END
