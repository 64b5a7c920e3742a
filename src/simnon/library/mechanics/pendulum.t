CONTINUOUS SYSTEM pendulum
PURPOSE a pendulum in Cartesian coordinates: a mass on a rod, constrained by its length
ASSUMES a point mass, a rigid rod without mass, no friction
REFERENCE index 3: the length is a constraint on the positions, and the force in the rod follows from its second derivative
STATE x [m], y [m]     " position; y upwards, the pivot is at 0, 0
STATE vx [m/s], vy [m/s]
DER dx [m/s], dy [m/s], dvx [m/s^2], dvy [m/s^2]
VARIABLE tension [N]   " in the rod
dx = vx
dy = vy
m*dvx = -tension*x/length
m*dvy = -tension*y/length - m*g
x^2 + y^2 = length^2
length: 1 [m]          " of the rod
m: 1 [kg]              " mass
g: 9.81 [m/s^2]        " gravity
x: 1
y: 0
RANGE length: 0..
RANGE m: 0..
END
