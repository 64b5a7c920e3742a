" A discrete system that is sampled by an event: it counts how often an oscillation passes a level.

CONTINUOUS SYSTEM spring
STATE x v
DER dx dv

dx = v
dv = -x - 0.1*v

x: 1
END

DISCRETE SYSTEM counter
INPUT signal
OUTPUT passages
STATE count
NEW next_count
EVENT above

above = signal - level
passages = count + 1
next_count = passages

level: 0.2
END

CONNECTING SYSTEM counted
signal[counter] = x[spring]
END
