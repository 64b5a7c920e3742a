DISCRETE SYSTEM sampler
PURPOSE a sampler with zero-order hold, at multiples of the period and a shift after them
INPUT u
OUTPUT y
TSAMP ts
SYSTEM clock: clock
y = u
clock.period = period
ts = clock.tick + shift
INITIAL
ts = shift
period: 1 [s]      " sampling period
shift: 0 [s]       " delay of each sample
u: 0
RANGE period: 0..
RANGE shift: 0..
END
