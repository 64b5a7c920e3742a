"""`FIT`: find the parameters with which runs come closest to measurements."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from simnon.source import UserError, frozen
from simnon.studies import Fit, FitSettings, fit

from ..calculator import evaluate
from ..outcome import Changed, Noted, Outcome, PageDrawn, Printed
from ..plotting import with_area
from ..running import settings_of_run
from ..words import VARIABLE, check_once, read_arguments
from ..workspace import Page, Workspace
from .command import Command

_LOSSES = {"HUBER": "huber", "SOFT": "soft", "CAUCHY": "cauchy"}
_BOUNDED = re.compile(rf"({VARIABLE})(?:\[([^\],]+),([^\],]+)\])?")


@frozen
class Fitted:
    """A parameter or state; its bounds as texts, empty if there are none."""

    name: str
    low: str
    high: str


@frozen
class FitRequest:
    """`run` is the imported table with the measurements."""

    fitted: tuple[Fitted, ...]
    run: str
    loss: str


def parse(text: str) -> FitRequest:
    arguments = read_arguments(re.sub(r"\s*,\s*", ",", text), tuple(_LOSSES), has_slash=True)
    if not arguments.words or not arguments.slash:
        raise UserError("bad-command", "FIT needs parameters and the table with the measurements", FIT.usage)
    if len(arguments.options) > 1:
        raise UserError("bad-command", "FIT takes one loss", FIT.usage)
    fitted = []
    for word in arguments.words:
        bounded = _BOUNDED.fullmatch(word)
        if bounded is None:
            raise UserError("bad-command", f"'{word}' is not a parameter", FIT.usage)
        fitted.append(Fitted(bounded[1], bounded[2] or "", bounded[3] or ""))
    check_once([each.name for each in fitted], FIT.usage)
    loss = next((_LOSSES[option] for option in arguments.options), "linear")
    return FitRequest(tuple(fitted), arguments.slash, loss)


def run(workspace: Workspace, command: FitRequest) -> Iterator[Outcome]:
    model, names = workspace.model, workspace.system.names
    bounds = {names.find(each.name): _bounds(workspace, each) for each in command.fitted if each.low}
    common = settings_of_run(workspace)
    given = common.pop("parameters", None) or {}
    data = workspace.run_named(command.run)
    settings = FitSettings(bounds, {}, command.loss, workspace.settings.start, given)
    found = fit(model, data, [each.name for each in command.fitted], settings, common)
    yield Printed(found.report())
    yield from _give(workspace, found)
    figure = found.plot()
    workspace.page = (
        Page(figure=figure, area=0) if len(figure.areas) > 1 else with_area(workspace.page, figure.areas[0])
    )
    yield PageDrawn(workspace.page.figure)


def _bounds(workspace: Workspace, fitted: Fitted) -> tuple[float, float]:
    low, high = evaluate(workspace, fitted.low), evaluate(workspace, fitted.high)
    return (low if low > -1e30 else -math.inf, high if high < 1e30 else math.inf)


def _give(workspace: Workspace, found: Fit) -> Iterator[Outcome]:
    """Parameters and initial values get the values found, which UNDO reverts."""
    model, given = workspace.model, workspace.given
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    known = {**start_of_name, **model.parameters, **given.parameters, **given.initial}
    for name, value in found.values.items():
        yield Changed(name, known[name], value, model.units.get(name, ""))
    parameters = {name: value for name, value in found.values.items() if name in model.parameters}
    initial = {name: value for name, value in found.values.items() if name not in model.parameters}
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )
    if any(math.isinf(error) for error in found.errors.values()):
        yield Noted("some values are arbitrary: the data do not determine them")


FIT = Command(
    "FIT",
    "FIT name[low,high] ... /table [-HUBER | -SOFT | -CAUCHY]",
    "Find the parameters with which runs come closest to measurements.",
    parse,
    run,
    "IMPORT reads the measurements: the columns are variables, the first one is the time, and gaps are empty. A state "
    "stands for its initial value. The parameters get the values found, shown with their standard errors; UNDO "
    "reverts them. The losses -HUBER, -SOFT and -CAUCHY count outliers less.",
    ("FIT K1 K2 /DATA", "FIT K1[0,2] X /DATA -HUBER"),
)
