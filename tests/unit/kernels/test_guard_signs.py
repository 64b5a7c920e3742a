"""guard_signs: guards along a step are compared by sign."""

import math

import pytest

from simnon.kernels.control import TRIAL, WITHIN
from simnon.kernels.guard_signs import (
    guards_at,
    has_changed,
    sign,
)

from .guard_curves import BEFORE, cubic, dip, stepped


def test_a_sign_is_below_at_or_above_zero() -> None:
    assert [sign(x) for x in (-3.0, -1e-300, -0.0, 0.0, 1e-300, math.nan)] == [-1, -1, 0, 0, 1, 0]


def test_guards_at_a_fraction_are_those_of_its_time_and_state(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    guards_at(0.75, run.control, run.states, run.values, run.work, run.control.guards + 2 * WITHIN)
    assert run.guards(WITHIN) == [cubic(0.75), dip(0.75)]
    assert run.array_of_states(TRIAL) == [0.75]


def test_a_guard_has_changed_if_its_sign_differs_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stepped(monkeypatch, cubic, dip)
    run.set_guards(BEFORE, -1.0, 2.0)
    place = run.control.guards + 2 * WITHIN
    for guards, is_changed in [((-2.0, 1.0), False), ((1.0, 1.0), True), ((-1.0, -1.0), True), ((-1.0, 0.0), True)]:
        run.set_guards(WITHIN, *guards)
        assert has_changed(run.control, run.work, place) == is_changed
