DISCRETE SYSTEM NOISE    " white noise: four independent normal signals, a new value each DT
OUTPUT E1 E2 E3 E4
TIME T
TSAMP TS

E1 = MEAN + STDEV*NORM(NODD)
E2 = MEAN + STDEV*NORM(NODD)
E3 = MEAN + STDEV*NORM(NODD)
E4 = MEAN + STDEV*NORM(NODD)
TS = T + DT

DT: 1       " the sampling period
STDEV: 1    " the standard deviation
MEAN: 0
NODD: 19    " the seed: a different seed gives different numbers, the same one the same
END
