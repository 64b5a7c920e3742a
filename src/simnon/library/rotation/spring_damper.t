CONTINUOUS SYSTEM spring_damper
PURPOSE a spring and a damper side by side between a and b
ASSUMES no inertia; it twists both ways
TERMINAL a, b: flange
STATE twist [rad]       " beyond its free angle
DER rate [rad/s]
VARIABLE torque [N*m]   " positive if it turns b backwards and a forwards
twist = b.angle - a.angle - free
torque = k*twist + d*rate
b.torque = torque
a.torque = -torque
k: 1 [N*m/rad]          " stiffness
d: 1 [N*m*s/rad]        " damping
free: 0 [rad]           " angle without torque
RANGE k: 0..
RANGE d: 0..
END
