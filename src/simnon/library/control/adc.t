DISCRETE SYSTEM adc
PURPOSE an analogue-to-digital converter: a sampled number from 0 to 2^bits - 1, rounded
INPUT u
OUTPUT code
TIME t
TSAMP ts
levels = 2^bits - 1
code = INT(0.5 + levels*MAX(0, MIN(1, (u - low)/(high - low))))
ts = t + period
bits: 12           " resolution
low: 0             " input that gives 0
high: 1            " input that gives 2^bits - 1
period: 1 [s]      " sampling period
u: 0
RANGE bits: 1..52
RANGE period: 0..
END
