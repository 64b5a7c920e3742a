CONTINUOUS SYSTEM pid
PURPOSE a PID regulator with limited output and anti-windup
REFERENCE the continuous form of dpid and of the standard system PID, with the same parameters
INPUT y, yref      " measured value and reference
OUTPUT u
STATE i, x         " integral part, filtered measurement
DER di, dx
INITIAL
x = y
SORT
e = yref - y
p = K*(B*yref - y)
d = IF TD > 0 THEN -K*N*(y - x) ELSE 0
v = p + i + d + ubias
u = MAX(ulow, MIN(v, uhigh))
di = (IF TI > 0 THEN K*e/TI ELSE 0) + (IF TT > 0 THEN (u - v)/TT ELSE 0)
dx = IF TD > 0 THEN N*(y - x)/TD ELSE 0
yref: 0
K: 1               " gain
TI: 0 [s]          " integral time; 0 switches the integral part off
TD: 0 [s]          " derivative time; 0 switches the derivative part off
TT: 0 [s]          " tracking time of the integral while u is limited; 0 is no anti-windup
B: 1               " weight of the reference in the proportional part
N: 10              " limits the derivative gain to N times the gain
ubias: 0           " output without error
ulow: -1e30        " lower limit
uhigh: 1e30        " upper limit
RANGE TI: 0..
RANGE TD: 0..
RANGE TT: 0..
RANGE N: 0..
END
