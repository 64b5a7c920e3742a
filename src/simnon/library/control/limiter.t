CONTINUOUS SYSTEM limiter
PURPOSE a saturation: u within its limits
INPUT u
OUTPUT y
y = MAX(low, MIN(high, u))
low: -1            " lower limit
high: 1            " upper limit
u: 0
END
