"""windows: polynomials through the quarters of a window represent the guards, or it is halved."""

import math

import pytest

from simnon.kernels.control import QUARTERS, WINDOW_END, WINDOW_START
from simnon.kernels.windows import (
    NEARBY,
    check_quarters,
    is_quiet,
    is_window_seen,
    needs_windows,
)

from .begun_runs import BegunRun
from .guard_curves import Curve, constant, cubic, dip, quiet, stepped, values_of, wave, windowed


def test_a_window_is_evaluated_at_its_own_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic)
    check_quarters(0.5, 0.25, run.control, run.states, run.values, run.work)
    assert [run.guards(QUARTERS + k) for k in range(3)] == [[cubic(s)] for s in (0.5625, 0.625, 0.6875)]


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
    start, end = run.control.guards + WINDOW_START, run.control.guards + WINDOW_END
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
        start, end = run.control.guards + 2 * WINDOW_START, run.control.guards + 2 * WINDOW_END
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


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_polynomial_that_nearly_touches_zero_between_the_values_must_be_accurate(
    monkeypatch: pytest.MonkeyPatch, side: float
) -> None:
    """All values are at least 0.06 from zero, but the curve is below 1e-4 between two of them."""
    hill = bump(0.3975, 5e-4)

    def curve(s: float) -> float:
        return side * (4.0 * (s - 0.375) ** 2 + 1e-4)

    assert is_seen(stepped(monkeypatch, curve), curve)

    def bumpy(s: float) -> float:
        return curve(s) + side * hill(s)

    assert not is_seen(stepped(monkeypatch, bumpy), bumpy)


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


def test_a_guard_is_quiet_if_all_bernstein_coefficients_have_one_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic)
    assert quiet(run, 1.0, 1.0, 1.0, 1.0, 1.0)
    assert quiet(run, -1.0, -2.0, -3.0, -4.0, -5.0)
    assert not quiet(run, 1.0, 0.5, 0.0, -0.5, -1.0)
    assert not quiet(run, 0.0, 1.0, 2.0, 3.0, 4.0)
    assert not quiet(run, *values_of(dip))
    for k in range(5):
        assert not quiet(run, *(math.nan if i == k else 1.0 for i in range(5)))


def test_all_guards_must_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for curves in ((constant(1.0), dip), (dip, constant(1.0))):
        run = windowed(stepped(monkeypatch, *curves), 0.0, 1.0, *curves)
        start, end = run.control.guards + 2 * WINDOW_START, run.control.guards + 2 * WINDOW_END
        assert not is_quiet(start, end, run.control, run.work)
