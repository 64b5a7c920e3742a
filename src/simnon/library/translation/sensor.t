CONTINUOUS SYSTEM sensor
PURPOSE an ideal meter of position and speed
TERMINAL a: flange
STATE x [m]        " position
DER v [m/s]        " speed
x = a.x
a.f = 0
END
