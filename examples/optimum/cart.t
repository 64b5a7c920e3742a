CONTINUOUS SYSTEM cart    " a mass on a rail, pushed by a force that is constant over each eighth of the time
INPUT f1 f2 f3 f4 f5 f6 f7 f8
OUTPUT place speed energy
STATE x v w
DER dx dv dw
TIME t

part = 8*t/duration
force = (IF part < 1 THEN f1 ELSE IF part < 2 THEN f2 ELSE IF part < 3 THEN f3
    ELSE IF part < 4 THEN f4 ELSE IF part < 5 THEN f5 ELSE IF part < 6 THEN f6
    ELSE IF part < 7 THEN f7 ELSE f8)
dx = v
dv = force
dw = force^2

place = x
speed = v
energy = w

duration: 1
END
