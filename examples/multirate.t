" A motor with two sampled loops: the speed is controlled ten times as often as the position.

CONTINUOUS SYSTEM motor
INPUT torque
STATE position [rad] speed [rad/s]
DER dposition dspeed

dposition = speed
dspeed = torque - friction*speed

friction: 0.2
END

DISCRETE SYSTEM inner    " PI control of the speed
INPUT speed wanted
OUTPUT torque
STATE integral
NEW next_integral
TIME t
TSAMP next

e = wanted - speed
torque = gain*(e + integral)
next_integral = integral + e*period/ti
next = t + period

gain: 4
ti: 0.5 [s]
period: 0.02 [s]
END

DISCRETE SYSTEM outer    " proportional control of the position, with a limit for the speed
INPUT position wanted
OUTPUT speed
TIME t
TSAMP next

speed = MAX(-fastest, MIN(fastest, gain*(wanted - position)))
next = t + period

gain: 2
fastest: 3 [rad/s]
period: 0.2 [s]
END

CONNECTING SYSTEM cascade
TIME t

position[outer] = position[motor]
wanted[outer] = IF t < change THEN 0 ELSE step
speed[inner] = speed[motor]
wanted[inner] = speed[outer]
torque[motor] = torque[inner]

change: 1 [s]
step: 2 [rad]
END
