"""Pieces of a wire -> its route: neighbouring pieces in one line are joined, and branches are marked."""

from collections.abc import Iterable

from .placed import Point, Route, Segment


def make_route(pieces: Iterable[Segment]) -> Route:
    """The pieces run from left to right, or from the top down."""
    horizontal: dict[float, list[tuple[float, float]]] = {}
    vertical: dict[float, list[tuple[float, float]]] = {}
    for piece in pieces:
        if piece.y1 == piece.y2 and piece.x1 != piece.x2:
            horizontal.setdefault(piece.y1, []).append((piece.x1, piece.x2))
        elif piece.y1 != piece.y2:
            vertical.setdefault(piece.x1, []).append((piece.y1, piece.y2))
    across = [Segment(x1, y, x2, y) for y, ranges in horizontal.items() for x1, x2 in _joined(ranges)]
    down = [Segment(x, y1, x, y2) for x, ranges in vertical.items() for y1, y2 in _joined(ranges)]
    return Route((*across, *down), _branches(across, down))


def _joined(ranges: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def _branches(across: list[Segment], down: list[Segment]) -> tuple[Point, ...]:
    """Where three or more ends of pieces meet."""
    found = []
    for row in across:
        for column in down:
            x, y = column.x1, row.y1
            is_met = row.x1 <= x <= row.x2 and column.y1 <= y <= column.y2
            if is_met and (row.x1 < x < row.x2 or column.y1 < y < column.y2):
                found.append(Point(x, y))
    return tuple(found)
