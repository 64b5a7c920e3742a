"""`AXES`: new axes with given ends, or new ends for those that are there."""

import re
from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Area, Axis, with_chosen_ends
from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..outcome import Outcome, PageDrawn
from ..plotting import next_area, present_area, shown_by_program, time_axis, with_area, with_program_ends
from ..words import read_arguments, text_in
from ..workspace import Workspace
from .command import Command

HLOG, VLOG, HLIN, VLIN, EQUAL, NOGRID, KEEP = "HLOG", "VLOG", "HLIN", "VLIN", "EQUAL", "NOGRID", "KEEP"


@frozen
class NewAxis:
    """The ends as they were typed, and the label; both can be missing."""

    ends: tuple[str, str] | None = None
    label: str = ""


@frozen
class NewAxes:
    horizontal: NewAxis
    vertical: NewAxis
    options: frozenset[str] = frozenset()


def parse(text: str) -> NewAxes:
    arguments = read_arguments(text, (HLOG, VLOG, HLIN, VLIN, EQUAL, NOGRID, KEEP))
    for one, other in ((HLOG, HLIN), (VLOG, VLIN)):
        if {one, other} <= arguments.options:
            raise UserError("bad-command", f"-{one} and -{other} exclude each other", AXES.usage)
    words = list(arguments.words)
    found: dict[str, NewAxis] = {}
    while words:
        letter = words.pop(0).upper()
        if letter not in ("H", "V") or letter in found:
            raise UserError("bad-command", "AXES takes H or V, each with two ends, a 'label', or both", AXES.usage)
        ends = words[:2] if len(words) >= 2 and not words[0].startswith("'") else []
        del words[: len(ends)]
        label = text_in(words.pop(0)) if words and words[0].startswith("'") else ""
        if not ends and not label:
            raise UserError("bad-command", f"{letter} needs two ends, a 'label', or both", AXES.usage)
        found[letter] = NewAxis((ends[0], ends[1]) if ends else None, label)
    return NewAxes(found.get("H", NewAxis()), found.get("V", NewAxis()), arguments.options)


def run(workspace: Workspace, command: NewAxes) -> Iterator[Outcome]:
    if KEEP in command.options:
        yield from _change(workspace, command)
        return
    settings, options = workspace.settings, command.options
    if workspace.plotted and workspace.plotted_against:
        horizontal = Axis(workspace.plotted_against)
    else:
        horizontal = replace(time_axis(workspace), low=settings.start, high=settings.stop)
    horizontal = with_program_ends(workspace, horizontal, (horizontal.label,))
    vertical = with_program_ends(workspace, Axis(), workspace.plotted or shown_by_program(workspace))
    area = Area(
        _given(workspace, horizontal, command.horizontal, is_logarithmic=HLOG in options),
        _given(workspace, vertical, command.vertical, is_logarithmic=VLOG in options),
        has_axes=True,
        has_grid=NOGRID not in options,
        is_equal=EQUAL in options,
    )
    workspace.page = with_area(next_area(workspace.page), area)
    yield PageDrawn(workspace.page.figure)


def _change(workspace: Workspace, command: NewAxes) -> Iterator[Outcome]:
    """Other ends and scales for the current axes and their curves; without any, the ends that fit the curves."""
    page, options = workspace.page, command.options
    area = present_area(page)
    if not area.has_axes:
        raise UserError("no-axes", "there are no axes whose curves could be kept", "AXES without -KEEP draws new ones")
    if options == {KEEP} and command.horizontal == command.vertical == NewAxis():
        open_ends = {
            name: replace(getattr(area, name), low=None, high=None) for name in ("horizontal", "vertical", "right")
        }
        area = replace(area, **open_ends)
    else:
        area = replace(
            area,
            horizontal=_changed(workspace, area.horizontal, command.horizontal, options & {HLOG, HLIN}),
            vertical=_changed(workspace, area.vertical, command.vertical, options & {VLOG, VLIN}),
            has_grid=area.has_grid and NOGRID not in options,
            is_equal=area.is_equal or EQUAL in options,
        )
    # AREA and this leave the next ASHOW where it would have gone.
    workspace.page = replace(with_area(page, with_chosen_ends(area)), is_used=page.is_used)
    yield PageDrawn(workspace.page.figure)


def _changed(workspace: Workspace, axis: Axis, given: NewAxis, scale: frozenset[str]) -> Axis:
    is_logarithmic = bool(scale & {HLOG, VLOG}) if scale else axis.is_logarithmic
    if is_logarithmic is not axis.is_logarithmic:
        axis = replace(axis, low=None, high=None)
    return _given(workspace, axis, given, is_logarithmic=is_logarithmic)


def _given(workspace: Workspace, axis: Axis, given: NewAxis, *, is_logarithmic: bool) -> Axis:
    if given.ends is not None:
        axis = _with_ends(workspace, axis, given.ends)
    if is_logarithmic and axis.low is not None and axis.low <= 0.0:
        if given.ends is not None:
            raise UserError("bad-command", f"a logarithmic axis cannot begin at {axis.low:g}", "give two positive ends")
        axis = replace(axis, low=None)
    match = re.fullmatch(r"(.*?)\s*\[([^\[\]]*)\]", given.label)
    label, unit = (match[1], match[2]) if match else (given.label or axis.label, axis.unit)
    return replace(axis, label=label, unit=unit, is_logarithmic=is_logarithmic)


def _with_ends(workspace: Workspace, axis: Axis, texts: tuple[str, str]) -> Axis:
    low, high = (evaluate(workspace, text) for text in texts)
    if not low < high:
        raise UserError("bad-command", f"an axis from {low:g} to {high:g} has no length", "give the smaller end first")
    return replace(axis, low=low, high=high)


AXES = Command(
    "AXES",
    "AXES [H low high ['label']] [V low high ['label']] [-HLOG | -HLIN] [-VLOG | -VLIN] [-EQUAL] [-NOGRID] [-KEEP]",
    "Draw new axes with the given ends.",
    parse,
    run,
    "SHOW and PLOT draw on them. Without H they extend from the start to the stop of the last SIMU, unless PLOT has "
    "a different horizontal variable; without V the ends are chosen when there is a curve. A label such as "
    "'level [m]' replaces the name of the variable. -HLOG and -VLOG make an axis logarithmic, -HLIN and -VLIN linear; "
    "-EQUAL makes units of both axes equally long, -NOGRID leaves out the grid. -KEEP changes the current axes and "
    "keeps their curves: AXES H 18 66 -KEEP looks at a part of them, AXES -KEEP at all of them again.",
    (
        "AXES H 0 200 V 0 3",
        "AXES V 'level [m]' -NOGRID",
        "AXES H 0.01 100 V 0.001 10 -HLOG -VLOG",
        "AXES H 18 66 -KEEP",
    ),
)
