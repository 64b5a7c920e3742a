CONTINUOUS SYSTEM spring
PURPOSE a spring without mass between a and b
ASSUMES its ends do not meet
TERMINAL a, b: joint
VARIABLE distance [m]   " from a to b
VARIABLE tension [N]    " positive if it pulls its ends together
distance = SQRT((b.x - a.x)^2 + (b.y - a.y)^2)
tension = k*(distance - length)
b.fx = tension*(b.x - a.x)/distance
b.fy = tension*(b.y - a.y)/distance
a.fx = -b.fx
a.fy = -b.fy
k: 1 [N/m]              " stiffness
length: 1 [m]           " free length
RANGE k: 0..
RANGE length: 0..
END
