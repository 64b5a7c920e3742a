CONTINUOUS SYSTEM belt    " a mass on a moving belt, held by a spring: it sticks, is torn off and slips
STATE position [m] speed [m/s]
DER dposition dspeed
dposition = speed
dspeed = (-stiffness*position - grip*SIGN(speed - belt))/mass
stiffness: 1 [N/m]
grip: 1 [N]
belt: 0.5 [m/s]
mass: 1 [kg]
END
