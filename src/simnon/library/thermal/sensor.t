CONTINUOUS SYSTEM sensor
PURPOSE an ideal thermometer
TERMINAL a: port
OUTPUT y [K]       " temperature
y = a.T
a.q = 0
END
