CONNECTING SYSTEM REGTANK   " the regulator keeps the level while the hole grows
TIME T

AOUT[TANK] = IF T < 100 THEN A1 ELSE A2
YREF[DPID] = HREF
Y[DPID] = H[TANK]
V[TANK] = U[DPID]

A1: 0.01
A2: 0.05
HREF: 2
END
