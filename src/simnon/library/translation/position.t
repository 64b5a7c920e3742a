CONTINUOUS SYSTEM position
PURPOSE a drive that imposes a position, which is an input
ASSUMES the input can be differentiated twice where the position of a mass is imposed
TERMINAL a: flange
INPUT u [m]        " position
a.x = u
u: 0
END
