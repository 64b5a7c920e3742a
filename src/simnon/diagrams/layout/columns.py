"""Diagram -> columns of boxes from left to right, and the rows in which wires pass columns.

A net occupies channels: channel c is the gap to the left of column c. It needs a row of its own, a passage, in each
column between its first and its last channel, whatever its direction: wires forward, backward and around are one case.
"""

from dataclasses import dataclass, field

from ..diagram import FRAME, Box, Diagram, Net, Side


@dataclass(slots=True)
class Item:
    """A box, or the passage of a net through a column."""

    number: int
    box: Box | None
    net: int = -1


@dataclass(slots=True)
class Columns:
    """`items` are by column, from the top; `channels` has, for each net, its first and last channel."""

    items: list[list[Item]] = field(default_factory=list)
    channels: list[tuple[int, int]] = field(default_factory=list)
    column_of: dict[str, int] = field(default_factory=dict)


_ROWS_OF_LONE_BOXES = 6


def make_columns(diagram: Diagram) -> Columns:
    numbers = {box.name: i for i, box in enumerate(diagram.boxes)}
    column_of = _columns(diagram, numbers)
    count = max(column_of, default=0) + 1
    columns = Columns([[] for _ in range(count)], [], {box.name: column_of[i] for i, box in enumerate(diagram.boxes)})
    for i, box in enumerate(diagram.boxes):
        columns.items[column_of[i]].append(Item(i, box))
    side_of = {(box.name, port.name): port.side for box in diagram.boxes for port in box.ports}
    frame_side = {port.name: port.side for port in diagram.ports}
    for number, net in enumerate(diagram.nets):
        span = _channels_of(net, columns, side_of, frame_side)
        columns.channels.append(span)
        for column in range(span[0], span[1]):
            columns.items[column].append(Item(len(numbers) + number, None, number))
    return columns


def _channels_of(
    net: Net, columns: Columns, side_of: dict[tuple[str, str], Side], frame_side: dict[str, Side]
) -> tuple[int, int]:
    found = []
    for pin in net.pins:
        if pin.box == FRAME:
            is_left = frame_side[pin.port] is Side.LEFT
            found.append(0 if is_left else len(columns.items))
        else:
            column = columns.column_of[pin.box]
            found.append(column if side_of[(pin.box, pin.port)] is Side.LEFT else column + 1)
    return min(found), max(found)


def _columns(diagram: Diagram, numbers: dict[str, int]) -> list[int]:
    """The longest path from the left, without the edges that close cycles; then sources move to their targets."""
    after, joined = _edges(diagram, numbers)
    forward = _without_cycles(after)
    column = _longest_paths(forward)
    before: list[list[int]] = [[] for _ in column]
    for source, targets in enumerate(forward):
        for target in targets:
            before[target].append(source)
    for i in reversed(range(len(column))):
        if not before[i] and forward[i]:
            column[i] = max(0, min(column[target] for target in forward[i]) - 1)
    _spread_lone_boxes(column, joined)
    return column


def _edges(diagram: Diagram, numbers: dict[str, int]) -> tuple[list[list[int]], list[bool]]:
    """From boxes with a net at their right to those with it at their left; and whether a box has any net."""
    after: list[list[int]] = [[] for _ in numbers]
    joined = [False] * len(numbers)
    sides = [{port.name: port.side for port in box.ports} for box in diagram.boxes]
    for net in diagram.nets:
        ends = [(numbers[pin.box], pin.port) for pin in net.pins if pin.box != FRAME]
        for box, _ in ends:
            joined[box] = True
        rights = [box for box, port in ends if sides[box][port] is Side.RIGHT]
        lefts = [box for box, port in ends if sides[box][port] is Side.LEFT]
        for source in dict.fromkeys(rights):
            after[source] += [target for target in dict.fromkeys(lefts) if target != source]
    return [list(dict.fromkeys(targets)) for targets in after], joined


def _without_cycles(after: list[list[int]]) -> list[list[int]]:
    """Without the edges to a box from which the search came; it begins where nothing leads to, in text order."""
    forward: list[list[int]] = [[] for _ in after]
    is_led_to = [False] * len(after)
    for targets in after:
        for each in targets:
            is_led_to[each] = True
    state = [0] * len(after)
    order = sorted(range(len(after)), key=lambda i: is_led_to[i])
    for root in order:
        if state[root]:
            continue
        state[root] = 1
        stack = [(root, iter(after[root]))]
        while stack:
            box, following = stack[-1]
            target = next(following, None)
            if target is None:
                state[box] = 2
                stack.pop()
            elif state[target] != 1:
                forward[box].append(target)
                if state[target] == 0:
                    state[target] = 1
                    stack.append((target, iter(after[target])))
    return forward


def _longest_paths(forward: list[list[int]]) -> list[int]:
    waiting = [0] * len(forward)
    for targets in forward:
        for target in targets:
            waiting[target] += 1
    column = [0] * len(forward)
    ready = [i for i, count in enumerate(waiting) if not count]
    for box in ready:
        for target in forward[box]:
            column[target] = max(column[target], column[box] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return column


def _spread_lone_boxes(column: list[int], joined: list[bool]) -> None:
    """Boxes without connections fill the columns, a few in each."""
    lone = [i for i, is_joined in enumerate(joined) if not is_joined]
    rows = max(_ROWS_OF_LONE_BOXES, round(len(lone) ** 0.5))
    for position, box in enumerate(lone):
        column[box] = position // rows
