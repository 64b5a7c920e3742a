CONTINUOUS SYSTEM second_order
PURPOSE a second-order transfer function with a zero: gain*(1 + T*s)/(1 + 2*zeta*s/w + s^2/w^2)
INPUT u
OUTPUT y
STATE x, rate
DER dx, drate
dx = rate
drate = w^2*(gain*u - x) - 2*zeta*w*rate
y = x + T*rate
gain: 1            " static gain
w: 1 [rad/s]       " undamped natural frequency
zeta: 0.7          " damping ratio
T: 0 [s]           " time constant of the zero, which is at -1/T
u: 0
RANGE w: 0..
END
