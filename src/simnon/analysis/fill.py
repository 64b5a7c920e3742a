"""The pattern of a square matrix -> an order of its unknowns with little fill-in, and that fill.

Structural: patterns are graphs of integers; nothing here depends on equations or numbers.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from simnon.source import frozen


@frozen
class Fill:
    """`order` lists the unknowns in the order of elimination; `later` the later positions that each position reaches.

    Rows and columns have the same pattern: `later[k]` are the columns in row k of the upper factor, and the rows in
    column k of the lower factor.
    """

    order: tuple[int, ...]
    later: tuple[tuple[int, ...], ...]


def minimum_degree(neighbours: Sequence[Sequence[int]], limit: int) -> Fill | None:
    """Always eliminate the unknown with the fewest neighbours, the first among equals (Tinney and Walker 1967).

    None if that would take more than `limit` products.
    """
    near = [set(others) for others in neighbours]
    waiting = [(len(others), node) for node, others in enumerate(near)]
    heapify(waiting)
    is_done = [False] * len(near)
    order: list[int] = []
    reached: list[set[int]] = []
    products = 0
    while waiting:
        degree, node = heappop(waiting)
        if is_done[node] or degree != len(near[node]):
            continue
        products += degree * degree
        if products > limit:
            return None
        is_done[node] = True
        order.append(node)
        reached.append(near[node])
        for other in near[node]:
            near[other] |= near[node]
            near[other] -= {node, other}
            heappush(waiting, (len(near[other]), other))
    position_of_node = {node: position for position, node in enumerate(order)}
    return Fill(tuple(order), tuple(tuple(sorted(position_of_node[node] for node in nodes)) for nodes in reached))


def products_of(fill: Fill) -> tuple[int, int]:
    """Products to compute the factors, and to solve once with them."""
    degrees = [len(later) for later in fill.later]
    return sum(degree * degree for degree in degrees), 2 * sum(degrees) + len(degrees)
