"""location: steps are cut at the first root of guards that are known curves, and nowhere else."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels import Control
from simnon.kernels.control import NEW, TRIAL
from simnon.kernels.location import (
    END,
    FINEST,
    HERE,
    LEFT,
    NEARBY,
    QUARTERS,
    RIGHT,
    START,
    bracket,
    check_guards,
    check_quarters,
    crossing_between_quarters,
    expected_root,
    first_change,
    first_root,
    first_subinterval,
    follow_from_zero,
    guards_at,
    has_changed,
    has_left_zero,
    is_quiet,
    is_window_seen,
    locate_event,
    narrow,
    needs_windows,
    search_step,
    sign,
    sign_changes,
)
from simnon.kernels.subset import Array
from simnon.program import GuardSlot, Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

Curve = Callable[[float], float]
BEFORE, AFTER = 0, 1
TIME, TAKEN = 2.0, 0.5
MODE_SLOT = 10


def constant(level: float) -> Curve:
    return lambda _: level


def cubic(s: float) -> float:
    return (s - 0.3) * (s - 0.55) * (s - 0.9)


def dip(s: float) -> float:
    return (s - 0.3) * (s - 0.6)


def stepped(patch: pytest.MonkeyPatch, *curves: Curve, domains: tuple[int, ...] = ()) -> BegunRun:
    """A step from 2 to 2.5 has been taken; its state is the fraction of it, and a guard a curve of that.

    A time that does not match the state spoils the guards.
    """

    def interpolate(fraction: float, control: Control, states: Array, work: Array, out: Array) -> None:
        out[0] = states[0] + fraction

    seen = {"time": math.nan}

    def times(time: float, states: Array, values: Array, out: Array) -> None:
        seen["time"] = time

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        is_right = time == seen["time"] and abs(TIME + TAKEN * states[0] - time) < 1e-14
        for i, curve in enumerate(curves):
            out[i] = curve(states[0]) if is_right else math.nan

    slots = tuple(GuardSlot(i, "", (), limits="SQRT" if i in domains else "") for i in range(len(curves)))
    put_entries(patch, interpolate=interpolate, times=times, guards=guards)
    run = begun(Layout(states=state_slots(1), guards=slots), RunOptions(0.0, 10.0, method="dopri5"))
    run.control.time, run.control.taken, run.control.reached = TIME, TAKEN, TIME + TAKEN
    run.control.limit = 10.0
    run.set_states(NEW, 1.0)
    run.set_guards(BEFORE, *(curve(0.0) for curve in curves))
    return run


def look(run: BegunRun) -> BegunRun:
    check_guards(*run.model)
    return run


def windowed(run: BegunRun, low: float, width: float, *curves: Curve) -> BegunRun:
    """The guards at the quarters and at both ends of a window are in place."""
    for place, slice_from in ((START, 0.0), (QUARTERS, 0.25), (QUARTERS + 1, 0.5), (QUARTERS + 2, 0.75), (END, 1.0)):
        run.set_guards(place, *(curve(low + slice_from * width) for curve in curves))
    return run


def located(run: BegunRun) -> float | None:
    """The fraction of the step at which it is cut."""
    look(run)
    locate_event(run.control, run.states, run.values, run.work)
    if not run.control.is_cut:
        assert run.control.reached == TIME + TAKEN
        return None
    assert run.control.reached == pytest.approx(TIME + TAKEN * run.array_of_states(TRIAL)[0], abs=1e-15)
    assert run.control.reached - TIME >= TAKEN * run.array_of_states(TRIAL)[0]
    return run.array_of_states(TRIAL)[0]


def test_a_sign_is_below_at_or_above_zero() -> None:
    assert [sign(x) for x in (-3.0, -1e-300, -0.0, 0.0, 1e-300, math.nan)] == [-1, -1, 0, 0, 1, 0]


def test_guards_at_a_fraction_are_those_of_its_time_and_state(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    guards_at(0.75, run.control, run.states, run.values, run.work, run.control.guards + 2 * HERE)
    assert run.guards(HERE) == [cubic(0.75), dip(0.75)]
    assert run.array_of_states(TRIAL) == [0.75]


def test_a_guard_has_changed_if_its_sign_differs_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    run.set_guards(BEFORE, -1.0, 2.0)
    place = run.control.guards + 2 * HERE
    for guards, is_changed in [((-2.0, 1.0), False), ((1.0, 1.0), True), ((-1.0, -1.0), True), ((-1.0, 0.0), True)]:
        run.set_guards(HERE, *guards)
        assert has_changed(run.control, run.work, place) == is_changed


def test_guards_are_evaluated_at_the_end_and_the_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = look(stepped(monkeypatch, cubic, dip))
    assert run.guards(AFTER) == [cubic(1.0), dip(1.0)]
    assert [run.guards(QUARTERS + k) for k in range(3)] == [[cubic(s), dip(s)] for s in (0.25, 0.5, 0.75)]


def test_a_window_is_evaluated_at_its_own_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic)
    check_quarters(0.5, 0.25, run.control, run.states, run.values, run.work)
    assert [run.guards(QUARTERS + k) for k in range(3)] == [[cubic(s)] for s in (0.5625, 0.625, 0.6875)]


def test_without_guards_no_step_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch)
    run.control.is_cut = True
    assert located(run) is None
    assert run.array_of_states(TRIAL) == [0.0]


def test_the_first_root_of_a_cubic_is_found_to_a_million_millionth_of_the_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = located(stepped(monkeypatch, cubic))
    assert found is not None
    assert 0.0 <= found - 0.3 <= FINEST


def test_the_earliest_of_two_guards_cuts_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    found = located(stepped(monkeypatch, lambda s: s - 0.7, lambda s: 0.4 - s, lambda s: s + 1.0))
    assert found is not None
    assert 0.0 <= found - 0.4 <= FINEST


def test_a_guard_that_changes_sign_and_back_cuts_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for dipped in (dip, lambda s: -dip(s)):
        found = located(stepped(monkeypatch, dipped))
        assert found is not None
        assert 0.0 <= found - 0.3 <= FINEST


def test_a_guard_that_only_touches_zero_does_not_cut_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    assert located(stepped(monkeypatch, lambda s: (s - 0.4) ** 2)) is None
    assert located(stepped(monkeypatch, lambda s: -((s - 0.61) ** 2))) is None


def test_a_guard_that_only_comes_close_to_zero_does_not_cut_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: (s - 0.4) ** 2 + 1e-6)
    assert located(run) is None
    assert run.guards(BEFORE) == run.guards(AFTER) == [0.6**2 + 1e-6]


def test_a_root_at_the_very_end_cuts_the_step_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: 1.0 - s)
    assert located(run) == 1.0
    assert run.control.reached == TIME + TAKEN
    assert run.guards(BEFORE) == [1.0]


def test_the_root_of_a_guard_that_is_not_a_polynomial_is_located(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: math.exp(5.0 * s) - 7.0)
    run.control.has_curved_guards = True
    found = located(run)
    assert found is not None
    assert -1e-15 <= found - math.log(7.0) / 5.0 <= FINEST


def test_the_jump_of_a_guard_is_located(monkeypatch: pytest.MonkeyPatch) -> None:
    found = located(stepped(monkeypatch, lambda s: 1.0 if s < 0.617 else -3.0))
    assert found is not None
    assert 0.0 <= found - 0.617 <= FINEST


def wave(s: float) -> float:
    return math.cos(40.0 * s) + 0.5


def test_a_step_with_an_oscillating_guard_is_cut_at_its_first_root(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, wave)
    run.control.has_curved_guards = True
    found = located(run)
    assert found is not None
    assert -1e-15 <= found - math.acos(-0.5) / 40.0 <= FINEST


def test_the_halving_of_windows_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, lambda s: 1.5 + math.sin(1e4 * s))
    run.control.has_curved_guards = True
    looks = 0

    def counted(*given: object) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr("simnon.kernels.location.is_window_seen", counted)
    run.control.stop_time = 1e5 * TAKEN
    assert located(run) is None
    # A millionth of the run is a tenth of the step. The whole step is checked twice, then its half, quarter and
    # eighth, and an eighth before each further sixteenth but the last.
    assert looks == 2 + 3 + 14


def test_windows_are_needed_if_a_guard_is_not_a_polynomial_of_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, wave)
    control = run.control
    assert not needs_windows(control, run.values)
    control.has_curved_guards = True
    assert needs_windows(control, run.values)
    control.has_curved_guards, control.history_degree = False, 5
    assert needs_windows(control, run.values)
    control.history_degree, control.sliding = 4, 50
    assert not needs_windows(control, run.values)
    run.values[50] = 1.0
    assert needs_windows(control, run.values)


def is_seen(run: BegunRun, curve: Curve, low: float = 0.0, width: float = 1.0) -> bool:
    windowed(run, low, width, curve)
    start, end = run.control.guards + START, run.control.guards + END
    return is_window_seen(low, width, start, end, run.control, run.states, run.values, run.work)


def bump(at: float, size: float) -> Curve:
    return lambda s: size * math.exp(-(((s - at) / 0.01) ** 2))


@pytest.mark.parametrize("place", [0.1175, 0.3975, 0.6075, 0.8825])
@pytest.mark.parametrize(("low", "width"), [(0.0, 1.0), (0.25, 0.5)])
def test_a_bump_between_quarters_is_seen_where_it_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, place: float, low: float, width: float
) -> None:
    hill = bump(low + place * width, 0.5)
    assert not is_seen(stepped(monkeypatch, lambda s: 1.0 + hill(s)), lambda s: 1.0 + hill(s), low, width)
    assert is_seen(stepped(monkeypatch, lambda s: (s - 0.3) ** 4), lambda s: (s - 0.3) ** 4, low, width)


def test_every_guard_of_a_window_must_agree_with_its_polynomial(monkeypatch: pytest.MonkeyPatch) -> None:
    hill = bump(0.6075, 0.5)
    for curves in ((constant(1.0), lambda s: 1.0 + hill(s)), (lambda s: 1.0 + hill(s), constant(1.0))):
        run = windowed(stepped(monkeypatch, *curves), 0.0, 1.0, *curves)
        start, end = run.control.guards + 2 * START, run.control.guards + 2 * END
        assert not is_window_seen(0.0, 1.0, start, end, run.control, run.states, run.values, run.work)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(("size", "is_well_seen"), [(2e-4, True), (4e-4, False)])
def test_near_zero_a_small_bump_counts(
    monkeypatch: pytest.MonkeyPatch, side: float, size: float, is_well_seen: bool
) -> None:
    hill = bump(0.8825, size)

    def curve(s: float) -> float:
        return side * (1000.0 * (1.0 - s) ** 4 + 1e-3 + hill(s))

    assert is_seen(stepped(monkeypatch, curve), curve) == is_well_seen


@pytest.mark.parametrize(("size", "is_well_seen"), [(0.45, True), (0.55, False)])
def test_elsewhere_a_bump_counts_by_the_size_of_the_guard(
    monkeypatch: pytest.MonkeyPatch, size: float, is_well_seen: bool
) -> None:
    hill = bump(0.1175, size)
    for side in (1.0, -1.0):

        def curve(s: float, side: float = side) -> float:
            return side * (1000.0 * (1.0 - s) - 500.0 + hill(s))

        assert is_seen(stepped(monkeypatch, curve), curve) == is_well_seen


def test_rounding_is_not_an_oscillation(monkeypatch: pytest.MonkeyPatch) -> None:
    def rough(s: float) -> float:
        return 1.0 + 0.01 * (1.0 if math.floor(s / NEARBY + 0.5) % 2 else -1.0)

    assert is_seen(stepped(monkeypatch, rough), rough)


def quiet(run: BegunRun, *values: float) -> bool:
    for place, value in zip((START, QUARTERS, QUARTERS + 1, QUARTERS + 2, END), values, strict=True):
        run.set_guards(place, value)
    return is_quiet(run.control.guards + START, run.control.guards + END, run.control, run.work)


def values_of(curve: Curve) -> list[float]:
    return [curve(0.25 * k) for k in range(5)]


def changes_of(curve: Curve, low: float = 0.0, width: float = 1.0) -> int:
    f0, f1, f2, f3, f4 = values_of(curve)
    return sign_changes(f0, f1, f2, f3, f4, low, width)


def test_a_guard_is_quiet_if_all_bernstein_coefficients_have_one_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic)
    assert quiet(run, 1.0, 1.0, 1.0, 1.0, 1.0)
    assert quiet(run, -1.0, -2.0, -3.0, -4.0, -5.0)
    assert not quiet(run, 1.0, 0.5, 0.0, -0.5, -1.0)
    assert not quiet(run, 0.0, 1.0, 2.0, 3.0, 4.0)
    assert not quiet(run, *values_of(dip))
    for k in range(5):
        assert not quiet(run, *(math.nan if i == k else 1.0 for i in range(5)))


@pytest.mark.parametrize("number", range(1, 4))
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_every_bernstein_coefficient_is_checked(monkeypatch: pytest.MonkeyPatch, number: int, side: float) -> None:
    run = stepped(monkeypatch, cubic)

    def bernstein(s: float, coefficient: float) -> float:
        numbers = [coefficient if i == number else 1.0 for i in range(5)]
        return side * sum(math.comb(4, i) * b * s**i * (1.0 - s) ** (4 - i) for i, b in enumerate(numbers))

    assert quiet(run, *values_of(lambda s: bernstein(s, 0.01)))
    assert not quiet(run, *values_of(lambda s: bernstein(s, -0.01)))
    assert changes_of(lambda s: bernstein(s, -0.01)) == 2
    assert changes_of(lambda s: bernstein(s, 0.01)) == 0


def test_all_guards_must_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for curves in ((constant(1.0), dip), (dip, constant(1.0))):
        run = windowed(stepped(monkeypatch, *curves), 0.0, 1.0, *curves)
        start, end = run.control.guards + 2 * START, run.control.guards + 2 * END
        assert not is_quiet(start, end, run.control, run.work)


def test_a_step_is_searched_in_windows_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    run = look(stepped(monkeypatch, wave))
    run.control.has_curved_guards = True
    search_step(run.control, run.states, run.values, run.work)
    assert run.control.is_cut
    run = look(stepped(monkeypatch, lambda s: wave(s) + 0.6))
    run.control.has_curved_guards = True
    search_step(run.control, run.states, run.values, run.work)
    assert not run.control.is_cut


def test_a_guard_that_leaves_zero_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    for before, after, has_left in [
        ((1.0, 0.0), (1.0, -1.0), True),
        ((0.0, 1.0), (1e-300, 1.0), True),
        ((0.0, 0.0), (0.0, 0.0), False),
        ((1.0, -1.0), (-1.0, 0.0), False),
    ]:
        run.set_guards(BEFORE, *before)
        run.set_guards(AFTER, *after)
        assert has_left_zero(run.control, run.work) == has_left


def leaving_zero(patch: pytest.MonkeyPatch, mode: float) -> BegunRun:
    """Three guards leave zero, the last one that of a domain; a mode is `mode` at the end."""

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = mode if (time, states[0]) == (TIME + TAKEN, 1.0) else math.nan

    curves = (lambda s: s, lambda s: -s, lambda s: s - 2.0, lambda s: -s)
    run = stepped(patch, *curves, domains=(3,))
    patch.setattr("simnon.kernels.location.modes", modes)
    run.control.mode_count, run.control.mode_slots = 1, len(run.plan.numbers)
    run.plan.numbers.append(MODE_SLOT)
    run.values[MODE_SLOT] = 1.0
    run.work.extend([0.0] * 4)
    return run


def test_leaving_zero_is_not_an_event_if_no_mode_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 1.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, -1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [1.0, -1.0, -2.0, 0.0]


def test_leaving_zero_is_an_event_if_a_mode_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 0.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, -1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [0.0, 0.0, -2.0, 0.0]


def test_a_domain_that_is_not_left_downwards_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = leaving_zero(monkeypatch, 1.0)
    run.set_guards(AFTER, 1.0, -1.0, -1.0, 1.0)
    follow_from_zero(run.control, run.plan, run.values, run.work)
    assert run.guards(BEFORE) == [1.0, -1.0, -2.0, 1.0]


def test_evaluating_the_guards_follows_those_that_leave_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(leaving_zero(monkeypatch, 1.0)).guards(BEFORE) == [1.0, -1.0, -2.0, 0.0]
    run = stepped(monkeypatch, lambda s: s + 1.0, constant(-1.0))
    assert look(run).guards(BEFORE) == [1.0, -1.0]


def test_the_first_root_is_bracketed_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, dip), 0.0, 1.0, dip)
    assert first_root(0.0, run.control, run.work) == 0.5
    assert run.control.cut_width == 0.5
    assert first_root(0.5, run.control, run.work) == 1.0
    assert run.control.cut_width == 0.5
    assert first_root(0.75, run.control, run.work) == 2.0


def test_a_root_far_into_the_window_is_bracketed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(s: float) -> float:
        return (s - 0.8) * (s - 0.9)

    run = windowed(stepped(monkeypatch, late), 0.0, 1.0, late)
    # Halved to a quarter, then doubled past intervals without a root, up to the end of the window.
    assert first_root(0.0, run.control, run.work) == 0.875
    assert run.control.cut_width == 0.125


def test_the_root_of_any_guard_can_be_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for curves in ((dip, lambda s: s - 0.9), (lambda s: s - 0.9, dip)):
        run = windowed(stepped(monkeypatch, *curves), 0.0, 1.0, *curves)
        assert first_root(0.0, run.control, run.work) == 0.5
        assert run.control.cut_width == 0.5


@pytest.mark.parametrize(
    ("curve", "low", "width", "changes"),
    [
        (constant(1.0), 0.0, 1.0, 0),
        (lambda s: s - 0.4, 0.0, 1.0, 1),
        (lambda s: s - 0.4, 0.0, 0.5, 1),
        (lambda s: s - 0.4, 0.5, 0.5, 0),
        (dip, 0.0, 1.0, 2),
        (dip, 0.25, 0.25, 1),
        (dip, 0.5, 0.25, 1),
        (dip, 0.75, 0.25, 0),
        (cubic, 0.0, 1.0, 3),
        (cubic, 0.0, 0.375, 1),
        (lambda s: s, 0.0, 1.0, 0),
        (lambda s: 1.0 - s, 0.0, 1.0, 1),
        (constant(0.0), 0.0, 1.0, 0),
        (lambda s: (s - 0.1) * (s - 0.35) * (s - 0.65) * (s - 0.9), 0.0, 1.0, 4),
    ],
)
def test_changes_of_sign_count_the_roots_in_an_interval(curve: Curve, low: float, width: float, changes: int) -> None:
    assert changes_of(curve, low, width) == changes
    assert changes_of(lambda s: -curve(s), low, width) == changes


def bracketed(run: BegunRun, low: float, width: float, root: float, length: float) -> float:
    run.control.cut_width = length
    return bracket(low, width, root, run.control, run.states, run.values, run.work)


def test_a_bracket_is_the_interval_that_contains_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 0.8, cubic)
    assert bracketed(run, 0.0, 0.8, 0.5, 0.25) == 0.4
    assert run.control.cut_width == 0.25 * 0.8
    assert run.guards(LEFT) == [cubic(0.2)]
    assert run.guards(RIGHT) == [cubic(0.4)]


def test_without_a_change_of_sign_there_is_no_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.1, 0.8, cubic)
    assert bracketed(run, 0.1, 0.8, 0.125, 0.0625) > 0.9


def test_a_bracket_extends_to_the_start_if_a_guard_has_changed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 1.0, cubic)
    assert bracketed(run, 0.0, 1.0, 0.5, 0.125) == 0.375
    assert run.control.cut_width == 0.375
    assert run.guards(LEFT) == [cubic(0.0)]
    assert run.guards(RIGHT) == [cubic(0.375)]


def test_a_bracket_does_not_extend_before_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 1.0, cubic)
    assert bracketed(run, 0.0, 1.0, 0.5, 0.5) == 0.5
    assert run.control.cut_width == 0.5
    assert run.guards(LEFT) == [cubic(0.0)]
    assert run.guards(RIGHT) == [cubic(0.5)]


def test_a_bracket_to_the_end_of_the_window_has_the_guards_of_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 0.5, cubic)
    run.set_guards(END, 7.0)
    assert bracketed(run, 0.0, 0.5, 1.0, 0.5) == 0.5
    assert run.guards(RIGHT) == [7.0]
    assert run.guards(LEFT) == [cubic(0.25)]


def test_the_first_change_within_a_window_is_bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 0.5, cubic)
    high = first_change(0.0, 0.5, run.control, run.states, run.values, run.work)
    assert high - run.control.cut_width < 0.3 <= high <= 0.5


def test_a_root_of_the_polynomial_alone_is_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    def near(s: float) -> float:
        return 0.01 if 0.2 < s < 0.7 else dip(s) if s < 0.2 else dip(s) + 0.02

    run = windowed(stepped(monkeypatch, near), 0.0, 1.0, dip)
    assert first_change(0.0, 1.0, run.control, run.states, run.values, run.work) > 1.0


def test_a_change_the_polynomial_misses_is_found_in_subintervals(monkeypatch: pytest.MonkeyPatch) -> None:
    def jump(s: float) -> float:
        return 1.0 if s < 0.6 else -1.0

    run = windowed(stepped(monkeypatch, jump), 0.0, 1.0, constant(1.0))
    run.set_guards(END, -1.0)
    monkeypatch.setattr("simnon.kernels.location.first_root", lambda *_: 2.0)
    assert first_change(0.0, 1.0, run.control, run.states, run.values, run.work) == 0.625
    assert run.control.cut_width == 0.125


@pytest.mark.parametrize(("at", "right"), [(0.3, 0.375), (0.22, 0.25), (0.48, 0.5)])
def test_a_window_is_searched_in_eighths(monkeypatch: pytest.MonkeyPatch, at: float, right: float) -> None:
    def curve(s: float) -> float:
        return s - at

    run = windowed(stepped(monkeypatch, curve), 0.1875, 0.5, curve)
    run.set_guards(BEFORE, -1.0)
    slice_from = 0.0625
    high = first_subinterval(0.1875, 0.5, run.control, run.states, run.values, run.work)
    assert high - slice_from < at <= high
    assert (high - 0.1875) % slice_from == 0.0
    assert run.control.cut_width == slice_from
    assert (run.guards(LEFT), run.guards(RIGHT)) == ([curve(high - slice_from)], [curve(high)])


def test_a_change_in_the_last_eighth_has_the_guards_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def curve(s: float) -> float:
        return s - 0.49

    run = windowed(stepped(monkeypatch, curve), 0.0, 0.5, curve)
    assert first_subinterval(0.0, 0.5, run.control, run.states, run.values, run.work) == 0.5
    assert (run.guards(LEFT), run.guards(RIGHT)) == ([curve(0.4375)], [curve(0.5)])


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ((-4.0, -3.0, -2.0, -1.0, 1.0), 3.5),
        ((4.0, 3.0, 2.0, -2.0, -1.0), 2.5),
        ((-1.0, -1.0, 3.0, 1.0, 1.0), 1.25),
        ((-1.0, 3.0, 1.0, 1.0, 1.0), 0.25),
        ((-1.0, 1.0, -1.0, 1.0, 2.0), 2.5),
        ((-0.05, 1.0, 1.0, 1.0, 1.0), 1.0),
        ((-1.0, 0.0, -0.05, 1.0, 1.0), 3.0),
        ((-0.2, 1.8, 1.0, 1.0, 1.0), 0.1),
        ((2.0, 1.0, 1.0, -0.25, 0.0), 2.8),
    ],
)
def test_a_secant_between_quarters_crosses_zero(values: tuple[float, ...], place: float) -> None:
    f0, f1, f2, f3, f4 = values
    assert crossing_between_quarters(f0, f1, f2, f3, f4) == pytest.approx(place, abs=1e-15)


@pytest.mark.parametrize(
    ("low", "width", "left", "high", "root"),
    [
        (0.0, 0.5, 0.0, 0.5, 0.3),
        (0.0, 1.0, 0.25, 0.375, 0.3),
        (0.125, 0.5, 0.1875, 0.3125, 0.3),
        # The secant from the last quarter separates the root before the end from the others.
        (0.0, 1.0, 0.0, 1.0, 0.9),
    ],
)
def test_the_root_of_a_polynomial_is_expected_where_it_is(
    monkeypatch: pytest.MonkeyPatch, low: float, width: float, left: float, high: float, root: float
) -> None:
    def quartic(s: float) -> float:
        return cubic(s) * (s + 0.4)

    run = windowed(stepped(monkeypatch, quartic), low, width, quartic)
    run.set_guards(RIGHT, quartic(high))
    assert expected_root(left, high, low, width, run.control, run.work) == pytest.approx(root, abs=1e-13)


def test_only_guards_that_change_are_expected_to_have_a_root(monkeypatch: pytest.MonkeyPatch) -> None:
    curves = (lambda s: 0.1 - s, lambda s: 0.3 - s, lambda s: 0.35 - s)
    run = windowed(stepped(monkeypatch, *curves), 0.0, 0.5, *curves)
    run.set_guards(BEFORE, -1.0, 1.0, 1.0)
    run.set_guards(RIGHT, -0.4, -0.2, -0.15)
    assert expected_root(0.0, 0.5, 0.0, 0.5, run.control, run.work) == pytest.approx(0.3, abs=1e-15)
    run.set_guards(RIGHT, -0.4, 0.2, 0.15)
    assert expected_root(0.0, 0.5, 0.0, 0.5, run.control, run.work) == 0.5


def narrowed(run: BegunRun, low: float, high: float, *curves: Curve) -> float:
    windowed(run, 0.0, 1.0, *curves)
    run.set_guards(LEFT, *(curve(low) for curve in curves))
    run.set_guards(RIGHT, *(curve(high) for curve in curves))
    return narrow(low, high, 0.0, 1.0, run.control, run.states, run.values, run.work)


def test_the_bracket_of_a_polynomial_is_narrowed_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []

    def looked_at(s: float) -> float:
        looks.append(s)
        return cubic(s)

    run = stepped(monkeypatch, looked_at)
    looks.clear()
    run.set_guards(BEFORE, cubic(0.0))
    found = narrowed(run, 0.25, 0.5, cubic)
    assert looks == pytest.approx([0.3 - 0.4 * FINEST, 0.3 + 0.4 * FINEST], abs=0.1 * FINEST)
    assert found == looks[1]
    assert run.array_of_states(TRIAL) == [found]


def test_the_bracket_of_a_general_guard_is_narrowed_in_few_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def steep(s: float) -> float:
        nonlocal looks
        looks += 1
        return math.expm1(30.0 * (s - 0.29))

    run = stepped(monkeypatch, steep)
    found = narrowed(run, 0.0, 1.0, steep)
    assert 0.0 <= found - 0.29 <= FINEST
    assert run.array_of_states(TRIAL) == [found]
    assert looks < 35


def test_the_state_is_that_of_the_right_end_whichever_side_was_looked_at_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = stepped(monkeypatch, cubic)
    low, high = 0.3 - 1e-13, 0.3 + 1e-13
    assert narrowed(run, low, high, cubic) == high
    assert run.array_of_states(TRIAL) == [high]


def test_no_event_is_located_more_accurately_than_the_spacing_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = 0

    def late(s: float) -> float:
        nonlocal looks
        looks += 1
        return s - 0.3

    run = stepped(monkeypatch, late)
    run.control.reached = 0.75 * 2.0**53 * TAKEN
    looks = 0
    found = narrowed(run, 0.0, 1.0, lambda s: s - 0.3)
    assert looks <= 1
    assert 0.3 <= found <= 1.0
