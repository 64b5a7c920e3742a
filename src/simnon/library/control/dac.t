CONTINUOUS SYSTEM dac
PURPOSE a digital-to-analogue converter: the output for a number from 0 to 2^bits - 1
ASSUMES the number is held by the discrete system it comes from
INPUT code
OUTPUT y
levels = 2^bits - 1
y = low + (high - low)*MAX(0, MIN(1, INT(0.5 + code)/levels))
bits: 12           " resolution
low: 0             " output of 0
high: 1            " output of 2^bits - 1
code: 0
RANGE bits: 1..52
END
