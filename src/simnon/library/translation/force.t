CONTINUOUS SYSTEM force
PURPOSE an external force on a body; the force is an input
TERMINAL a: flange
INPUT u [N]        " on the body, positive forwards
a.f = -u
u: 0
END
