"""A curve of a run -> its pieces, each with the shade of its time: a phase plane that shows the time as colour."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from simnon.figures import Array, Curve

PIECES = 64
"""As many shades as an eye can tell apart in a map."""


def shaded_by_time(curve: Curve, t: Array, low: float, high: float) -> Iterator[Curve]:
    """From `low`, the lightest, to `high`; a piece begins where the one before ends. A key tells what they mean."""
    if len(t) < 2 or not high > low:
        yield replace(curve, label="", shade=0.5)
        return
    number = np.minimum((t - low) / (high - low) * PIECES, PIECES - 1).astype(np.int64)
    starts = np.unique(np.concatenate(([0], np.flatnonzero(np.diff(number)) + 1)))
    for start, stop in zip(starts, (*starts[1:], len(t)), strict=True):
        piece = slice(int(start), min(int(stop) + 1, len(t)))
        shade = (int(number[start]) + 0.5) / PIECES
        yield replace(curve, label="", x=curve.x[piece], y=curve.y[piece], shade=shade)
