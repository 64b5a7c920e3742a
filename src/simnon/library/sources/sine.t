CONTINUOUS SYSTEM sine
PURPOSE a sine
OUTPUT y
TIME t
y = offset + (IF t < start THEN 0 ELSE amplitude*SIN(6.283185307179586*frequency*(t - start) + phase))
start: 0 [s]        " time at which it begins
amplitude: 1        " peak value
frequency: 1 [Hz]   " frequency
phase: 0 [rad]      " phase at the start
offset: 0           " mean value
RANGE frequency: 0..
END
