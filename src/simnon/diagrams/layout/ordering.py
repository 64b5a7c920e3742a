"""Columns -> the same with their items in an order that gives few crossings; the order of the text breaks ties."""

from collections import Counter

from ..diagram import FRAME, Diagram
from .columns import Columns, Item

_SWEEPS = 4


def order_columns(diagram: Diagram, columns: Columns) -> None:
    """Move each item to the mean position of what it is connected to, column by column, to and fro."""
    joined = _without_leaves(diagram, _neighbours(diagram, columns))
    wired = {pin.box for net in diagram.nets for pin in net.pins}
    # Boxes without connections come last, so that placing one does not move the others.
    is_lone = {id(item): item.box is not None and item.box.name not in wired for each in columns.items for item in each}
    for column in columns.items:
        column.sort(key=lambda item: (is_lone[id(item)], item.number))
    position = {id(item): float(i) for column in columns.items for i, item in enumerate(column)}
    for sweep in range(_SWEEPS):
        is_forward = sweep % 2 == 0
        for column in columns.items if is_forward else reversed(columns.items):
            keys = {id(item): _mean(joined[id(item)][0 if is_forward else 1], position, item) for item in column}
            column.sort(key=lambda item: (is_lone[id(item)], keys[id(item)], item.number))
            for i, item in enumerate(column):
                position[id(item)] = float(i)


def _mean(neighbours: list[Item], position: dict[int, float], item: Item) -> float:
    if not neighbours:
        return position[id(item)]
    return sum(position[id(each)] for each in neighbours) / len(neighbours)


def _without_leaves(
    diagram: Diagram, joined: dict[int, tuple[list[Item], list[Item]]]
) -> dict[int, tuple[list[Item], list[Item]]]:
    """A box with a single connection goes where the other end is; it does not pull that end to itself."""
    count = Counter(pin.box for net in diagram.nets for pin in net.pins)

    def kept(items: list[Item]) -> list[Item]:
        return [each for each in items if each.box is None or count[each.box.name] > 1] or items

    return {key: (kept(before), kept(after)) for key, (before, after) in joined.items()}


def _neighbours(diagram: Diagram, columns: Columns) -> dict[int, tuple[list[Item], list[Item]]]:
    """For each item, those of the same nets in the column before it and in the one after it."""
    found: dict[int, tuple[list[Item], list[Item]]] = {
        id(item): ([], []) for column in columns.items for item in column
    }
    box_items = {item.box.name: item for column in columns.items for item in column if item.box is not None}
    by_net: dict[int, dict[int, list[Item]]] = {}
    for number, net in enumerate(diagram.nets):
        for name in dict.fromkeys(pin.box for pin in net.pins if pin.box != FRAME):
            by_net.setdefault(number, {}).setdefault(columns.column_of[name], []).append(box_items[name])
    for number, column in enumerate(columns.items):
        for item in column:
            if item.box is None:
                by_net.setdefault(item.net, {}).setdefault(number, []).append(item)
    for items_of_column in by_net.values():
        for number, items in items_of_column.items():
            for other in items_of_column.get(number + 1, []):
                for item in items:
                    found[id(item)][1].append(other)
                    found[id(other)][0].append(item)
    return found
