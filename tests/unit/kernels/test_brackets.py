"""brackets: the first change of sign of a window is isolated, and no other."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.kernels.brackets import (
    bracket,
    first_change,
    first_root,
    first_subinterval,
    is_far_from_zero,
    sign_changes,
)
from simnon.kernels.control import LEFT_END, RIGHT_END, WINDOW_END

from .begun_runs import BegunRun
from .guard_curves import BEFORE, Curve, constant, cubic, dip, quiet, stepped, values_of, windowed


def changes_of(curve: Curve, low: float = 0.0, width: float = 1.0) -> int:
    f0, f1, f2, f3, f4 = values_of(curve)
    return sign_changes(f0, f1, f2, f3, f4, low, width)


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
    assert run.guards(LEFT_END) == [cubic(0.2)]
    assert run.guards(RIGHT_END) == [cubic(0.4)]


def test_without_a_change_of_sign_there_is_no_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.1, 0.8, cubic)
    assert bracketed(run, 0.1, 0.8, 0.125, 0.0625) > 0.9


def test_a_bracket_extends_to_the_start_if_a_guard_has_changed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 1.0, cubic)
    assert bracketed(run, 0.0, 1.0, 0.5, 0.125) == 0.375
    assert run.control.cut_width == 0.375
    assert run.guards(LEFT_END) == [cubic(0.0)]
    assert run.guards(RIGHT_END) == [cubic(0.375)]


def test_a_bracket_does_not_extend_before_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 1.0, cubic)
    assert bracketed(run, 0.0, 1.0, 0.5, 0.5) == 0.5
    assert run.control.cut_width == 0.5
    assert run.guards(LEFT_END) == [cubic(0.0)]
    assert run.guards(RIGHT_END) == [cubic(0.5)]


def test_a_bracket_to_the_end_of_the_window_has_the_guards_of_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    run = windowed(stepped(monkeypatch, cubic), 0.0, 0.5, cubic)
    run.set_guards(WINDOW_END, 7.0)
    assert bracketed(run, 0.0, 0.5, 1.0, 0.5) == 0.5
    assert run.guards(RIGHT_END) == [7.0]
    assert run.guards(LEFT_END) == [cubic(0.25)]


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
    run.set_guards(WINDOW_END, -1.0)
    monkeypatch.setattr("simnon.kernels.brackets.first_root", lambda *_: 2.0)
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
    assert (run.guards(LEFT_END), run.guards(RIGHT_END)) == ([curve(high - slice_from)], [curve(high)])


def test_a_change_in_the_last_eighth_has_the_guards_of_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def curve(s: float) -> float:
        return s - 0.49

    run = windowed(stepped(monkeypatch, curve), 0.0, 0.5, curve)
    assert first_subinterval(0.0, 0.5, run.control, run.states, run.values, run.work) == 0.5
    assert (run.guards(LEFT_END), run.guards(RIGHT_END)) == ([curve(0.4375)], [curve(0.5)])


VALUES = st.floats(allow_nan=True, allow_infinity=True) | st.floats(0.85, 1.0) | st.floats(-1.0, -0.85)


@given(
    st.tuples(VALUES, VALUES, VALUES, VALUES, VALUES) | st.lists(st.floats(0.89, 1.0), min_size=5, max_size=5),
    st.floats(0.0, 1.0),
    st.integers(0, 30),
)
def test_values_that_differ_little_have_no_root_in_any_interval(
    given_values: Sequence[float], place: float, halvings: int
) -> None:
    f0, f1, f2, f3, f4 = given_values
    width = 0.5**halvings
    low = place * (1.0 - width)

    if is_far_from_zero(f0, f1, f2, f3, f4):
        assert sign_changes(f0, f1, f2, f3, f4, low, width) == 0


def test_values_of_both_signs_or_nan_are_not_far_from_zero() -> None:
    assert is_far_from_zero(1.0, 0.95, 0.91, 0.95, 1.0)
    assert is_far_from_zero(-1.0, -0.95, -0.91, -0.95, -1.0)
    assert not is_far_from_zero(1.0, 0.95, 0.89, 0.95, 1.0)
    assert not is_far_from_zero(1.0, 1.0, -1.0, 1.0, 1.0)
    assert not is_far_from_zero(1.0, math.nan, 1.0, 1.0, 1.0)
    assert not is_far_from_zero(0.0, 0.0, 0.0, 0.0, 0.0)
