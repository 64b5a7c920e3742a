DISCRETE SYSTEM dpid
PURPOSE a sampled PID regulator with limited output and anti-windup
REFERENCE the same as the standard system PID
INPUT y, yref      " measured value and reference
OUTPUT u
STATE i, yold, dold
NEW ni, nyold, ndold
TIME t
TSAMP ts
INITIAL
yold = y
OUTPUT
e = yref - y
p = K*(B*yref - y)
d = TD/(TD + N*period)*(dold - K*N*(y - yold))
v = p + i + d + ubias
u = MAX(ulow, MIN(v, uhigh))
DYNAMICS
ni = i + (IF TI > 0 THEN K*period/TI*e ELSE 0) + (IF TT > 0 THEN period/TT*(u - v) ELSE 0)
nyold = y
ndold = d
ts = t + period
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
period: 1 [s]      " sampling period
RANGE TI: 0..
RANGE TD: 0..
RANGE TT: 0..
RANGE N: 0..
RANGE period: 0..
END
