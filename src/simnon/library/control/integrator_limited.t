CONTINUOUS SYSTEM integrator_limited
PURPOSE an integrator that stops at its limits
INPUT u
OUTPUT y
STATE x
DER dx
rate = gain*u
dx = IF (x >= high AND rate > 0) OR (x <= low AND rate < 0) THEN 0 ELSE rate
y = MAX(low, MIN(high, x))
gain: 1            " gain
high: 1            " upper limit
low: -1            " lower limit
x: 0               " initial value
u: 0
END
