CONTINUOUS SYSTEM current_sensor
PURPOSE an ideal ammeter: its output is the current from p to n
TERMINAL p, n: pin
OUTPUT y [A]       " current
y = p.i
p.v = n.v
p.i + n.i = 0
END
