"""Cells -> shades on the surface, and the key that explains them."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Area, Array, Cells, Key, edges_between

from .drawing import Part, Shades, Surface, Text
from .paths import Scale
from .pens import ink_pen
from .words import Name, shortened

MAX_CELLS = 256
"""The maximum number drawn along an axis; larger maps are subsampled."""
LEVELS = 32
"""The number of distinct shades; neighbouring cells with the same shade are drawn as one."""
LETTERS_OF_A_KEY = 16


def draw_cells(cells: Cells, across: Scale, down: Scale) -> Iterator[Shades]:
    columns, rows = _shown(len(cells.x)), _shown(len(cells.y))
    if not len(columns) or not len(rows):
        return
    low, high = _ends(cells)
    values = cells.values[np.ix_(rows, columns)][::-1]
    x = across.place(edges_between(cells.x[columns]))
    y = down.place(edges_between(cells.y[rows]))[::-1]
    darkness = (values - low) / (high - low) if high > low else np.where(np.isfinite(values), 0.5, np.nan)
    yield Shades(
        np.clip(x, min(across.start, across.end), max(across.start, across.end)),
        np.clip(y, min(down.start, down.end), max(down.start, down.end)),
        np.round(darkness * (LEVELS - 1)) / (LEVELS - 1),
    )


def key_of(area: Area) -> Key | None:
    """What the shades of an area stand for: those of its map, or of its curves."""
    if area.cells is None:
        return area.key
    return Key(area.cells.label, area.cells.unit, *_ends(area.cells), area.cells.names)


def _ends(cells: Cells) -> tuple[float, float]:
    """What has the lightest and the darkest shade: with names the first and the last of them, present or not."""
    return (0.0, len(cells.names) - 1.0) if cells.names else extent(cells.values)


def draw_key(key: Key, left: float, right: float, top: float, surface: Surface) -> Iterator[Part]:
    """The label, and a strip of all shades between the smallest and the largest number, or a patch for each name."""
    if key.names:
        yield from _draw_names(key.names, left, right, top, surface)
        return
    label = Name(key.label, key.unit).in_brackets()
    blank, middle = surface.width_of(" "), top + surface.line_height / 2
    strip = LETTERS_OF_A_KEY * surface.width_of("0")
    numbers = (f"{key.low:.4g}", f"{key.high:.4g}")
    space = right - left - strip - 4 * blank - sum(map(surface.width_of, numbers))
    before = f"{shortened(label, max(space, 0.0), surface)}  {numbers[0]}".strip()
    yield Text(before, left, middle, ink_pen(surface))
    start = left + surface.width_of(before) + blank
    edges = np.linspace(start, start + strip, LETTERS_OF_A_KEY + 1)
    height = np.array([top + 0.15 * surface.line_height, top + 0.85 * surface.line_height])
    yield Shades(edges, height, np.linspace(0.0, 1.0, LETTERS_OF_A_KEY)[None, :])
    yield Text(numbers[1], start + strip + blank, middle, ink_pen(surface))


def _draw_names(names: tuple[str, ...], left: float, right: float, top: float, surface: Surface) -> Iterator[Part]:
    blank, middle = surface.width_of(" "), top + surface.line_height / 2
    patch, share = 2 * surface.width_of("0"), (right - left) / len(names)
    height = np.array([top + 0.15 * surface.line_height, top + 0.85 * surface.line_height])
    start = left
    for number, name in enumerate(names):
        darkness = number / (len(names) - 1) if len(names) > 1 else 0.5
        label = shortened(name, max(share - patch - 3 * blank, 0.0), surface)
        yield Shades(np.array([start, start + patch]), height, np.array([[darkness]]))
        yield Text(label, start + patch + blank, middle, ink_pen(surface))
        start += patch + surface.width_of(label) + 3 * blank


def extent(values: Array) -> tuple[float, float]:
    """The smallest and the largest number; zeros if there is none."""
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)


def _shown(count: int) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    if count <= MAX_CELLS:
        return np.arange(count)
    return np.linspace(0, count - 1, MAX_CELLS).round().astype(np.intp)
