CONTINUOUS SYSTEM delay
PURPOSE a time delay: y is u delayed by T
INPUT u
OUTPUT y
y = DELAY(u, T, before)
T: 1 [s]           " delay
before: 0          " output until the delay has passed
u: 0
RANGE T: 0..
END
