"""Many runs of one model, one after another; in lanes, as many side by side as there are lanes.

`job` says which members to run and how. `members` has a row of numbers a member: the parameters that
differ, then the initial values that do. `template` holds the arrays `control`, `values` and `work` of a
run that is about to begin, one after another: what is the same for all; behind them stands a number that is not zero
as soon as all are to stop, which others set while this runs. Each member's row of `results`
gets its status, the time it reached, the culprit, the number of steps, the final values asked for, and the numbers
that were made of its records. `curves` gets the records.

A lane begins its next member as soon as its run is over, or, where a slice is short, at the end of the
slice: `job.slice` is the number of trial steps after which lanes look for those that are idle. With
slices without end, all lanes wait for the slowest member. `own` are numbers of one lane; the first is
its own number.
"""

from .control import LOG_IS_FULL, RECORD_IS_FULL, RUNNING, Control
from .entries import outputs
from .run import run
from .start import begin
from .subset import Array, Integers, Record, inline, slice_from


class Job(Record):
    """Which members to run, and how."""

    first: int
    last: int
    lanes: int
    """How many members run side by side."""
    slice: float
    seed: float
    """A member's seed is this and its number."""
    numbering: float
    """The number of the first of `members` in the whole ensemble."""
    parameters: int
    """How many parameters differ, and how many initial values."""
    initials: int
    finals: int
    """How many final values are asked for."""
    reductions: int
    """How many numbers are made of the records of a member."""
    curve_rows: int
    """The most records of a member that are kept."""
    result_size: int
    control_end: int
    """Where in `template` the array `control` ends, and so on."""
    values_end: int
    work_end: int
    reduction_table: int
    """Where for each reduction its function, the column of the record, a number to compare with, and a sign begin."""


SLOTS = 16
"""From here on the slots of the parameters that differ, then those of the final values."""

STATUS = 0
END_TIME = 1
END_CULPRIT = 2
END_STEPS = 3
RESULT_HEAD = 4


class Own(Record):
    """Numbers of one lane; behind them those of its reductions."""

    lane: int
    rows_kept: float
    rows_seen: float
    last_time: float
    first_time: float


OWN_HEAD = 5
OWN_SIZE = 2
"""For each reduction: what it has come to, and the last value."""

LEAST = 0
GREATEST = 1
INTEGRAL = 2
MEAN = 3
"""These two are integrated."""
AT = 4
WHEN = 5
WHEN_OR_EQUAL = 6
REDUCTION_SIZE = 4
SEED_SLOT = 1
NEVER = 1e308
"""What has not happened, and the least value of nothing."""


def ensemble(
    job: Job,
    members: Array,
    template: Array,
    results: Array,
    curves: Array,
    own: Own,
    control: Control,
    plan: Integers,
    states: Array,
    values: Array,
    work: Array,
    record: Array,
    log: Array,
) -> None:
    """Run the members from FIRST up to LAST."""
    last = job.last
    member = job.first + own.lane
    is_over = True
    while member < last:
        if is_over:
            begin_member(job, members, template, own, control, plan, states, values, work, member)
        control.budget = job.slice
        status = run(control, plan, states, values, work, record, log)
        if control.rows > 0.0:
            digest(job, curves, own, control, record, member)
        control.logged = 0.0
        is_over = not can_resume(status)
        if is_over:
            finish_member(job, results, own, control, states, values, work, member, status)
            member += job.lanes
        if template[job.work_end] != 0.0:
            member = last


@inline
def can_resume(status: int) -> bool:
    """Whether the run has only come to the end of its slice or of a buffer."""
    if status == RUNNING:
        return True
    if status == RECORD_IS_FULL:
        return True
    return status == LOG_IS_FULL


def begin_member(
    job: Job,
    members: Array,
    template: Array,
    own: Own,
    control: Control,
    plan: Integers,
    states: Array,
    values: Array,
    work: Array,
    member: int,
) -> None:
    control_end = job.control_end
    values_end = job.values_end
    copy(control_end, template, slice_from(control, 0))
    copy(values_end - control_end, slice_from(template, control_end), values)
    copy(job.work_end - values_end, slice_from(template, values_end), work)
    parameters = job.parameters
    initials = job.initials
    row = member * (parameters + initials)
    values[SEED_SLOT] = job.seed + job.numbering + float(member)
    for i in range(parameters):
        values[int(job[SLOTS + i])] = members[row + i]
    for i in range(initials):
        work[control.initial_values + i] = members[row + parameters + i]
    own.rows_kept = 0.0
    begin_reductions(job, own)
    begin(control, plan, states, values, work)


def copy(count: int, source: Array, target: Array) -> None:
    for i in range(count):
        target[i] = source[i]


def digest(job: Job, curves: Array, own: Own, control: Control, record: Array, member: int) -> None:
    """Take the records out of the buffer, into what is reduced and what is kept."""
    width = control.stored_count + 1
    kept = int(own.rows_kept)
    most = job.curve_rows
    for row in range(int(control.rows)):
        if job.reductions > 0:
            reduce_row(job, own, slice_from(record, row * width))
        if kept < most:
            for i in range(width):
                curves[(member * most + kept) * width + i] = record[row * width + i]
            kept += 1
    own.rows_kept = float(kept)
    control.rows = 0.0


def reduce_row(job: Job, own: Own, row: Array) -> None:
    """Take one record into every reduction. The integral is that of the straight lines between records."""
    is_first = own.rows_seen == 0.0
    if is_first:
        own.first_time = row[0]
        own.last_time = row[0]
    before = own.last_time
    half = 0.5 * (row[0] - before)
    table = job.reduction_table
    for i in range(job.reductions):
        entry = table + REDUCTION_SIZE * i
        place = OWN_HEAD + OWN_SIZE * i
        function = int(job[entry])
        value = row[1 + int(job[entry + 1])]
        number = job[entry + 2]
        if function == LEAST:
            own[place] = min(own[place], value)
        elif function == GREATEST:
            own[place] = max(own[place], value)
        elif function <= MEAN:
            if not is_first:
                own[place] += half * (own[place + 1] + value)
        elif function == AT:
            if row[0] == number:
                own[place] = value
        elif own[place] == NEVER:
            sign = job[entry + 3]
            above = sign * (value - number)
            holds = above > 0.0
            if function == WHEN_OR_EQUAL:
                holds = above >= 0.0
            if holds:
                own[place] = before
                if not is_first:
                    below = sign * (own[place + 1] - number)
                    own[place] = before + (row[0] - before) * (below / (below - above))
        own[place + 1] = value
    own.last_time = row[0]
    own.rows_seen += 1.0


def begin_reductions(job: Job, own: Own) -> None:
    own.rows_seen = 0.0
    own.first_time = 0.0
    own.last_time = 0.0
    table = job.reduction_table
    for i in range(job.reductions):
        function = int(job[table + REDUCTION_SIZE * i])
        place = OWN_HEAD + OWN_SIZE * i
        own[place] = NEVER
        if function == GREATEST:
            own[place] = -NEVER
        if INTEGRAL <= function <= MEAN:
            own[place] = 0.0
        own[place + 1] = 0.0


def reduced(job: Job, own: Own, number: int) -> float:
    """What a reduction has come to."""
    place = OWN_HEAD + OWN_SIZE * number
    if int(job[job.reduction_table + REDUCTION_SIZE * number]) == MEAN:
        span = own.last_time - own.first_time
        if span == 0.0:
            return own[place + 1]
        return own[place] / span
    return own[place]


def finish_member(
    job: Job,
    results: Array,
    own: Own,
    control: Control,
    states: Array,
    values: Array,
    work: Array,
    member: int,
    status: int,
) -> None:
    outputs(control.time, states, values, slice_from(work, control.found))
    row = member * job.result_size
    results[row + STATUS] = float(status)
    results[row + END_TIME] = control.time
    results[row + END_CULPRIT] = control.culprit
    results[row + END_STEPS] = control.steps
    finals = job.finals
    first = SLOTS + job.parameters
    for i in range(finals):
        results[row + RESULT_HEAD + i] = values[int(job[first + i])]
    for i in range(job.reductions):
        results[row + RESULT_HEAD + finals + i] = reduced(job, own, i)
