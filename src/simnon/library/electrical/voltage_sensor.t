CONTINUOUS SYSTEM voltage_sensor
PURPOSE an ideal voltmeter: its output is the voltage from p to n
TERMINAL p, n: pin
OUTPUT y [V]       " voltage
y = p.v - n.v
p.i = 0
n.i = 0
END
