CONTINUOUS SYSTEM initially    " values that are computed before the run starts
STATE x v
DER dx dv
TIME t

INITIAL
v = w*amplitude
x = distance
distance = ABS(v)/w
begin = t

SORT
w = SQRT(k/m)
dx = v
dv = -w^2*x + 0*(t - begin)

k: 4
m: 1
amplitude: -2
END
