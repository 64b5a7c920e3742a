CONTINUOUS SYSTEM centrifugal_pump
PURPOSE a centrifugal pump from a to b, whose pressure falls with the square of its flow
ASSUMES the affinity laws; the input is the speed, 1 at nominal speed
TERMINAL a, b: port
INPUT u [1]          " speed
VARIABLE q [m^3/s]   " flow
q = a.q
a.q + b.q = 0
b.p - a.p = shutoff*u^2 - (shutoff*q/most)*ABS(q/most)
u: 1
shutoff: 1e5 [Pa]    " pressure without flow at nominal speed
most: 1e-2 [m^3/s]   " flow without pressure at nominal speed
RANGE shutoff: 0..
RANGE most: 0..
END
