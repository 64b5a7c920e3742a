CONTINUOUS SYSTEM pendulum    " a damped pendulum, released almost upside down
STATE angle [rad] speed [rad/s]
DER dangle dspeed
OUTPUT energy

dangle = speed
dspeed = -g/length*SIN(angle) - damping*speed
energy = mass*length*(length*speed^2/2 + g*(1 - COS(angle)))

g: 9.81 [m/s^2]
length: 1 [m]
mass: 0.2 [kg]
damping: 0.1 [1/s]
angle: 3
END
