CONTINUOUS SYSTEM force
PURPOSE a force on a body from outside, which is an input
TERMINAL a: flange
INPUT u [N]        " on the body, positive forwards
a.f = -u
u: 0
END
