" A small moon on an ellipse around a planet; its energy and its angular momentum stay what they are.

CONTINUOUS SYSTEM orbit
STATE x y vx vy
DER dx dy dvx dvy

r = SQRT(x^2 + y^2)
dx = vx
dy = vy
dvx = -x/r^3
dvy = -y/r^3
energy = (vx^2 + vy^2)/2 - 1/r

x: 1
vy: 1.2
END
