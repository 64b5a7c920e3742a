CONTINUOUS SYSTEM valve    " a tank emptied through a valve whose flow was measured
STATE level [m]
DER dlevel
TIME t

TABLE flow(opening) LINEAR
  0     0
  0.2   0.011
  0.4   0.052
  0.6   0.14
  0.8   0.205
  1     0.22
END

opening = MIN(1, t/ramp)
dlevel = -flow(opening)*SQRT(MAX(level, 0))/area

STOP WHEN level < drop 'the tank is empty'

ramp: 30 [s]
area: 2 [m^2]
drop: 0.01 [m]
level: 3
END
