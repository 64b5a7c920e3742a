CONTINUOUS SYSTEM first_order
PURPOSE a first-order lag: gain/(1 + T*s)
INPUT u
OUTPUT y
STATE y
DER dy
dy = (gain*u - y)/T
gain: 1            " static gain
T: 1 [s]           " time constant
y: 0               " initial value
u: 0
RANGE T: 0..
END
