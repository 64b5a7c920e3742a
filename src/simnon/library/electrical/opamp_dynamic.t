CONTINUOUS SYSTEM opamp_dynamic
PURPOSE an operational amplifier with finite gain and bandwidth, whose output is limited by the supply
ASSUMES one dominant pole; no current into the inputs, no output resistance
TERMINAL inp, inn: pin   " inputs, not inverting and inverting
TERMINAL out: pin        " output, against ground
STATE y [V]              " output
DER dy [V/s]
VARIABLE v [V]           " voltage between the inputs
v = inp.v - inn.v
inp.i = 0
inn.i = 0
out.v = y
dy = 6.283185307179586*bandwidth/gain*(MAX(low, MIN(high, gain*v)) - y)
gain: 1e5 [1]            " open-loop gain
bandwidth: 1e6 [Hz]      " frequency at which the gain is 1
high: 15 [V]             " highest output
low: -15 [V]             " lowest output
RANGE gain: 0..
RANGE bandwidth: 0..
END
