"""Many runs of one model, one after another; in lanes, as many side by side as there are lanes.

`job` says which members to run and how. `members` has a row of numbers a member: the parameters that
differ, then the initial values that do. `template` holds the arrays `control`, `values` and `work` of a
run that is about to begin, one after another: what is the same for all; behind them stands a number that is not zero
as soon as all are to stop, which others set while this runs. Each member's row of `results`
gets its status, the time it reached, the culprit, the number of steps, the final values asked for, and the numbers
that were made of its records. `curves` gets the records.

A lane begins its next member as soon as its run is over, or, where a slice is short, at the end of the
slice: `job[SLICE]` is the number of trial steps after which lanes look for those that are idle. With
slices without end, all lanes wait for the slowest member. `own` are numbers of one lane; the first is
its own number.
"""

from .beginning import begin
from .control import (
    BUDGET,
    CULPRIT,
    FOUND,
    INITIAL_VALUES,
    LOG_IS_FULL,
    LOGGED,
    RECORD_IS_FULL,
    ROWS,
    RUNNING,
    STEPS,
    STORED_COUNT,
    TIME,
)
from .entries import outputs
from .run import run
from .subset import Array, inline, part

FIRST = 0
LAST = 1
LANES = 2
"""How many members run side by side."""
SLICE = 3
SEED = 4
"""A member's seed is this and its number."""
NUMBERING = 5
"""The number of the first of `members` in the whole ensemble."""
PARAMETERS = 6
"""How many parameters differ, and how many initial values."""
INITIALS = 7
FINALS = 8
"""How many final values are asked for."""
REDUCTIONS = 9
"""How many numbers are made of the records of a member."""
CURVE_ROWS = 10
"""The most records of a member that are kept."""
RESULT_SIZE = 11
CONTROL_END = 12
"""Where in `template` the array `control` ends, and so on."""
VALUES_END = 13
WORK_END = 14
REDUCTION_TABLE = 15
"""Where for each reduction its function, the column of the record, a number to compare with, and a sign begin."""
SLOTS = 16
"""From here on the slots of the parameters that differ, then those of the final values."""

STATUS = 0
END_TIME = 1
END_CULPRIT = 2
END_STEPS = 3
RESULT_HEAD = 4

LANE = 0
ROWS_KEPT = 1
ROWS_SEEN = 2
LAST_TIME = 3
FIRST_TIME = 4
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
    job: Array,
    members: Array,
    template: Array,
    results: Array,
    curves: Array,
    own: Array,
    control: Array,
    plan: Array,
    states: Array,
    values: Array,
    work: Array,
    record: Array,
    log: Array,
) -> None:
    """Run the members from FIRST up to LAST."""
    last = int(job[LAST])
    member = int(job[FIRST]) + int(own[LANE])
    is_over = True
    while member < last:
        if is_over:
            begin_member(job, members, template, own, control, plan, states, values, work, member)
        control[BUDGET] = job[SLICE]
        status = run(control, plan, states, values, work, record, log)
        if control[ROWS] > 0.0:
            digest(job, curves, own, control, record, member)
        control[LOGGED] = 0.0
        is_over = not can_go_on(status)
        if is_over:
            finish_member(job, results, own, control, states, values, work, member, status)
            member += int(job[LANES])
        if template[int(job[WORK_END])] != 0.0:
            member = last


@inline
def can_go_on(status: int) -> bool:
    """Whether the run has only come to the end of its slice or of a buffer."""
    if status == RUNNING:
        return True
    if status == RECORD_IS_FULL:
        return True
    return status == LOG_IS_FULL


def begin_member(
    job: Array,
    members: Array,
    template: Array,
    own: Array,
    control: Array,
    plan: Array,
    states: Array,
    values: Array,
    work: Array,
    member: int,
) -> None:
    control_end = int(job[CONTROL_END])
    values_end = int(job[VALUES_END])
    copy(control_end, template, control)
    copy(values_end - control_end, part(template, control_end), values)
    copy(int(job[WORK_END]) - values_end, part(template, values_end), work)
    parameters = int(job[PARAMETERS])
    initials = int(job[INITIALS])
    row = member * (parameters + initials)
    values[SEED_SLOT] = job[SEED] + job[NUMBERING] + float(member)
    for i in range(parameters):
        values[int(job[SLOTS + i])] = members[row + i]
    for i in range(initials):
        work[int(control[INITIAL_VALUES]) + i] = members[row + parameters + i]
    own[ROWS_KEPT] = 0.0
    begin_reductions(job, own)
    begin(control, plan, states, values, work)


def copy(count: int, source: Array, target: Array) -> None:
    for i in range(count):
        target[i] = source[i]


def digest(job: Array, curves: Array, own: Array, control: Array, record: Array, member: int) -> None:
    """Take the records out of the buffer, into what is reduced and what is kept."""
    width = int(control[STORED_COUNT]) + 1
    kept = int(own[ROWS_KEPT])
    most = int(job[CURVE_ROWS])
    for row in range(int(control[ROWS])):
        if job[REDUCTIONS] > 0.0:
            reduce_row(job, own, part(record, row * width))
        if kept < most:
            for i in range(width):
                curves[(member * most + kept) * width + i] = record[row * width + i]
            kept += 1
    own[ROWS_KEPT] = float(kept)
    control[ROWS] = 0.0


def reduce_row(job: Array, own: Array, row: Array) -> None:
    """Take one record into every reduction. The integral is that of the straight lines between records."""
    is_first = own[ROWS_SEEN] == 0.0
    if is_first:
        own[FIRST_TIME] = row[0]
        own[LAST_TIME] = row[0]
    before = own[LAST_TIME]
    half = 0.5 * (row[0] - before)
    table = int(job[REDUCTION_TABLE])
    for i in range(int(job[REDUCTIONS])):
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
    own[LAST_TIME] = row[0]
    own[ROWS_SEEN] += 1.0


def begin_reductions(job: Array, own: Array) -> None:
    own[ROWS_SEEN] = 0.0
    own[FIRST_TIME] = 0.0
    own[LAST_TIME] = 0.0
    table = int(job[REDUCTION_TABLE])
    for i in range(int(job[REDUCTIONS])):
        function = int(job[table + REDUCTION_SIZE * i])
        place = OWN_HEAD + OWN_SIZE * i
        own[place] = NEVER
        if function == GREATEST:
            own[place] = -NEVER
        if INTEGRAL <= function <= MEAN:
            own[place] = 0.0
        own[place + 1] = 0.0


def reduced(job: Array, own: Array, number: int) -> float:
    """What a reduction has come to."""
    place = OWN_HEAD + OWN_SIZE * number
    if int(job[int(job[REDUCTION_TABLE]) + REDUCTION_SIZE * number]) == MEAN:
        span = own[LAST_TIME] - own[FIRST_TIME]
        if span == 0.0:
            return own[place + 1]
        return own[place] / span
    return own[place]


def finish_member(
    job: Array,
    results: Array,
    own: Array,
    control: Array,
    states: Array,
    values: Array,
    work: Array,
    member: int,
    status: int,
) -> None:
    outputs(control[TIME], states, values, part(work, int(control[FOUND])))
    row = member * int(job[RESULT_SIZE])
    results[row + STATUS] = float(status)
    results[row + END_TIME] = control[TIME]
    results[row + END_CULPRIT] = control[CULPRIT]
    results[row + END_STEPS] = control[STEPS]
    finals = int(job[FINALS])
    first = SLOTS + int(job[PARAMETERS])
    for i in range(finals):
        results[row + RESULT_HEAD + i] = values[int(job[first + i])]
    for i in range(int(job[REDUCTIONS])):
        results[row + RESULT_HEAD + finals + i] = reduced(job, own, i)
