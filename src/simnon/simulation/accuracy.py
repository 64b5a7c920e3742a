"""The accuracy of a run, from a comparison with one at a tighter tolerance, a different method and shorter steps.

The reference must not miss what the run misses: its steps are bounded, so that it checks conditions at different and
many more times, and its events are compared with those of the run, one by one.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from .options import RunOptions
from .outcome import EventEntry, StopReason

TIGHTER = 1e-3
MIN_TOLERANCE = 1e-12
USUAL_ATOL = 1e-9
"""For states that a mapping does not name."""
POINTS = 1000
MIN_STEPS = 2000
"""The reference takes at least this many steps,"""
STEPS_FOR_ONE = 2
"""plus this many for each step of the run."""
SPACINGS_OF_A_STEP = 8
"""Lower bound of its longest step, in spacings of floats at the times of the run."""
OTHER_METHOD = {"rodas5p": "rodas5p", "cvode": "rodas5p", "ida": "rodas5p", "dop853": "dopri5"}
"""The method to compare with; all others are compared with dop853."""


@frozen
class Accuracy:
    """The largest difference from the reference, absolute and relative to the largest value."""

    absolute: float
    relative: float


def grid_options(options: RunOptions) -> RunOptions:
    """The same run, recorded on the grid used for the comparison."""
    return replace(options, spacing=_grid(options) or None, spacing_variable="", marked="", record_from=None)


def reference_options(options: RunOptions, methods_used: str, steps: int, states: Sequence[str]) -> RunOptions:
    """The reference run: a thousandth of the tolerance, a different method, more steps; adaptive even if the run has a
    fixed step. `steps` is the number that the run took."""
    used = methods_used.split(", ")
    decisive = next((method for method in used if method == OTHER_METHOD.get(method)), used[-1])
    longest = (options.stop - options.start) / (MIN_STEPS + STEPS_FOR_ONE * steps)
    longest = max(longest, SPACINGS_OF_A_STEP * math.ulp(max(abs(options.start), abs(options.stop))))
    return replace(
        grid_options(options),
        method=OTHER_METHOD.get(decisive, "dop853"),
        rtol=min(options.rtol, max(MIN_TOLERANCE, TIGHTER * options.rtol)),
        atol=_tighter(options.atol, states),
        step=None,
        largest_step=min(options.largest_step, longest),
    )


def _tighter(atol: float | Mapping[str, float], states: Sequence[str]) -> float | dict[str, float]:
    if isinstance(atol, Mapping):
        return {name: TIGHTER * atol.get(name, USUAL_ATOL) for name in states}
    return TIGHTER * atol


def _grid(options: RunOptions) -> float:
    """The spacing of the compared records."""
    return options.spacing or (options.stop - options.start) / POINTS


def compare(
    time: Array,
    columns: Mapping[str, Array],
    reference: Mapping[str, Array],
    events: Sequence[EventEntry],
    reference_events: Sequence[EventEntry],
) -> dict[str, Accuracy]:
    """The accuracy of each variable. Records between the two times of one event are skipped: the modes differ there.

    They are not skipped if the times are farther apart than records, or if the runs have different events.
    """
    is_compared = np.ones(len(time), dtype=bool)
    spacing = float(time[1] - time[0]) if len(time) > 1 else 0.0
    own, others = _times_of_name(events), _times_of_name(reference_events)
    for name, times in own.items():
        other = others.get(name, np.empty(0))
        if len(times) == len(other):
            for first, last in zip(np.minimum(times, other), np.maximum(times, other), strict=True):
                if last - first <= spacing:
                    is_compared[np.searchsorted(time, first) : np.searchsorted(time, last, side="right")] = False
    found: dict[str, Accuracy] = {}
    for name, column in columns.items():
        with np.errstate(all="ignore"):
            difference = np.abs(column - reference[name])[is_compared]
        absolute = float(difference.max()) if len(difference) else 0.0
        largest = float(np.abs(reference[name]).max()) if len(time) else 0.0
        found[name] = Accuracy(absolute, absolute / largest if largest > 0.0 else absolute)
    return found


def disagreements(
    options: RunOptions,
    events: Sequence[EventEntry],
    reference_events: Sequence[EventEntry],
    stop: StopReason,
    reference_stop: StopReason,
) -> tuple[str, ...]:
    """Events that happen in only one of the runs, in words; empty if the runs agree."""
    apart = _grid(options)
    own, others = _times_of_name(events), _times_of_name(reference_events)
    found = []
    for name in dict.fromkeys((*others, *own)):
        nothing = np.empty(0)
        difference = _difference(own.get(name, nothing), others.get(name, nothing), apart)
        if difference:
            found.append(f"{name}: {difference}")
    if stop.code != reference_stop.code or abs(stop.time - reference_stop.time) > apart:
        found.append(
            f"the run ended at t = {stop.time:.12g} ({stop.code}), "
            f"the reference at t = {reference_stop.time:.12g} ({reference_stop.code})"
        )
    return tuple(found)


def _times_of_name(events: Sequence[EventEntry]) -> dict[str, Array]:
    times_of_name: dict[str, list[float]] = {}
    for entry in events:
        times_of_name.setdefault(entry.name, []).append(entry.time)
    return {name: np.array(times) for name, times in times_of_name.items()}


def _difference(own: Array, other: Array, apart: float) -> str:
    """How the times of one event differ; times no farther apart than records count as equal."""
    count = min(len(own), len(other))
    off = np.abs(own[:count] - other[:count])
    if len(own) == len(other):
        return f"the times differ by up to {off.max():.2g}" if (off > apart).any() else ""
    apart_at = np.flatnonzero(off > apart)
    first = int(apart_at[0]) if len(apart_at) else count
    at = min(float(times[first]) for times in (own, other) if first < len(times))
    return f"{len(own)} changes in the run, {len(other)} in the reference; they first differ at t = {at:.12g}"
