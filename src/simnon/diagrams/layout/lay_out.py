"""Diagram -> PlacedDiagram: columns, their order, heights, lanes; or, if boxes have been placed, wires around them."""

from collections.abc import Callable, Iterable, Mapping

from ..diagram import FRAME, Box, Diagram, Port, Side
from .channels import Turn, assign_lanes, is_between
from .columns import Columns, make_columns
from .free_places import find_free_places
from .ordering import order_columns
from .placed import GRID, LETTER, NAME_HEIGHT, PlacedBox, PlacedDiagram, PlacedPort, Point, Route, Segment
from .routes import make_route
from .rows import PASSAGE, Extent, place_rows
from .wires import find_wires

MARGIN = 3 * GRID
CHANNEL = 3 * GRID
"""The least width of a channel."""
WIDEST_GAP = 200 * GRID
"""Between a box that was placed and the others: wires are searched for cell by cell."""
Sizes = Callable[[Box], tuple[float, float]]
"""The width and height of a box, multiples of the grid."""


def lay_out(diagram: Diagram, sizes: Sizes, kept: Mapping[str, Point] | None = None) -> PlacedDiagram:
    """`kept` are boxes, by folded name, that somebody has placed: they stay there."""
    known = {box.name: kept[box.name.casefold()] for box in diagram.boxes if kept and box.name.casefold() in kept}
    if not known:
        return _Layered(diagram, sizes).placed()
    known = _without_wide_gaps(known, {box.name: sizes(box) for box in diagram.boxes})
    boxes = find_free_places(diagram, {box.name: sizes(box) for box in diagram.boxes}, known)
    placed = tuple(_with_ports(box, boxes[box.name], sizes(box)) for box in diagram.boxes)
    width = max((box.right for box in placed), default=0.0) + MARGIN
    height = max((box.bottom + NAME_HEIGHT for box in placed), default=0.0) + MARGIN
    ports = tuple(frame_ports(diagram.ports, width, height))
    return PlacedDiagram(width, height, placed, ports, find_wires(diagram, placed, ports), is_kept=True)


def _without_wide_gaps(places: Mapping[str, Point], size_of: Mapping[str, tuple[float, float]]) -> dict[str, Point]:
    """The same places, unless a box is farther away than anybody can mean: the empty space before it is shortened."""
    found = dict(places)
    for axis in (0, 1):
        reached, shift = 0.0, 0.0
        for name in sorted(found, key=lambda each: found[each][axis]):
            place = max(0.0, found[name][axis] - shift)
            shift += max(0.0, place - reached - WIDEST_GAP)
            place = min(place, reached + WIDEST_GAP)
            reached = max(reached, place + size_of[name][axis])
            found[name] = Point(place, found[name].y) if axis == 0 else Point(found[name].x, place)
    return found


def port_heights(ports: tuple[Port, ...], height: float) -> dict[str, float]:
    """The ports of one side, on the grid: two steps apart, or more if the frame is much higher."""
    count = len(ports)
    apart = max(2, int(height / (count + 1) / GRID)) * GRID
    first = int((height - apart * (count - 1)) / 2 / GRID) * GRID
    return {port.name: float(first + apart * i) for i, port in enumerate(ports)}


def all_heights(ports: tuple[Port, ...], height: float) -> dict[str, float]:
    left = tuple(port for port in ports if port.side is Side.LEFT)
    right = tuple(port for port in ports if port.side is Side.RIGHT)
    return {**port_heights(left, height), **port_heights(right, height)}


def frame_ports(ports: tuple[Port, ...], width: float, height: float) -> list[PlacedPort]:
    heights = all_heights(ports, height)
    return [
        PlacedPort(port.name, port.side, 0.0 if port.side is Side.LEFT else width, heights[port.name]) for port in ports
    ]


def name_room(ports: Iterable[Port], side: Side) -> float:
    """How far the names of the ports at a side of the frame reach into it."""
    longest = max((len(port.name) for port in ports if port.side is side), default=0)
    return float(-(-longest * LETTER // GRID) * GRID)


def _with_ports(box: Box, corner: Point, size: tuple[float, float]) -> PlacedBox:
    width, height = size
    x, y = corner
    heights = all_heights(box.ports, height)
    ports = tuple(
        PlacedPort(port.name, port.side, x if port.side is Side.LEFT else x + width, y + heights[port.name])
        for port in box.ports
    )
    return PlacedBox(box.name, x, y, width, height, ports)


class _Layered:
    """The automatic layout."""

    def __init__(self, diagram: Diagram, sizes: Sizes) -> None:
        self.diagram = diagram
        self.size_of = {box.name: sizes(box) for box in diagram.boxes}
        self.extents = {
            box.name: Extent(
                self.size_of[box.name][1],
                all_heights(box.ports, self.size_of[box.name][1]),
                head=float(GRID) if box.members or len(box.versions) > 1 else 0.0,
            )
            for box in diagram.boxes
        }
        self.columns: Columns = make_columns(diagram)
        order_columns(diagram, self.columns)
        self.tops = place_rows(diagram, self.columns, self.extents)
        self._meetings: list[tuple[int, int, int, float, tuple[str, str] | None]] = []

    def placed(self) -> PlacedDiagram:
        bottoms = [
            self.tops[id(item)] + (PASSAGE if item.box is None else self.size_of[item.box.name][1] + NAME_HEIGHT)
            for column in self.columns.items
            for item in column
        ]
        shift = 2.0 * GRID
        count = max(sum(port.side is side for port in self.diagram.ports) for side in Side)
        height = max([*bottoms, 2.0 * GRID * count, 4.0 * GRID]) + shift + GRID
        self.tops = {key: y + shift for key, y in self.tops.items()}
        frame = all_heights(self.diagram.ports, height)
        turns = self._turns(frame)
        lanes = [assign_lanes(each) for each in turns]
        self._find_columns(lanes)
        width = self.x_of_channel[-1] + self.width_of_channel[-1]
        width += name_room(self.diagram.ports, Side.RIGHT) if lanes[-1] else 0.0
        boxes = self._boxes()
        ports = tuple(frame_ports(self.diagram.ports, width, height))
        x_of_pin = {(box.name, port.name): port.x for box in boxes for port in box.ports}
        x_of_pin |= {(FRAME, port.name): port.x for port in ports}
        return PlacedDiagram(width, height, boxes, ports, self._routes(turns, lanes, x_of_pin))

    def _find_columns(self, lanes: list[list[list[Turn]]]) -> None:
        self.width_of_channel = [max(CHANNEL, GRID * (len(each) + 1)) for each in lanes]
        widths = [
            max((self.size_of[item.box.name][0] for item in column if item.box is not None), default=0.0)
            for column in self.columns.items
        ]
        # Names of ports are above their wires: lanes begin where the names end.
        x = name_room(self.diagram.ports, Side.LEFT) if lanes[0] else 0.0
        self.x_of_channel: list[float] = []
        self.x_of_column: list[tuple[float, float]] = []
        for number, channel in enumerate(self.width_of_channel):
            self.x_of_channel.append(x)
            x += channel
            if number < len(widths):
                self.x_of_column.append((x, widths[number]))
                x += widths[number]

    def _boxes(self) -> tuple[PlacedBox, ...]:
        found = {}
        for number, column in enumerate(self.columns.items):
            left, width = self.x_of_column[number]
            for item in column:
                if item.box is not None:
                    size = self.size_of[item.box.name]
                    x = left + int((width - size[0]) / 2 / GRID) * GRID
                    found[item.box.name] = _with_ports(item.box, Point(x, self.tops[id(item)]), size)
        return tuple(found[box.name] for box in self.diagram.boxes)

    def _turns(self, frame: dict[str, float]) -> list[list[Turn]]:
        """Channel by channel, where each net meets it from the left and from the right."""
        channels: list[dict[int, tuple[list[float], list[float]]]] = [{} for _ in range(len(self.columns.items) + 1)]

        def add(channel: int, net: int, side: int, y: float, pin: tuple[str, str] | None = None) -> None:
            channels[channel].setdefault(net, ([], []))[side].append(y)
            self._meetings.append((channel, net, side, y, pin))

        items = {item.box.name: item for column in self.columns.items for item in column if item.box is not None}
        sides = {(box.name, port.name): port.side for box in self.diagram.boxes for port in box.ports}
        frame_sides = {port.name: port.side for port in self.diagram.ports}
        for number, net in enumerate(self.diagram.nets):
            for pin in net.pins:
                if pin.box == FRAME:
                    is_left = frame_sides[pin.port] is Side.LEFT
                    place = (FRAME, pin.port)
                    add(0 if is_left else len(channels) - 1, number, 0 if is_left else 1, frame[pin.port], place)
                    continue
                column = self.columns.column_of[pin.box]
                is_left = sides[(pin.box, pin.port)] is Side.LEFT
                y = self.tops[id(items[pin.box])] + self.extents[pin.box].ports[pin.port]
                add(column if is_left else column + 1, number, 1 if is_left else 0, y, (pin.box, pin.port))
        for column, column_items in enumerate(self.columns.items):
            for item in column_items:
                if item.box is None:
                    y = self.tops[id(item)] + PASSAGE / 2
                    add(column, item.net, 1, y)
                    add(column + 1, item.net, 0, y)
        return [
            [Turn(net, tuple(dict.fromkeys(left)), tuple(dict.fromkeys(right))) for net, (left, right) in each.items()]
            for each in channels
        ]

    def _routes(
        self, turns: list[list[Turn]], lanes: list[list[list[Turn]]], x_of_pin: dict[tuple[str, str], float]
    ) -> tuple[Route, ...]:
        segments: list[list[Segment]] = [[] for _ in self.diagram.nets]
        ends = self._ends(x_of_pin)
        for channel, here in enumerate(turns):
            for turn in here:
                if turn.is_straight:
                    y = turn.top
                    places = [
                        ends[channel][(turn.net, side, y)] for side in (0, 1) if (turn.net, side, y) in ends[channel]
                    ]
                    segments[turn.net].append(Segment(min(places), y, max(places), y))
            for lane, pieces in enumerate(lanes[channel]):
                x = self.x_of_channel[channel] + (lane + 1) * GRID
                for turn in pieces:
                    segments[turn.net].append(Segment(x, turn.top, x, turn.bottom))
                    for side, heights in enumerate((turn.left, turn.right)):
                        for y in heights:
                            # The second turn of a net begins where the first one ended.
                            place = ends[channel].setdefault((turn.net, 0 if is_between(y) else side, y), x)
                            segments[turn.net].append(Segment(min(x, place), y, max(x, place), y))
        for number, column in enumerate(self.columns.items):
            left, width = self.x_of_column[number]
            for item in column:
                if item.box is None:
                    y = self.tops[id(item)] + PASSAGE / 2
                    segments[item.net].append(Segment(left, y, left + width, y))
        return tuple(make_route(found) for found in segments)

    def _ends(self, x_of_pin: dict[tuple[str, str], float]) -> list[dict[tuple[int, int, float], float]]:
        """Channel by channel, where a net comes from at its left (0) or right (1) edge, at a height."""
        found: list[dict[tuple[int, int, float], float]] = [{} for _ in self.x_of_channel]
        for channel, net, side, y, pin in self._meetings:
            edge = self.x_of_channel[channel] + side * self.width_of_channel[channel]
            found[channel][(net, side, y)] = edge if pin is None else x_of_pin[pin]
        return found
