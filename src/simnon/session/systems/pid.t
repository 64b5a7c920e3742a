DISCRETE SYSTEM PID    " sampled PID regulator: filtered derivative of Y, limited output, anti-windup
INPUT Y YREF
OUTPUT U
STATE I YOLD DOLD
NEW NI NYOLD NDOLD
TIME T
TSAMP TS

INITIAL
" Nothing has changed before the first sample.
YOLD = Y

OUTPUT
E = YREF - Y
P = K*(B*YREF - Y)
D = TD/(TD + N*DT)*(DOLD - K*N*(Y - YOLD))
V = P + I + D + UBIAS
U = MAX(ULOW, MIN(V, UHIGH))

DYNAMICS
NI = I + (IF TI > 0 THEN K*DT/TI*E ELSE 0) + (IF TT > 0 THEN DT/TT*(U - V) ELSE 0)
NYOLD = Y
NDOLD = D
TS = T + DT

YREF: 0
K: 1           " gain
TI: 0          " integral time; 0 switches the integral part off
TD: 0          " derivative time
TT: 0          " tracking time of the integral while U is limited; 0 is no anti-windup
B: 1           " weight of the reference in the proportional part
N: 10          " limits the derivative gain to N times the gain
UBIAS: 0
ULOW: -1E30
UHIGH: 1E30
DT: 1          " the sampling period
END
