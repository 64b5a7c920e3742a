"""Instants of runs with a few modes, events and samplers, for the tests of event iteration."""

import math

import pytest

from simnon.kernels.subset import Array
from simnon.program import (
    EventSlots,
    GuardSlot,
    Layout,
    SamplerSlots,
    StopSlots,
    TimeEventSlot,
)
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, Entry, begun, put_entries, state_slots

MODES = (10, 11)
START, NOW, STOP = 1.0, 3.0, 11.0
ULP = math.ulp(NOW)
TOLERANCE = 8.0 * ULP
BEFORE, CUT = 0, 2


def instant(
    patch: pytest.MonkeyPatch,
    layout: Layout,
    *,
    states: tuple[float, ...] = (),
    is_cut: bool = False,
    **entries: Entry,
) -> BegunRun:
    """A run from 1 to 11 that has come to an instant at 3, not its first."""
    put_entries(patch, **entries)
    run = begun(layout, RunOptions(START, STOP, method="dopri5"), states=states)
    control = run.control
    control.time = control.reached = NOW
    control.taken, control.events, control.is_cut, control.has_changed = 0.5, 4.0, is_cut, False
    return run


def by_state(time: float, states: Array, values: Array, out: Array) -> None:
    """Modes: whether the first state is positive, and whether the time is past 3."""
    out[0] = 1.0 if states[0] > 0.0 else 0.0
    out[1] = 1.0 if time > NOW else 0.0


def slope(*slopes: float) -> Entry:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        for i, number in enumerate(slopes):
            out[i] = number

    return derivatives


TIMED = Layout(modes=MODES, time_events=(TimeEventSlot(0, "", (11,)), TimeEventSlot(1, "", ())))


def at_instants(run: BegunRun, *instants: float) -> BegunRun:
    for i, time in enumerate(instants):
        run.work[run.control.instants + i] = time
    return run


def relay(patch: pytest.MonkeyPatch) -> BegunRun:
    def derivatives(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if values[10] < 1.0 else -1.0

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        out[0] = 1.0 if states[0] > 0.0 else 0.0

    layout = Layout(states=state_slots(1), modes=(10,))
    return instant(patch, layout, states=(0.0,), modes=modes, derivatives=derivatives)


def able_to_slide(run: BegunRun) -> BegunRun:
    control = run.control
    control.may_slide, control.previous_modes, control.guards_of_modes = True, len(run.work), len(run.plan.numbers)
    run.work.extend([-1e-100] * control.mode_count)
    run.plan.numbers.extend([0.0, -1.0, 1.0])
    return run


def crossing(patch: pytest.MonkeyPatch, at: float, slope_of_state: float, before: float) -> BegunRun:
    """The second guard is the second state, which was `before` ahead of a step of 0.5 that was cut where it is `at`."""

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        out[0], out[1] = 5.0, states[1] + values[20] - 10.0 * time

    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = 10.0 * time

    layout = Layout(states=state_slots(2), guards=(GuardSlot(0, "", ()), GuardSlot(1, "", ())))
    slopes = slope(0.0, slope_of_state)
    run = instant(patch, layout, states=(7.0, at), is_cut=True, guards=guards, times=times, derivatives=slopes)
    run.set_guards(BEFORE, 5.0, before)
    return run


EVENTS = (EventSlots("", 0, ((1, 30),), ((40, 31), (41, 32))), EventSlots("", 1, ((0, 33),), ()))


def truths(*expected: float) -> Entry:
    def conditions(time: float, states: Array, values: Array, out: Array) -> None:
        assert time == NOW
        for i, truth in enumerate(expected):
            out[i] = truth

    return conditions


SAMPLED = Layout(
    events=EVENTS[1:],
    stops=(StopSlots(1, ""),),
    samplers=(SamplerSlots("", 20, range(2, 2), (), 0), SamplerSlots("", None, range(2, 5), (), 0)),
)


def events_of_test(time: float, states: Array, values: Array, out: Array) -> None:
    """The first WHEN sets the second state and two slots, the second WHEN the first state."""
    assert time == NOW
    values[30], values[31], values[32] = states[0], 5.0, 6.0
    values[33] = states[1]
