CONTINUOUS SYSTEM pulse
PURPOSE a single pulse
OUTPUT y
TIME t
y = IF t < start OR t >= start + width THEN before ELSE before + height
start: 0 [s]       " time at which it begins
width: 1 [s]       " duration
height: 1          " height
before: 0          " value before and after
RANGE width: 0..
END
