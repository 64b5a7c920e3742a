"""`AXES`: new axes with given ends."""

from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Area, Axis
from simnon.source import UserError, frozen

from ..calculator import evaluate
from ..outcome import Outcome, PageDrawn
from ..plotting import next_area, time_axis, with_area
from ..words import split_words
from ..workspace import Workspace
from .command import Command


@frozen
class NewAxes:
    horizontal: tuple[str, str] | None
    vertical: tuple[str, str] | None


def parse(text: str) -> NewAxes:
    words = list(split_words(text))
    ends: dict[str, tuple[str, str]] = {}
    while words:
        letter = words.pop(0).upper()
        if letter not in ("H", "V") or letter in ends or len(words) < 2:
            raise UserError("bad-command", "AXES takes H or V, each with two ends", AXES.usage)
        ends[letter] = (words.pop(0), words.pop(0))
    return NewAxes(ends.get("H"), ends.get("V"))


def run(workspace: Workspace, command: NewAxes) -> Iterator[Outcome]:
    settings = workspace.settings
    if workspace.plotted and workspace.plotted_against:
        horizontal = Axis(workspace.plotted_against)
    else:
        horizontal = replace(time_axis(workspace), low=settings.start, high=settings.stop)
    if command.horizontal is not None:
        horizontal = _with_ends(workspace, horizontal, command.horizontal)
    vertical = Axis() if command.vertical is None else _with_ends(workspace, Axis(), command.vertical)
    workspace.page = with_area(next_area(workspace.page), Area(horizontal, vertical, has_axes=True))
    yield PageDrawn(workspace.page.figure)


def _with_ends(workspace: Workspace, axis: Axis, texts: tuple[str, str]) -> Axis:
    low, high = (evaluate(workspace, text) for text in texts)
    if not low < high:
        raise UserError("bad-command", f"an axis from {low:g} to {high:g} has no length", "give the smaller end first")
    return replace(axis, low=low, high=high)


AXES = Command(
    "AXES",
    "AXES [H low high] [V low high]",
    "Draw new axes with the given ends.",
    parse,
    run,
    "SHOW and PLOT draw on them. Without H they extend from the start to the stop of the last SIMU, unless PLOT has "
    "a different horizontal variable; without V the ends are chosen when there is a curve.",
    ("AXES H 0 200 V 0 3",),
)
