"""The diagram of the model -> the scene that the browser draws: every type once, with its layout.

A layout that has not changed since the last request is not made again.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

from simnon.diagrams import (
    Box,
    Diagram,
    Formula,
    Icon,
    Net,
    PlacedBox,
    PlacedDiagram,
    PlacedPort,
    Point,
    Port,
    Route,
    Scene,
    closed_size,
    domain_pen,
    edits,
    icon_of,
    lay_out,
    read_view,
    typeset_equation,
)
from simnon.graphics import width_of
from simnon.session import ModelTexts, Session, check_edit, marked_scene, model_texts
from simnon.source import UserError

from .messages import (
    BoxItem,
    DiagramItem,
    DiagramPage,
    FormulaItem,
    IconItem,
    JoinChecked,
    LetterItem,
    NetItem,
    ParameterItem,
    PortItem,
)
from .requests import CheckJoin, DrawDiagram

MAX_EQUATIONS = 60
"""Equations of a type that are shown."""
_Known = tuple[Diagram, Mapping[str, Point] | None, PlacedDiagram]


class Layouts:
    """Those of the last scene, by type."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._lock = Lock()

    def of(self, scene: Scene, view: Mapping[str, Mapping[str, Point]]) -> dict[str, PlacedDiagram]:
        with self._lock:
            made: dict[str, _Known] = {}
            for key, diagram in scene.diagrams.items():
                kept = view.get(key)
                known = self._known.get(key)
                is_same = known is not None and known[0] == diagram and known[1] == kept
                made[key] = known if is_same and known else (diagram, kept, lay_out(diagram, closed_size, kept))
            self._known = made
            return {key: placed for key, (_, _, placed) in made.items()}


LAYOUTS = Layouts()


def drawn(session: Session, asked: DrawDiagram) -> DiagramPage:
    """UserError without a model."""
    texts = model_texts(session.workspace)
    scene = marked_scene(session.workspace, texts, [asked.earlier]) if asked.earlier else texts.scene
    laid = LAYOUTS.of(scene, read_view(texts.view_file))
    own = {system.name.casefold() for system in texts.systems if system.span.source in texts.sources}
    items = tuple(_diagram(diagram, laid[key], is_own=key in own) for key, diagram in scene.diagrams.items())
    return DiagramPage(asked.id, scene.top, items, tuple(_icons(scene, texts.files)), _newer(session, texts))


def _newer(session: Session, texts: ModelTexts) -> tuple[str, ...]:
    """The names of texts that are not those that the model was compiled from."""
    compiled = {(source.folder, source.name): source.text for source in session.workspace.system.model.sources}
    return tuple(each.name for each in texts.sources if compiled.get((each.folder, each.name), each.text) != each.text)


def join_checked(session: Session, asked: CheckJoin) -> JoinChecked:
    """What JOIN would say; it writes nothing."""
    try:
        check_edit(session.workspace, asked.system, lambda _, system: edits.join(system, asked.ends))
    except UserError as error:
        return JoinChecked(asked.id, error.message)
    return JoinChecked(asked.id, "")


def _icons(scene: Scene, files: Iterable[Path]) -> Iterable[IconItem]:
    types = dict.fromkeys(box.type for diagram in scene.diagrams.values() for box in diagram.boxes if box.type)
    for type_ in types:
        icon = icon_of(type_, files)
        if icon is not None:
            yield IconItem(type_, _lines(icon))


def _lines(icon: Icon) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(round(number, 2) for point in line for number in point) for line in icon)


def _diagram(diagram: Diagram, placed: PlacedDiagram, *, is_own: bool) -> DiagramItem:
    formulas = tuple(_formula(each) for each in map(typeset_equation, diagram.equations[:MAX_EQUATIONS]))
    return DiagramItem(
        diagram.type,
        diagram.purpose,
        is_own,
        placed.width,
        placed.height,
        tuple(map(_port, diagram.ports, placed.ports)),
        tuple(map(_box, diagram.boxes, placed.boxes)),
        tuple(map(_net, diagram.nets, placed.routes)),
        tuple(ParameterItem(p.name, p.value, p.unit, p.description) for p in diagram.parameters),
        formulas,
        diagram.comments,
    )


def _port(port: Port, placed: PlacedPort) -> PortItem:
    colour = domain_pen(port.type) if port.type else -1
    return PortItem(port.name, port.kind.value, port.side.value, port.type, port.note, placed.x, placed.y, colour)


def _box(box: Box, placed: PlacedBox) -> BoxItem:
    ports = tuple(map(_port, box.ports, placed.ports))
    return BoxItem(
        box.name,
        box.kind.value,
        box.type,
        box.members,
        box.versions,
        box.text,
        box.is_loop,
        placed.x,
        placed.y,
        placed.width,
        placed.height,
        ports,
        box.change.value,
    )


def _net(net: Net, route: Route) -> NetItem:
    segments = tuple(number for segment in route.segments for number in segment)
    joints = tuple(number for joint in route.joints for number in joint)
    colour = domain_pen(net.type) if net.type else -1
    ends = tuple(f"{pin.box}\n{pin.port}" for pin in net.pins)
    return NetItem(net.kind.value, colour, segments, joints, ends, net.change.value)


def _formula(formula: Formula) -> FormulaItem:
    letters = tuple(
        LetterItem(
            each.words,
            each.x,
            each.y,
            each.size,
            each.lettering.value,
            round(width_of(each.words, each.size, each.lettering), 2),
        )
        for each in formula.letters
    )
    rules = tuple(number for rule in formula.rules for number in (rule.x1, rule.x2, rule.y))
    return FormulaItem(formula.width, formula.up, formula.down, letters, rules)
