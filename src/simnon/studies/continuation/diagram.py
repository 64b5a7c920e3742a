"""Branches -> a bifurcation diagram: stable parts solid, unstable ones dashed, labels at special points.

Periodic orbits have two curves, their highest and their lowest values.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, Ink, Shape, TextBlock, with_chosen_ends
from simnon.program import Array
from simnon.source import UserError

from .branch import Branch, SpecialPoint, find_name

GAP = np.array([np.nan])
ENDS = ("EP", "EC")
"""Labelled points that are not marked."""


def draw_diagram(branches: Sequence[Branch], units: Mapping[str, str], vertical: str, horizontal: str) -> Figure:
    """`vertical` over `horizontal`; if they are empty, the first state over the parameter, or a parameter over another.

    Branches that do not have both variables as coordinates are left out: those over other parameters.
    """
    if not branches:
        raise UserError("no-branches", "there are no branches to draw", "a continuation makes them")
    across, down = _axes(branches, vertical, horizontal)
    shown = [branch for branch in branches if across in branch.columns and down in branch.columns]
    area = Area(
        Axis(across, units.get(across, "")),
        Axis(down, units.get(down, "")),
        (*_curves(shown, across, down, units.get(down, "")), *_dots(shown, across, down)),
        tuple(_words(shown, across, down)),
        has_axes=True,
    )
    return Figure(areas=(with_chosen_ends(area),))


def _axes(branches: Sequence[Branch], vertical: str, horizontal: str) -> tuple[str, str]:
    # A curve over two parameters is drawn in their plane, beside branches over one of them only if asked for.
    first = branches[-1]
    across = find_name(first.columns, horizontal) if horizontal else first.parameters[0]
    if vertical:
        return across, find_name(first.columns, vertical)
    return across, first.parameters[1] if len(first.parameters) > 1 else first.states[0]


def _curves(branches: Sequence[Branch], across: str, down: str, unit: str) -> list[Curve]:
    """The pens of the first and the second curve of an area are solid and dashed."""
    found = []
    for label, wanted in (("stable", True), ("unstable", False)):
        parts = [part for branch in branches for part in _parts(branch, wanted)]
        drawn = [(branch, name, part) for branch, part in parts for name in _heights(branch, down)]
        x = _joined([branch.columns[across][part] for branch, _, part in drawn])
        y = _joined([branch.columns[name][part] for branch, name, part in drawn])
        found.append(Curve(label, x, y, unit) if parts else Curve("", x, y))
    return found


def _heights(branch: Branch, name: str) -> tuple[str, ...]:
    """A periodic orbit is drawn twice: at the highest and at the lowest value of the variable."""
    lowest = f"min({name})"
    return (name, lowest) if lowest in branch.columns else (name,)


def _parts(branch: Branch, is_stable: bool) -> list[tuple[Branch, slice]]:
    """The stretches of a branch that are stable, or those that are not; special points are the ends of both."""
    special = {each.index for each in branch.special}
    count = len(branch)
    steps = [bool(branch.is_stable[i + 1 if i in special and i + 2 < count else i]) for i in range(count - 1)]
    found, first = [], 0
    for i in range(count - 1):
        if i + 1 == count - 1 or steps[i + 1] != steps[i]:
            if steps[i] == is_stable:
                found.append((branch, slice(first, i + 2)))
            first = i + 1
    return found


def _joined(parts: Sequence[Array]) -> Array:
    return np.concatenate([each for part in parts for each in (part, GAP)]) if parts else np.zeros(0)


def _labelled(branches: Sequence[Branch]) -> list[tuple[Branch, SpecialPoint]]:
    found = {each.label: (branch, each) for branch in branches for each in branch.special if each.kind not in ENDS}
    return list(found.values())


def _dots(branches: Sequence[Branch], across: str, down: str) -> list[Curve]:
    places = [(b.columns[across][each.index], b.columns[down][each.index]) for b, each in _labelled(branches)]
    if not places:
        return []
    x, y = np.array(places).T
    return [Curve("", x, y, shape=Shape.POINTS, ink=Ink.TEXT)]


def _words(branches: Sequence[Branch], across: str, down: str) -> list[TextBlock]:
    spans = [
        np.ptp(np.concatenate([branch.columns[name] for branch in branches])) if branches else 0.0
        for name in (across, down)
    ]
    found = []
    for branch, each in _labelled(branches):
        x, y = branch.columns[across], branch.columns[down]
        i = each.index
        # Beside a curve that rises there is room below it, beside one that falls above it.
        before, after = max(0, i - 1), min(len(branch) - 1, i + 1)
        is_rising = (y[after] - y[before]) * (x[after] - x[before]) > 0.0
        lift = -0.045 if is_rising else 0.03
        found.append(TextBlock(each.label, float(x[i] + 0.012 * spans[0]), float(y[i] + lift * spans[1])))
    return found
