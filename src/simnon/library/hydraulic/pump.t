CONTINUOUS SYSTEM pump
PURPOSE an ideal pump from a to b; its flow is an input
ASSUMES the flow does not depend on the pressure
TERMINAL a, b: port
INPUT u [m^3/s]    " flow
a.q = u
a.q + b.q = 0
u: 0
END
