CONTINUOUS SYSTEM derivative
PURPOSE a derivative with a filter: gain*s/(1 + T*s)
VALID for frequencies well below 1/T
INPUT u
OUTPUT y
STATE x
DER dx
INITIAL
x = u
SORT
dx = (u - x)/T
y = gain*dx
gain: 1            " gain
T: 0.1 [s]         " time constant of the filter
u: 0
RANGE T: 0..
END
