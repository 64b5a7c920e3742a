CONTINUOUS SYSTEM position
PURPOSE a drive that imposes a position; the position is an input
ASSUMES the input can be differentiated twice if the position of a mass is imposed
TERMINAL a: flange
INPUT u [m]        " position
a.x = u
u: 0
END
