CONTINUOUS SYSTEM long_pipe
PURPOSE a pipe with linear resistance and the inertia of the liquid
ASSUMES the liquid moves as one body
TERMINAL a, b: port
STATE q [m^3/s]      " flow from a to b
DER dq [m^3/s^2]
q = a.q
a.q + b.q = 0
rho*length/area*dq = a.p - b.p - R*q
length: 10 [m]       " length
area: 1e-3 [m^2]     " cross-section
rho: 1000 [kg/m^3]   " density
R: 0 [Pa*s/m^3]      " resistance
RANGE length: 0..
RANGE area: 0..
RANGE rho: 0..
RANGE R: 0..
END
