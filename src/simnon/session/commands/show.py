"""`SHOW` and `ASHOW`: curves of stored runs, on the current axes or on new ones."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Area, Axis, Curve, with_chosen_ends
from simnon.source import UserError, frozen

from ..outcome import Outcome, PageDrawn
from ..plotting import (
    Wanted,
    make_curve,
    next_area,
    parameters_of_last_run,
    present_area,
    read_wanted,
    time_axis,
    with_area,
)
from ..words import split_words
from ..workspace import Workspace
from .command import Command

MAX_CHANGES_LISTED = 3


@frozen
class Show:
    variables: tuple[Wanted, ...]
    against: Wanted | None


def parse(text: str) -> Show:
    words = list(split_words(text))
    against = None
    if "(" in words:
        at = words.index("(")
        if words[at + 2 : at + 3] != [")"] or len(words) > at + 3:
            raise UserError("bad-command", "the parentheses hold one variable and come last", ASHOW.usage)
        against, words = read_wanted(words[at + 1]), words[:at]
    if not words:
        raise UserError("bad-command", "no variable is given", ASHOW.usage)
    return Show(tuple(read_wanted(word) for word in words), against)


def show(workspace: Workspace, command: Show) -> Iterator[Outcome]:
    area = present_area(workspace.page)
    if not area.has_axes:
        yield from show_on_new_axes(workspace, command)
        return
    curves = tuple(_told_apart(workspace, curve, area) for curve in _curves(workspace, command))
    page = with_area(workspace.page, replace(area, curves=(*area.curves, *curves)))
    workspace.page = page if area.curves else replace(page, parameters=parameters_of_last_run(workspace))
    yield PageDrawn(workspace.page.figure)


def show_on_new_axes(workspace: Workspace, command: Show) -> Iterator[Outcome]:
    curves = _curves(workspace, command)
    horizontal = time_axis(workspace) if command.against is None else _axis_of(workspace, command.against)
    units = {curve.unit for curve in curves}
    vertical = Axis("", units.pop() if len(units) == 1 else "")
    area = with_chosen_ends(Area(horizontal, vertical, curves, has_axes=True))
    page = with_area(next_area(workspace.page), area)
    workspace.page = replace(page, parameters=parameters_of_last_run(workspace))
    yield PageDrawn(workspace.page.figure)


def _told_apart(workspace: Workspace, curve: Curve, area: Area) -> Curve:
    """If the same variable is already drawn, its name includes the parameters that changed since."""
    if curve.label not in {known.label for known in area.curves}:
        return curve
    before, now = workspace.page.parameters, parameters_of_last_run(workspace)
    short = {variable.name: variable.short for variable in workspace.model.variables}
    changed = [f"{short.get(name, name)}:{value:g}" for name, value in now.items() if before.get(name) != value]
    return replace(curve, label=" ".join((curve.label, *changed[:MAX_CHANGES_LISTED])))


def _curves(workspace: Workspace, command: Show) -> tuple[Curve, ...]:
    return tuple(
        make_curve(workspace, wanted, command.against, is_marked=workspace.is_marked) for wanted in command.variables
    )


def _axis_of(workspace: Workspace, wanted: Wanted) -> Axis:
    run = workspace.run_named(wanted.run)
    return Axis(wanted.variable.upper(), run.units.get(run.lookup.find(wanted.variable), ""))


SHOW = Command(
    "SHOW",
    "SHOW variable[/run] ... [(variable)]",
    "Draw curves on the current axes.",
    parse,
    show,
    "The variable in parentheses is the horizontal one; by default it is the time. y/name takes the curve from the "
    "run kept under that name.",
    ("SHOW H", "SHOW H/slow"),
)
ASHOW = Command(
    "ASHOW",
    "ASHOW variable[/run] ... [(variable)]",
    "Draw curves on new axes that fit them.",
    parse,
    show_on_new_axes,
    "On a page with several areas, each ASHOW goes to the next one; AREA selects an area.",
    ("ASHOW H HREF QIN", "ASHOW X2 (X1)"),
)
