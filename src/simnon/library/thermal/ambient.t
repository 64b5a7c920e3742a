CONTINUOUS SYSTEM ambient
PURPOSE surroundings with a given temperature, which is an input
TERMINAL a: port
INPUT u [K]        " temperature
a.T = u
u: 293.15
END
