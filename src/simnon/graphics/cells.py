"""Cells -> shades on the surface, and the key that explains them."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Array, Cells, edges_between

from .drawing import Part, Shades, Surface, Text
from .palette import axis_pen
from .paths import Scale
from .words import clean, shortened

MAX_CELLS = 256
"""The maximum number drawn along an axis; larger maps are subsampled."""
LEVELS = 32
"""The number of distinct shades; neighbouring cells with the same shade are drawn as one."""
LETTERS_OF_A_KEY = 16


def draw_cells(cells: Cells, across: Scale, down: Scale) -> Iterator[Shades]:
    columns, rows = _shown(len(cells.x)), _shown(len(cells.y))
    if not len(columns) or not len(rows):
        return
    low, high = extent(cells.values)
    values = cells.values[np.ix_(rows, columns)][::-1]
    x = across.place(edges_between(cells.x[columns]))
    y = down.place(edges_between(cells.y[rows]))[::-1]
    darkness = (values - low) / (high - low) if high > low else np.where(np.isfinite(values), 0.5, np.nan)
    yield Shades(
        np.clip(x, min(across.start, across.end), max(across.start, across.end)),
        np.clip(y, min(down.start, down.end), max(down.start, down.end)),
        np.round(darkness * (LEVELS - 1)) / (LEVELS - 1),
    )


def draw_key(cells: Cells, left: float, right: float, top: float, surface: Surface) -> Iterator[Part]:
    """The label, and a strip of all shades between the smallest and the largest number."""
    low, high = extent(cells.values)
    pen = axis_pen(surface.pen_width)
    label = f"{cells.label} [{cells.unit}]" if cells.unit else cells.label
    blank, middle = surface.width_of(" "), top + surface.line_height / 2
    strip = LETTERS_OF_A_KEY * surface.width_of("0")
    numbers = (f"{low:.4g}", f"{high:.4g}")
    space = right - left - strip - 4 * blank - sum(map(surface.width_of, numbers))
    before = f"{shortened(clean(label), max(space, 0.0), surface)}  {numbers[0]}".strip()
    yield Text(before, left, middle, pen)
    start = left + surface.width_of(before) + blank
    edges = np.linspace(start, start + strip, LETTERS_OF_A_KEY + 1)
    height = np.array([top + 0.15 * surface.line_height, top + 0.85 * surface.line_height])
    yield Shades(edges, height, np.linspace(0.0, 1.0, LETTERS_OF_A_KEY)[None, :])
    yield Text(numbers[1], start + strip + blank, middle, pen)


def extent(values: Array) -> tuple[float, float]:
    """The smallest and the largest number; zeros if there is none."""
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)


def _shown(count: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    if count <= MAX_CELLS:
        return np.arange(count)
    return np.linspace(0, count - 1, MAX_CELLS).round().astype(np.intp)
