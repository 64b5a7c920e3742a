"""The record of a run that has settled on an orbit -> its period, and the last round as a first guess."""

import numpy as np

from simnon.program import Array
from simnon.source import UserError, require

from .equations import HasField, Orbit
from .profile import Profile, nodes_of
from .starting import DEGREE

FINER = 4
"""The record is looked at so many times between two of its points."""
NEAR, SAME = 0.2, 1e-3
"""A run comes back if it passes its end at this distance, relative to the ranges; closer than that is as good."""
BETTER = 10.0
"""A shorter round counts if it is at most this many times as far from closing as the best one."""
AT_REST = 1e-6
INTERVALS = 20, 200
FEWEST = 20


def fine_times(times: Array) -> Array:
    """The times of a record and some in between; two points at one time are a jump."""
    shares = np.arange(FINER) / FINER
    found = np.append((times[:-1, None] + np.diff(times)[:, None] * shares).ravel(), times[-1])
    return np.unique(found)


def find_period(times: Array, states: Array, velocity: Array) -> float:
    """How long ago the run was where it ended, moving in the same direction; `velocity` is that at the end."""
    if len(times) < FEWEST:
        raise _no_period("the record of the run has too few points")
    half = states[len(states) // 2 :]
    ranges = np.ptp(half, axis=0)
    sizes = np.maximum(np.abs(half).max(axis=0), 1e-300)
    moving = ranges > AT_REST * sizes
    if not moving.any():
        raise UserError(
            "no-cycle", "the run ends at rest, not on a periodic orbit", "change a parameter, or start elsewhere"
        )
    offset = (states - states[-1])[:, moving] / ranges[moving]
    ahead = offset @ (velocity[moving] / ranges[moving])
    # The section through the end, across the velocity there, is passed upwards; not counting the end itself.
    passed = np.flatnonzero((ahead[:-1] < 0.0) & (ahead[1:] >= 0.0) & (times[1:] < times[-1]))
    shares = ahead[passed] / (ahead[passed] - ahead[passed + 1])
    at = times[passed] + shares * (times[passed + 1] - times[passed])
    distances = np.linalg.norm(offset[passed] + shares[:, None] * (offset[passed + 1] - offset[passed]), axis=1)
    # Close to the end the run has not left it.
    has_left = np.array([np.linalg.norm(offset[i:], axis=1).max() > NEAR for i in passed], dtype=bool)
    is_near = has_left & (distances <= max(SAME, BETTER * float(distances[has_left].min(initial=np.inf))))
    if not (is_near & (distances < NEAR)).any():
        raise _no_period("the run does not come back to where it ended")
    return float(times[-1] - at[np.flatnonzero(is_near)[-1]])


def _no_period(text: str) -> UserError:
    return UserError("no-cycle", text, "run for longer until it repeats itself, or give the period")


def last_round(field: HasField, times: Array, states: Array, period: float) -> Orbit:
    """The end of the run, closed, on a mesh that is as dense as its steps; nothing happens in it."""
    start = times[-1] - period
    if start < times[0]:
        raise _no_period(f"the run is shorter than the period, {period:g}")
    kept = np.append(np.diff(times) > 0.0, True) & (times >= times[np.searchsorted(times, start, side="right") - 1])
    times, states = times[kept], states[kept]
    steps = np.interp([start, times[-1]], times, np.arange(len(times)))
    count = int(np.clip((steps[1] - steps[0]) / 2, *INTERVALS))
    mesh = (np.interp(np.linspace(steps[0], steps[1], count + 1), np.arange(len(times)), times) - start) / period
    mesh[0], mesh[-1] = 0.0, 1.0
    nodes = nodes_of(mesh, DEGREE)
    splines = require("scipy.interpolate", "the orbit of a run", "studies")
    curve = splines.CubicHermiteSpline(times, states, field.values(states, np.zeros((len(states), 0))))
    gap = curve(times[-1]) - curve(start)
    return Orbit(Profile(mesh, curve(start + period * nodes) - gap * nodes[:, None]), period, np.zeros(0))
