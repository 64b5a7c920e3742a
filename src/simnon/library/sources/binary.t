DISCRETE SYSTEM binary
PURPOSE a random binary signal: at each sample it is one level or the other
OUTPUT y
TIME t
TSAMP ts
y = IF RECT(seed) < 0.5 THEN low ELSE high
ts = t + period
low: -1            " one level
high: 1            " the other
period: 1 [s]      " sampling period
seed: 0            " a different seed gives different numbers
RANGE period: 0..
END
