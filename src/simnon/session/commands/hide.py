"""`HIDE`: remove curves from the page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simnon.figures import Area, Curve
from simnon.source import UserError, did_you_mean

from ..outcome import Outcome, PageDrawn
from ..words import split_expressions, text_in
from ..workspace import Workspace
from .command import Command


def parse(text: str) -> tuple[str, ...]:
    names = tuple(map(text_in, split_expressions(text)))
    if not names:
        raise UserError("bad-command", "HIDE needs the names of curves, or /run", HIDE.usage)
    return names


def run(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    figure = workspace.page.figure
    for name in names:
        if not any(_is_meant(curve, name) for area in figure.areas for curve in area.curves):
            raise _missing(name, figure.areas)
    areas = tuple(_without(area, names) for area in figure.areas)
    workspace.page = replace(workspace.page, figure=replace(figure, areas=areas))
    yield PageDrawn(workspace.page.figure)


def _without(area: Area, names: Sequence[str]) -> Area:
    """Without its curves, an area loses the marks of their events as well."""
    curves = tuple(curve for curve in area.curves if not any(_is_meant(curve, name) for name in names))
    if len(curves) == len(area.curves):
        return area
    return replace(area, curves=curves, markers=area.markers if curves else ())


def _is_meant(curve: Curve, name: str) -> bool:
    """By the name in the legend; `/run` means all curves of that run."""
    label, wanted = curve.label.casefold(), name.casefold()
    return label.endswith(wanted) if wanted.startswith("/") else label == wanted


def _missing(name: str, areas: Sequence[Area]) -> UserError:
    labels = [curve.label for area in areas for curve in area.curves if curve.label]
    listed = ", ".join(labels) or "none"
    return UserError(
        "no-curve", f"there is no curve '{name}' on the page", did_you_mean(name, labels, f"the curves are {listed}")
    )


HIDE = Command(
    "HIDE",
    "HIDE curve ... | /run",
    "Remove curves from the page.",
    parse,
    run,
    "A curve is named as in the legend, in 'quotes' if the name has blanks; /name removes all curves of the run kept "
    "under that name. The axes stay as they are; SHOW draws a curve again.",
    ("HIDE H/slow", "HIDE /slow", "HIDE 'measured level'"),
    repeats=False,
)
