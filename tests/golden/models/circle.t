CONTINUOUS SYSTEM circle    " an algebraic loop, which is solved by elimination
STATE x
DER dx

e = 1 - y
u = 2*e
y = x + 0.5*u
dx = u - x
END
