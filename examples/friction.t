CONTINUOUS SYSTEM slide    " a body pulled by a spring over a rough table; its friction is a Python function
STATE position [m] speed [m/s]
DER dposition dspeed
TIME t

FUNCTION friction(v) FROM 'characteristic.py'

pull = stiffness*(rate*t - position)
dposition = speed
dspeed = (pull - friction(speed))/mass

stiffness: 2 [N/m]
rate: 0.05 [m/s]
mass: 1 [kg]
END
