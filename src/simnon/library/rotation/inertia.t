CONTINUOUS SYSTEM inertia
PURPOSE a rigid body that turns about a fixed axis; a and b are the two ends of its shaft
TERMINAL a, b: flange
STATE angle [rad]     " of the body
STATE speed [rad/s]   " of the body
DER dangle [rad/s], dspeed [rad/s^2]
a.angle = angle
b.angle = angle
dangle = speed
J*dspeed = a.torque + b.torque
J: 1 [kg*m^2]         " moment of inertia
RANGE J: 0..
END
