"""The run loop: step, locate events, record, iterate events; one trial step per iteration.

The entries of the model (`derivatives`, `guards`, ...) and the method (`step`, `interpolate`) are called by name. The
whole state of a run is in its arrays, so `run` can return at any time (a buffer is full, the caller wants to report
progress) and be called again as if it had never returned.

`control` describes its own fields and the layout of `work`; `plan` lists which slots of `values` are modes, samples,
and so on.
"""

from .calendar import open_calendar
from .control import (
    ARRIVED,
    ENDED,
    INSIDE,
    ITERATING_EVENTS,
    LOG_IS_FULL,
    NEW,
    NOT_STIFF,
    RECORD_IS_FULL,
    RECORDING,
    REQUESTED,
    RUNNING,
    SLIDE_REQUESTED,
    STEP_REQUESTED,
    STEP_TOO_SMALL,
    STEPPING,
    STIFF,
    TRIAL,
    Control,
)
from .delays import has_arrival, look_back, remember_start, remember_step
from .destinations import find_destination
from .entries import derivatives, interpolate, step, times
from .event_iteration import iterate_instant
from .guesses import are_loops_solved, keep_guesses, note_failed_loop, restore_guesses
from .island_list import has_islands
from .island_reach import rest_islands
from .island_search import search_islands
from .islands import end_focus, enter_islands, focus, leave_islands
from .library_steps import request_step, take_step
from .location import check_guards, locate_event
from .recording import (
    follow_spacing,
    forget_before,
    keep_marked,
    plan_record,
    record_before,
    record_between,
    record_count,
    record_now,
    record_point,
)
from .shares import Shape
from .slides import is_sliding, return_to_surfaces
from .steps import (
    after_rejection,
    arrive,
    change_of_step,
    choose_first_step,
    least_step,
    shortest_step,
    step_between_floats,
    step_in_row,
)
from .stiffness import is_crawling, is_other_better, monitor_stiffness
from .subset import Array, Integers, inline, likely, slice_from

CONTINUE = -1
"""Nothing to report."""
ROWS_OF_AN_ITERATION = 4.0
HIGH_ORDER = 5.0
"""A method above this order evaluates stages inside the step, for its interpolant, after those at the end."""
ALMOST = 1.0000001
"""A step that would end this close to the limit is stretched to it."""


def run(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array, log: Array) -> int:
    """Advance until there is something to report; return the status."""
    enter(control, plan, states, values, work)
    is_event = control.phase == ITERATING_EVENTS
    is_within = control.phase == RECORDING
    control.phase = STEPPING
    while True:
        full = full_buffer(control)
        if full != CONTINUE:
            keep_phase(control, is_within, is_event)
            leave(control, plan, states, values, work)
            return full
        if is_event:
            is_event = False
            status = iterate_events(control, plan, states, values, work, record, log)
            if status != CONTINUE:
                leave(control, plan, states, values, work)
                return status
        if not control.is_recorded or not is_within:
            news = report(control, plan, states, values, work, record)
            if news != CONTINUE:
                leave(control, plan, states, values, work)
                return news
            is_within = try_step(control, plan, states, values, work)
            if is_within:
                is_within = cut(control, plan, states, values, work)
            if not is_within and control.step <= shortest_step(control.time, control.smallest_step):
                leave(control, plan, states, values, work)
                return STEP_TOO_SMALL
        if is_within:
            is_within = record_within(control, plan, states, values, work, record)
            if not is_within:
                come_to_end(control, plan, states, values, work, record)
                is_event = control.is_cut or control.time >= control.limit


@inline
def enter(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Set up the run on the first call, and the next record on every call."""
    if not control.is_started:
        control.is_started = True
        control.marked_time = control.time
        if control.delay_count > 0:
            remember_start(control, plan, states, values, work)
    open_calendar(control, plan, values, work)
    if has_islands(control):
        enter_islands(control, plan, values, work)
    if control.is_recorded:
        plan_record(control, work)


@inline
def leave(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> None:
    """Leave everything as a run that looks at the whole model would."""
    if has_islands(control):
        leave_islands(control, plan, states, values, work)


@inline
def full_buffer(control: Control) -> int:
    """The buffer that has no space for another iteration, or CONTINUE."""
    if control.rows + ROWS_OF_AN_ITERATION > control.row_limit:
        return RECORD_IS_FULL
    if control.logged >= control.log_limit:
        return LOG_IS_FULL
    return CONTINUE


@inline
def iterate_events(
    control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array, log: Array
) -> int:
    """Iterate the events of the present instant and record the values after it; CONTINUE, or why the run stops."""
    if control.is_recorded:
        record_before(control, plan, states, values, record)
    if has_islands(control):
        focus(control, plan, states, values, work)
    status = iterate_instant(control, plan, states, values, work, log)
    if has_islands(control):
        end_focus(control, plan, states, values, work, status == RUNNING)
    if status == SLIDE_REQUESTED:
        if control.is_recorded:
            forget_before(control)
        control.phase = ITERATING_EVENTS
        return status
    if control.is_recorded:
        record_count(control, plan, states, values, record)
        keep_marked(control, plan, states, values, work, record)
        follow_spacing(control, plan, states, values, work, record)
    if control.is_recorded and control.has_changed:
        record_point(control, plan, states, values, record)
        control.has_changed = False
    if status == RUNNING:
        return CONTINUE
    if control.is_recorded:
        record_now(control, plan, states, values, work, record)
    return status


@inline
def report(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> int:
    """What the caller must know before another step is tried."""
    if control.is_recorded:
        record_now(control, plan, states, values, work, record)
    if control.time >= control.stop_time:
        return ENDED
    if control.destination_count > 0:
        arrived = find_destination(control, states, work)
        if arrived >= 0:
            control.culprit = arrived
            return ARRIVED
    if control.budget <= 0.0:
        return RUNNING
    if is_other_better(control):
        return STIFF if not control.is_implicit else NOT_STIFF
    if is_crawling(control):
        return STEP_TOO_SMALL
    if control.delay_count > 0:
        obstacle = look_back(control, plan, states, values, work)
        if obstacle != RUNNING:
            return obstacle
    if control.library_step == REQUESTED:
        request_step(control)
        return STEP_REQUESTED
    return CONTINUE


@inline
def try_step(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> bool:
    """Take one step, by the method or a library; True if it is accepted and no delayed jump arrives within it."""
    if control.library_step == INSIDE:
        is_made = step_by_method(control, states, values, work)
    else:
        is_made = take_step(control)
    if control.delay_count > 0 and is_made:
        is_interrupted = has_arrival(control, plan, states, values, work)
        if is_interrupted:
            restore_guesses(control, values, work)
            return False
    return is_made


@inline
def cut(control: Control, plan: Integers, states: Array, values: Array, work: Array) -> bool:
    """End the step at the first event within it; True if the algebraic loops have solutions up to there."""
    if has_islands(control):
        search_islands(control, plan, states, values, work)
    else:
        check_guards(control, plan, states, values, work)
        locate_event(control, states, values, work)
    is_solved = are_loops_solved(control)
    if not is_solved:
        restore_guesses(control, values, work)
    return is_solved


@inline
def record_within(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> bool:
    """Take one record within the step; True if there may be more."""
    if control.is_recorded:
        return record_between(control, plan, states, values, work, record)
    return False


@inline
def come_to_end(control: Control, plan: Integers, states: Array, values: Array, work: Array, record: Array) -> None:
    """Advance to the end of the step, or to the event that cut it."""
    if control.delay_count > 0:
        remember_step(control, plan, states, values, work)
    if control.is_cut:
        check_cut(control, states, work)
    arrive(control, states, work)
    if has_islands(control):
        control.looked = 0.0
        if not control.is_cut:
            rest_islands(control, plan, states, values, work)
    if is_sliding(control, values) and not control.is_cut:
        return_to_surfaces(control, Shape(slice_from(plan, control.sliding_shape)), states, values, work)
    if control.is_recorded:
        record_point(control, plan, states, values, record)


@inline
def keep_phase(control: Control, is_within: bool, is_event: bool) -> None:
    """Note where to resume at the next call; every other return resumes with a step."""
    if is_within:
        control.phase = RECORDING
    elif is_event:
        control.phase = ITERATING_EVENTS


@inline
def check_cut(control: Control, states: Array, work: Array) -> None:
    """Evaluate the state at the time of the event, rounded to a float: late in a run events are located between
    floats."""
    n = control.state_count
    fraction = (control.reached - control.time) / control.taken
    interpolate(fraction, control, states, work, slice_from(work, TRIAL * n))


@inline
def check_end(time: float, control: Control, values: Array, work: Array) -> None:
    """Solve the algebraic loops at the end of the step, if the method has not evaluated there, or not last."""
    n = control.state_count
    if control.last_stage == 0 or control.order > HIGH_ORDER:
        times(time, slice_from(work, NEW * n), values, slice_from(work, TRIAL * n))
        derivatives(time, slice_from(work, NEW * n), values, slice_from(work, TRIAL * n))
        control.evaluations += 1.0


@inline
def step_by_method(control: Control, states: Array, values: Array, work: Array) -> bool:
    """One step of the method, up to the limit at most; True if it is accepted. Chooses the next step."""
    control.budget -= 1.0
    control.steps += 1.0
    time = control.time
    if not control.is_fresh:
        times(time, states, values, work)
        derivatives(time, states, values, work)
        control.evaluations += 1.0
        control.is_fresh = True
    if control.step <= 0.0:
        choose_first_step(control, states, values, work)
    h = min(control.step, control.largest_step)
    if control.delay_count > 0:
        h = min(h, control.shortest_delay)
    is_last = time + ALMOST * h >= control.limit
    # `likely` lets the step to a sample start before the error of the previous step is known.
    if likely(is_last):
        h = control.limit - time
    else:
        if control.is_fixed:
            h = step_in_row(control, time, h)
        else:
            h = step_between_floats(time, h)
        if likely(h <= 0.0):
            h = least_step(control, time)
            if h == 0.0:
                control.tried = 0.0
                control.step = control.largest_step
                return False
    control.tried = h
    if control.proposes_steps:
        control.proposed_step = 0.0
    keep_guesses(control, values, work)
    error = step(time, h, control, states, values, work)
    if control.loop_count > 0:
        check_end(time + h, control, values, work)
        note_failed_loop(control, values)
    change = change_of_step(error, control.order)
    proposed_step = 0.0
    if control.proposes_steps:
        proposed_step = control.proposed_step
    if not error <= 1.0:
        restore_guesses(control, values, work)
        shorter = h * after_rejection(error, change)
        control.rejected += 1.0
        control.step = proposed_step if proposed_step > 0.0 else shorter
        return False
    proposed_step = proposed_step if proposed_step > 0.0 else h * change
    control.step = max(control.step, proposed_step) if is_last else proposed_step
    control.taken = h
    control.reached = control.limit if is_last else time + h
    if control.watch > 0.0:
        monitor_stiffness(h, control, states, work)
    return True
