DISCRETE SYSTEM dpid
PURPOSE a sampled PID regulator with limited output; its integral is led back while the output is limited
REFERENCE the same as the standard system PID
INPUT y, yref      " measured and wanted value
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
TI: 0 [s]          " integral time; 0 is no integral part
TD: 0 [s]          " derivative time; 0 is no derivative part
TT: 0 [s]          " how fast the integral is led back while u is limited; 0 is not at all
B: 1               " how much of the reference goes into the proportional part
N: 10              " the derivative is limited to N times the gain
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
