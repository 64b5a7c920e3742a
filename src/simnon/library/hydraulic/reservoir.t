CONTINUOUS SYSTEM reservoir
PURPOSE a place whose pressure nothing changes, such as the free air; it is an input
TERMINAL a: port
INPUT u [Pa]       " pressure above that of the air
a.p = u
u: 0
END
