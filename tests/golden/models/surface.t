CONTINUOUS SYSTEM surface    " tables of one and two arguments, in every way of interpolating
STATE x
DER dx
TIME t

TABLE torque(speed, throttle)
      0   0.5   1
  0   1   2     3
 10   2   4     6
 20   0   1     2
END
TABLE gear(speed) HOLD
  0  1
  5  2
 12  3
END
TABLE loss(speed) SPLINE EXTRAPOLATED
  0  0
  5  1
 10  4
 20  9
END

dx = torque(x, SIN(t)^2)/gear(x) - loss(x)
END
