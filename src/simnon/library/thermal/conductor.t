CONTINUOUS SYSTEM conductor
PURPOSE conduction of heat between a and b
ASSUMES no heat is stored
TERMINAL a, b: port
a.q = G*(a.T - b.T)
a.q + b.q = 0
G: 1 [W/K]         " thermal conductance
RANGE G: 0..
END
