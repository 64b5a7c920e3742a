CONTINUOUS SYSTEM convection
PURPOSE heat from a surface a to a fluid b
REFERENCE Newton's law of cooling
TERMINAL a, b: port
a.q = h*area*(a.T - b.T)
a.q + b.q = 0
h: 10 [W/m^2/K]    " heat transfer coefficient
area: 1 [m^2]      " surface
RANGE h: 0..
RANGE area: 0..
END
