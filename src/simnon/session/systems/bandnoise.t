DISCRETE SYSTEM BANDNOISE    " band-limited noise: its power falls beyond W, by half at W
OUTPUT E1 E2
STATE X1 X2
NEW NX1 NX2
TIME T
TSAMP TS

INITIAL
" The first values have the stationary distribution, so there is no transient.
X1 = STDEV*NORM(NODD)
X2 = STDEV*NORM(NODD)
A = EXP(-W*DT)
B = STDEV*SQRT(1 - A^2)

OUTPUT
E1 = MEAN + X1
E2 = MEAN + X2

DYNAMICS
NX1 = A*X1 + B*NORM(NODD)
NX2 = A*X2 + B*NORM(NODD)
TS = T + DT

W: 1        " the bandwidth, in radians per unit of time
DT: 0.1     " the sampling period, short compared with 1/W
STDEV: 1    " the standard deviation of the outputs, whatever W and DT
MEAN: 0
NODD: 19    " the seed
END
