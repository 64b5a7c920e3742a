CONTINUOUS SYSTEM opamp
PURPOSE an ideal operational amplifier: no current into its inputs, and no voltage between them
ASSUMES infinite gain and bandwidth; the circuit feeds the output back to the inverting input
VALID if the output stays within the supply, see opamp_limited
TERMINAL inp, inn: pin   " inputs, not inverting and inverting
TERMINAL out: pin        " output, against ground
inp.v = inn.v
inp.i = 0
inn.i = 0
END
