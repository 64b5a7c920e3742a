"""Small models for tests of many runs."""

OSCILLATOR = """
CONTINUOUS SYSTEM oscillator
STATE x [m] v
DER dx dv
dx = v
dv = -k*x - d*v
k: 1
d: 0.1
x: 1
END
"""

BALL = """
CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
TIME t
dh = v
dv = -9.81
WHEN h < 0
  v = -e*PRE(v)
END
STOP WHEN t > 3 'enough'
h: 1
e: 0.8
END
"""

ESCAPE = """
CONTINUOUS SYSTEM escape
STATE x
DER dx
dx = a*x*x
a: 0
x: 1
END
"""

NOISY = """
DISCRETE SYSTEM noisy
STATE s
NEW n
TIME t
TSAMP next
n = s + a*NORM(0)
next = t + 1
a: 1
END
"""

STIFF = """
CONTINUOUS SYSTEM stiff
STATE x y
DER dx dy
dx = y
dy = mu*(1 - x*x)*y - x
mu: 1
x: 2
END
"""
