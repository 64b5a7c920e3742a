"""Boxes -> their sizes on the page: by their names, their ports, and what is inside them."""

from .diagram import Box, BoxKind, Side
from .layout import GRID, LETTER

SMALLEST = 6 * GRID
MAX_TEXT = 40
"""Letters of a formula that are shown."""


def closed_size(box: Box) -> tuple[float, float]:
    """The size of a box with its icon, name and terminals."""
    rows = max(len(box.on(Side.LEFT)), len(box.on(Side.RIGHT)))
    if box.kind is BoxKind.VALUE:
        return on_grid(len(box.text[:MAX_TEXT]) * LETTER + 2 * GRID), 2.0 * GRID
    if box.kind is BoxKind.FORMULA:
        return on_grid(len(box.text[:MAX_TEXT]) * LETTER + 2 * GRID), max(2.0 * GRID, 2.0 * GRID * rows)
    left = max((len(port.name) for port in box.on(Side.LEFT)), default=0)
    right = max((len(port.name) for port in box.on(Side.RIGHT)), default=0)
    width = max(SMALLEST, (left + right) * LETTER + 5 * GRID, len(box.label) * LETTER + GRID)
    return on_grid(width), max(5.0 * GRID, 2.0 * GRID * rows)


def on_grid(value: float) -> float:
    """The next multiple of the grid."""
    return float(-(-value // GRID) * GRID)
