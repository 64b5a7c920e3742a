CONTINUOUS SYSTEM pid
PURPOSE a PID regulator with limited output; its integral is led back while the output is limited
REFERENCE the continuous form of dpid and of the standard system PID, with the same parameters
INPUT y, yref      " measured and wanted value
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
TI: 0 [s]          " integral time; 0 is no integral part
TD: 0 [s]          " derivative time; 0 is no derivative part
TT: 0 [s]          " how fast the integral is led back while u is limited; 0 is not at all
B: 1               " how much of the reference goes into the proportional part
N: 10              " the derivative is limited to N times the gain
ubias: 0           " output without error
ulow: -1e30        " lower limit
uhigh: 1e30        " upper limit
RANGE TI: 0..
RANGE TD: 0..
RANGE TT: 0..
RANGE N: 0..
END
