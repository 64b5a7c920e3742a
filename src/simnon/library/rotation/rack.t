CONTINUOUS SYSTEM rack
PURPOSE a wheel that rolls on a rack: a turn of a moves b by its circumference
ASSUMES no inertia, no losses, no slip
TERMINAL a: flange
TERMINAL b: translation.flange
b.x = radius*a.angle
a.torque = -radius*b.f
radius: 1 [m/rad]   " of the wheel: way for a radian
END
