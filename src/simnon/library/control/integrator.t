CONTINUOUS SYSTEM integrator
PURPOSE an integrator: gain/s
INPUT u
OUTPUT y
STATE y
DER dy
dy = gain*u
gain: 1            " gain
y: 0               " initial value
u: 0
END
