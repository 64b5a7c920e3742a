"""`PLACE`, `COPY`, `JOIN`, `REMOVE`, `GROUP`, `ARRAY`, `GIVE`: edit the text of the model as its diagram is edited."""

import re
from collections.abc import Callable, Iterator

from simnon.diagrams import Edited, Point, View, closed_size, lay_out
from simnon.diagrams import edits as acts
from simnon.languages import Unreadable, read_expression
from simnon.model import Name, System
from simnon.source import UserError, frozen

from ..calculator import evaluate_integer
from ..editing_models import ModelTexts, edit_model, types_of_parts, with_place
from ..outcome import Noted, Outcome
from ..words import read_arguments, without_comment
from ..workspace import Workspace
from .command import Command
from .diagram import FARTHEST

_PART = re.compile(r"(?P<name>[^\W\d]\w*)(?:\[(?P<members>[^\]]+\.\.[^\]]+)\])?")


@frozen
class Request:
    """The words of a command, and the system after IN; empty for the model itself."""

    words: tuple[str, ...]
    system: str = ""


def read_request(text: str) -> Request:
    words = list(read_arguments(text).words)
    system = ""
    if len(words) > 1 and words[-2].upper() == "IN":
        system = words[-1]
        words = words[:-2]
    return Request(tuple(words), system)


def _parser(usage: str, least: int, needed: str) -> Callable[[str], Request]:
    def parse(text: str) -> Request:
        request = read_request(text)
        if len(request.words) < least:
            raise UserError("bad-command", needed, usage)
        return request

    return parse


def place(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    words = list(request.words)
    at: Point | None = None
    if len(words) > 3 and words[-3].upper() == "AT":
        x, y = (evaluate_integer(workspace, word, "AT") for word in words[-2:])
        if not (0 <= x <= FARTHEST and 0 <= y <= FARTHEST):
            hint = f"the coordinates are pixels from 0 to {FARTHEST}"
            raise UserError("bad-argument", f"a box cannot be placed at {x} {y}", hint)
        at, words = Point(float(x), float(y)), words[:-3]
    if len(words) > 2:
        raise UserError("bad-command", f"'{words[2]}' is one word too many", PLACE.usage)
    type_, name, members = words[0], "", ""
    if len(words) > 1:
        found = _PART.fullmatch(words[1].replace(" ", ""))
        if found is None:
            raise UserError("bad-name", f"'{words[1]}' cannot be the name of a part", "PLACE type name, or name[1..9]")
        name, members = found["name"], found["members"] or ""
    chosen: list[str] = []
    frozen_places: dict[str, Point] = {}
    type_placed: list[str] = []

    def act(texts: ModelTexts, system: System) -> Edited:
        edit, new = acts.place(system, type_, name, members)
        chosen.append(new)
        type_placed.append(system.name)
        diagram = texts.scene.diagram(system.name)
        if at is not None and diagram is not None:
            frozen_places.update({box.name: Point(box.x, box.y) for box in lay_out(diagram, closed_size).boxes})
        return edit

    def change(view: View) -> View:
        assert at is not None
        return with_place(
            with_place({type_placed[0].casefold(): frozen_places, **view}, type_placed[0], {}),
            type_placed[0],
            {chosen[0]: at},
        )

    yield from edit_model(workspace, request.system, act, change if at is not None else None)
    yield Noted(f"the part is called {chosen[0]}")


def join(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    yield from edit_model(workspace, request.system, lambda _, system: acts.join(system, request.words))


def remove(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    has_ends = [("." in word) for word in request.words]
    if any(has_ends) and not all(has_ends):
        raise UserError("bad-command", "REMOVE takes parts, or the ends of a connection", REMOVE.usage)
    perform = acts.disconnect if all(has_ends) else acts.remove
    if all(has_ends) and len(request.words) < 2:
        raise UserError("bad-command", "REMOVE needs two ends of the connection", REMOVE.usage)
    yield from edit_model(workspace, request.system, lambda _, system: perform(system, request.words))


def rename_part(workspace: Workspace, old: str, new: str, system: str) -> Iterator[Outcome]:
    def act(texts: ModelTexts, owner: System) -> Edited:
        types = {each.name.casefold(): types_of_parts(texts, each) for each in texts.systems}
        return acts.rename(owner, old, new, texts.systems, types)

    def change(view: View) -> View:
        return {
            type_: {_renamed(box, old.casefold(), new.casefold()): place_ for box, place_ in boxes.items()}
            for type_, boxes in view.items()
        }

    yield from edit_model(workspace, system, act, change if _has_view(workspace) else None)


def _has_view(workspace: Workspace) -> bool:
    return workspace.loaded is not None and workspace.loaded.files[0].with_suffix(".view").is_file()


def _renamed(box: str, old: str, new: str) -> str:
    """The box itself, or the formula for one of its inputs."""
    return new if box == old else f"{new}{box[len(old) :]}" if box.startswith(f"{old}.") else box


def group(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    words = list(request.words)
    upper = [word.upper() for word in words]
    if "AS" not in upper[1:] or not words[upper.index("AS", 1) + 1 :]:
        raise UserError("bad-command", "GROUP needs AS and a name for the group", GROUP.usage)
    cut = upper.index("AS", 1)
    parts, given = words[:cut], "".join(words[cut + 1 :])
    name, _, type_ = given.partition(":")

    def act(texts: ModelTexts, system: System) -> Edited:
        new = type_ or name
        if any(each.name.casefold() == new.casefold() for each in texts.systems):
            raise UserError("duplicate-system", f"there is a system '{new}' already", f"GROUP ... AS {name}: type")
        return acts.group(system, parts, name, new, types_of_parts(texts, system))

    yield from edit_model(workspace, request.system, act)


def make_array(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    name, count = request.words[:2]
    if len(request.words) > 2:
        raise UserError("bad-command", f"'{request.words[2]}' is one word too many", ARRAY.usage)
    yield from edit_model(workspace, request.system, lambda _, system: acts.make_array(system, name, count))


def parse_give(text: str) -> tuple[str, str, str]:
    """The name, the value and the system."""
    plain = without_comment(text)
    name, colon, value = plain.partition(":")
    words = value.split()
    system = ""
    if len(words) > 2 and words[-2].upper() == "IN":
        system = words[-1]
        value = " ".join(words[:-2])
    if not colon or not name.strip() or not value.strip():
        raise UserError("bad-command", "GIVE needs a name, a colon and a value", GIVE.usage)
    return "".join(name.split()), " ".join(value.split()), system


def give(workspace: Workspace, request: tuple[str, str, str]) -> Iterator[Outcome]:
    name, value, system = request
    try:
        target = read_expression(name)
    except Unreadable as error:
        raise UserError("bad-name", f"'{name}' is not a name: {error}", GIVE.usage) from None
    if not isinstance(target, Name):
        raise UserError("bad-name", f"'{name}' is not a name", GIVE.usage)
    yield from edit_model(workspace, system, lambda _, owner: acts.give(owner, target, name, value))


def copy(workspace: Workspace, request: Request) -> Iterator[Outcome]:
    made: list[str] = []

    def act(_: ModelTexts, system: System) -> Edited:
        edit, new = acts.copy(system, request.words)
        made.extend(new)
        return edit

    yield from edit_model(workspace, request.system, act)
    yield Noted(f"the {'copy is' if len(made) == 1 else 'copies are'} called {', '.join(made)}")


_IN = "IN system changes a different system in the same files. UNDO reverts the change."
PLACE = Command(
    "PLACE",
    "PLACE type [name | name[1..n]] [AT x y] [IN system]",
    "Add a part to the model.",
    _parser("PLACE type [name]", 1, "PLACE needs the type of the part"),
    place,
    "It adds SYSTEM name: type to the text, and changes nothing else. Without a name the part is named after its type. "
    f"AT positions its box in the diagram. {_IN}",
    ("PLACE electrical.resistor R2", "PLACE process.tray tray[1..9]", "PLACE control.gain AT 240 120"),
    repeats=False,
)
COPY = Command(
    "COPY",
    "COPY part ... [IN system]",
    "Copy parts of the model.",
    _parser("COPY part ...", 1, "COPY needs the name of a part"),
    copy,
    "The copies have the values that were given to the parts, and are connected with each other as the parts are. They "
    f"are named after them, with a number. {_IN}",
    ("COPY motor", "COPY gear shaft load"),
    repeats=False,
)
JOIN = Command(
    "JOIN",
    "JOIN end end ... [IN system]",
    "Connect terminals, or a signal with inputs.",
    _parser("JOIN end end ...", 2, "JOIN needs at least two ends"),
    join,
    f"It adds CONNECT to the text. Ends that do not match are refused, with the reason. {_IN}",
    ("JOIN motor.shaft gear.a", "JOIN regulator.u valve.opening"),
    repeats=False,
)
REMOVE = Command(
    "REMOVE",
    "REMOVE part ... [IN system] | REMOVE end end ... [IN system]",
    "Remove parts, or ends of a connection.",
    _parser("REMOVE part ...", 1, "REMOVE needs a part, or two ends of a connection"),
    remove,
    "Removing a part also removes its values, its connections, and the equations that read or set its variables; they "
    f"are listed. Of a connection, all given ends but the first are removed. {_IN}",
    ("REMOVE R2", "REMOVE motor.shaft gear.a"),
    repeats=False,
)
GROUP = Command(
    "GROUP",
    "GROUP part ... AS name[: type] [IN system]",
    "Turn some parts into a new type.",
    _parser("GROUP part ... AS name", 3, "GROUP needs parts, AS and a name"),
    group,
    "The parts move into a new system, with their values and their connections to each other. Connections to other "
    "parts go through terminals, inputs and outputs of the new type. The behaviour of the model does not change. "
    f"{_IN}",
    ("GROUP gear shaft load AS transmission",),
    repeats=False,
)
ARRAY = Command(
    "ARRAY",
    "ARRAY part count [IN system]",
    "Turn a part into an array, or change the size of an array.",
    _parser("ARRAY part count", 2, "ARRAY needs a part and a count"),
    make_array,
    "Connections of the part become those of the first member; values given to it apply to all members. The count "
    f"can be a parameter. {_IN}",
    ("ARRAY tray 9", "ARRAY cell n"),
    repeats=False,
)
GIVE = Command(
    "GIVE",
    "GIVE name: value [unit] [IN system]",
    "Change a value in the text of the model.",
    parse_give,
    give,
    f"PAR changes a value for the session; GIVE writes it into the text. {_IN}",
    ("GIVE motor.R: 1.5", "GIVE area: 2 [m^2]"),
    repeats=False,
)
