DISCRETE SYSTEM OPTA    " the optimiser: SIMU repeats the run until the loss at its end is minimal
INPUT LOSS
INPUT C1 C2 C3 C4    " at the end of the run these must not be positive
INPUT Z1 Z2 Z3 Z4    " and these must be zero
OUTPUT P1 P2 P3 P4 P5 P6 P7 P8
TIME T
TSAMP TS

INITIAL
P1 = START1
P2 = START2
P3 = START3
P4 = START4
P5 = START5
P6 = START6
P7 = START7
P8 = START8

DYNAMICS
" The loss is known only at the end of the run: one sample, at the start.
TS = T + 1E30

ON: 1          " 0 gives a single run, with P1 at START1 and so on
METHOD: 0      " 0 with derivatives if it can, 1 simplex, 2 gradient, 3 global, 4 multiplier, 5 quadratic
MAXIMUM: 0     " 1 maximises the loss
TOL: 1E-5      " the search ends when its steps are smaller than this fraction of the first ones
RUNS: 1000     " and after this many runs at the latest

START1: 0
START2: 0
START3: 0
START4: 0
START5: 0
START6: 0
START7: 0
START8: 0
" bounds; beyond 1E30 there are none
LOW1: -1E30
LOW2: -1E30
LOW3: -1E30
LOW4: -1E30
LOW5: -1E30
LOW6: -1E30
LOW7: -1E30
LOW8: -1E30
HIGH1: 1E30
HIGH2: 1E30
HIGH3: 1E30
HIGH4: 1E30
HIGH5: 1E30
HIGH6: 1E30
HIGH7: 1E30
HIGH8: 1E30

LOSS: 0
C1: 0
C2: 0
C3: 0
C4: 0
Z1: 0
Z2: 0
Z3: 0
Z4: 0
END
