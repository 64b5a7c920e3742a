CONTINUOUS SYSTEM backlash
PURPOSE a coupling with play: a and b turn freely over a gap, then touch
ASSUMES a spring and a damper in contact, which never pull
TERMINAL a, b: flange
STATE offset [rad]      " of b against a, zero in the middle of the gap
DER rate [rad/s]
VARIABLE torque [N*m]   " positive if b is held back
offset = b.angle - a.angle
torque = IF offset > gap/2 THEN MAX(0, k*(offset - gap/2) + d*rate) ELSE IF offset < -gap/2 THEN MIN(0, k*(offset + gap/2) + d*rate) ELSE 0
b.torque = torque
a.torque = -torque
gap: 1e-2 [rad]         " total angle of the gap
k: 1e3 [N*m/rad]        " stiffness in contact
d: 0 [N*m*s/rad]        " damping in contact
RANGE gap: 0..
RANGE k: 0..
RANGE d: 0..
END
