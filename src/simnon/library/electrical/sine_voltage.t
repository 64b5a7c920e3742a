CONTINUOUS SYSTEM sine_voltage
PURPOSE an ideal source of a sinusoidal voltage
TERMINAL p, n: pin
VARIABLE v [V]       " voltage from p to n
TIME t
v = p.v - n.v
v = offset + amplitude*SIN(6.283185307179586*frequency*t + phase)
p.i + n.i = 0
amplitude: 1 [V]     " peak value
frequency: 50 [Hz]   " frequency
phase: 0 [rad]       " phase at time 0
offset: 0 [V]        " mean value
RANGE frequency: 0..
END
