CONTINUOUS SYSTEM gain
PURPOSE y = gain*u + bias
INPUT u
OUTPUT y
y = gain*u + bias
gain: 1
bias: 0
u: 0
END
