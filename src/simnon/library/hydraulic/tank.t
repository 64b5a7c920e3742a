CONTINUOUS SYSTEM tank
PURPOSE an open tank with vertical walls; a is at its bottom
ASSUMES still liquid of constant density
VALID for levels between the bottom and the rim
TERMINAL a: port
INPUT inflow [m^3/s]   " from above
STATE level [m]        " above the bottom
DER dlevel [m/s]
area*dlevel = a.q + inflow
a.p = rho*g*level
inflow: 0
area: 1 [m^2]          " of the surface
rho: 1000 [kg/m^3]     " density
g: 9.81 [m/s^2]        " gravity
level: 1
RANGE area: 0..
RANGE rho: 0..
RANGE level: 0..
END
