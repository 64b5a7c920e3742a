CONTINUOUS SYSTEM step
PURPOSE a step
OUTPUT y
TIME t
y = IF t < start THEN before ELSE before + height
start: 0 [s]       " time of the step
height: 1          " height
before: 0          " value before
END
