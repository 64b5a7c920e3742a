CONTINUOUS SYSTEM opamp_limited
PURPOSE an operational amplifier with finite gain whose output is limited by the supply
ASSUMES no current into the inputs, no output resistance, infinite bandwidth
VALID with negative feedback: with positive feedback the output would jump, see opamp_dynamic
TERMINAL inp, inn: pin   " inputs, not inverting and inverting
TERMINAL out: pin        " output, against ground
VARIABLE v [V]           " voltage between the inputs
v = inp.v - inn.v
inp.i = 0
inn.i = 0
out.v = MAX(low, MIN(high, gain*v))
gain: 1e5 [1]            " open-loop gain
high: 15 [V]             " highest output
low: -15 [V]             " lowest output
RANGE gain: 0..
END
