"""Scene -> Drawing: a still picture in the look of the window, for files."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from simnon.graphics import LIGHT, Anchor, Drawing, Fill, Lettering, Part, Pen, Stroke, Text, Theme, width_of

from .diagram import Box, BoxKind, Change, Diagram, Net, NetKind, Port, PortKind, Scene, Side
from .icons import SIDE as ICON_SIDE
from .icons import Icon, icon_of
from .inks import DASH_MEASUREMENT, DASH_ORDER, LINE, THIN, box_inks, change_ink, domain_pen
from .layout import GRID, PlacedBox, PlacedDiagram, PlacedPort, Route
from .opened import HEAD, MAX_LEVEL, Opened
from .sizes import MAX_TEXT
from .typeset import Formula
from .views import View

TEXT_SIZE, SMALL = 12.0, 11.0
TITLE = 3 * GRID
MARGIN = 2 * GRID
INSET = 7.0
_WIDEST = 1.25
"""Bold letters in the widest of usual fonts, compared with those that are measured."""


def draw_scene(
    scene: Scene, level: int = 1, theme: Theme = LIGHT, view: View | None = None, texts: Sequence[Path] = ()
) -> tuple[Drawing, tuple[float, float]]:
    """The picture and its width and height; `texts` are the files beside which users have drawn icons."""
    painter = _Painter(Opened(scene, view), theme, texts)
    return painter.paint(min(max(1, level), MAX_LEVEL))


class _Painter:
    def __init__(self, opened: Opened, theme: Theme, texts: Sequence[Path]) -> None:
        self.opened = opened
        self.theme = theme
        self.texts = texts
        self.ground, self.edge, self.quiet = box_inks(theme)
        self.parts: list[Part] = []
        self._icons: dict[str, Icon | None] = {}

    def paint(self, level: int) -> tuple[Drawing, tuple[float, float]]:
        top = self.opened.scene.diagrams[self.opened.scene.top.casefold()]
        self._words(top.type, MARGIN, MARGIN, 16.0, Lettering.BOLD)
        if top.purpose:
            left = MARGIN + _WIDEST * width_of(top.type, 16.0, Lettering.BOLD) + GRID
            self._words(top.purpose, left, MARGIN, TEXT_SIZE, colour=self.theme.faint)
        wide = MARGIN + width_of(f"{top.type} {top.purpose}", 16.0, Lettering.BOLD) + MARGIN
        if top.boxes:
            laid = self.opened.laid(top.type, level)
            self._inside(top, laid, level, MARGIN, MARGIN + TITLE)
            size = max(wide, laid.width + 2 * MARGIN), laid.height + 2 * MARGIN + TITLE
        else:
            formulas = self.opened.formulas(top.type)
            self._formulas(formulas, MARGIN, MARGIN + TITLE)
            width = max((f.width for f in formulas), default=0.0) + 2 * MARGIN
            size = max(wide, width), sum(f.height + 4 for f in formulas) + 2 * MARGIN + TITLE
        return tuple(self.parts), size

    def _inside(self, diagram: Diagram, laid: PlacedDiagram, level: int, x: float, y: float) -> None:
        if diagram.ports:
            self._rectangle(x, y, laid.width, laid.height, self.quiet, is_filled=False)
        for net, route in zip(diagram.nets, laid.routes, strict=True):
            self._wire(net, route, x, y)
        kinds = {port.name: port for port in diagram.ports}
        for placed in laid.ports:
            port = kinds[placed.name]
            self._port(port.kind, replace(placed, x=placed.x + x, y=placed.y + y), port.type, is_frame=True)
            self._port_name(port.name, placed, x, y, is_frame=True)
        for box, placed_box in zip(diagram.boxes, laid.boxes, strict=True):
            self._box(box, placed_box, level, x, y)

    # Boxes

    def _box(self, box: Box, placed: PlacedBox, level: int, x: float, y: float) -> None:
        left, top = x + placed.x, y + placed.y
        is_open = self.opened.is_open(box, level)
        ink = change_ink(box.change, self.theme) or (change_ink(Change.REMOVED, self.theme) if box.is_loop else None)
        if box.members:
            for shift in (8.0, 4.0):
                self._rectangle(left + shift, top - shift, placed.width, placed.height, self.edge)
        elif len(box.versions) > 1:
            self._rectangle(left + 4.0, top - 4.0, placed.width, placed.height, self.quiet)
        edge = ink or (self.edge if box.kind is BoxKind.PART else self.quiet)
        self._rectangle(left, top, placed.width, placed.height, edge, line=2.0 if ink else LINE)
        if is_open:
            self._open(box, placed, level, left, top)
        elif box.kind is BoxKind.PART:
            self._closed(box, placed, left, top)
        else:
            words = box.text if len(box.text) <= MAX_TEXT else box.text[: MAX_TEXT - 1] + "…"
            self._words(
                words, left + placed.width / 2, top + placed.height / 2, SMALL, Lettering.MONO, anchor=Anchor.MIDDLE
            )
        if len(box.versions) > 1:
            corner = left + placed.width
            self._line([(corner - 10, top), (corner - 10, top + 10), (corner, top + 10)], self.edge, THIN)
        for port in box.ports:
            found = next(each for each in placed.ports if each.name == port.name)
            if box.kind is BoxKind.PART or port.kind is not PortKind.OUTPUT:
                self._port(port.kind, replace(found, x=found.x + x, y=found.y + y), port.type)

    def _closed(self, box: Box, placed: PlacedBox, left: float, top: float) -> None:
        icon = self._icon(box.type)
        is_crowded = icon is not None and placed.width < 9 * GRID and len(box.ports) <= 2
        begin, end = (0.0, placed.width) if is_crowded else self._between_names(box, placed.width)
        if icon is not None:
            side = min(ICON_SIDE, placed.height - 8, end - begin - 8)
            middle = left + (begin + end) / 2
            self._draw_icon(icon, middle - side / 2, top + (placed.height - side) / 2, side)
        if not is_crowded:
            self._port_names(box, placed, left, top)
        self._words(
            box.label, left + placed.width / 2, top + placed.height + 11, TEXT_SIZE, Lettering.BOLD, Anchor.MIDDLE
        )

    def _open(self, box: Box, placed: PlacedBox, level: int, left: float, top: float) -> None:
        inside = self.opened.parts(box)
        name = f"{box.name}[{box.members}]" if box.members else box.name
        if inside is not None:
            laid = self.opened.laid(box.type, level - 1)
            dx, dy = (placed.width - laid.width) / 2, (placed.height - laid.height) / 2
            ports = tuple(replace(port, x=0.0 if port.side is Side.LEFT else laid.width) for port in laid.ports)
            self._inside(replace(inside, ports=()), replace(laid, ports=()), level - 1, left + dx, top + dy)
            for port in ports:
                self._port_name(port.name, port, left + dx, top + dy, is_frame=True)
                self._extend(placed, port, left + dx, top + dy, left - placed.x, top - placed.y)
            below = top + placed.height + 11
            self._words(name, left, below, TEXT_SIZE, Lettering.BOLD)
            self._words(box.type, left + placed.width, below, SMALL, colour=self.theme.faint, anchor=Anchor.END)
            return
        margin, _ = self.opened.margins(box)
        self._port_names(box, placed, left, top)
        start = left + margin + GRID / 2
        self._words(name, start, top + 13, TEXT_SIZE, Lettering.BOLD)
        after = start + _WIDEST * width_of(name, TEXT_SIZE, Lettering.BOLD) + 8
        self._words(box.type, after, top + 13, SMALL, colour=self.theme.faint)
        self._formulas(self.opened.formulas(box.type), start, top + HEAD)

    def _extend(self, placed: PlacedBox, port: PlacedPort, x: float, y: float, left: float, top: float) -> None:
        """The piece between a terminal of a box and the frame of what is in it, if they are not of one size."""
        outer = next((each for each in placed.ports if each.name.partition("[")[0] == port.name), None)
        if outer is not None:
            ends = [(outer.x + left, outer.y + top), (port.x + x, outer.y + top), (port.x + x, port.y + y)]
            self._line(ends, self.edge, LINE)

    def _formulas(self, formulas: Iterable[Formula], x: float, y: float) -> None:
        for formula in formulas:
            for letters in formula.letters:
                place = (x + letters.x, y + formula.up + letters.y)
                self._words(letters.words, *place, letters.size, letters.lettering)
            for rule in formula.rules:
                height = y + formula.up + rule.y
                self._line([(x + rule.x1, height), (x + rule.x2, height)], self.theme.ink, 0.9)
            y += formula.height + 4

    def _icon(self, type_: str) -> Icon | None:
        if type_ not in self._icons:
            self._icons[type_] = icon_of(type_, self.texts)
        return self._icons[type_]

    def _draw_icon(self, icon: Icon, x: float, y: float, side: float) -> None:
        scale = side / ICON_SIDE
        for line in icon:
            self._line([(x + px * scale, y + py * scale) for px, py in line], self.theme.ink, 1.6 * scale)

    # Ports

    def _port(self, kind: PortKind, port: PlacedPort, type_: str, *, is_frame: bool = False) -> None:
        x, y = port.x, port.y
        match kind:
            case PortKind.INPUT | PortKind.OUTPUT:
                out = 3.5 if is_frame is (port.side is Side.RIGHT) else 7.0
                tip = x + (0.0 if kind is PortKind.INPUT and not is_frame else out)
                self._polygon([(tip - 7, y - 4), (tip, y), (tip - 7, y + 4)], self.edge)
            case PortKind.TERMINAL:
                self._circle(x, y, 3.5, self.theme.curves[domain_pen(type_)])
            case PortKind.EVENT:
                bolt = [(x - 2, y - 7), (x - 7, y + 1), (x - 3, y + 1), (x - 5, y + 7), (x + 1, y - 2), (x - 3, y - 2)]
                self._polygon(bolt, self.theme.curves[3])
            case PortKind.PROBE:
                self._circle(x - 4, y, 3.0, self.theme.curves[2])

    def _port_names(self, box: Box, placed: PlacedBox, left: float, top: float) -> None:
        for port, found in zip(box.ports, placed.ports, strict=True):
            self._port_name(found.name, found, left - placed.x, top - placed.y, inset=_inset(port))

    def _between_names(self, box: Box, width: float) -> tuple[float, float]:
        """The room, across a box, that the names of its ports leave."""
        wide = {
            side: max(
                (width_of(port.name, SMALL, Lettering.PLAIN) + _inset(port) for port in box.on(side)), default=0.0
            )
            for side in Side
        }
        return wide[Side.LEFT], width - wide[Side.RIGHT]

    def _port_name(
        self, name: str, port: PlacedPort, x: float, y: float, *, is_frame: bool = False, inset: float = INSET
    ) -> None:
        is_left = port.side is Side.LEFT
        shift = -8.0 if is_frame else 0.0
        place = x + port.x + (inset if is_left else -inset)
        anchor = Anchor.START if is_left else Anchor.END
        self._words(name, place, y + port.y + shift, SMALL, colour=self.theme.faint, anchor=anchor)

    # Wires

    def _wire(self, net: Net, route: Route, x: float, y: float) -> None:
        moved = [((s.x1 + x, s.y1 + y), (s.x2 + x, s.y2 + y)) for s in route.segments]
        changed = change_ink(net.change, self.theme)
        colour = changed or self._colour(net)
        match net.kind:
            case NetKind.PHYSICAL:
                for ends in moved:
                    self._line(ends, colour, 3.6)
                for ends in moved:
                    self._line(ends, self.theme.ground, 1.4)
            case NetKind.BUNDLE:
                for ends in moved:
                    self._line(ends, colour, 2.4)
            case NetKind.SAMPLED:
                for ends in moved:
                    self._line(ends, colour, LINE)
                    self._ticks(ends, colour)
            case _:
                dash = {NetKind.MEASUREMENT: DASH_MEASUREMENT, NetKind.ORDER: DASH_ORDER}.get(net.kind, ())
                for ends in moved:
                    self._line(ends, colour, 2.0 if changed else LINE, dash)
        for joint in route.joints:
            self._polygon(_circle(joint.x + x, joint.y + y, 3.0), colour)

    def _colour(self, net: Net) -> str:
        match net.kind:
            case NetKind.PHYSICAL | NetKind.BUNDLE:
                return self.theme.curves[domain_pen(net.type)]
            case NetKind.ORDER:
                return self.theme.curves[3]
            case NetKind.MEASUREMENT:
                return self.theme.curves[2]
            case NetKind.SIGNAL | NetKind.SAMPLED:
                return self.edge

    def _ticks(self, ends: tuple[tuple[float, float], tuple[float, float]], colour: str) -> None:
        (x1, y1), (x2, y2) = ends
        for place in np.arange(GRID / 2, max(x2 - x1, y2 - y1), GRID):
            if y1 == y2:
                self._line([(x1 + place, y1 - 3), (x1 + place, y1 + 3)], colour, THIN)
            else:
                self._line([(x1 - 3, y1 + place), (x1 + 3, y1 + place)], colour, THIN)

    # Strokes

    def _line(
        self, points: Iterable[tuple[float, float]], colour: str, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        x, y = zip(*points, strict=True)
        self.parts.append(Stroke(np.array(x, float), np.array(y, float), Pen(None, colour, width, dash)))

    def _polygon(self, points: Iterable[tuple[float, float]], colour: str) -> None:
        x, y = zip(*points, strict=True)
        self.parts.append(Fill(np.array(x, float), np.array(y, float), colour))

    def _circle(self, x: float, y: float, radius: float, colour: str) -> None:
        """Open, with the ground inside."""
        points = _circle(x, y, radius)
        self._polygon(points, self.ground)
        self._line(points, colour, 1.5)

    def _rectangle(
        self, x: float, y: float, width: float, height: float, edge: str, *, is_filled: bool = True, line: float = LINE
    ) -> None:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        if is_filled:
            self._polygon(corners, self.ground)
        self._line(corners, edge, line)

    def _words(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        lettering: Lettering = Lettering.PLAIN,
        anchor: Anchor = Anchor.START,
        colour: str = "",
    ) -> None:
        pen = Pen(None, colour or self.theme.ink, THIN)
        self.parts.append(Text(words, x, y, pen, anchor, size=size, lettering=lettering))


def _inset(port: Port) -> float:
    """How far its name is from the edge: the circle of a probe is inside the box."""
    return INSET + (5.0 if port.kind is PortKind.PROBE else 0.0)


def _circle(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    angles = [math.tau * i / 16 for i in range(17)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
