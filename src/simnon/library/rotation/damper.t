CONTINUOUS SYSTEM damper
PURPOSE a linear damper between a and b
ASSUMES no inertia
TERMINAL a, b: flange
STATE twist [rad]       " angle from a to b
DER rate [rad/s]
VARIABLE torque [N*m]   " positive if it turns b backwards and a forwards
twist = b.angle - a.angle
torque = d*rate
b.torque = torque
a.torque = -torque
d: 1 [N*m*s/rad]        " damping
RANGE d: 0..
END
