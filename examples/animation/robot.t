" An industrial robot of six joints: each axis has its own sampled servo, and all of them follow one work cycle.

CONTINUOUS SYSTEM axis    " a joint with its motor
INPUT torque
STATE q [rad] w [rad/s]
DER dq dw

dq = w
dw = (torque - friction*w)/inertia

inertia: 1
friction: 0.5
END

DISCRETE SYSTEM servo    " proportional and derivative action, with a limited torque
INPUT q w wanted
OUTPUT torque
TIME t
TSAMP next

torque = MAX(-strongest, MIN(strongest, stiffness*(wanted - q) - damping*w))
next = t + period

stiffness: 60
damping: 12
strongest: 15
period: 0.02 [s]
END

CONNECTING SYSTEM robot
TIME t
SYSTEM joint[1..6]: axis
SYSTEM servo[1..6]: servo

servo[k].q = joint[k].q FOR k = 1..6
servo[k].w = joint[k].w FOR k = 1..6
joint[k].torque = servo[k].torque FOR k = 1..6

phase = 6.283185307179586*t/cycle
swing = COS(phase)
reach = SIN(2*phase)

servo[1].wanted = 0.9*swing
servo[2].wanted = 0.35 + 0.25*reach
servo[3].wanted = 0.55 - 0.3*reach
servo[4].wanted = 0.6*SIN(phase)
servo[5].wanted = 0.75 + 0.25*swing
servo[6].wanted = 3.14159*SIN(phase)

cycle: 8 [s]
END
