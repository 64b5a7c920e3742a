"""Ordered columns -> the height at which each item stands, so that most wires are straight.

In turn each column takes the heights its neighbours ask for. Those that keep the order and the distances, and differ
least from what was asked, are found by merging neighbours that would overlap (isotonic regression).
"""

from dataclasses import dataclass

from ..diagram import FRAME, Diagram
from .columns import Columns, Item
from .placed import GRID, NAME_HEIGHT

_SWEEPS = 6
PASSAGE = GRID
_GAP = GRID


@dataclass(slots=True)
class Extent:
    """Of an item: its height, that of each of its ports below its top, and the room for its sheets above it."""

    height: float
    ports: dict[str, float]
    head: float = 0.0


def place_rows(diagram: Diagram, columns: Columns, extents: dict[str, Extent]) -> dict[int, float]:
    """The top of each item, by its id."""
    top: dict[int, float] = {}
    for column in columns.items:
        y = 0.0
        for item in column:
            top[id(item)] = y + _head(item, extents)
            y += _height(item, extents)
    asked = _wishes(diagram, columns, extents)
    for sweep in range(_SWEEPS):
        is_forward = sweep % 2 == 0
        for column in columns.items if is_forward else reversed(columns.items):
            wished = []
            for item in column:
                both = asked[id(item)]
                near = both[0 if is_forward else 1] if sweep < _SWEEPS - 2 else [*both[0], *both[1]]
                values = sorted(top[id(other)] + theirs - mine for other, theirs, mine in near)
                wished.append(values[len(values) // 2] if values else top[id(item)])
            for item, y in zip(column, _apart(column, wished, extents), strict=True):
                top[id(item)] = y
    lowest = min(top.values(), default=0.0)
    return {key: _on_grid(y - lowest) for key, y in top.items()}


def _on_grid(y: float) -> float:
    return float(int(y / GRID + 0.5) * GRID)


def _height(item: Item, extents: dict[str, Extent]) -> float:
    """With the room above and below it."""
    if item.box is None:
        return PASSAGE
    return _head(item, extents) + extents[item.box.name].height + NAME_HEIGHT + _GAP


def _head(item: Item, extents: dict[str, Extent]) -> float:
    return 0.0 if item.box is None else extents[item.box.name].head


def _apart(column: list[Item], wished: list[float], extents: dict[str, Extent]) -> list[float]:
    offset, offsets = 0.0, []
    for item in column:
        offsets.append(offset + _head(item, extents))
        offset += _height(item, extents)
    blocks: list[list[float]] = []
    for y, moved in zip(wished, offsets, strict=True):
        blocks.append([y - moved, 1.0])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            value, weight = blocks.pop()
            before = blocks[-1]
            before[0] = (before[0] * before[1] + value * weight) / (before[1] + weight)
            before[1] += weight
    values = [value for value, weight in blocks for _ in range(int(weight))]
    return [_on_grid(value) + moved for value, moved in zip(values, offsets, strict=True)]


Wish = tuple[Item, float, float]
"""Another item, the height of its end of the wire, and the height of one's own."""


def _wishes(diagram: Diagram, columns: Columns, extents: dict[str, Extent]) -> dict[int, tuple[list[Wish], list[Wish]]]:
    """What an item is connected to in the columns before and after it."""
    found: dict[int, tuple[list[Wish], list[Wish]]] = {
        id(item): ([], []) for column in columns.items for item in column
    }
    items = {item.box.name: item for column in columns.items for item in column if item.box is not None}
    ends: dict[int, dict[int, list[tuple[Item, float]]]] = {}
    for number, net in enumerate(diagram.nets):
        for pin in net.pins:
            if pin.box != FRAME:
                end = (items[pin.box], extents[pin.box].ports[pin.port])
                ends.setdefault(number, {}).setdefault(columns.column_of[pin.box], []).append(end)
    for number, column in enumerate(columns.items):
        for item in column:
            if item.box is None:
                ends.setdefault(item.net, {}).setdefault(number, []).append((item, PASSAGE / 2))
    for ends_of_column in ends.values():
        for number, here in ends_of_column.items():
            for other, theirs in ends_of_column.get(number + 1, []):
                for item, mine in here:
                    found[id(item)][1].append((other, theirs, mine))
                    found[id(other)][0].append((item, mine, theirs))
    return found
