CONTINUOUS SYSTEM sorting    " equations in the wrong order, of every stage
STATE x
DER dx
TIME t
OUTPUT y

y = power*2
power = force*x
force = gain*SIN(w*t)*scale
scale = SQRT(2*g)
dx = force - k*x
unused_by_the_run = y + x

gain: 2
w: 3
g: 9.81
k: 0.5
END
