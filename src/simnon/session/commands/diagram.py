"""`DIAGRAM` and `MOVE`: the block diagram of the model as a file, and where its boxes stand."""

from collections.abc import Iterator

from simnon.compiler import loops_of
from simnon.diagrams import (
    MAX_LEVEL,
    TEXT_SIZE,
    Point,
    Scene,
    View,
    closed_size,
    draw_scene,
    equation_graph,
    lay_out,
    print_diagram,
    read_view,
)
from simnon.graphics import DARK as DARK_THEME
from simnon.graphics import LIGHT, known_type, write_drawing
from simnon.source import UserError, frozen, nearest

from ..calculator import evaluate_integer
from ..comparing import marked_scene
from ..editing_models import model_texts, move_boxes, with_place
from ..files import FORCE, path_to_write, wrote
from ..outcome import Outcome, Printed
from ..words import Arguments, read_arguments, read_files, text_in
from ..workspace import Workspace
from .command import Command

FARTHEST = 100_000
LEVEL, DARK, GRAPH, DIFF = "LEVEL", "DARK", "GRAPH", "DIFF"


@frozen
class Picture:
    """Where the picture goes; empty to print the diagram as text."""

    path: str
    level: str
    arguments: Arguments
    earlier: str = ""
    """The file with which the model is compared."""


def parse(text: str) -> Picture:
    arguments = read_files(text, (FORCE, DARK, LEVEL, GRAPH, DIFF))
    words = list(arguments.words)
    if {GRAPH, DIFF} <= set(arguments.options):
        raise UserError("bad-command", "-GRAPH and -DIFF exclude each other", DIAGRAM.usage)
    earlier = ""
    if DIFF in arguments.options:
        if len(words) < 2:
            raise UserError("bad-command", "-DIFF needs the picture and an earlier file of the model", DIAGRAM.usage)
        earlier = words.pop(1)
    has_level = LEVEL in arguments.options
    level = words.pop() if has_level and words else ""
    if len(words) > 1 or (has_level and not level):
        needed = "-LEVEL needs a number" if has_level else "DIAGRAM takes the name of one file"
        raise UserError("bad-command", needed, DIAGRAM.usage)
    return Picture(words[0] if words else "", level, arguments, earlier)


def run(workspace: Workspace, picture: Picture) -> Iterator[Outcome]:
    options = picture.arguments.options
    texts = model_texts(workspace)
    if picture.earlier:
        scene = marked_scene(workspace, texts, [text_in(picture.earlier)])
    else:
        scene = graph_of_model(workspace) if GRAPH in options else texts.scene
    if not picture.path:
        yield Printed(print_diagram(scene.diagrams[scene.top.casefold()]))
        return
    level = evaluate_integer(workspace, picture.level, LEVEL) if picture.level else 1
    if not 1 <= level <= MAX_LEVEL:
        raise UserError("bad-argument", f"there is no level {level}", f"give a number from 1 to {MAX_LEVEL}")
    path = path_to_write(picture.path, workspace.folder, ".svg", workspace.allowed)
    known_type(path)
    theme = DARK_THEME if DARK in options else LIGHT
    drawing, size = draw_scene(scene, level, theme, read_view(texts.view_file), texts.files)
    write_drawing(path, drawing, size, TEXT_SIZE, dark=DARK in options, force=FORCE in options)
    yield from wrote(path, picture.arguments, workspace.folder)


def graph_of_model(workspace: Workspace) -> Scene:
    """Which equation needs which."""
    analysed = workspace.model.analysed
    loops = [members for members, _ in loops_of(analysed)]
    graph = equation_graph(analysed.declared, analysed.model, analysed.schedule, loops)
    return Scene(graph.type, {graph.type.casefold(): graph})


@frozen
class Moving:
    """`places` are boxes with their new coordinates, in pixels; empty to forget all places of the system."""

    places: tuple[tuple[str, str, str], ...]
    system: str


def parse_move(text: str) -> Moving:
    words = [text_in(word) for word in read_arguments(text).words]
    system = ""
    if len(words) > 1 and words[-2].upper() == "IN":
        system = words[-1]
        words = words[:-2]
    if len(words) % 3 and words != ["AUTO"]:
        raise UserError("bad-command", "MOVE needs a box and its two coordinates", MOVE.usage)
    places = tuple(zip(words[::3], words[1::3], words[2::3], strict=False))
    if not places and [word.upper() for word in words] != ["AUTO"]:
        raise UserError("bad-command", "MOVE needs a box and its two coordinates", MOVE.usage)
    return Moving(places, system)


def move(workspace: Workspace, moving: Moving) -> Iterator[Outcome]:
    scene = model_texts(workspace).scene
    type_ = moving.system or scene.top
    diagram = scene.diagram(type_)
    if diagram is None:
        raise UserError("unknown-system", f"the model has no type '{type_}'", f"it has {', '.join(scene.diagrams)}")
    names = [box.name for box in diagram.boxes]
    places = {}
    for name, *numbers in moving.places:
        if diagram.box(name) is None:
            near = nearest(name, names)
            hint = f"did you mean '{near}'?" if near else f"its boxes are {', '.join(names)}"
            raise UserError("unknown-part", f"'{diagram.type}' has no box '{name}'", hint)
        x, y = (evaluate_integer(workspace, number, "MOVE") for number in numbers)
        if not (0 <= x <= FARTHEST and 0 <= y <= FARTHEST):
            hint = f"the coordinates are pixels from 0 to {FARTHEST}"
            raise UserError("bad-argument", f"the box '{name}' cannot be moved to {x} {y}", hint)
        places[name] = Point(float(x), float(y))

    def change(view: View) -> View:
        if not places:
            return {each: boxes for each, boxes in view.items() if each != diagram.type.casefold()}
        # The other boxes stay where they are.
        laid = lay_out(diagram, closed_size, view.get(diagram.type.casefold()))
        now = {box.name: Point(box.x, box.y) for box in laid.boxes}
        return with_place(view, diagram.type, {**now, **places})

    yield from move_boxes(workspace, change)


DIAGRAM = Command(
    "DIAGRAM",
    "DIAGRAM [file] [-LEVEL n] [-GRAPH | -DIFF earlier] [-DARK] [-FORCE]",
    "Draw the block diagram of the model.",
    parse,
    run,
    "The extension decides the type: .svg, .pdf or .png; the default is SVG. Without a file, the diagram of the "
    "model is printed as text: its parts, and what they are connected to. -LEVEL opens boxes: 1, the default, shows "
    "all of them closed, 2 shows what is in each, and so on; the innermost show their equations. -GRAPH draws which "
    "equation depends on which, with algebraic loops in red; -DIFF what has changed since an earlier file of the "
    "model: additions in green, changes in amber, removals in red. -DARK draws on a dark background.",
    ("DIAGRAM", "DIAGRAM drive.svg -LEVEL 2", "DIAGRAM loops.pdf -GRAPH", "DIAGRAM new.svg -DIFF yesterday/drive"),
    repeats=False,
)
MOVE = Command(
    "MOVE",
    "MOVE box x y ... [IN system] | MOVE AUTO [IN system]",
    "Move boxes of the diagram.",
    parse_move,
    move,
    "The coordinates are pixels from the left and the top, and are rounded to the grid of 12. Positions are kept in "
    "the file name.view beside the text, by the names of the boxes; the other boxes stay where they are. MOVE AUTO "
    "discards the positions: the layout is automatic again. IN system refers to a different system in the same "
    "files.",
    ("MOVE motor 240 120", "MOVE AUTO"),
    repeats=False,
)
