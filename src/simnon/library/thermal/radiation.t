CONTINUOUS SYSTEM radiation
PURPOSE radiation between a surface a and its surroundings b
ASSUMES grey surfaces; the surroundings are large
REFERENCE the Stefan-Boltzmann law
TERMINAL a, b: port
a.q = emissivity*area*sigma*(a.T^4 - b.T^4)
a.q + b.q = 0
emissivity: 1 [1]                   " of the surface
area: 1 [m^2]                       " surface
sigma: 5.670374419e-8 [W/m^2/K^4]   " constant of Stefan and Boltzmann
RANGE emissivity: 0..1
RANGE area: 0..
END
