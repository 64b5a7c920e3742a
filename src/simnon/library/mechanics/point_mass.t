CONTINUOUS SYSTEM point_mass
PURPOSE a point mass that moves in a vertical plane
TERMINAL a: joint
STATE x [m], y [m], vx [m/s], vy [m/s]
DER dx [m/s], dy [m/s], dvx [m/s^2], dvy [m/s^2]
x = a.x
y = a.y
dx = vx
dy = vy
m*dvx = a.fx
m*dvy = a.fy - m*g
m: 1 [kg]          " mass
g: 9.81 [m/s^2]    " gravity
RANGE m: 0..
END
