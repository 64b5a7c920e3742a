CONTINUOUS SYSTEM plant    " algebraic loops: linear, iterated, initial, and through a discrete system
INPUT u
OUTPUT y
STATE x
DER dx
TIME t

" linear, its coefficients parameters: inverted once
a = k*b + c + u
b = a - k*c + x
c = a/3 + k*b

" linear, its coefficients changing: eliminated anew
p = x*q + 1
q = t*p - x*r
r = p + x*q

" iterated
v = x - 0.5*SIN(w) - MAX(v, 0)/4
w = v + 0.1*EXP(-w*w)

y = 0.2*v + a
dx = -x + v + p/10

k: 0.25
x: 0.1

INITIAL
start = COS(start) - 0.1*k
END

DISCRETE SYSTEM law
INPUT e
OUTPUT o
TIME t
TSAMP ts

o = 0.5*TANH(1 - e) + MIN(e, 1)/5
ts = t + 0.1
END

CONNECTING SYSTEM loops
u[plant] = o[law]
e[law] = y[plant]
END
