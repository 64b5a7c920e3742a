CONTINUOUS SYSTEM pipe
PURPOSE a pipe with laminar flow
REFERENCE the Hagen-Poiseuille law
VALID for Reynolds numbers below 2300
TERMINAL a, b: port
a.p - b.p = R*a.q
a.q + b.q = 0
R = 128*viscosity*length/(3.141592653589793*diameter^4)
length: 1 [m]            " length
diameter: 0.01 [m]       " inner diameter
viscosity: 1e-3 [Pa*s]   " of the liquid
RANGE length: 0..
RANGE diameter: 0..
RANGE viscosity: 0..
END
