"""Many runs of one model, one after another, with as many side by side as there are lanes.

`job` says which members to run and how. `members` has a row of numbers per member: the parameters that differ, then the
initial values that do. `template` holds what all runs have in common: the arrays `control`, `values` and `work` of a
run about to start, followed by a number that other threads set to nonzero to stop all runs. Each member's row of
`results` receives its status, the time it reached, the culprit, the number of steps, the requested final values, and
the reductions of its records. `curves` receives the records.

A lane starts its next member as soon as its run is over, or at the end of the slice: `job.slice` is the number of trial
steps after which lanes look for idle ones. With unlimited slices, all lanes wait for the slowest member. `own` holds
the numbers of one lane; the first is the index of the lane.
"""

from .control import LOG_IS_FULL, RECORD_IS_FULL, RUNNING, Control
from .entries import outputs
from .job import Job, Own
from .run import run
from .start import begin
from .subset import Array, Integers, inline, slice_from

SLOTS = 16
"""From here on the slots of the parameters that differ, then those of the final values."""

STATUS = 0
END_TIME = 1
END_CULPRIT = 2
END_STEPS = 3
RESULT_HEAD = 4


OWN_HEAD = 5
OWN_SIZE = 2
"""For each reduction: its value so far, and the last value of its variable."""

MINIMUM = 0
MAXIMUM = 1
INTEGRAL = 2
MEAN = 3
"""These two are integrated."""
AT = 4
WHEN = 5
WHEN_OR_EQUAL = 6
REDUCTION_SIZE = 4
SEED_SLOT = 1
NEVER = 1e308
"""The time of an event that has not occurred, and the minimum of no values."""


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
    """True if the run has only reached the end of its slice or of a buffer."""
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
    """Move the records from the buffer to the reductions and the kept curves."""
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
    """Add one record to every reduction. The integral is that of the straight lines between records."""
    is_first = own.rows_seen == 0.0
    if is_first:
        own.first_time = row[0]
        own.last_time = row[0]
    before = own.last_time
    half = 0.5 * (row[0] - before)
    table = job.reduction_table
    for i in range(job.reductions):
        entry = table + REDUCTION_SIZE * i
        offset = OWN_HEAD + OWN_SIZE * i
        function = int(job[entry])
        value = row[1 + int(job[entry + 1])]
        number = job[entry + 2]
        if function == MINIMUM:
            own[offset] = min(own[offset], value)
        elif function == MAXIMUM:
            own[offset] = max(own[offset], value)
        elif function <= MEAN:
            if not is_first:
                own[offset] += half * (own[offset + 1] + value)
        elif function == AT:
            if row[0] == number:
                own[offset] = value
        elif own[offset] == NEVER:
            sign = job[entry + 3]
            above = sign * (value - number)
            holds = above > 0.0
            if function == WHEN_OR_EQUAL:
                holds = above >= 0.0
            if holds:
                own[offset] = before
                if not is_first:
                    below = sign * (own[offset + 1] - number)
                    own[offset] = before + (row[0] - before) * (below / (below - above))
        own[offset + 1] = value
    own.last_time = row[0]
    own.rows_seen += 1.0


def begin_reductions(job: Job, own: Own) -> None:
    own.rows_seen = 0.0
    own.first_time = 0.0
    own.last_time = 0.0
    table = job.reduction_table
    for i in range(job.reductions):
        function = int(job[table + REDUCTION_SIZE * i])
        offset = OWN_HEAD + OWN_SIZE * i
        own[offset] = NEVER
        if function == MAXIMUM:
            own[offset] = -NEVER
        if INTEGRAL <= function <= MEAN:
            own[offset] = 0.0
        own[offset + 1] = 0.0


def reduced(job: Job, own: Own, number: int) -> float:
    """The value of a reduction."""
    offset = OWN_HEAD + OWN_SIZE * number
    if int(job[job.reduction_table + REDUCTION_SIZE * number]) == MEAN:
        span = own.last_time - own.first_time
        if span == 0.0:
            return own[offset + 1]
        return own[offset] / span
    return own[offset]


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
