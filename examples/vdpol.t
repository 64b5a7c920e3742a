CONTINUOUS SYSTEM vdpol    " van der Pol's oscillator
STATE x y
DER dx dy

dx = y
dy = mu*(1 - x^2)*y - x

mu: 1
x: 2
END
