CONTINUOUS SYSTEM functions    " the user's functions, nested, and parameters that hide variables
STATE x
DER dx
OUTPUT y

FUNCTION square(x) = x*x
FUNCTION bump(u, width) = EXP(-square(u/width)) + offset
FUNCTION same(x) = x

y = bump(x - 1, 2*sigma)
dx = -square(x) + same(y)

sigma: 0.5
offset: 0.1
END
