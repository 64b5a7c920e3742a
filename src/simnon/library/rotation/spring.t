CONTINUOUS SYSTEM spring
PURPOSE a torsion spring between a and b
ASSUMES no inertia; it twists both ways
TERMINAL a, b: flange
VARIABLE twist [rad]    " beyond its free angle
VARIABLE torque [N*m]   " positive if it turns b backwards and a forwards
twist = b.angle - a.angle - free
torque = k*twist
b.torque = torque
a.torque = -torque
k: 1 [N*m/rad]          " stiffness
free: 0 [rad]           " angle without torque
RANGE k: 0..
END
