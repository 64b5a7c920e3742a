CONTINUOUS SYSTEM heater
PURPOSE a heat source; the heat flow is an input
TERMINAL a: port
INPUT u [W]        " heat given to what is connected
a.q = -u
u: 0
END
