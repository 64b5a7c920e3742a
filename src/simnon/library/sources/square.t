CONTINUOUS SYSTEM square
PURPOSE a train of pulses
OUTPUT y
TIME t
y = offset + (IF t < start THEN 0 ELSE IF MOD(t - start, period) < width*period THEN amplitude ELSE 0)
start: 0 [s]       " time at which it begins
amplitude: 1       " height of a pulse
period: 1 [s]      " from pulse to pulse
width: 0.5         " fraction of the period that a pulse lasts
offset: 0          " value between the pulses
RANGE period: 0..
RANGE width: 0..1
END
