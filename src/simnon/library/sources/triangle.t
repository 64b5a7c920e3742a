CONTINUOUS SYSTEM triangle
PURPOSE a triangular wave that begins at zero and rises
OUTPUT y
TIME t
phase = MOD((t - start)/period + 0.25, 1)
y = offset + (IF t < start THEN 0 ELSE amplitude*(1 - 4*ABS(phase - 0.5)))
start: 0 [s]       " time at which it begins
amplitude: 1       " peak value
period: 1 [s]      " period
offset: 0          " mean value
RANGE period: 0..
END
