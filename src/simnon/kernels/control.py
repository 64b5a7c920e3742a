"""Everything a run knows besides the numbers of the model, and the words in which its parts speak to each other.

A run can be left at any return and entered again: all that it needs is in its `Control` and its other arrays. Numbers
that count stay floats, which are exact and need no conversion.
"""

from .subset import Fixed, Record, Shared


class Control(Record):
    """The state of a run."""

    time: float
    step: float
    """The step to try next."""
    stop_time: Shared[float]
    limit: float
    """The next instant at which the run must stop over: a sample, a time event, the end."""
    relative: Shared[float]
    """The relative tolerance."""
    largest_step: Shared[float]
    smallest_step: float
    phase: int
    reached: float
    """The end of the step that was accepted, or of the part of it before an event."""
    taken: float
    """The length of the step that was accepted."""
    is_cut: bool
    """Whether a guard changes sign within the step; the state there is in `trial`."""
    is_fresh: bool
    """Whether the derivatives at `states` are in `k1`."""
    spacing: Shared[float]
    """Of the records; 0 records every step and both sides of every event."""
    first_record: Shared[float]
    records_due: float
    """How many records on the grid have been taken."""
    rows: float
    row_limit: Shared[float]
    logged: float
    log_limit: Shared[float]
    budget: float
    """How many trial steps are left before the run reports."""
    steps: float
    rejected: float
    evaluations: float
    events: float
    samples: float
    culprit: int
    """Which condition, sampler or event the status speaks of."""
    cluster_time: float
    """When the present crowd of events began."""
    cluster: float
    """How many events the present crowd has."""
    stiff_signs: float
    """How many signs there are that the other kind of method would do better: for an explicit one, steps as long as
    its stability allows; for an implicit one, looks one after another at steps for which that would not be needed."""
    smooth_signs: float
    """How many steps one after another were without such a sign."""
    start_time: Shared[float]
    is_started: bool
    state_slots: Fixed[int]
    """Where in `plan`: the slot of each state's start value."""
    initial_count: Shared[int]
    """How many initial values are given besides those of the text."""
    initial_slots: Shared[int]
    """Where in `plan`: their slots."""
    initial_values: Shared[int]
    """Where in `work`: these values."""
    cuts: float
    """How often a guard has changed sign within a step."""
    switched: Fixed[int]
    """Where in `work`: for each mode how many cuts there had been when it changed last."""
    has_changed: bool
    """Whether something that can be recorded has changed at the present instant."""
    tried: float
    """The length of the step that was tried last."""
    state_count: Fixed[int]
    guard_count: Fixed[int]
    mode_count: Fixed[int]
    condition_count: Fixed[int]
    event_count: Fixed[int]
    stop_count: Fixed[int]
    sampler_count: Fixed[int]
    time_event_count: Fixed[int]
    delay_count: Fixed[int]
    stored_count: Shared[int]
    mode_slots: Fixed[int]
    """Where in `plan`: the slot of each mode, the time event of each (or -1), 1 for each that a record can show."""
    sampler_slots: Fixed[int]
    """Where in `plan`: for each sampler the slot of its next instant (or -1), its first trigger, how many it has."""
    updates: Fixed[int]
    """Where in `plan`: for each event how many states and how many slots it sets, then the pairs of each."""
    stored_slots: Fixed[int]
    """Where in `plan`: the slot of each variable that is recorded."""
    delay_slots: Fixed[int]
    """Where in `plan`: for each delay the slots of its source and of the time it looks at, and of its history.

    Then for each delay 0 where its lag is the same between events, 1 where it goes with the time only, 2 for others."""
    guards: Fixed[int]
    """Where in `work`: the guards before the step, after it, at the right and left of a bracket, within it, at the
    start, the quarters and the end of a window."""
    found: Fixed[int]
    """Where in `work`: what `conditions` and `modes` give, the latter twice."""
    truths: Fixed[int]
    """Where in `work`: which conditions hold."""
    instants: Fixed[int]
    """Where in `work`: the times of the time events."""
    events_due: Fixed[int]
    samplers_due: Fixed[int]
    """Where in `work`: 1 for what is due at this instant."""
    last_stage: Fixed[int]
    """Which array of the method has the derivatives at the end of the step; 0 for none."""
    order: Fixed[float]
    """Of the error estimate: errors are proportional to the step to this power."""
    log_capacity: Shared[int]
    """How many entries the log has room for; LOG_LIMIT leaves enough for one instant."""
    lost: float
    """How many entries of the log there was no room for."""
    event_time: float
    """When a guard changed sign last."""
    near_events: float
    """How many events one upon another have been too near to be told apart."""
    interval: float
    """Between the last two events."""
    shrinks: float
    """How many intervals one after another have become shorter."""
    domains: Fixed[int]
    """Where in `plan`: 1 for each guard that must not be negative."""
    jumps: Fixed[int]
    """Where in `work`: the times of the last MAX_JUMPS events, then space for the values of a piece for each delay."""
    jump_count: float
    shortest_delay: float
    cut_width: float
    """The length of the bracket in which an event is, as a part of the step."""
    pending: Fixed[int]
    """Where in `work`: for each delay whose lag goes with states the jump that arrives next."""
    history_degree: Fixed[int]
    """Of the polynomials in which delayed signals are remembered, as high as the method is exact."""
    guess_count: Fixed[int]
    first_guess: Fixed[int]
    """Where in `values`: what algebraic loops are iterated from, the guesses of all loops one after another."""
    last_guesses: Fixed[int]
    """Where in `work`: the guesses before the step."""
    proposed_step: float
    """The next step a method asks for that HAS_WISHES; 0 where it leaves the choice to the loop."""
    past: int
    """How many earlier points, at equal distances, a multistep method knows."""
    past_step: float
    """The distance of those points."""
    past_events: float
    """How many events there had been when they were computed."""
    jacobian: Shared[int]
    """Where in `work`: the Jacobian, its entries in order, then the derivatives by time."""
    jacobian_size: Shared[int]
    """How many entries it has."""
    jacobian_places: Shared[int]
    """Where in `work`: the place of each entry in the matrix."""
    has_jacobian: Shared[bool]
    """Whether the model gives formulas for it."""
    jacobian_mark: float
    """Tells the point at which it was evaluated from others."""
    matrix: Shared[int]
    """Where in `work`: the matrix of a linearly implicit method, by rows, or banded (see `banded`)."""
    pivots: Shared[int]
    """Where in `work`: how its rows were exchanged."""
    watch: float
    """After how many steps to look for stiffness; 0 for never."""
    library_step: Fixed[int]
    """Who makes the steps: the method (INSIDE), or another one, which is WANTED, has MADE the step or has FAILED."""
    bound: float
    """How far a step made outside may go, and how far it went."""
    matrix_form: Shared[int]
    """How the matrix is stored: FULL, BANDED or SPARSE."""
    diagonals_below: Shared[int]
    diagonals_above: Shared[int]
    """How many diagonals a banded matrix has below and above its main one."""
    unknown_states: Shared[int]
    """Where in `work`: for each unknown of a banded or sparse matrix, which state it belongs to."""
    unknowns: Shared[int]
    """Where in `work`: the unknowns in the order of such a matrix, of a banded one with zeros before and after them."""
    jacobians: float
    """How many Jacobians have been evaluated,"""
    factorizations: float
    """and how many matrices factored."""
    accepted_step: float
    """The step that a method with a memory of its own has accepted last; 0 for none,"""
    accepted_error: float
    """and its error."""
    is_after_rejection: bool
    """Whether the step before was rejected."""
    is_implicit: Fixed[bool]
    """Whether the method is one for stiff systems."""
    enough_signs: float
    """How many signs make the run ask for the other kind of method."""
    entries_in_full: Shared[int]
    """Where in `work`: the place each entry of the Jacobian would have in a full matrix, by rows."""
    columns: Shared[int]
    row_starts: Shared[int]
    diagonals: Shared[int]
    """Where in `work`: the pattern of a sparse matrix (see `sparse`)."""
    matrix_size: Shared[int]
    """How many numbers the matrix takes."""
    next_record: float
    """The time of the next record on the grid."""
    every_point: Shared[bool]
    """Whether the ends of steps and both sides of events are recorded, also beside a grid."""
    shrinking_ratio: float
    """How the interval between the last two events went to the one before."""
    is_recorded: bool
    """Whether records are taken at all."""
    proposes_steps: Fixed[bool]
    """Whether the method chooses its next step itself."""
    has_curved_guards: Fixed[bool]
    """Whether a guard is not affine in time and states."""
    loop_count: Fixed[int]
    """How many algebraic loops are iterated: behind their guesses stands the residual of each, zero if solved."""
    has_failed_loop: bool
    """Whether one of them had no solution at the end of the step."""
    is_crawling: bool
    """Whether the steps have become so short that the run would never end."""
    marked_time: float
    marked_steps: float
    """The time, and how many steps there had been, when the progress of the run was looked at last."""
    events_marked_time: float
    """When the number of cuts was last a multiple of CUTS_BETWEEN_MARKS."""
    horizon: float
    """The time up to which modes have been looked ahead: the next event does not look less far."""
    sliding: Fixed[int]
    """Where in `values`: along how many surfaces the run slides; 0 where the code is not made for it."""
    sliding_shape: Fixed[int]
    """Where in `plan`: the table of the room of sliding (see `shares`)."""
    guards_of_modes: Fixed[int]
    """Where in `plan`: for each mode the one or two guards along which it can slide, or -1, and 1 if it rises."""
    previous_modes: Fixed[int]
    """Where in `work`: what each mode was before it changed last at this instant."""
    held_modes: Fixed[int]
    """Where in `work`: not 0 for each mode that a surface has left to one side at this instant."""
    imposed_signs: Fixed[int]
    """Where in `work`: the sign of each guard that was left so."""
    accumulated: float
    """When events accumulated last."""
    last_event: Fixed[int]
    """Where in `work`: the states after the last two events that cut a step."""
    is_fixed: Fixed[bool]
    """The method takes steps of one length, which end at whole numbers of them from where a row of them began:"""
    row_origin: float
    row_step: float
    row_steps: float
    """how many of them have been tried,"""
    row_end: float
    """and where the last of them ends."""
    interval_before: float
    """Between the events before those of INTERVAL."""
    may_slide: Fixed[bool]
    """Whether derivatives depend on modes, so that the run may want to slide."""
    rest: float
    """How long a series of events still goes on, by the sum of its intervals."""


MAX_JUMPS = 256
VALUES_OF_A_PIECE = 8
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
ITERATING_EVENTS = 3

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
