CONTINUOUS SYSTEM sensor
PURPOSE an ideal meter of angle and speed
TERMINAL a: flange
STATE angle [rad]   " angle
DER speed [rad/s]   " speed
angle = a.angle
a.torque = 0
END
