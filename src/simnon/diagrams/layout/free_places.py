"""Boxes that somebody has placed, and others -> a place for each of the others beside what it is connected to."""

from collections.abc import Mapping

from ..diagram import FRAME, Diagram
from .placed import GRID, NAME_HEIGHT, PlacedBox, Point

_CLEARANCE = 3 * GRID
_STEP = 4 * GRID


def find_free_places(
    diagram: Diagram, size_of: Mapping[str, tuple[float, float]], kept: Mapping[str, Point]
) -> dict[str, Point]:
    """The corner of every box; kept ones stay, unless two of them would cover each other: then the later one moves."""
    places: dict[str, Point] = {}
    taken: list[PlacedBox] = []
    near = _neighbours(diagram)
    for name in (*kept, *(box.name for box in diagram.boxes if box.name not in kept)):
        wished = kept.get(name) or _wished(near.get(name, []), places, size_of, taken)
        places[name] = _free(Point(_on_grid(wished.x), _on_grid(wished.y)), size_of[name], taken, name in kept)
        taken.append(PlacedBox(name, *places[name], *size_of[name]))
    return places


def _on_grid(value: float) -> float:
    return max(2.0 * GRID, float(round(value / GRID) * GRID))


def _neighbours(diagram: Diagram) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for net in diagram.nets:
        boxes = list(dict.fromkeys(pin.box for pin in net.pins if pin.box != FRAME))
        for box in boxes:
            found.setdefault(box, []).extend(other for other in boxes if other != box)
    return found


def _wished(
    near: list[str], places: Mapping[str, Point], size_of: Mapping[str, tuple[float, float]], taken: list[PlacedBox]
) -> Point:
    """To the right of the first neighbour that has a place; below everything if there is none."""
    for name in near:
        if name in places:
            x, y = places[name]
            return Point(x + size_of[name][0] + 2 * _CLEARANCE, y)
    return Point(_CLEARANCE, max((box.bottom for box in taken), default=0.0) + NAME_HEIGHT + _CLEARANCE)


def _free(wished: Point, size: tuple[float, float], taken: list[PlacedBox], is_kept: bool) -> Point:
    """The nearest place, below or to the right, that keeps clear of all boxes; kept ones may stand close."""
    margins = (2.0 * GRID, float(GRID)) if is_kept else (float(_CLEARANCE), float(_CLEARANCE))
    radius = 0
    while True:
        for across in range(radius + 1):
            place = Point(wished.x + across * _STEP, wished.y + (radius - across) * _STEP)
            wanted = _around(place, size, margins)
            if not any(wanted.overlaps(_around(Point(box.x, box.y), (box.width, box.height))) for box in taken):
                return place
        radius += 1


def _around(corner: Point, size: tuple[float, float], margins: tuple[float, float] = (0.0, 0.0)) -> PlacedBox:
    """With the room for its name."""
    across, down = margins
    height = size[1] + NAME_HEIGHT + 2 * down
    return PlacedBox("", corner.x - across, corner.y - down, size[0] + 2 * across, height)
