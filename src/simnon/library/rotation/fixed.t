CONTINUOUS SYSTEM fixed
PURPOSE a point that does not turn
TERMINAL a: flange
a.angle = angle
angle: 0 [rad]     " angle
END
