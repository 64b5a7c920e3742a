CONTINUOUS SYSTEM DELAY    " a time delay: Y is what U was TDELAY ago
INPUT U
OUTPUT Y

Y = DELAY(U, TDELAY, Y0)

TDELAY: 1    " the delay
Y0: 0        " the output until the delay has passed
END
