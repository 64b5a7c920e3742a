"""The state of a run besides the numbers of the model, and the codes its modules exchange.

A run can return at any point and be resumed: all that it needs is in its `Control` and its other arrays. Counters are
floats, which are exact and need no conversion.
"""

from .subset import Fixed, Record, Shared


class Control(Record):
    time: float
    step: float
    """The step to try next."""
    stop_time: Shared[float]
    limit: float
    """The next instant at which the run must stop: a sample, a time event, the end."""
    relative: Shared[float]
    """The relative tolerance."""
    largest_step: Shared[float]
    smallest_step: float
    phase: int
    reached: float
    """The end of the accepted step, or of its fraction before an event."""
    taken: float
    """The length of the accepted step."""
    is_cut: bool
    """True if a guard changes sign within the step; the state there is in `trial`."""
    is_fresh: bool
    """True if the derivatives at `states` are in `k1`."""
    spacing: float
    """Of the records; with 0, every step and both sides of every event are recorded."""
    first_record: float
    """The time from which records are counted: none is earlier."""
    spacing_slot: Shared[int]
    """The variable that has the spacing, or -1 if it is the same throughout the run."""
    marked_slot: Shared[int]
    """Both sides of events that change this variable are recorded too; -1 for none."""
    given_times: Shared[int]
    """How many times are recorded instead of a grid."""
    times_to_record: Shared[int]
    """Offset in `work`: these times."""
    records_due: float
    """How many records on the grid have been taken."""
    rows: float
    row_limit: Shared[float]
    logged: float
    log_limit: Shared[float]
    budget: float
    """How many trial steps are left before the run returns."""
    steps: float
    rejected: float
    evaluations: float
    events: float
    samples: float
    culprit: int
    """Which condition, sampler or event the status refers to."""
    cluster_time: float
    """When the present cluster of events began."""
    cluster: float
    """How many events the present cluster has."""
    stiff_signs: float
    """How many signs there are that the other kind of method would do better: for an explicit method, steps limited by
    stability; for an implicit one, consecutive checks of steps that would be stable without it."""
    smooth_signs: float
    """How many consecutive steps showed no such sign."""
    start_time: Shared[float]
    is_started: bool
    state_slots: Fixed[int]
    """Offset in `plan`: the slot of each state's start value."""
    initial_count: Shared[int]
    """How many initial values are given besides those in the text."""
    initial_slots: Shared[int]
    """Offset in `plan`: their slots."""
    initial_values: Shared[int]
    """Offset in `work`: these values."""
    cuts: float
    """How often a guard has changed sign within a step."""
    switched: Fixed[int]
    """Offset in `work`: for each mode, the number of cuts when it last changed."""
    has_changed: bool
    """True if something that can be recorded has changed at the present instant."""
    tried: float
    """The length of the last step tried."""
    state_count: Fixed[int]
    guard_count: Fixed[int]
    mode_count: Fixed[int]
    condition_count: Fixed[int]
    event_count: Fixed[int]
    stop_count: Fixed[int]
    sampler_count: Fixed[int]
    time_event_count: Fixed[int]
    direction_count: Fixed[int]
    """In how many directions the states are differentiated."""
    has_moving_samples: Fixed[bool]
    """True if there is one sampler and its instants move with a parameter."""
    base_count: Fixed[int]
    """How many states are the model's own; their derivatives in each direction follow."""
    shift_slots: Fixed[int]
    """Offset in `plan`: the slot of the shift of the present instant in each direction."""
    shifts: Fixed[int]
    """Offset in `work`: the shifts of the events of all guards and time events, of samples that move, and
    two for each delay."""
    jump_shifts: Fixed[int]
    """Offset in `work`: the shifts of the last MAX_JUMPS events."""
    arrived: int
    """Which of these jumps arrives at the present instant."""
    delay_count: Fixed[int]
    stored_count: Shared[int]
    mode_slots: Fixed[int]
    """Offset in `plan`: the slot of each mode, then the time event of each (or -1)."""
    sampler_slots: Fixed[int]
    """Offset in `plan`: for each sampler the slot of its next instant (or -1), its first trigger, its number of
    triggers."""
    updates: Fixed[int]
    """Offset in `plan`: for each event the number of states and of slots it sets, then the pairs of each."""
    stored_slots: Fixed[int]
    """Offset in `plan`: the slot of each recorded variable."""
    delay_slots: Fixed[int]
    """Offset in `plan`: for each delay the slots of its source, of the time it reads, and of its history.

    Then for each delay 0 if its lag is constant between events, 1 if it depends on time only, 2 otherwise.
    """
    guards: Fixed[int]
    """Offset in `work`: the guards before the step, after it, at the right and left end of a bracket, within it, and at
    the start, the quarters and the end of a window."""
    found: Fixed[int]
    """Offset in `work`: the results of `conditions` and `modes`, the latter twice."""
    truths: Fixed[int]
    """Offset in `work`: which conditions hold."""
    instants: Fixed[int]
    """Offset in `work`: the times of the time events."""
    events_due: Fixed[int]
    samplers_due: Fixed[int]
    """Offset in `work`: 1 for what is due at this instant; after the samplers, for each piece of `sample`."""
    calendar: Fixed[int]
    """Offset in `work`: for each block of samplers its earliest next instant, then 1 if a sampler in it was due."""
    block_count: Fixed[int]
    piece_count: Fixed[int]
    """How many blocks of samplers and pieces of `sample` there are in a model with a calendar; else 0."""
    triggered_blocks: Fixed[int]
    """Offset in `plan`: 1 for each block with a sampler that has triggers."""
    sampler_pieces: Fixed[int]
    """Offset in `plan`, from which the pieces of each sampler are counted: where they begin, where the last end, then
    the pieces."""
    last_stage: Fixed[int]
    """Which array of the method has the derivatives at the end of the step; 0 if none."""
    order: Fixed[float]
    """Of the error estimate: errors are proportional to this power of the step."""
    log_capacity: Shared[int]
    """How many entries the log can hold; LOG_LIMIT leaves enough for one instant."""
    lost: float
    """How many entries did not fit in the log."""
    event_time: float
    """When a guard last changed sign."""
    near_events: float
    """How many consecutive events were too close to be distinguished."""
    interval: float
    """The interval between the last two events."""
    shrinks: float
    """How many consecutive intervals became shorter."""
    domains: Fixed[int]
    """Offset in `plan`: 1 for each guard that must not be negative."""
    jumps: Fixed[int]
    """Offset in `work`: the times of the last MAX_JUMPS events, then space for the values of a piece for each delay."""
    jump_count: float
    shortest_delay: float
    cut_width: float
    """The length of the bracket that contains the event, as a fraction of the step."""
    pending: Fixed[int]
    """Offset in `work`: for each delay whose lag depends on states, the jump that arrives next."""
    arriving: int
    """One more than the delay whose jump is to arrive at the end of the step, or 0."""
    arrival_trials: float
    """How often that step has been taken again because it ended before the jump."""
    history_degree: Fixed[int]
    """The degree of the polynomials that store delayed signals: as high as the method is exact."""
    guess_count: Fixed[int]
    first_guess: Fixed[int]
    """Offset in `values`: the initial guesses of the algebraic loops, one loop after another."""
    last_guesses: Fixed[int]
    """Offset in `work`: the guesses before the step."""
    proposed_step: float
    """The next step, from a method that PROPOSES_STEPS; 0 leaves the choice to the run loop."""
    past: int
    """How many equidistant earlier points a multistep method has."""
    past_step: float
    """The distance between those points."""
    past_events: float
    """The number of events when they were computed."""
    jacobian: Shared[int]
    """Offset in `work`: the Jacobian, its entries in order, then the derivatives by time."""
    jacobian_size: Shared[int]
    """How many entries it has."""
    jacobian_offsets: Shared[int]
    """Offset in `work`: the offset of each entry in the matrix."""
    has_jacobian: Shared[bool]
    """True if the model has formulas for it."""
    jacobian_mark: float
    """Identifies the point at which it was evaluated."""
    matrix: Shared[int]
    """Offset in `work`: the matrix of a linearly implicit method, by rows, or banded (see `banded`)."""
    pivots: Shared[int]
    """Offset in `work`: its row exchanges."""
    watch: float
    """After how many steps to check for stiffness; 0 for never."""
    library_step: Fixed[int]
    """Who takes the steps: the method (INSIDE), or a library, whose step is REQUESTED, was MADE or has FAILED."""
    bound: float
    """How far a library step can go, and how far it went."""
    matrix_form: Shared[int]
    """How the matrix is stored: FULL, BANDED or SPARSE."""
    diagonals_below: Shared[int]
    diagonals_above: Shared[int]
    """How many diagonals a banded matrix has below and above its main one."""
    unknown_states: Shared[int]
    """Offset in `work`: for each unknown of a banded or sparse matrix, its state."""
    unknowns: Shared[int]
    """Offset in `work`: the unknowns in the order of such a matrix; for a banded one, with zeros before and after
    them."""
    jacobians: float
    """How many Jacobians have been evaluated."""
    factorizations: float
    """How many matrices have been factored."""
    accepted_step: float
    """The last step accepted, kept by a method with its own step control; 0 if none."""
    accepted_error: float
    """The error of that step."""
    is_after_rejection: bool
    """True if the previous step was rejected."""
    is_implicit: Fixed[bool]
    """True if the method is one for stiff systems."""
    enough_signs: float
    """How many signs make the run request the other kind of method."""
    entries_in_full: Shared[int]
    """Offset in `work`: the index each entry of the Jacobian would have in a full matrix, by rows."""
    columns: Shared[int]
    row_starts: Shared[int]
    diagonals: Shared[int]
    """Offset in `work`: the pattern of a sparse matrix (see `sparse`)."""
    matrix_size: Shared[int]
    """How many numbers the matrix takes."""
    next_record: float
    """The time of the next record on the grid."""
    marked_before: float
    """The marked variable before the present instant."""
    every_point: Shared[bool]
    """True if the ends of steps and both sides of events are recorded, possibly in addition to a grid."""
    shrinking_ratio: float
    """The ratio of the last interval between events to the last but one."""
    is_recorded: bool
    """True if records are taken at all."""
    proposes_steps: Fixed[bool]
    """True if the method chooses its next step itself."""
    has_curved_guards: Fixed[bool]
    """True if a guard is not affine in time and states."""
    loop_count: Fixed[int]
    """How many algebraic loops are iterated. The residual of each follows their guesses; zero if solved."""
    has_failed_loop: bool
    """True if one of them had no solution at the end of the step."""
    is_crawling: bool
    """True if the steps have become so short that the run would never end."""
    marked_time: float
    marked_steps: float
    """The time and the number of steps when the progress of the run was last checked."""
    events_marked_time: float
    """When the number of cuts was last a multiple of CUTS_BETWEEN_MARKS."""
    horizon: float
    """The time up to which the last look-ahead went: the next event does not look less far."""
    sliding: Fixed[int]
    """Offset in `values`: the number of surfaces the run slides along; 0 if the code is not compiled for sliding."""
    sliding_shape: Fixed[int]
    """Offset in `plan`: the table of the workspace of sliding (see `shares`)."""
    guards_of_modes: Fixed[int]
    """Offset in `plan`: for each mode the one or two guards along which it can slide, or -1, and 1 if it rises."""
    previous_modes: Fixed[int]
    """Offset in `work`: the value of each mode before its last change at this instant."""
    held_modes: Fixed[int]
    """Offset in `work`: nonzero for each mode fixed to one side at this instant, because its surface was left."""
    imposed_signs: Fixed[int]
    """Offset in `work`: the sign of each guard of such a surface."""
    accumulated: float
    """When events last accumulated."""
    last_event: Fixed[int]
    """Offset in `work`: the states after the last two events that cut a step."""
    is_fixed: Fixed[bool]
    """The method takes steps of one length, whose ends are counted from ROW_ORIGIN."""
    row_origin: float
    row_step: float
    row_steps: float
    """How many of them have been tried."""
    row_end: float
    """The end of the last of them."""
    interval_before: float
    """The interval before INTERVAL."""
    may_slide: Fixed[bool]
    """True if derivatives depend on modes, so that the run may need to slide."""
    counter: Shared[int]
    """Offset in `values`: a variable whose changes are recorded instead of anything else; 0 for none."""
    counted: float
    """Its value at the last record."""
    destination_count: Shared[int]
    """How many points there are near which the run ends."""
    destinations: Shared[int]
    """Offset in `work`: for each of them its states, then the weights of their squared distances."""
    rest: float
    """How long a series of events will continue, by the sum of its intervals."""
    is_in_order: Shared[bool]
    """Whether the unknowns of a band matrix are the states in their order."""
    shown_modes: Fixed[int]
    """Offset in `plan`: 1 for each mode that a record can show."""
    first_state: Fixed[int]
    end_state: Fixed[int]
    """The states that are interpolated and extrapolated: `first_state` to the one before `end_state`."""
    island_count: Fixed[int]
    """How many islands a large model has (see `islands`); 0 if it is not divided."""
    islands: Fixed[int]
    """Offset in `plan`: ISLAND numbers for each island."""
    island_of_states: Fixed[int]
    """Offset in `plan`: the island of each state, or -1."""
    colours: Fixed[int]
    """Offset in `plan`: for each state the round in which it moves when the reach of its island is measured."""
    island_list: Fixed[int]
    """Offset in `values`: the number of islands listed, then LISTED numbers for each."""
    bounds: Fixed[int]
    """Offset in `work`: for each state the lower bound, then the upper one, within which no guard changes sign."""
    guard_states: Fixed[int]
    """Offset in `plan`: for each guard the only state it depends on, or -1."""
    focus: Fixed[int]
    """One more than the island whose event is being iterated, or 0."""
    first_guard: Fixed[int]
    first_mode: Fixed[int]
    first_event: Fixed[int]
    """Of that island; else 0."""
    all_guards: Fixed[int]
    all_modes: Fixed[int]
    all_events: Fixed[int]
    all_conditions: Fixed[int]
    """How many the model has; `guard_count` and so on are those that are looked at."""
    is_compact: Fixed[bool]
    """True if only the guards of listed islands are known."""
    looked: Fixed[float]
    """How far ahead of the start of the step the guards there were evaluated: after an instant, 0 otherwise."""
    postponed: Fixed[float]
    """The fraction of the step up to which all islands that can have an event are listed; 0 if that is all of it."""
    step_end: Fixed[float]
    """Where the step ends that is searched for events."""


BLOCK = 32
"""How many samplers a block of the calendar has."""
FEW_SAMPLERS = 16
"""Up to this many, walking through all of them takes less time than a calendar."""
ISLAND = 11
"""How many numbers the plan has for each island: the first and the number of its guards, modes and events, its first
state and the one after its last, the offset of its updates, in how many rounds its reach is measured, and 1 if a
condition other than that of an event depends on it."""
FIRST_MODE = 2
FIRST_EVENT = 4
FIRST_STATE = 6
UPDATES = 8
ROUNDS = 9
IS_OPEN = 10
LISTED = 5
"""How many numbers of `values` list an island: its number, where its guards begin, its states, the fraction of the step
in which none of them can change sign."""
MAX_JUMPS = 256
VALUES_OF_A_PIECE = 8
ENDLESS = 1e9
"""NEAR_EVENTS of a series of events that has reached its end."""

NEW = 16
"""The state after the step. `work` begins with arrays of one number per state: 16 for the method, then this one."""
TRIAL = 17
"""A state within the step."""
ABSOLUTE = 18
"""The absolute tolerances."""
BETWEEN = 19
"""A state to be recorded."""
STATE_ARRAYS = 20

GUARD_ARRAYS = 11
"""How many numbers per guard `work` has at GUARDS."""
RIGHT_END = 2
LEFT_END = 3
WITHIN = 4
"""Indices of the guard arrays at the right and left end of a bracket and within it."""
QUARTERS = 5
WINDOW_START = 8
WINDOW_END = 9
"""Indices of the guard arrays at the quarters, the start and the end of a window."""
NARROWEST = 1e-7
"""Two roots closer than this fraction of the window are one root that only touches zero."""

FULL = 0
BANDED = 1
SPARSE = 2

STEPPING = 0
RECORDING = 1
ARRIVING = 2
ITERATING_EVENTS = 3

INSIDE = 0
REQUESTED = 1
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
STEP_REQUESTED = 14
SLIDE_AMBIGUOUS = 15
SLIDE_REQUESTED = 16
ARRIVED = 17

SPACINGS_OF_AN_INSTANT = 8.0
"""Instants this close, in float spacings, are the same: they differ only by rounding."""

LOG_WIDTH = 6
"""Time, kind, number, the values before and after, and the WHEN that caused it (or -1)."""
LOGGED_MODE = 0
LOGGED_STATE = 1
LOGGED_SLOT = 2
LOGGED_STOP = 3
LOGGED_SAMPLE = 4
LOGGED_SLIDE = 5
LOGGED_ACCUMULATION = 6
NO_EVENT = -1
"""The WHEN of an entry that no WHEN has caused."""
