"""narrowing: a bracket shrinks to the accuracy of an event, whatever the curve of its guard."""

import math

import pytest

from simnon.kernels.control import LEFT_END, RIGHT_END, TRIAL
from simnon.kernels.narrowing import (
    FINEST,
    crossing_between_quarters,
    expected_root,
    narrow,
)

from .begun_runs import BegunRun
from .guard_curves import BEFORE, TAKEN, Curve, cubic, stepped, windowed


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
    run.set_guards(RIGHT_END, quartic(high))
    assert expected_root(left, high, low, width, run.control, run.work) == pytest.approx(root, abs=1e-13)


def test_only_guards_that_change_are_expected_to_have_a_root(monkeypatch: pytest.MonkeyPatch) -> None:
    curves = (lambda s: 0.1 - s, lambda s: 0.3 - s, lambda s: 0.35 - s)
    run = windowed(stepped(monkeypatch, *curves), 0.0, 0.5, *curves)
    run.set_guards(BEFORE, -1.0, 1.0, 1.0)
    run.set_guards(RIGHT_END, -0.4, -0.2, -0.15)
    assert expected_root(0.0, 0.5, 0.0, 0.5, run.control, run.work) == pytest.approx(0.3, abs=1e-15)
    run.set_guards(RIGHT_END, -0.4, 0.2, 0.15)
    assert expected_root(0.0, 0.5, 0.0, 0.5, run.control, run.work) == 0.5


def narrowed(run: BegunRun, low: float, high: float, *curves: Curve) -> float:
    windowed(run, 0.0, 1.0, *curves)
    run.set_guards(LEFT_END, *(curve(low) for curve in curves))
    run.set_guards(RIGHT_END, *(curve(high) for curve in curves))
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
