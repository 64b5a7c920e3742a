CONTINUOUS SYSTEM chirp
PURPOSE a sine whose frequency changes linearly from one value to another
OUTPUT y
TIME t
since = MAX(0, MIN(t, duration))
cycles = first*since + (last - first)*since^2/(2*duration) + last*MAX(0, t - duration)
y = amplitude*SIN(6.283185307179586*cycles)
amplitude: 1       " peak value
first: 1 [Hz]      " frequency at time 0
last: 10 [Hz]      " frequency from the end of the sweep on
duration: 10 [s]   " of the sweep
RANGE duration: 0..
END
