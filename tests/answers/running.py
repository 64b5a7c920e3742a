"""Texts -> runs, and the values that the answer tests check; a text is compiled once."""

from functools import cache
from importlib.util import find_spec

import numpy as np

import simnon
from simnon import Model
from simnon.kernels import METHODS
from simnon.simulation import EventEntry, Trajectory
from tests.seeds import these_fast

HAS_SUNDIALS = find_spec("sksundae") is not None
ADAPTIVE = tuple(name for name, method in METHODS.items() if not (method.is_fixed or method.has_library_steps))
LIBRARY_METHODS = tuple(name for name, method in METHODS.items() if method.has_library_steps and HAS_SUNDIALS)
"""Those of SUNDIALS, if it is installed: multistep methods for stiff systems, less exact for others."""
PRESENT = tuple(name for name, method in METHODS.items() if HAS_SUNDIALS or not method.has_library_steps)
METHOD_CASES = these_fast(PRESENT, *(name for name in PRESENT if name not in LIBRARY_METHODS))
"""Every method; those of a library, whose steps are taken one by one in Python, only in the slow tests."""
ADAPTIVE_CASES = these_fast(ADAPTIVE, "dopri5", "rodas5p")
"""An explicit and an implicit method in the fast tests, all in the slow ones."""
FIXED = tuple(name for name, method in METHODS.items() if method.is_fixed)


@cache
def loaded(*texts: str) -> Model:
    return simnon.load(*texts)


def run(text: str, stop: float, start: float = 0.0, **options: object) -> Trajectory:
    """A run from `start` to `stop` that must not end early."""
    found = loaded(text).simulate(start, stop, **options)  # type: ignore[arg-type]
    assert found.stop.kind.value in ("end", "condition"), found.stop
    return found


def ended(text: str, stop: float, start: float = 0.0, **options: object) -> Trajectory:
    """A run that can end in any way."""
    return loaded(text).simulate(start, stop, **options)  # type: ignore[arg-type]


def after(found: Trajectory, name: str, time: float) -> float:
    """The last value recorded at a time that is in the record, or before it: at an event, that after it."""
    return float(found[name][np.flatnonzero(found.t <= time)[-1]])


def before(found: Trajectory, name: str, time: float) -> float:
    """The first value recorded at a time that is in the record: at an event, that before it."""
    return float(found[name][np.flatnonzero(found.t >= time)[0]])


def final(found: Trajectory, name: str) -> float:
    """The value at the end, by a name that can omit the system."""
    return found.final[found.lookup.find(name)]


def times_of(found: Trajectory, name: str) -> list[float]:
    """When the variable, or the comparison, changed at an event."""
    return [entry.time for entry in found.events if entry.name == name]


def changes_of(found: Trajectory, name: str) -> list[tuple[float, float]]:
    """The values of the variable, or the comparison, before and after each change."""
    return [(entry.before, entry.after) for entry in found.events if entry.name == name]


def rising(found: Trajectory, name: str) -> list[EventEntry]:
    return [entry for entry in found.events if entry.name == name and entry.direction > 0]
