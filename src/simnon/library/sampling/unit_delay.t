DISCRETE SYSTEM unit_delay
PURPOSE the input at the previous sample
INPUT u
OUTPUT y
STATE x
NEW nx
TIME t
TSAMP ts
y = x
nx = u
ts = t + period
period: 1 [s]      " sampling period
x: 0               " output at the first sample
u: 0
RANGE period: 0..
END
