CONTINUOUS SYSTEM rate_limiter
PURPOSE follows u as fast as its limits allow
ASSUMES a lag T, short compared with the dynamics, while it is not limited
INPUT u
OUTPUT y
STATE y
DER dy
INITIAL
y = u
SORT
dy = MAX(-down, MIN(up, (u - y)/T))
up: 1              " fastest rise
down: 1            " fastest fall
T: 1e-3 [s]        " lag
u: 0
RANGE up: 0..
RANGE down: 0..
RANGE T: 0..
END
