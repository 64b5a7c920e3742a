CONTINUOUS SYSTEM DELAY    " a time delay: Y is U delayed by TDELAY
INPUT U
OUTPUT Y

Y = DELAY(U, TDELAY, Y0)

TDELAY: 1    " the delay
Y0: 0        " the output until the delay has passed
END
