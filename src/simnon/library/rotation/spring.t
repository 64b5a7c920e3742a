CONTINUOUS SYSTEM spring
PURPOSE a spring of a shaft between a and b
ASSUMES no inertia; it twists both ways
TERMINAL a, b: flange
VARIABLE twist [rad]    " beyond its free angle
VARIABLE torque [N*m]   " positive where it turns b back and a forwards
twist = b.angle - a.angle - free
torque = k*twist
b.torque = torque
a.torque = -torque
k: 1 [N*m/rad]          " stiffness
free: 0 [rad]           " angle without torque
RANGE k: 0..
END
