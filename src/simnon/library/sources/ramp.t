CONTINUOUS SYSTEM ramp
PURPOSE a ramp that ends after a time
OUTPUT y
TIME t
y = before + slope*(IF t < start THEN 0 ELSE IF t < start + duration THEN t - start ELSE duration)
start: 0 [s]         " time at which it begins
slope: 1             " rise per unit of time
duration: 1e30 [s]   " how long it rises
before: 0            " value before
RANGE duration: 0..
END
