CONTINUOUS SYSTEM circle    " an algebraic loop, which is shown and not lowered
STATE x
DER dx

e = 1 - y
u = 2*e
y = x + 0.5*u
dx = u - x
END
