"""How accurate a run is: compared with one at a tighter tolerance and with another method."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from .options import RunOptions
from .outcome import EventEntry

TIGHTER = 1e-3
LEAST_TOLERANCE = 1e-12
POINTS = 1000
OTHER_METHOD = {"rodas5p": "rodas5p", "cvode": "rodas5p", "ida": "rodas5p", "dop853": "dopri5"}
"""What to compare with; everything else is compared with dop853."""


@frozen
class Accuracy:
    """The largest difference from the reference, and the same as a part of the largest value."""

    absolute: float
    relative: float


def grid_options(options: RunOptions) -> RunOptions:
    """The same run, recorded on the grid on which it is compared."""
    return replace(options, spacing=options.spacing or (options.stop - options.start) / POINTS or None)


def reference_options(options: RunOptions, methods_used: str) -> RunOptions:
    """A run to compare with: a thousandth of the tolerance, another method, for a fixed step an adaptive one."""
    used = methods_used.split(", ")
    telling = next((method for method in used if method == OTHER_METHOD.get(method)), used[-1])
    atol = options.atol
    return replace(
        grid_options(options),
        method=OTHER_METHOD.get(telling, "dop853"),
        rtol=max(LEAST_TOLERANCE, TIGHTER * options.rtol),
        atol={n: TIGHTER * v for n, v in atol.items()} if isinstance(atol, Mapping) else TIGHTER * atol,
        step=None,
    )


def compare(
    time: Array,
    columns: Mapping[str, Array],
    reference: Mapping[str, Array],
    events: Sequence[EventEntry],
    reference_events: Sequence[EventEntry],
) -> dict[str, Accuracy]:
    """For each variable; between the two times of one event the runs are in different modes and are not compared."""
    is_compared = np.ones(len(time), dtype=bool)
    for own, other in zip(events, reference_events, strict=False):
        first, last = sorted((own.time, other.time))
        is_compared &= ~((time >= first) & (time <= last))
    found: dict[str, Accuracy] = {}
    for name, column in columns.items():
        with np.errstate(all="ignore"):
            difference = np.abs(column - reference[name])[is_compared]
        absolute = float(difference.max()) if len(difference) else 0.0
        largest = float(np.abs(reference[name]).max()) if len(time) else 0.0
        found[name] = Accuracy(absolute, absolute / largest if largest > 0.0 else absolute)
    return found
