"""Strokes of several curves -> their labels, each beside its own curve, where it covers nothing.

The surface between the axes is divided into small squares; a label takes the first position along its curve at which
all squares under it are free. If one of the labels finds none, there are none: the curves have a legend instead.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Array

from .drawing import Anchor, Stroke, Surface, Text
from .paths import Viewport
from .pens import words_pen

MAX_LABELS = 6
ALONG = (0.72, 0.6, 0.82, 0.5, 0.4, 0.9, 0.3, 0.66, 0.55, 0.45, 0.77, 0.35, 0.2)
"""Fractions of the width at which a label is tried, the best first: late, where curves have diverged."""
APART = 0.75
"""How far the middle of a label is from its curve, in heights of a line."""
CROWDED = 2.0
"""Curves that go through each square so often, on average, leave no space for labels."""


def place_labels(
    strokes: Sequence[Stroke], labels: Sequence[str], words: Sequence[Text], window: Viewport, surface: Surface
) -> list[Text]:
    """A label for each curve, none over the `words` that stand there, or none at all if one of them does not fit."""
    if not 1 < len(labels) <= MAX_LABELS:
        return []
    squares = _Squares(window, surface.line_height / 4)
    if squares.are_crowded_by(strokes):
        return []
    for stroke in strokes:
        squares.take_line(stroke.x, stroke.y)
    for each in words:
        squares.take_box(*_box(each, surface))
    placed = []
    for stroke, label in zip(strokes, labels, strict=True):
        others = [other for other in strokes if other is not stroke]
        text = next(_free_texts(stroke, others, label, window, squares, surface), None)
        if text is None:
            return []
        squares.take_box(*_box(text, surface))
        placed.append(text)
    return placed


def _free_texts(
    stroke: Stroke, others: Sequence[Stroke], label: str, window: Viewport, squares: "_Squares", surface: Surface
) -> Iterator[Text]:
    """Where the label covers nothing, and the curve is so far from the others that it is clear whose label it is."""
    assert stroke.pen.curve is not None
    width = window.right - window.left
    for at in (window.left + share * width for share in ALONG):
        middle = _height_at(stroke, at)
        near = [abs(_height_at(other, at) - middle) for other in others]
        if not np.isfinite(middle) or any(distance < 1.2 * surface.line_height for distance in near):
            continue
        # Beside a steep curve a label fits if it begins or ends there.
        for anchor, side in product((Anchor.MIDDLE, Anchor.START, Anchor.END), (-1.0, 1.0)):
            height = middle + side * APART * surface.line_height
            text = Text(label, at, height, words_pen(stroke.pen.curve, surface), anchor)
            if squares.is_free(*_box(text, surface)):
                yield text


def _height_at(stroke: Stroke, at: float) -> float:
    """The height of the curve at `at`, of the first of its lines that passes there; nan if none does."""
    x, y = stroke.x, stroke.y
    passing = np.flatnonzero((x[:-1] - at) * (x[1:] - at) <= 0.0)
    if not len(passing):
        return float("nan")
    i = int(passing[0])
    share = (at - x[i]) / (x[i + 1] - x[i]) if x[i + 1] != x[i] else 0.0
    return float(y[i] + share * (y[i + 1] - y[i]))


def _box(text: Text, surface: Surface) -> tuple[float, float, float, float]:
    length, tall = surface.width_of(text.words), 0.42 * surface.line_height
    left = text.x - text.anchor.value * length
    return left - surface.gap, text.y - tall, left + length + surface.gap, text.y + tall


class _Squares:
    """Which squares between the axes are taken; outside the axes all are."""

    def __init__(self, window: Viewport, side: float) -> None:
        self._window, self._side = window, side
        columns = max(1, int((window.right - window.left) / side))
        rows = max(1, int((window.bottom - window.top) / side))
        self._taken: NDArray[np.bool_] = np.zeros((rows + 1, columns + 1), bool)

    def are_crowded_by(self, strokes: Sequence[Stroke]) -> bool:
        lengths = (np.nansum(np.maximum(np.abs(np.diff(each.x)), np.abs(np.diff(each.y)))) for each in strokes)
        return float(sum(lengths)) > CROWDED * self._taken.size * self._side

    def take_line(self, x: Array, y: Array) -> None:
        """Every square the line goes through, by points as close as the squares."""
        is_line = np.isfinite(x[1:] + x[:-1] + y[1:] + y[:-1])
        x0, y0, dx, dy = x[:-1][is_line], y[:-1][is_line], np.diff(x)[is_line], np.diff(y)[is_line]
        counts = 1 + (np.maximum(np.abs(dx), np.abs(dy)) / self._side).astype(np.intp)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        share = (np.arange(counts.sum()) - starts) / np.repeat(counts, counts)
        across, down = (
            np.repeat(x0, counts) + share * np.repeat(dx, counts),
            np.repeat(y0, counts) + share * np.repeat(dy, counts),
        )
        self._taken[self._rows(down), self._columns(across)] = True

    def take_box(self, left: float, top: float, right: float, bottom: float) -> None:
        self._taken[self._span(left, top, right, bottom)] = True

    def is_free(self, left: float, top: float, right: float, bottom: float) -> bool:
        window = self._window
        is_inside = left >= window.left and right <= window.right and top >= window.top and bottom <= window.bottom
        return is_inside and not self._taken[self._span(left, top, right, bottom)].any()

    def _span(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        (first, last), (above, below) = self._columns(np.array([left, right])), self._rows(np.array([top, bottom]))
        return slice(int(above), int(below) + 1), slice(int(first), int(last) + 1)

    def _columns(self, x: Array) -> NDArray[np.intp]:
        return np.clip((x - self._window.left) / self._side, 0, self._taken.shape[1] - 1).astype(np.intp)

    def _rows(self, y: Array) -> NDArray[np.intp]:
        return np.clip((y - self._window.top) / self._side, 0, self._taken.shape[0] - 1).astype(np.intp)
