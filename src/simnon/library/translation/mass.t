CONTINUOUS SYSTEM mass
PURPOSE a rigid body that moves along a line; a and b are its two ends
TERMINAL a, b: flange
STATE x [m]        " position of the middle
STATE v [m/s]      " speed
DER dx [m/s], dv [m/s^2]
a.x = x - length/2
b.x = x + length/2
dx = v
m*dv = a.f + b.f
m: 1 [kg]          " mass
length: 0 [m]      " distance from a to b
RANGE m: 0..
END
