"""The run loop: step, locate events, record, settle; one trial step an iteration.

The entries of the model (`derivatives`, `guards`, ...) and the method (`step`, `interpolate`) are
called by name. All numbers of a run are in its arrays, so that `run` can return at any time (a
buffer is full, the user wants to know how far it is) and be called again as if nothing had been.

`control` and the parts of `work` are described in `control`; `plan` says which slots of `values`
are modes, samples, and so on.
"""

from .control import (
    BUDGET,
    DELAY_COUNT,
    ENDED,
    EVALUATIONS,
    HAS_CHANGED,
    HAS_WISHES,
    INSIDE,
    IS_CUT,
    IS_FIXED,
    IS_FRESH,
    IS_IMPLICIT,
    IS_RECORDED,
    IS_STARTED,
    LARGEST_STEP,
    LAST_STAGE,
    LIMIT,
    LOG_IS_FULL,
    LOG_LIMIT,
    LOGGED,
    LOOP_COUNT,
    MARKED_TIME,
    NEW,
    NOT_STIFF,
    ORDER,
    OUTSIDE,
    PHASE,
    REACHED,
    RECORD_IS_FULL,
    RECORDING,
    REJECTED,
    ROW_LIMIT,
    ROWS,
    RUNNING,
    SETTLING,
    SHORTEST_DELAY,
    SLIDE_WANTED,
    SLIDING_SHAPE,
    SMALLEST_STEP,
    STATE_COUNT,
    STEP,
    STEP_TOO_SMALL,
    STEP_WANTED,
    STEPPING,
    STEPS,
    STIFF,
    STOP_TIME,
    TAKEN,
    TIME,
    TRIAL,
    TRIED,
    WANTED,
    WATCH,
    WISHED,
)
from .delays import has_arrival, look_back, remember_start, remember_step
from .entries import derivatives, interpolate, step, times
from .guesses import are_loops_solved, keep_guesses, note_failed_loop, restore_guesses
from .location import locate_event, look_at_guards
from .outside import ask_for_step, take_step
from .recording import plan_record, record_between, record_now, record_point
from .settling import settle
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
from .stiffness import is_crawling, is_other_better, watch_stiffness
from .subset import Array, foreseen, inline, part

ROWS_OF_AN_ITERATION = 4.0
HIGH_ORDER = 5.0
"""A method of higher order looks at the inside of its step, for its interpolant, after it has come to the end."""
ALMOST = 1.0000001
"""A step that would end this near to the limit goes there."""


def run(control: Array, plan: Array, states: Array, values: Array, work: Array, record: Array, log: Array) -> int:
    """Go on until there is something to report; the status says what."""
    if control[IS_STARTED] == 0.0:
        control[IS_STARTED] = 1.0
        control[MARKED_TIME] = control[TIME]
        if control[DELAY_COUNT] > 0.0:
            remember_start(control, plan, states, values, work)
    if control[IS_RECORDED] > 0.0:
        plan_record(control)
    is_settling = control[PHASE] == SETTLING
    is_within = control[PHASE] == RECORDING
    control[PHASE] = STEPPING
    while True:
        if control[ROWS] + ROWS_OF_AN_ITERATION > control[ROW_LIMIT]:
            keep_phase(control, is_within, is_settling)
            return RECORD_IS_FULL
        if control[LOGGED] >= control[LOG_LIMIT]:
            keep_phase(control, is_within, is_settling)
            return LOG_IS_FULL
        if is_settling:
            is_settling = False
            status = settle(control, plan, states, values, work, log)
            if status == SLIDE_WANTED:
                control[PHASE] = SETTLING
                return status
            if control[IS_RECORDED] > 0.0 and control[HAS_CHANGED] > 0.0:
                record_point(control, plan, states, values, record)
                control[HAS_CHANGED] = 0.0
            if status != RUNNING:
                if control[IS_RECORDED] > 0.0:
                    record_now(control, plan, states, values, record)
                return status
        if control[IS_RECORDED] == 0.0 or not is_within:
            if control[IS_RECORDED] > 0.0:
                record_now(control, plan, states, values, record)
            if control[TIME] >= control[STOP_TIME]:
                return ENDED
            if control[BUDGET] <= 0.0:
                return RUNNING
            if is_other_better(control):
                return STIFF if control[IS_IMPLICIT] == 0.0 else NOT_STIFF
            if is_crawling(control):
                return STEP_TOO_SMALL
            if control[DELAY_COUNT] > 0.0:
                obstacle = look_back(control, plan, states, values, work)
                if obstacle != RUNNING:
                    return obstacle
            side = int(control[OUTSIDE])
            if side == WANTED:
                ask_for_step(control)
                return STEP_WANTED
            if side == INSIDE:
                is_within = try_step(control, states, values, work)
            else:
                is_within = take_step(control)
            if control[DELAY_COUNT] > 0.0 and is_within:
                is_interrupted = has_arrival(control, plan, states, values, work)
                if is_interrupted:
                    restore_guesses(control, values, work)
                    is_within = False
            is_refused = not is_within
            if is_within:
                look_at_guards(control, plan, states, values, work)
                locate_event(control, states, values, work)
                is_within = are_loops_solved(control)
                is_refused = not is_within
                if is_refused:
                    restore_guesses(control, values, work)
            if is_refused and control[STEP] <= shortest_step(control[TIME], control[SMALLEST_STEP]):
                return STEP_TOO_SMALL
        if is_within:
            if control[IS_RECORDED] > 0.0:
                is_within = record_between(control, plan, states, values, work, record)
            else:
                is_within = False
            if not is_within:
                if control[DELAY_COUNT] > 0.0:
                    remember_step(control, plan, states, values, work)
                if control[IS_CUT] > 0.0:
                    look_at_cut(control, states, work)
                arrive(control, states, work)
                if is_sliding(control, values) and control[IS_CUT] == 0.0:
                    shape = int(control[SLIDING_SHAPE])
                    return_to_surfaces(control, part(plan, shape), states, values, work)
                if control[IS_RECORDED] > 0.0:
                    record_point(control, plan, states, values, record)
                is_settling = control[IS_CUT] > 0.0 or control[TIME] >= control[LIMIT]


@inline
def keep_phase(control: Array, is_within: bool, is_settling: bool) -> None:
    """Where the run goes on when it is called again; at all other returns that is at a step."""
    if is_within:
        control[PHASE] = RECORDING
    elif is_settling:
        control[PHASE] = SETTLING


@inline
def look_at_cut(control: Array, states: Array, work: Array) -> None:
    """The state at the time of the event, which is a float: an event is located between late ones too."""
    n = int(control[STATE_COUNT])
    fraction = (control[REACHED] - control[TIME]) / control[TAKEN]
    interpolate(fraction, control, states, work, part(work, TRIAL * n))


@inline
def look_at_end(time: float, control: Array, values: Array, work: Array) -> None:
    """Solve the algebraic loops at the end of the step, where the method has not looked at all, or not last."""
    n = int(control[STATE_COUNT])
    if control[LAST_STAGE] == 0.0 or control[ORDER] > HIGH_ORDER:
        times(time, part(work, NEW * n), values, part(work, TRIAL * n))
        derivatives(time, part(work, NEW * n), values, part(work, TRIAL * n))
        control[EVALUATIONS] += 1.0


@inline
def try_step(control: Array, states: Array, values: Array, work: Array) -> bool:
    """One step of the method, at most to the limit; whether it is accepted. Chooses the next step."""
    control[BUDGET] -= 1.0
    control[STEPS] += 1.0
    time = control[TIME]
    if control[IS_FRESH] == 0.0:
        times(time, states, values, work)
        derivatives(time, states, values, work)
        control[EVALUATIONS] += 1.0
        control[IS_FRESH] = 1.0
    if control[STEP] <= 0.0:
        choose_first_step(control, states, values, work)
    h = min(control[STEP], control[LARGEST_STEP])
    if control[DELAY_COUNT] > 0.0:
        h = min(h, control[SHORTEST_DELAY])
    is_last = time + ALMOST * h >= control[LIMIT]
    # The step to a sample need not wait for the error of the one before it.
    if foreseen(is_last):
        h = control[LIMIT] - time
    else:
        if control[IS_FIXED] > 0.0:
            h = step_in_row(control, time, h)
        else:
            h = step_between_floats(time, h)
        if foreseen(h <= 0.0):
            h = least_step(control, time)
            if h == 0.0:
                control[TRIED] = 0.0
                control[STEP] = control[LARGEST_STEP]
                return False
    control[TRIED] = h
    if control[HAS_WISHES] > 0.0:
        control[WISHED] = 0.0
    keep_guesses(control, values, work)
    error = step(time, h, control, states, values, work)
    if control[LOOP_COUNT] > 0.0:
        look_at_end(time + h, control, values, work)
        note_failed_loop(control, values)
    change = change_of_step(error, control[ORDER])
    wished = 0.0
    if control[HAS_WISHES] > 0.0:
        wished = control[WISHED]
    if not error <= 1.0:
        restore_guesses(control, values, work)
        shorter = h * after_rejection(error, change)
        control[REJECTED] += 1.0
        control[STEP] = wished if wished > 0.0 else shorter
        return False
    wished = wished if wished > 0.0 else h * change
    control[STEP] = max(control[STEP], wished) if is_last else wished
    control[TAKEN] = h
    control[REACHED] = control[LIMIT] if is_last else time + h
    if control[WATCH] > 0.0:
        watch_stiffness(h, control, states, work)
    return True
