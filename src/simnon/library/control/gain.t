CONTINUOUS SYSTEM gain
PURPOSE y = gain*u + bias
INPUT u
OUTPUT y
y = gain*u + bias
gain: 1            " factor
bias: 0            " added to it
u: 0
END
