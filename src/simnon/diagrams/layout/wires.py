"""Boxes that stand anywhere -> wires around them: the shortest path on the grid with few corners, net by net.

A wire may cross another but not run along it. Each end of a net after the first is joined to the nearest point of what
is already drawn of the net.
"""

import heapq
import itertools
import math
from collections.abc import Iterable, Iterator

from ..diagram import FRAME, BoxKind, Diagram, Side
from .placed import GRID, LETTER, PlacedBox, PlacedPort, Route, Segment
from .routes import make_route

Cell = tuple[int, int]
_CORNER, _CROSSING, _NAME = 3, 4, 12
"""What a corner, a crossing, and a cell of a name cost, in cells of the grid."""
_BEYOND = 6
"""How many cells outside everything a wire can go."""
_MOVES: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def find_wires(diagram: Diagram, boxes: tuple[PlacedBox, ...], ports: tuple[PlacedPort, ...]) -> tuple[Route, ...]:
    """A route for each net, in order."""
    grid = _Grid(boxes, ports)
    place = {(box.name, port.name): port for box in boxes for port in box.ports}
    place |= {(FRAME, port.name): port for port in ports}
    ends = [[(place[(pin.box, pin.port)], pin.box == FRAME) for pin in net.pins] for net in diagram.nets]
    for number, here in enumerate(ends):
        for port, is_frame in here:
            grid.used[(_before(port, is_frame), True)] = number
    grid.names.update(_cells_of_names(diagram, boxes, ports))
    return tuple(_wire(number, here, grid) for number, here in enumerate(ends))


def _cells_of_names(diagram: Diagram, boxes: tuple[PlacedBox, ...], ports: tuple[PlacedPort, ...]) -> Iterator[Cell]:
    """Where the names are: below boxes, and above the wires of the ports of the frame."""
    for port in ports:
        x, y = _before(port, is_frame=True)
        step = 1 if port.side is Side.LEFT else -1
        yield from ((x + i * step, y - 1) for i in range(math.ceil(len(port.name) * LETTER / GRID)))
    for box, placed in zip(diagram.boxes, boxes, strict=True):
        if box.kind is BoxKind.PART:
            half = (len(box.label) * LETTER + GRID) / 2
            middle, y = placed.x + placed.width / 2, round(placed.bottom / GRID) + 1
            yield from ((x, y) for x in range(int((middle - half) // GRID), math.ceil((middle + half) / GRID) + 1))


class _Grid:
    """Cells that boxes cover, those of names, and those that wires use, by the direction in which they run."""

    def __init__(self, boxes: Iterable[PlacedBox], ports: Iterable[PlacedPort]) -> None:
        self.blocked: set[Cell] = set()
        self.used: dict[tuple[Cell, bool], int] = {}
        self.names: set[Cell] = set()
        xs, ys = [0], [0]
        for box in boxes:
            left, top = int(box.x // GRID), int(box.y // GRID)
            right, bottom = int(-(-box.right // GRID)), int(-(-box.bottom // GRID))
            self.blocked.update((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
            xs += [left, right]
            ys += [top, bottom]
        xs += [int(port.x // GRID) for port in ports]
        ys += [int(port.y // GRID) for port in ports]
        self.low = min(xs) - _BEYOND, min(ys) - _BEYOND
        self.high = max(xs) + _BEYOND, max(ys) + _BEYOND

    def is_open(self, cell: Cell) -> bool:
        inside = self.low[0] <= cell[0] <= self.high[0] and self.low[1] <= cell[1] <= self.high[1]
        return inside and cell not in self.blocked


def _wire(number: int, ends: list[tuple[PlacedPort, bool]], grid: _Grid) -> Route:
    pieces: list[Segment] = []
    tree: set[Cell] = set()
    for port, is_frame in ends:
        start = _before(port, is_frame)
        pieces.append(_piece((port.x, port.y), (start[0] * GRID, start[1] * GRID)))
        if tree:
            path = _path(number, start, tree, grid) or _path(number, start, tree, grid, is_strict=False)
            for one, other in itertools.pairwise(path):
                is_across = one[1] == other[1]
                grid.used.setdefault((one, is_across), number)
                grid.used.setdefault((other, is_across), number)
                pieces.append(_piece((one[0] * GRID, one[1] * GRID), (other[0] * GRID, other[1] * GRID)))
            tree.update(path)
        tree.add(start)
    return make_route(pieces)


def _before(port: PlacedPort, is_frame: bool) -> Cell:
    """The cell before a port: outside a box, inside the frame."""
    is_left = (port.side is Side.LEFT) is not is_frame
    return int(port.x // GRID) + (-1 if is_left else 1), round(port.y / GRID)


def _piece(one: tuple[float, float], other: tuple[float, float]) -> Segment:
    (x1, y1), (x2, y2) = sorted((one, other))
    if x1 != x2:
        y2 = y1
    return Segment(x1, min(y1, y2), x2, max(y1, y2))


def _path(number: int, start: Cell, tree: set[Cell], grid: _Grid, *, is_strict: bool = True) -> list[Cell]:
    """From a cell to the nearest of the tree; empty if there is none. Without `is_strict` wires can share cells."""
    targets = list(tree)
    low = min(x for x, _ in targets), min(y for _, y in targets)
    high = max(x for x, _ in targets), max(y for _, y in targets)

    def distance(cell: Cell) -> int:
        across = max(low[0] - cell[0], cell[0] - high[0], 0)
        return across + max(low[1] - cell[1], cell[1] - high[1], 0)

    origin = (start, -1)
    cost = {origin: 0}
    came: dict[tuple[Cell, int], tuple[Cell, int]] = {}
    waiting = [(distance(start), 0, origin)]
    while waiting:
        _, spent, (cell, way) = heapq.heappop(waiting)
        if cell in tree:
            return _followed((cell, way), came)
        if spent > cost[(cell, way)]:
            continue
        for turn, (dx, dy) in enumerate(_MOVES):
            following = (cell[0] + dx, cell[1] + dy)
            if not (grid.is_open(following) or following in tree):
                continue
            along = {grid.used.get((cell, dy == 0), number), grid.used.get((following, dy == 0), number)}
            if is_strict and along != {number}:
                continue
            crossed = grid.used.get((following, dy != 0), number) != number
            price = spent + 1 + _CORNER * (way not in (-1, turn)) + _CROSSING * crossed
            price += _NAME * (following in grid.names)
            state = (following, turn)
            if price < cost.get(state, 1 << 30):
                cost[state] = price
                came[state] = (cell, way)
                heapq.heappush(waiting, (price + distance(following), price, state))
    return []


def _followed(state: tuple[Cell, int], came: dict[tuple[Cell, int], tuple[Cell, int]]) -> list[Cell]:
    found = [state[0]]
    while state in came:
        state = came[state]
        found.append(state[0])
    return found
