"""Places in the array `control`: everything a run knows besides the numbers of the model.

A run can be left at any return and entered again: all that it needs is here and in its other arrays.
"""

TIME = 0
STEP = 1
"""The step to try next."""
STOP_TIME = 2
LIMIT = 3
"""The next instant at which the run must stop over: a sample, a time event, the end."""
RELATIVE = 4
"""The relative tolerance."""
LARGEST_STEP = 5
SMALLEST_STEP = 6
PHASE = 7
REACHED = 8
"""The end of the step that was accepted, or of the part of it before an event."""
TAKEN = 9
"""The length of the step that was accepted."""
IS_CUT = 10
"""1 where a guard changes sign within the step; the state there is in `trial`."""
IS_FRESH = 11
"""1 where the derivatives at `states` are in `k1`."""
SPACING = 12
"""Of the records; 0 records every step and both sides of every event."""
FIRST_RECORD = 13
RECORDS_DUE = 14
"""How many records on the grid have been taken."""
ROWS = 15
ROW_LIMIT = 16
LOGGED = 17
LOG_LIMIT = 18
BUDGET = 19
"""How many trial steps are left before the run reports."""
STEPS = 20
REJECTED = 21
EVALUATIONS = 22
EVENTS = 23
SAMPLES = 24
CULPRIT = 25
"""Which condition, sampler or event the status speaks of."""
CROWD_TIME = 26
"""When the present crowd of events began."""
CROWD = 27
"""How many events the present crowd has."""
STIFF_SIGNS = 28
"""How many signs there are that the other kind of method would do better: for an explicit one, steps as long as
its stability allows; for an implicit one, looks one after another at steps for which that would not be needed."""
SMOOTH_SIGNS = 29
"""How many steps one after another were without such a sign."""
START_TIME = 30
IS_STARTED = 31
STATE_SLOTS = 32
"""Where in `plan`: the slot of each state's start value."""
INITIAL_COUNT = 33
"""How many initial values are given besides those of the text."""
INITIAL_SLOTS = 34
"""Where in `plan`: their slots."""
INITIAL_VALUES = 35
"""Where in `work`: these values."""
CUTS = 36
"""How often a guard has changed sign within a step."""
SWITCHED = 37
"""Where in `work`: for each mode how many cuts there had been when it changed last."""
HAS_CHANGED = 38
"""1 where something that can be recorded has changed at the present instant."""
TRIED = 39
"""The length of the step that was tried last."""
STATE_COUNT = 40
GUARD_COUNT = 41
MODE_COUNT = 42
CONDITION_COUNT = 43
EVENT_COUNT = 44
STOP_COUNT = 45
SAMPLER_COUNT = 46
TIME_EVENT_COUNT = 47
DELAY_COUNT = 48
STORED_COUNT = 49
HAS_BEFORE = 50
MODE_SLOTS = 51
"""Where in `plan`: the slot of each mode, the time event of each (or -1), 1 for each that can be seen in a record."""
SAMPLER_SLOTS = 52
"""Where in `plan`: for each sampler the slot of its next instant (or -1), the place of its first trigger, how many."""
UPDATES = 53
"""Where in `plan`: for each event how many states and how many slots it sets, then the pairs of each."""
STORED_SLOTS = 54
"""Where in `plan`: the slot of each variable that is recorded."""
DELAY_SLOTS = 55
"""Where in `plan`: for each delay the slots of its source and of the time it looks at, and of its history.

Then for each delay 0 where its lag is the same between events, 1 where it goes with the time only, 2 for others."""
GUARDS = 56
"""Where in `work`: the guards before the step, after it, at the right and left of a bracket, within it, at the start,
the quarters and the end of a window."""
FOUND = 57
"""Where in `work`: what `conditions` and `modes` give, the latter twice."""
TRUTHS = 58
"""Where in `work`: which conditions hold."""
INSTANTS = 59
"""Where in `work`: the times of the time events."""
EVENTS_DUE = 60
SAMPLERS_DUE = 61
"""Where in `work`: 1 for what is due at this instant."""
LAST_STAGE = 62
"""Which array of the method has the derivatives at the end of the step; 0 for none."""
ORDER = 63
"""Of the error estimate: errors are proportional to the step to this power."""
LOG_ROOM = 65
"""How many entries the log has room for; LOG_LIMIT leaves enough for one instant."""
LOST = 64
"""How many entries of the log there was no room for."""
EVENT_TIME = 66
"""When a guard changed sign last."""
NEAR_EVENTS = 67
"""How many events one upon another have been too near to be told apart."""
INTERVAL = 68
"""Between the last two events."""
SHRINKS = 69
"""How many intervals one after another have become shorter."""
DOMAINS = 70
"""Where in `plan`: 1 for each guard that must not be negative."""
JUMPS = 71
"""Where in `work`: the times of the last MOST_JUMPS events, then room for the values of a piece for each delay."""
JUMP_COUNT = 72
SHORTEST_DELAY = 74
CUT_WIDTH = 73
"""The length of the bracket in which an event is, as a part of the step."""
MOST_JUMPS = 256
VALUES_OF_A_PIECE = 8
PENDING = 76
"""Where in `work`: for each delay whose lag goes with states the jump that arrives next."""
HISTORY_DEGREE = 75
"""Of the polynomials in which delayed signals are remembered, as high as the method is exact."""
GUESS_COUNT = 77
FIRST_GUESS = 78
"""Where in `values`: what algebraic loops are iterated from, the guesses of all loops one after another."""
LAST_GUESSES = 79
"""Where in `work`: the guesses before the step."""
WISHED = 80
"""The next step a method asks for that HAS_WISHES; 0 where it leaves the choice to the loop."""
PAST = 81
"""How many earlier points, at equal distances, a multistep method knows."""
PAST_STEP = 82
"""The distance of those points."""
PAST_EVENTS = 83
"""How many events there had been when they were computed."""
JACOBIAN = 84
"""Where in `work`: the Jacobian, its entries in order, then the derivatives by time."""
JACOBIAN_SIZE = 85
"""How many entries it has."""
JACOBIAN_PLACES = 86
"""Where in `work`: the place of each entry in the matrix."""
HAS_JACOBIAN = 87
"""0 where the model gives no formulas for it."""
JACOBIAN_MARK = 88
"""Tells the point at which it was evaluated from others."""
MATRIX = 89
"""Where in `work`: the matrix of a linearly implicit method, by rows, or banded (see `banded`)."""
PIVOTS = 90
"""Where in `work`: how its rows were exchanged."""
WATCH = 91
"""After how many steps to look for stiffness; 0 for never."""
OUTSIDE = 92
"""Who makes the steps: the method (INSIDE), or another one, which is WANTED, has MADE the step or has FAILED."""
BOUND = 93
"""How far a step made outside may go, and how far it went."""
MATRIX_FORM = 112
"""How the matrix is stored: FULL, BANDED or SPARSE."""
DIAGONALS_BELOW = 113
DIAGONALS_ABOVE = 114
"""How many diagonals a banded matrix has below and above its main one."""
UNKNOWN_STATES = 115
"""Where in `work`: for each unknown of a banded or sparse matrix, which state it belongs to."""
UNKNOWNS = 116
"""Where in `work`: the unknowns in the order of such a matrix, of a banded one with zeros before and after them."""
JACOBIANS = 117
"""How many Jacobians have been evaluated,"""
FACTORIZATIONS = 118
"""and how many matrices factored."""
ACCEPTED_STEP = 119
"""The step that a method with a memory of its own has accepted last; 0 for none,"""
ACCEPTED_ERROR = 120
"""and its error."""
IS_AFTER_REJECTION = 121
"""1 where the step before was rejected."""
IS_IMPLICIT = 122
"""1 where the method is one for stiff systems."""
ENOUGH_SIGNS = 123
"""How many signs make the run ask for the other kind of method."""
ENTRIES_IN_FULL = 124
"""Where in `work`: the place each entry of the Jacobian would have in a full matrix, by rows."""
COLUMNS = 125
ROW_STARTS = 126
DIAGONALS = 127
"""Where in `work`: the pattern of a sparse matrix (see `sparse`)."""
MATRIX_SIZE = 128
"""How many numbers the matrix takes."""
NEXT_RECORD = 129
"""The time of the next record on the grid."""
EVERY_POINT = 130
"""1 where the ends of steps and both sides of events are recorded, also beside a grid."""
SHRINKING_RATIO = 131
"""How the interval between the last two events went to the one before."""
IS_RECORDED = 132
"""0 where no record is ever taken."""
HAS_WISHES = 133
"""1 where the method chooses its next step itself."""
HAS_CURVED_GUARDS = 134
"""1 where a guard is not affine in time and states."""
LOOP_COUNT = 135
"""How many algebraic loops are iterated: behind their guesses stands for each how much it is off, zero where solved."""
HAS_FAILED_LOOP = 136
"""1 where one of them had no solution at the end of the step."""
IS_CRAWLING = 137
"""1 where the steps have become so short that the run would never end."""
MARKED_TIME = 138
MARKED_STEPS = 139
"""The time, and how many steps there had been, when the progress of the run was looked at last."""
EVENTS_MARKED_TIME = 140
"""When the number of cuts was last a multiple of CUTS_BETWEEN_MARKS."""
HORIZON = 141
"""The time up to which modes have been looked ahead: the next event does not look less far."""
SLIDING = 142
"""Where in `values`: along how many surfaces the run slides; 0 where the code is not made for it."""
SLIDING_SHAPE = 143
"""Where in `plan`: the table of the room of sliding (see `shares`)."""
GUARDS_OF_MODES = 144
"""Where in `plan`: for each mode the one or two guards along which it can slide, or -1, and 1 if it rises with them."""
PREVIOUS_MODES = 145
"""Where in `work`: what each mode was before it changed last at this instant."""
HELD_MODES = 146
"""Where in `work`: not 0 for each mode that a surface has left to one side at this instant."""
TOLD_SIGNS = 147
"""Where in `work`: the sign of each guard that was left so."""
ACCUMULATED = 148
"""When events accumulated last."""
LAST_EVENT = 149
"""Where in `work`: the states after the last two events that cut a step."""
IS_FIXED = 150
"""1 where the method takes steps of one length, which end at whole numbers of them from where a row of them began:"""
ROW_ORIGIN = 151
ROW_STEP = 152
ROW_STEPS = 153
"""how many of them have been tried,"""
ROW_END = 154
"""and where the last of them ends."""
INTERVAL_BEFORE = 155
"""Between the events before those of INTERVAL."""
MAY_SLIDE = 157
"""1 where derivatives depend on modes, so that the run may want to slide."""
REST = 156
"""How long a series of events still goes on, by the sum of its intervals."""
CONTROL_SIZE = 160
ENDLESS = 1e9
"""NEAR_EVENTS of a series of events that is at its end."""

NEW = 16
"""`work` begins with arrays of one number a state: sixteen for the method, then the state after the step,"""
TRIAL = 17
"""a state in between,"""
ABSOLUTE = 18
"""the absolute tolerances,"""
BETWEEN = 19
"""and a state to be recorded."""
STATE_ARRAYS = 20

GUARD_ARRAYS = 11
"""The part GUARDS of `work` has so many numbers for each guard."""

FULL = 0
BANDED = 1
SPARSE = 2

STEPPING = 0
RECORDING = 1
ARRIVING = 2
SETTLING = 3

INSIDE = 0
WANTED = 1
MADE = 2
FAILED = 3

RUNNING = 0
ENDED = 1
STOPPED = 2
RECORD_IS_FULL = 3
LOG_IS_FULL = 4
HISTORY_IS_FULL = 5
STEP_TOO_SMALL = 6
NOT_FINITE = 7
CHATTERING = 8
SAMPLING_STUCK = 9
STIFF = 10
NOT_STIFF = 11
OUTSIDE_DOMAIN = 12
DELAY_VANISHED = 13
STEP_WANTED = 14
SLIDE_AMBIGUOUS = 15
SLIDE_WANTED = 16

LOG_WIDTH = 6
"""Time, kind, number, the values before and after, and the WHEN that caused it (or -1)."""
LOGGED_MODE = 0
LOGGED_STATE = 1
LOGGED_SLOT = 2
LOGGED_STOP = 3
LOGGED_SAMPLE = 4
LOGGED_SLIDE = 5
LOGGED_ACCUMULATION = 6
