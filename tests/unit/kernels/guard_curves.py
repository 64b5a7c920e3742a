"""Runs with a step along which the guards are known curves."""

import math
from collections.abc import Callable

import pytest

from simnon.kernels import Control
from simnon.kernels.control import NEW, QUARTERS, WINDOW_END, WINDOW_START
from simnon.kernels.subset import Array
from simnon.kernels.windows import (
    is_quiet,
)
from simnon.program import GuardSlot, Layout
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

Curve = Callable[[float], float]
BEFORE, AFTER = 0, 1
TIME, TAKEN = 2.0, 0.5


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


def windowed(run: BegunRun, low: float, width: float, *curves: Curve) -> BegunRun:
    """The guards at the quarters and at both ends of a window are in place."""
    for place, slice_from in (
        (WINDOW_START, 0.0),
        (QUARTERS, 0.25),
        (QUARTERS + 1, 0.5),
        (QUARTERS + 2, 0.75),
        (WINDOW_END, 1.0),
    ):
        run.set_guards(place, *(curve(low + slice_from * width) for curve in curves))
    return run


def wave(s: float) -> float:
    return math.cos(40.0 * s) + 0.5


def quiet(run: BegunRun, *values: float) -> bool:
    for place, value in zip((WINDOW_START, QUARTERS, QUARTERS + 1, QUARTERS + 2, WINDOW_END), values, strict=True):
        run.set_guards(place, value)
    return is_quiet(run.control.guards + WINDOW_START, run.control.guards + WINDOW_END, run.control, run.work)


def values_of(curve: Curve) -> list[float]:
    return [curve(0.25 * k) for k in range(5)]
