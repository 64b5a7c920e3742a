CONTINUOUS SYSTEM ambient
PURPOSE surroundings whose temperature nothing changes; it is an input
TERMINAL a: port
INPUT u [K]        " temperature
a.T = u
u: 293.15
END
