CONTINUOUS SYSTEM orifice
PURPOSE an orifice with turbulent flow, proportional to the square root of the pressure difference
ASSUMES linear flow below a small pressure difference
REFERENCE Torricelli's law
TERMINAL a, b: port
VARIABLE dp [Pa]     " pressure difference from a to b
dp = a.p - b.p
a.q = area*contraction*(IF dp > small THEN SQRT(2*dp/rho) ELSE IF dp < -small THEN -SQRT(-2*dp/rho) ELSE dp*SQRT(2/(rho*small)))
a.q + b.q = 0
area: 1e-3 [m^2]     " of the hole
contraction: 1 [1]   " fraction of the area that the jet fills
rho: 1000 [kg/m^3]   " density
small: 1 [Pa]        " pressure difference below which the flow is linear
RANGE area: 0..
RANGE contraction: 0..1
RANGE rho: 0..
RANGE small: 0..
END
