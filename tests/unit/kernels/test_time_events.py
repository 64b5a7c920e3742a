"""time_events: an instant known in advance is neither missed nor repeated."""

import pytest

from simnon.kernels.time_events import (
    NEVER,
    forget_time_events,
    is_time_event_here,
    is_time_event_late,
)

from .instants import NOW, TIMED, TOLERANCE, ULP, at_instants, instant


def test_a_time_event_is_recognised_within_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    run = instant(monkeypatch, TIMED)
    for time, is_here in [
        (NOW, True), (NOW + TOLERANCE, True), (NOW - TOLERANCE, True), (NOW + 9 * ULP, False), (NOW - 9 * ULP, False),
    ]:  # fmt: skip
        assert is_time_event_here(run.control, at_instants(run, NEVER, time).work, TOLERANCE) == is_here


def test_a_time_event_that_is_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED), NOW - TOLERANCE, NOW + 9 * ULP)
    forget_time_events(run.control, run.work, TOLERANCE)
    first = run.control.instants
    assert list(run.work[first : first + 2]) == [NEVER, NOW + 9 * ULP]
    at_instants(run, NOW - 9 * ULP, NOW + TOLERANCE)
    forget_time_events(run.control, run.work, TOLERANCE)
    assert list(run.work[first : first + 2]) == [NOW - 9 * ULP, NEVER]


def test_a_time_event_is_late_until_one_of_its_modes_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    run = at_instants(instant(monkeypatch, TIMED), NOW, NEVER)
    found = run.control.found

    def is_late() -> bool:
        return is_time_event_late(run.control, run.plan, run.values, run.work, TOLERANCE)

    assert is_late()
    run.work[found] = 1.0
    assert is_late()
    run.work[found + 1] = 1.0
    assert not is_late()
    run.work[found + 1] = 0.0
    at_instants(run, NOW + 9 * ULP, NOW)
    assert not is_late()
    at_instants(run, NOW - TOLERANCE, NOW)
    assert is_late()
