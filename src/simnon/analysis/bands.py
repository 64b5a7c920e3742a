"""The pattern of a square matrix -> an order of its unknowns in which it has a narrow band.

Structural: patterns are pairs of integers; nothing here depends on equations or numbers.
"""

from collections.abc import Iterable, Sequence

from simnon.source import frozen


@frozen
class Band:
    """The unknowns in matrix order, and the number of diagonals below and above the main one."""

    order: tuple[int, ...]
    below: int
    above: int


def band_of(order: Iterable[int], entries: Iterable[tuple[int, int]]) -> Band:
    """The band of a matrix with these entries, with its unknowns in this order."""
    order = tuple(order)
    position = [0] * len(order)
    for i, unknown in enumerate(order):
        position[unknown] = i
    below = above = 0
    for row, column in entries:
        distance = position[row] - position[column]
        below = max(below, distance)
        above = max(above, -distance)
    return Band(order, below, above)


def neighbours_of(size: int, entries: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The graph of a pattern: for each unknown, in order, those it shares an entry with."""
    neighbours: list[set[int]] = [set() for _ in range(size)]
    for row, column in entries:
        if row != column:
            neighbours[row].add(column)
            neighbours[column].add(row)
    return [sorted(others) for others in neighbours]


def reverse_cuthill_mckee(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Number the nodes in layers from a peripheral node, those of low degree first, and reverse the order.

    Cuthill and McKee (1969), reversed as George (1971) found; one component at a time.
    """
    is_taken = [False] * len(neighbours)
    order: list[int] = []
    for node in sorted(range(len(neighbours)), key=lambda node: len(neighbours[node])):
        if not is_taken[node]:
            component, _ = _layers(neighbours, _peripheral_node(neighbours, node))
            for member in component:
                is_taken[member] = True
            order += component
    return order[::-1]


def _peripheral_node(neighbours: Sequence[Sequence[int]], node: int) -> int:
    """A node with many layers: move to the last layer as long as that gives more of them.

    George and Liu (1979), An implementation of a pseudoperipheral node finder.
    """
    order, depth = _layers(neighbours, node)
    while True:
        candidate = min((n for n in order if depth[n] == depth[order[-1]]), key=lambda n: len(neighbours[n]))
        its_order, its_depth = _layers(neighbours, candidate)
        if its_depth[its_order[-1]] <= depth[order[-1]]:
            return node
        node, order, depth = candidate, its_order, its_depth


def _layers(neighbours: Sequence[Sequence[int]], start: int) -> tuple[list[int], dict[int, int]]:
    """The nodes of a component, layer by layer, and the distance of each from the start."""
    order = [start]
    depth = {start: 0}
    for node in order:
        found = [other for other in neighbours[node] if other not in depth]
        found.sort(key=lambda other: len(neighbours[other]))
        for other in found:
            depth[other] = depth[node] + 1
        order += found
    return order, depth
