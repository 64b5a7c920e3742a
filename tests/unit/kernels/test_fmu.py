"""fmu: what an importer sets and gets by reference, before and after the start, and what follows from it."""

from array import array

import pytest

from simnon.kernels import fmu
from simnon.kernels.control import BETWEEN, ENDED, LOG_IS_FULL, RECORD_IS_FULL, RUNNING
from simnon.kernels.fmu import (
    ALIASES,
    COMPUTED,
    DERIVATIVES,
    GUARDS,
    INITIAL,
    NEGATED,
    REMEMBERED,
    SETTABLE,
    differentiate_fmu,
    get_number,
    gradient_of,
    has_crossed,
    indicate,
    interval_of,
    is_over,
    move_to,
    prepare_fmu,
    refresh,
    set_number,
    take_changes,
)
from simnon.kernels.instance import Fmu
from simnon.kernels.subset import Array
from simnon.program import Layout

from .begun_runs import BegunRun, begun, state_slots

SLOTS = 6
GIVEN, REMEMBERING, STARTING, FOLLOWING = 2, 3, 4, 5
"""A parameter, what a run carries along, an initial value, and twice the parameter."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> BegunRun:
    """Two states; the derivatives are the time and the parameter, the guards the states less three."""

    def nothing(_time: float, _states: Array, _values: Array, _out: Array) -> None: ...

    def derivatives(time: float, _states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = time, values[GIVEN]

    def guards(_time: float, states: Array, _values: Array, out: Array) -> None:
        out[0], out[1] = states[0] - 3.0, states[1] - 3.0

    def initial(time: float, _states: Array, values: Array, _out: Array) -> None:
        values[FOLLOWING] = 2.0 * values[GIVEN] + time

    def outputs(time: float, _states: Array, values: Array, _out: Array) -> None:
        values[1] = 100.0 + time

    entries = {"derivatives": derivatives, "guards": guards, "initial": initial, "outputs": outputs}
    for name in ("before", "held", "sample", "times"):
        monkeypatch.setattr(fmu, name, nothing)
    for name, entry in entries.items():
        monkeypatch.setattr(fmu, name, entry)
    found = begun(Layout(states=state_slots(2)), states=(5.0, 1.0), initials=(0, 0))
    found.control.guards = len(found.work)
    found.control.guard_count = 2
    found.work.extend([0.0] * 8)
    return found


@pytest.fixture
def own() -> Fmu:
    """Four tables after the fields."""
    count = len(Fmu.record_fields)
    made = Fmu(array("d", [0.0] * (count + 4 * SLOTS)))
    made.slots = SLOTS
    made.basis, made.before, made.after, made.marks = (count + k * SLOTS for k in range(4))
    marks = {GIVEN: SETTABLE, REMEMBERING: REMEMBERED, STARTING: INITIAL}
    for slot in range(SLOTS):
        made[made.marks + slot] = marks.get(slot, COMPUTED)
    return made


def reference(slot: int) -> int:
    return slot + 1


def give(run: BegunRun, own: Fmu, slot: int, number: float, alias: int = 0) -> int:
    return set_number(
        reference(slot) + alias * ALIASES, number, run.control, run.plan.numbers, run.values, run.work, own
    )


def taken(run: BegunRun, number: int) -> float:
    return get_number(number, run.control, run.states, run.values, run.work)


def test_numbers_are_got_by_their_references(run: BegunRun) -> None:
    run.control.time = 7.0
    run.values[GIVEN] = 2.5

    assert taken(run, 0) == 7.0
    assert taken(run, reference(GIVEN)) == 2.5
    assert taken(run, reference(GIVEN) + NEGATED) == -2.5
    assert [taken(run, DERIVATIVES + i) for i in range(2)] == [7.0, 2.5]
    assert [taken(run, GUARDS + i) for i in range(2)] == [2.0, -2.0]
    assert run.array_of_states(BETWEEN) == [7.0, 2.5]


def test_names_of_the_same_number_have_references_that_mean_the_same(run: BegunRun) -> None:
    run.values[GIVEN] = 2.5

    assert taken(run, reference(GIVEN) + 3 * ALIASES) == 2.5
    assert taken(run, reference(GIVEN) + NEGATED + ALIASES) == -2.5


@pytest.mark.parametrize("alias", [0, 2])
def test_a_parameter_is_set_at_once_before_the_start(run: BegunRun, own: Fmu, alias: int) -> None:
    assert give(run, own, GIVEN, 4.0, alias) == 0
    assert run.values[GIVEN] == 4.0
    assert not own.is_changed


def test_a_parameter_set_after_the_start_takes_effect_with_what_follows_from_it(run: BegunRun, own: Fmu) -> None:
    own.is_started = True
    own[own.before + FOLLOWING] = 1.0
    run.values[GIVEN] = 1.0

    assert give(run, own, GIVEN, 4.0) == 0
    assert (own.is_changed, own.is_stale) == (True, True)
    assert run.values[GIVEN] == 1.0
    take_changes(run.control, run.states, run.values, run.work, own)

    assert not own.is_changed
    assert (run.values[GIVEN], run.values[FOLLOWING]) == (4.0, 8.0)
    assert own[own.before + FOLLOWING] == 8.0


def test_what_a_run_carries_along_is_left_alone_by_changes(run: BegunRun, own: Fmu) -> None:
    own.is_started = own.is_changed = True
    for slot in (REMEMBERING, STARTING):
        own[own.basis + slot], run.values[slot] = 9.0, 3.0
    take_changes(run.control, run.states, run.values, run.work, own)

    assert [run.values[slot] for slot in (REMEMBERING, STARTING)] == [3.0, 3.0]


def test_values_that_stay_undefined_are_no_change(run: BegunRun, own: Fmu) -> None:
    own.is_changed = True
    own[own.basis + GIVEN] = own[own.before + GIVEN] = float("nan")
    run.values[GIVEN] = 6.0
    take_changes(run.control, run.states, run.values, run.work, own)

    assert run.values[GIVEN] == 6.0


def test_an_initial_value_is_set_before_the_start_alone_and_the_last_one_counts(run: BegunRun, own: Fmu) -> None:
    control = run.control
    control.initial_count = 0
    assert [give(run, own, STARTING, 4.0), give(run, own, STARTING, 5.0)] == [0, 0]

    assert control.initial_count == 1
    assert run.plan[control.initial_slots] == STARTING
    assert run.work[control.initial_values] == run.values[STARTING] == 5.0
    own.is_started = True
    assert give(run, own, STARTING, 6.0) == 1


@pytest.mark.parametrize("slot", [-1, SLOTS, REMEMBERING, FOLLOWING])
def test_what_cannot_be_set_is_refused(run: BegunRun, own: Fmu, slot: int) -> None:
    before = list(run.values)

    assert give(run, own, slot, 4.0) == 1
    assert list(run.values) == before


def test_a_run_starts_where_the_importer_says(run: BegunRun, own: Fmu) -> None:
    control = run.control
    before = control.relative
    prepare_fmu(2.0, 9.0, 1, 0.0, control, run.values, own)

    times = (control.time, control.reached, control.start_time, control.stop_time, control.limit, run.values[0])
    assert set(times) == {2.0}
    assert (own.start, own.stop, own.has_stop, control.relative) == (2.0, 9.0, True, before)
    prepare_fmu(2.0, 9.0, 0, 1e-3, control, run.values, own)
    assert (own.has_stop, control.relative) == (False, 1e-3)


def test_outputs_are_computed_again_only_if_something_has_changed(run: BegunRun, own: Fmu) -> None:
    own.is_started = True
    refresh(run.control, run.states, run.values, run.work, own)
    assert run.values[1] == 0.0
    move_to(3.0, run.control, own)
    refresh(run.control, run.states, run.values, run.work, own)

    assert (run.values[1], own.is_stale, run.control.time) == (103.0, False, 3.0)


def test_nothing_is_computed_before_the_start(run: BegunRun, own: Fmu) -> None:
    own.is_stale = True
    refresh(run.control, run.states, run.values, run.work, own)

    assert run.values[1] == 0.0


def test_derivatives_and_indicators_are_those_of_the_present_point(run: BegunRun, own: Fmu) -> None:
    run.control.time, run.values[GIVEN] = 4.0, 2.0
    out = array("d", [0.0, 0.0])
    differentiate_fmu(run.control, run.states, run.values, run.work, own, out)
    assert list(out) == [4.0, 2.0]
    indicate(run.control, run.states, run.values, run.work, own, out)

    assert list(out) == [2.0, -2.0]


@pytest.mark.parametrize(
    ("before", "has_changed"), [((1.0, -1.0), False), ((-1.0, -1.0), True), ((1.0, 1.0), True), ((0.0, -1.0), True)]
)
def test_a_guard_that_has_another_sign_than_after_the_last_event_is_noticed(
    run: BegunRun, before: tuple[float, float], has_changed: bool
) -> None:
    first = run.control.guards
    run.work[first], run.work[first + 1] = before
    run.control.events = 1.0

    assert has_crossed(run.control, run.states, run.values, run.work) is has_changed
    run.control.events = 0.0
    assert not has_crossed(run.control, run.states, run.values, run.work)


def test_a_run_is_over_unless_it_only_has_to_empty_its_buffers() -> None:
    assert [is_over(status, False) for status in (RUNNING, RECORD_IS_FULL, LOG_IS_FULL, ENDED)] == [
        False,
        False,
        False,
        True,
    ]
    assert is_over(RUNNING, True)


def test_the_interval_of_a_sampler_is_the_time_to_its_next_sample(run: BegunRun) -> None:
    control = run.control
    control.sampler_count = 2
    control.sampler_slots = len(run.plan.numbers)
    run.plan.numbers.extend([8.0, 0.0, 0.0, -1.0, 0.0, 0.0])
    run.values[8], control.time = 2.5, 1.0

    assert [interval_of(k, control, run.plan, run.values) for k in (-1, 0, 1, 2)] == [-1.0, 1.5, -1.0, -1.0]
    control.time = 3.0
    assert interval_of(0, control, run.plan, run.values) == 0.0


def test_gradients_are_found_by_both_references() -> None:
    pairs, gradients = array("d", [4.0, 1.0, 4.0, 2.0]), array("d", [0.5, 0.25])

    assert gradient_of(4, 2, 2, pairs, gradients) == 0.25
    assert gradient_of(4 + ALIASES, 1 + 2 * ALIASES, 2, pairs, gradients) == 0.5
    assert gradient_of(3, 2, 2, pairs, gradients) == 0.0
