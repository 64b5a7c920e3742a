DISCRETE SYSTEM noise
PURPOSE white noise: a new normal number at each sample, held until the next
OUTPUT y
TIME t
TSAMP ts
y = mean + deviation*NORM(seed)
ts = t + period
mean: 0            " mean
deviation: 1       " standard deviation
period: 1 [s]      " sampling period
seed: 0            " a different seed gives different numbers
RANGE deviation: 0..
RANGE period: 0..
END
