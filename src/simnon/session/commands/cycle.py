"""`CYCLE`: find the periodic orbit on which the last run has settled, and start the runs that follow on it."""

import math
import re
from collections.abc import Iterator

from simnon.figures import Area, Axis, Curve, with_chosen_ends
from simnon.source import UserError, frozen
from simnon.studies import Cycle, find_cycle

from ..calculator import evaluate
from ..giving import give_values
from ..linear_texts import multipliers_table
from ..outcome import Noted, Outcome, PageDrawn, Printed, Valued, ValueRow
from ..plotting import next_area, time_axis, with_area
from ..words import check_once, read_arguments
from ..workspace import LAST, Workspace
from .command import Command

_ONLY_SHOW = "SHOW"
_SIGN = re.compile(r"\s*=\s*")
_PERIOD = "PERIOD"


@frozen
class Orbit:
    """`shown` are drawn over one period, whose length `period` is given as an expression, or empty."""

    shown: tuple[str, ...]
    period: str
    name: str
    options: frozenset[str]


def parse(text: str) -> Orbit:
    arguments = read_arguments(_SIGN.sub("=", text), (_ONLY_SHOW,), has_slash=True)
    pairs = [word.partition("=") for word in arguments.words]
    given = [(name, value) for name, sign, value in pairs if sign]
    if not all(name.upper() == _PERIOD and value for name, value in given):
        raise UserError("bad-command", "only the period can be given, as PERIOD=expression", CYCLE.usage)
    check_once([name for name, _, _ in pairs], CYCLE.usage)
    shown = tuple(name for name, sign, _ in pairs if not sign)
    return Orbit(shown, given[0][1] if given else "", arguments.slash, frozenset(arguments.options))


def run(workspace: Workspace, command: Orbit) -> Iterator[Outcome]:
    model = workspace.elements
    shown = [workspace.system.names.find(name) for name in command.shown]
    settled = model.of_elements(workspace.run_named(command.name.upper() or LAST))
    found = find_cycle(model, settled, _period(workspace, command))
    for name in shown:
        found[name]
    yield from _replies(workspace, found)
    if shown:
        workspace.page = with_area(next_area(workspace.page), _area(workspace, found, shown))
        yield PageDrawn(workspace.page.figure)
    if _ONLY_SHOW not in command.options:
        yield from give_values(workspace, {}, {name: found.point.values[name] for name in model.states})


def _period(workspace: Workspace, command: Orbit) -> float | None:
    if not command.period:
        return None
    period = evaluate(workspace, command.period)
    if not 0.0 < period < math.inf:
        raise UserError("bad-command", f"the period is {period:g}", "give a positive number")
    return period


def _replies(workspace: Workspace, found: Cycle) -> Iterator[Outcome]:
    units = workspace.model.units
    rows = [ValueRow("cycle", "period", found.period)]
    for name in found.states:
        lowest, highest = found.extremes(name)
        rows += [
            ValueRow("cycle", f"min({name})", lowest, units.get(name, "")),
            ValueRow("cycle", f"max({name})", highest, units.get(name, "")),
        ]
    yield Valued(tuple(rows))
    yield from multipliers_table(found.multipliers)
    yield Printed(_verdict(found))
    for note in found.notes:
        yield Noted(note)


def _verdict(found: Cycle) -> str:
    stable = "stable" if found.is_stable else "not stable"
    if math.isnan(found.accuracy):
        return stable
    return f"{stable}; the trivial multiplier is 1 with an error of {found.accuracy:.1g}"


def _area(workspace: Workspace, found: Cycle, names: list[str]) -> Area:
    units = workspace.model.units
    curves = tuple(Curve(name, found.t, found[name], units.get(name, "")) for name in names)
    return with_chosen_ends(Area(time_axis(workspace), Axis(), curves, has_axes=True))


CYCLE = Command(
    "CYCLE",
    "CYCLE [variable ...] [PERIOD=expression] [/name] [-SHOW]",
    "Find the periodic orbit on which a run has settled, and start on it.",
    parse,
    run,
    "The orbit is the one near the end of the last run, or of the run stored under /name. The period is found "
    "automatically, or PERIOD gives a first guess; a model that depends on time needs it, and its orbits have "
    "exactly this period. The period, the extremes of the states and the Floquet multipliers are shown; the orbit is "
    "stable if all multipliers are less than one in magnitude. The named variables are drawn over one period. The "
    "states are set to a point on the orbit; with -SHOW they are not. UNDO reverts this.",
    ("CYCLE", "CYCLE x y -SHOW", "CYCLE PERIOD=2*3.14159"),
    repeats=False,
)
