" An inverted pendulum on a cart, balanced by sampled state feedback.

CONTINUOUS SYSTEM cart
INPUT force [N]
STATE x v angle rate
DER dx dv dangle drate

s = SIN(angle)
c = COS(angle)
total = cart_mass + mass*s^2
push = force + mass*s*(length*rate^2 - g*c)

dx = v
dv = push/total
dangle = rate
drate = (g*s - c*dv)/length

cart_mass: 1 [kg]
mass: 0.1 [kg]
length: 0.5 [m]
g: 9.81 [m/s^2]
angle: 0.2
END

DISCRETE SYSTEM feedback
INPUT x v angle rate
OUTPUT force
TIME t
TSAMP next

asked = k1*x + k2*v + k3*angle + k4*rate
force = MAX(-strongest, MIN(strongest, asked))
next = t + period

k1: 2
k2: 3.5
k3: 32
k4: 7
strongest: 10 [N]
period: 0.02 [s]
END

CONNECTING SYSTEM balance
x[feedback] = x[cart]
v[feedback] = v[cart]
angle[feedback] = angle[cart]
rate[feedback] = rate[cart]
force[cart] = force[feedback]
END
