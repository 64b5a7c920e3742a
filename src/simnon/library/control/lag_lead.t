CONTINUOUS SYSTEM lag_lead
PURPOSE a lead or lag: gain*(1 + T1*s)/(1 + T2*s)
INPUT u
OUTPUT y
STATE x
DER dx
dx = (u - x)/T2
y = gain*(x + T1*dx)
gain: 1            " static gain
T1: 1 [s]          " time constant of the zero: a lead if T1 > T2
T2: 0.1 [s]        " time constant of the pole
u: 0
RANGE T2: 0..
END
