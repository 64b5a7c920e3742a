CONTINUOUS SYSTEM reservoir
PURPOSE a reservoir with a given pressure, such as the atmosphere; the pressure is an input
TERMINAL a: port
INPUT u [Pa]       " pressure above the atmosphere
a.p = u
u: 0
END
