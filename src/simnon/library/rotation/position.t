CONTINUOUS SYSTEM position
PURPOSE a drive that imposes an angle; the angle is an input
ASSUMES the input can be differentiated twice if the angle of an inertia is imposed
TERMINAL a: flange
INPUT u [rad]      " angle
a.angle = u
u: 0
END
