CONTINUOUS SYSTEM dc_motor
PURPOSE a dc motor with permanent magnets: armature, rotor and its bearing
ASSUMES constant flux, no cogging, the housing does not turn
REFERENCE the same constant k gives the torque per ampere and the voltage per radian per second
TERMINAL p, n: pin
TERMINAL shaft: rotation.flange
STATE i [A]             " armature current
STATE angle [rad]       " of the rotor
STATE speed [rad/s]     " of the rotor
DER di [A/s], dangle [rad/s], dspeed [rad/s^2]
VARIABLE torque [N*m]   " of the field on the rotor
i = p.i
p.i + n.i = 0
L*di = p.v - n.v - R*i - k*speed
torque = k*i
angle = shaft.angle
dangle = speed
J*dspeed = torque + shaft.torque - d*speed
R: 1 [Ohm]              " resistance of the armature
L: 1e-3 [H]             " inductance of the armature
k: 0.1 [N*m/A]          " torque constant, and back voltage
J: 1e-4 [kg*m^2]        " inertia of the rotor
d: 0 [N*m*s/rad]        " viscous friction of the bearing
RANGE R: 0..
RANGE L: 0..
RANGE J: 0..
RANGE d: 0..
END
