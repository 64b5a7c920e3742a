DISCRETE SYSTEM clock
PURPOSE counts the samples of the system it is a part of: tick is the next multiple of the period, without drift
OUTPUT tick [s]    " k + 1 periods after the start of counting
STATE k            " number of the sample
NEW nk
tick = origin + (k + 1)*period
nk = k + 1
period: 1 [s]      " from tick to tick
origin: 0 [s]      " time of the first sample
RANGE period: 0..
END
