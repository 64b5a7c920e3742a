"""`SHOW` and `ASHOW`: curves of stored runs, on the current axes or on new ones."""

import re
from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Area, Axis, Curve, Key, Marker, Shape, with_chosen_ends
from simnon.model import BUILTINS
from simnon.source import UserError, frozen, nearest

from ..outcome import Outcome, PageDrawn
from ..plotting import (
    CurveRequest,
    elements_of,
    empty_page,
    make_curve,
    next_area,
    parameters_of_last_run,
    present_area,
    read_curve_request,
    spelled,
    time_axis,
    with_area,
    with_program_ends,
    with_texts,
)
from ..shading import shaded_by_time
from ..words import VARIABLE, split_expressions, unknown_option
from ..workspace import Workspace
from .command import Command

MAX_CHANGES_LISTED = 3


RIGHT, COLOUR = "RIGHT", "COLOUR"
SHAPES = {"POINTS": Shape.POINTS, "LINES": Shape.LINES}
OPTIONS = (RIGHT, COLOUR, "COLOR", *SHAPES)
_HORIZONTAL = re.compile(rf"({VARIABLE})?\(\s*([^()]*)\)")


@frozen
class Show:
    variables: tuple[CurveRequest, ...]
    against: CurveRequest | None
    is_right: bool = False
    shape: Shape | None = None
    is_coloured: bool = False
    """By the time."""


def parse(text: str) -> Show:
    words, options = _without_options(split_expressions(text))
    against = None
    for number, word in enumerate(words):
        match = _HORIZONTAL.fullmatch(word)
        if match is None or (match[1] or "").casefold() in BUILTINS:
            continue
        if number + 1 < len(words):
            raise UserError("bad-command", "the parentheses hold one variable and come last", ASHOW.usage)
        against = read_curve_request(match[2])
        words[number:] = [match[1]] if match[1] else []
    if not words:
        raise UserError("bad-command", "no variable is given", ASHOW.usage)
    shape = next((SHAPES[option] for option in options if option in SHAPES), None)
    is_coloured = not options.isdisjoint((COLOUR, "COLOR"))
    if is_coloured and against is None:
        raise UserError("bad-command", "-COLOUR needs a horizontal variable: over time it shows nothing", "ASHOW y (x)")
    return Show(with_texts(words, ASHOW.usage), against, RIGHT in options, shape, is_coloured)


def parse_axes(text: str) -> tuple[Show, ...]:
    """What each pair of axes shows."""
    return tuple(parse(part) for part in text.split("|"))


def _without_options(given: tuple[str, ...]) -> tuple[list[str], set[str]]:
    """An option is the name of one after a minus: -X is an expression."""
    options = {word[1:].upper() for word in given if word.startswith("-") and word[1:].upper() in OPTIONS}
    if set(SHAPES) <= options:
        raise UserError("bad-command", "-POINTS and -LINES exclude each other", ASHOW.usage)
    return [word for word in given if not (word.startswith("-") and word[1:].upper() in OPTIONS)], options


def _check_options(workspace: Workspace, command: Show) -> None:
    """A word such as -POINT that names no variable is a misspelled option."""
    for requested in command.variables:
        name = requested.variable[1:]
        is_known = not requested.variable.startswith("-") or workspace.run_named(requested.run).lookup.has(name)
        if not is_known and nearest(name, OPTIONS):
            raise unknown_option(name, OPTIONS)


def show(workspace: Workspace, command: Show) -> Iterator[Outcome]:
    area = present_area(workspace.page)
    if not area.has_axes:
        yield from show_on_new_axes(workspace, (command,))
        return
    curves = tuple(_told_apart(workspace, curve, area) for curve in _curves(workspace, command))
    markers = (*area.markers, *_markers(workspace, command))
    drawn = replace(area, curves=(*area.curves, *curves), markers=markers, key=_key(workspace, command) or area.key)
    if command.is_right:
        # Ends that an earlier curve has given the axis stay.
        drawn = replace(with_chosen_ends(drawn), horizontal=area.horizontal, vertical=area.vertical)
    page = with_area(workspace.page, drawn)
    workspace.page = page if area.curves else replace(page, parameters=parameters_of_last_run(workspace))
    yield PageDrawn(workspace.page.figure)


def show_on_new_axes(workspace: Workspace, commands: tuple[Show, ...]) -> Iterator[Outcome]:
    areas = [_new_area(workspace, command) for command in commands]
    page = empty_page(len(areas), 1) if len(areas) > 1 else workspace.page
    for area in areas:
        page = with_area(next_area(page), with_chosen_ends(area))
    workspace.page = replace(page, parameters=parameters_of_last_run(workspace))
    yield PageDrawn(workspace.page.figure)


def _new_area(workspace: Workspace, command: Show) -> Area:
    horizontal = time_axis(workspace) if command.against is None else _axis_of(workspace, command.against)
    horizontal = with_program_ends(workspace, horizontal, (horizontal.label,))
    vertical = with_program_ends(workspace, Axis(), [requested.variable for requested in command.variables])
    if command.is_coloured:
        first = _axis_of(workspace, command.variables[0])
        vertical = replace(vertical, label=first.label, unit=first.unit)
    key, markers = _key(workspace, command), _markers(workspace, command)
    return Area(horizontal, vertical, _curves(workspace, command), has_axes=True, markers=markers, key=key)


def _key(workspace: Workspace, command: Show) -> Key | None:
    """What the colours mean: the time of the runs that are shown."""
    if not command.is_coloured:
        return None
    runs = [workspace.run_named(requested.run) for requested in command.variables]
    axis = time_axis(workspace)
    return Key(axis.label, axis.unit, min(run.t[0] for run in runs), max(run.t[-1] for run in runs))


def _markers(workspace: Workspace, command: Show) -> tuple[Marker, ...]:
    """The events of the runs that are shown over time."""
    if command.against is not None:
        return ()
    runs = dict.fromkeys(requested.run for requested in command.variables if requested.run in workspace.runs)
    return tuple(marker for run in runs for marker in workspace.run_named(run).markers())


def _told_apart(workspace: Workspace, curve: Curve, area: Area) -> Curve:
    """If the same variable is already drawn, its name includes the parameters that changed since."""
    if curve.label not in {known.label for known in area.curves}:
        return curve
    before, now = workspace.page.parameters, parameters_of_last_run(workspace)
    names = [name for name, value in now.items() if before.get(name) != value]
    variables = workspace.model.variable_of_name
    changed = [f"{variables[name].short if name in variables else name}:{now[name]:g}" for name in names]
    return replace(curve, label=" ".join((curve.label, *changed[:MAX_CHANGES_LISTED])))


def _curves(workspace: Workspace, command: Show) -> tuple[Curve, ...]:
    _check_options(workspace, command)
    requests = [requested for each in command.variables for requested in elements_of(workspace, each)]
    curves = [
        make_curve(
            workspace,
            requested,
            command.against,
            is_marked=workspace.is_marked,
            is_right=command.is_right,
            shape=command.shape,
        )
        for requested in requests
    ]
    key = _key(workspace, command)
    if key is None:
        return tuple(curves)
    times = [workspace.run_named(requested.run).t for requested in requests]
    return tuple(
        piece for curve, t in zip(curves, times, strict=True) for piece in shaded_by_time(curve, t, key.low, key.high)
    )


def _axis_of(workspace: Workspace, requested: CurveRequest) -> Axis:
    run = workspace.run_named(requested.run)
    name = requested.variable
    return Axis(spelled(run, name), run.units.get(run.lookup.find(name), "") if run.lookup.has(name) else "")


SHOW = Command(
    "SHOW",
    "SHOW expression[/run] ['text'] ... [(expression)] [-RIGHT] [-COLOUR] [-POINTS | -LINES]",
    "Draw curves on the current axes.",
    parse,
    show,
    "A variable, or an expression without blanks such as H-HREF; of an array all elements are drawn, of x[2..3] "
    "some. The one in parentheses is horizontal; by default it is the time. y/name takes the curve from the run kept "
    "under that name. -RIGHT draws against an axis on the right; -COLOUR shows the time as the colour of a curve in a "
    "phase plane. A 'text' after an expression is the name of its curve. A file that IMPORT read is shown as points if "
    "it has at most 200 rows; -POINTS and -LINES choose.",
    ("SHOW H", "SHOW H/slow", "SHOW QIN -RIGHT", "SHOW y (x) -COLOUR", "SHOW LEVEL/measured 'measured level' -POINTS"),
)
ASHOW = Command(
    "ASHOW",
    "ASHOW expression[/run] ['text'] ... [(expression)] [-RIGHT] [-COLOUR] [-POINTS | -LINES] [| expression ...]",
    "Draw curves on new axes that fit them.",
    parse_axes,
    show_on_new_axes,
    "Expressions and options are those of SHOW. On a page with several areas, each ASHOW goes to the next one; AREA "
    "selects an area. What follows a | is drawn on axes of its own, below the others on a new page.",
    ("ASHOW H HREF QIN", "ASHOW X2 (X1)", "ASHOW ABS(H-HREF)", "ASHOW H | QIN"),
)
