"""ensemble: members start from one template, their records are reduced and kept, and each has its row of results."""

from array import array
from collections.abc import Sequence

import pytest

from simnon.kernels import Control, Job
from simnon.kernels.control import ENDED, LOG_IS_FULL, NEW, RECORD_IS_FULL, RUNNING, STOPPED
from simnon.kernels.ensemble import (
    AT,
    INTEGRAL,
    MAXIMUM,
    MEAN,
    MINIMUM,
    NEVER,
    OWN_HEAD,
    OWN_SIZE,
    REDUCTION_SIZE,
    RESULT_HEAD,
    SLOTS,
    WHEN,
    WHEN_OR_EQUAL,
    begin_member,
    begin_reductions,
    can_resume,
    copy,
    digest,
    ensemble,
    finish_member,
    reduce_row,
    reduced,
)
from simnon.kernels.job import Own
from simnon.kernels.subset import Array
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

Reduction = tuple[int, int, float, float]
"""Its function, the column of the record, a number to compare with, and a sign."""


def job_with(*reductions: Reduction, parameters: Sequence[int] = (), finals: Sequence[int] = ()) -> Job:
    job = Job(array("d", bytes(8 * (SLOTS + len(parameters) + len(finals) + REDUCTION_SIZE * len(reductions)))))
    for i, slot in enumerate((*parameters, *finals)):
        job[SLOTS + i] = slot
    job.parameters, job.finals, job.reductions = len(parameters), len(finals), len(reductions)
    job.reduction_table = SLOTS + len(parameters) + len(finals)
    for i, reduction in enumerate(reductions):
        for k, number in enumerate(reduction):
            job[job.reduction_table + REDUCTION_SIZE * i + k] = number
    job.result_size = RESULT_HEAD + len(finals) + len(reductions)
    job.lanes, job.slice = 1, 1e9
    return job


def own_of(job: Job, lane: int = 0) -> Own:
    own = Own(array("d", [7.0] * (OWN_HEAD + OWN_SIZE * job.reductions)))
    own.lane = lane
    begin_reductions(job, own)
    return own


def reduce(reduction: Reduction, *rows: tuple[float, ...]) -> float:
    """The result of one reduction of the rows, next to others of each kind."""
    others = [(function, 0, 0.0, 1.0) for function in range(7)]
    job = job_with((MINIMUM, 0, 0.0, 0.0), reduction, *others)
    own = own_of(job)
    for row in rows:
        reduce_row(job, own, array("d", row))
    return reduced(job, own, 1)


ROWS = ((2.0, 9.0, 3.0), (2.5, 9.0, -1.0), (4.0, 9.0, 5.0))
"""Time, an unused column, and the one that is reduced."""


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (MINIMUM, -1.0),
        (MAXIMUM, 5.0),
        (INTEGRAL, 0.5 * 1.0 + 1.5 * 2.0),
        (MEAN, 3.5 / 2.0),
    ],
)
def test_records_from_a_nonzero_start_are_reduced(function: int, expected: float) -> None:
    assert reduce((function, 1, 0.0, 0.0), *ROWS) == expected


@pytest.mark.parametrize(
    ("function", "expected"), [(MINIMUM, 3.0), (MAXIMUM, 3.0), (INTEGRAL, 0.0), (MEAN, 3.0), (AT, NEVER), (WHEN, 2.0)]
)
def test_one_record_is_reduced(function: int, expected: float) -> None:
    assert reduce((function, 1, 0.0, 1.0), (2.0, 9.0, 3.0)) == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [(MINIMUM, NEVER), (MAXIMUM, -NEVER), (INTEGRAL, 0.0), (MEAN, 0.0), (AT, NEVER), (WHEN, NEVER)],
)
def test_no_records_are_reduced_to_never(function: int, expected: float) -> None:
    assert reduce((function, 1, 0.0, 1.0)) == expected


def test_the_mean_over_one_instant_is_the_last_value_there() -> None:
    assert reduce((MEAN, 1, 0.0, 0.0), (2.0, 9.0, 3.0), (2.0, 9.0, 5.0)) == 5.0


def test_the_value_at_a_time_is_that_of_the_record_there() -> None:
    assert reduce((AT, 1, 2.5, 0.0), *ROWS) == -1.0
    assert reduce((AT, 1, 3.0, 0.0), *ROWS) == NEVER
    assert reduce((AT, 1, 4.0, 0.0), *ROWS, (4.0, 9.0, 6.0)) == 6.0


@pytest.mark.parametrize(
    ("function", "number", "sign", "expected"),
    [
        (WHEN, 2.0, 1.0, 2.0),
        (WHEN, 4.0, 1.0, 2.5 + 1.5 * (5.0 / 6.0)),
        (WHEN, 5.0, 1.0, NEVER),
        (WHEN_OR_EQUAL, 5.0, 1.0, 4.0),
        (WHEN, 1.0, -1.0, 2.0 + 0.5 * 0.5),
        (WHEN, 3.0, -1.0, 2.0),
        (WHEN_OR_EQUAL, 3.0, -1.0, 2.0),
        (WHEN, 3.0, 1.0, 2.5 + 1.5 * (4.0 / 6.0)),
        (WHEN_OR_EQUAL, 3.0, 1.0, 2.0),
        (WHEN, -2.0, -1.0, NEVER),
        (WHEN, 9.0, 1.0, NEVER),
    ],
)
def test_the_time_at_which_a_condition_becomes_true_is_interpolated(
    function: int, number: float, sign: float, expected: float
) -> None:
    assert reduce((function, 1, number, sign), *ROWS) == pytest.approx(expected, rel=1e-15)


def test_a_condition_true_from_the_start_holds_at_the_start() -> None:
    assert reduce((WHEN, 1, -1.0, 1.0), (2.0, 9.0, 0.0), (3.0, 9.0, 0.0)) == 2.0


def test_only_the_first_time_counts() -> None:
    assert reduce((WHEN, 1, 2.0, -1.0), *ROWS, (5.0, 9.0, 0.0)) == 2.0 + 0.5 * 0.25


def recorded(count: int) -> tuple[Control, "array[float]"]:
    """This many records of two variables, at times 1, 2, ..."""
    run = begun(Layout(), stored=(10, 11))
    run.control.rows = count
    record = array("d", [number for k in range(1, count + 1) for number in (float(k), 10.0 * k, 100.0 * k)])
    return run.control, record


def test_records_of_a_member_beyond_the_capacity_are_dropped() -> None:
    job = job_with((MAXIMUM, 1, 0.0, 0.0))
    job.curve_rows = 3
    own = own_of(job)
    own.rows_kept = 0.0
    curves = array("d", bytes(8 * 3 * 3 * 4))
    control, record = recorded(2)
    digest(job, curves, own, control, record, 1)
    assert (own.rows_kept, own.rows_seen, control.rows) == (2.0, 2.0, 0.0)
    control, record = recorded(2)
    digest(job, curves, own, control, record, 1)
    assert (own.rows_kept, own.rows_seen, control.rows) == (3.0, 4.0, 0.0)
    assert list(curves[9:18]) == [1.0, 10.0, 100.0, 2.0, 20.0, 200.0, 1.0, 10.0, 100.0]
    assert list(curves[:9]) == list(curves[18:27]) == [0.0] * 9
    assert reduced(job, own, 0) == 200.0


def test_without_reductions_records_are_only_kept() -> None:
    job = job_with()
    job.curve_rows = 1
    own = own_of(job)
    own.rows_kept = 0.0
    curves = array("d", bytes(8 * 3))
    control, record = recorded(2)
    digest(job, curves, own, control, record, 0)
    assert list(curves) == [1.0, 10.0, 100.0]
    assert own.rows_seen == 0.0


def test_the_given_count_of_numbers_is_copied() -> None:
    target = array("d", [9.0] * 3)
    copy(2, array("d", [1.0, 2.0, 3.0]), target)
    assert list(target) == [1.0, 2.0, 9.0]


def test_a_member_resumes_after_its_slice_and_after_full_buffers() -> None:
    assert [status for status in range(17) if can_resume(status)] == [RUNNING, RECORD_IS_FULL, LOG_IS_FULL]


LAYOUT = Layout(states=state_slots(1))
RATE, X = 10, 2


def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
    out[0] = values[RATE]


def initial(time: float, states: Array, values: Array, out: Array) -> None:
    values[X] = 100.0 * values[1]


def outputs(time: float, states: Array, values: Array, out: Array) -> None:
    values[11] = states[0] + time


def step(time: float, h: float, control: Control, states: Array, values: Array, work: Array) -> float:
    work[NEW] = states[0] + h * work[0]
    work[6] = work[0]
    return 0.0


def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
    out[0] = states[0] + fraction * (work[NEW] - states[0])


def template_of(patch: pytest.MonkeyPatch, *, initials: Sequence[int] = ()) -> tuple[BegunRun, "array[float]"]:
    """Runs of x' = rate from 2 to 6, with records every unit of time of x + t."""
    put_entries(patch, derivatives=derivatives, initial=initial, outputs=outputs, step=step, interpolate=interpolate)
    given = {str(slot): 0.0 for slot in initials}
    options = RunOptions(2.0, 6.0, method="dopri5", spacing=1.0, initial=given)
    run = begun(LAYOUT, options, stored=(11,), initials=initials)
    run.control.step, run.control.logged = 0.5, 3.0
    run.values[60] = 42.0
    template = array("d", [*run.control.numbers, *run.values, *run.work, 0.0])
    return run, template


def of_template(job: Job, run: BegunRun) -> Job:
    """The job with the offsets of the arrays in the template."""
    job.control_end = len(run.control.numbers)
    job.values_end = job.control_end + len(run.values)
    job.work_end = job.values_end + len(run.work)
    return job


def test_a_member_starts_with_its_own_parameters_initial_values_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    run, template = template_of(monkeypatch, initials=(X, 13))
    job = of_template(job_with((MEAN, 0, 0.0, 0.0), parameters=(RATE, 12)), run)
    job.initials, job.seed, job.numbering = 2, 5.0, 20.0
    own = own_of(job)
    own.rows_kept, own.rows_seen = 3.0, 4.0
    members = array("d", [0.0, 0.0, 0.0, 0.0, 1.5, 2.5, 3.5, 4.5])
    for spoilt in (run.control.numbers, run.values, run.work):
        for i in range(len(spoilt)):
            spoilt[i] = 3.0
    begin_member(job, members, template, own, *run.model, 1)

    assert (run.values[RATE], run.values[12], run.states[0], run.values[13]) == (1.5, 2.5, 3.5, 4.5)
    assert run.values[1] == 5.0 + 20.0 + 1.0
    assert run.values[60] == 42.0
    assert (run.control.time, run.control.step, run.control.stop_time) == (2.0, 0.5, 6.0)
    assert run.work[run.control.initial_values] == 3.5
    assert run.work[-1] == 0.0
    assert (own.rows_kept, own.rows_seen) == (0.0, 0.0)


def test_a_member_without_its_own_initial_values_has_those_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    run, template = template_of(monkeypatch)
    job = of_template(job_with(), run)
    job.seed = 5.0
    begin_member(job, array("d"), template, own_of(job), *run.model, 2)
    assert run.states[0] == 700.0


def test_a_finished_member_has_its_row_of_results(monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = template_of(monkeypatch)
    job = job_with((MINIMUM, 0, 0.0, 0.0), (MEAN, 0, 0.0, 0.0), parameters=(RATE,), finals=(11, 12))
    own = own_of(job)
    for row in ((1.0, 4.0), (3.0, 6.0)):
        reduce_row(job, own, array("d", row))
    control = run.control
    control.time, control.culprit, control.steps, run.states[0], run.values[12] = 4.0, 3, 17.0, 0.5, 8.0
    results = array("d", bytes(8 * 3 * job.result_size))
    finish_member(job, results, own, control, run.states, run.values, run.work, 1, STOPPED)
    size = job.result_size
    assert list(results[size : 2 * size]) == [STOPPED, 4.0, 3.0, 17.0, 4.5, 8.0, 4.0, 5.0]
    assert set(results[:size]) == set(results[2 * size :]) == {0.0}


def run_members(
    patch: pytest.MonkeyPatch, *, lane: int = 0, stop: float = 0.0, **numbers: float
) -> tuple["array[float]", "array[float]"]:
    """Four members of rates 0, 1, 2 and 3: the results and the curves."""
    run, template = template_of(patch)
    job = of_template(job_with((MAXIMUM, 0, 0.0, 0.0), parameters=(RATE,), finals=(11,)), run)
    job.last, job.curve_rows = 4, 2
    for name, number in numbers.items():
        setattr(job, name, number)
    template[-1] = stop
    own = own_of(job, lane)
    results = array("d", [-1.0] * (4 * job.result_size))
    curves = array("d", [-1.0] * (4 * 2 * 2))
    members = array("d", [0.0, 1.0, 2.0, 3.0])
    ensemble(job, members, template, results, curves, own, *run.arrays)
    assert run.control.logged == 0.0
    return results, curves


def rows(results: "array[float]") -> list[list[float]]:
    size = len(results) // 4
    return [list(results[i * size : (i + 1) * size]) for i in range(4)]


NOT_RUN = [-1.0] * 6


def expected(member: int) -> list[float]:
    """Of x(2) = 100 times the seed, which is the number of the member."""
    final = 100.0 * member + 4.0 * member + 6.0
    return [ENDED, 6.0, 0.0, 3.0, final, final]


def test_all_members_are_run_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    results, curves = run_members(monkeypatch)
    assert rows(results) == [expected(member) for member in range(4)]
    assert list(curves[4:8]) == [2.0, 102.0, 3.0, 104.0]


def test_a_slice_of_the_members_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    results, _ = run_members(monkeypatch, first=1, last=3)
    assert rows(results) == [NOT_RUN, expected(1), expected(2), NOT_RUN]


def test_a_lane_runs_its_own_members(monkeypatch: pytest.MonkeyPatch) -> None:
    results, _ = run_members(monkeypatch, lanes=2, lane=1)
    assert rows(results) == [NOT_RUN, expected(1), NOT_RUN, expected(3)]
    results, _ = run_members(monkeypatch, lanes=2, lane=1, first=1)
    assert rows(results) == [NOT_RUN, NOT_RUN, expected(2), NOT_RUN]


def test_slices_and_short_buffers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run_members(monkeypatch)
    assert run_members(monkeypatch, slice=1.0) == whole


def test_all_members_end_at_a_stop_request(monkeypatch: pytest.MonkeyPatch) -> None:
    results, _ = run_members(monkeypatch, stop=1.0)
    assert rows(results) == [expected(0), NOT_RUN, NOT_RUN, NOT_RUN]
