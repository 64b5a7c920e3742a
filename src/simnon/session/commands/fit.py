"""`FIT`: find the parameters with which runs come closest to measurements."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from simnon.figures import Figure
from simnon.simulation import NameTable
from simnon.source import UserError, frozen, listed
from simnon.studies import Fit, FitSettings, Profile, fit

from ..calculator import evaluate, evaluate_integer
from ..outcome import Changed, Noted, Outcome, PageDrawn, Printed
from ..plotting import with_figure
from ..running import settings_of_run
from ..study_words import element_or_range
from ..words import SELECTED, VARIABLE, check_once, split_words, text_in, unknown_option
from ..workspace import Workspace
from .command import Command

_LOSSES = {"HUBER": "huber", "SOFT": "soft", "CAUCHY": "cauchy"}
_OPTIONS = (*_LOSSES, "PROFILE")
_STARTS, _LOCAL = "STARTS", "LOCAL"
_BOUNDED = re.compile(rf"({VARIABLE})(?:\[([^\],]+),([^\],]+)\])?")
_GIVEN = re.compile(rf"({SELECTED}):(.+)")
_SIGN = re.compile(r"\s*([,:])\s*")


@frozen
class Fitted:
    """A parameter or state; its bounds as texts, empty if there are none."""

    name: str
    low: str
    high: str


@frozen
class Table:
    """An imported table with measurements, and the values that the run had in which they were made."""

    name: str
    given: tuple[tuple[str, str], ...]


@frozen
class FitRequest:
    """`local` ones have a value for each table."""

    shared: tuple[Fitted, ...]
    local: tuple[Fitted, ...]
    tables: tuple[Table, ...]
    loss: str
    starts: str
    has_profiles: bool

    @property
    def fitted(self) -> tuple[Fitted, ...]:
        return (*self.shared, *self.local)


def parse(text: str) -> FitRequest:
    words, tables, starts, options = list[str](), list[Table](), "", set[str]()
    for word in split_words(_SIGN.sub(r"\1", text)):
        given = _GIVEN.fullmatch(word)
        if word.startswith("/") and len(word) > 1:
            tables.append(Table(text_in(word[1:].strip()), ()))
        elif word.startswith("-"):
            options.add(_option(word[1:].upper()))
        elif given is not None and given[1].upper() == _STARTS:
            starts = given[2]
        elif given is not None and tables:
            tables[-1] = replace(tables[-1], given=(*tables[-1].given, (given[1], given[2])))
        elif tables or given is not None:
            raise UserError("bad-command", f"'{word}' cannot be read", FIT.usage)
        else:
            words.append(word)
    places = [i for i, word in enumerate(words) if word.upper() == _LOCAL]
    first = places[0] if places else len(words)
    shared, local = (tuple(map(_fitted, part)) for part in (words[:first], words[first + 1 :]))
    if not tables or not (shared or local) or (places and not local):
        raise UserError("bad-command", "FIT needs parameters and the table with the measurements", FIT.usage)
    for names in ([each.name for each in (*shared, *local)], [each.name for each in tables]):
        check_once(names, FIT.usage)
    losses = [_LOSSES[option] for option in sorted(options) if option in _LOSSES]
    if len(losses) > 1:
        raise UserError("bad-command", "FIT takes one loss", FIT.usage)
    return FitRequest(shared, local, tuple(tables), (*losses, "linear")[0], starts, "PROFILE" in options)


def _option(word: str) -> str:
    if word not in _OPTIONS:
        raise unknown_option(word, _OPTIONS)
    return word


def _fitted(word: str) -> Fitted:
    bounded = _BOUNDED.fullmatch(word)
    if bounded is None:
        raise UserError("bad-command", f"'{word}' is not a parameter", FIT.usage)
    return Fitted(bounded[1], bounded[2] or "", bounded[3] or "")


def run(workspace: Workspace, command: FitRequest) -> Iterator[Outcome]:
    model, names = workspace.elements, workspace.system.names
    command = replace(command, shared=_settled(names, command.shared), local=_settled(names, command.local))
    bounds = {names.find(each.name): _bounds(workspace, each) for each in command.fitted if each.low}
    common = settings_of_run(workspace)
    given = common.pop("parameters", None) or {}
    data = {table.name.upper(): workspace.run_named(table.name) for table in command.tables}
    own = {table.name.upper(): {**given, **_values(workspace, table)} for table in command.tables}
    starts = evaluate_integer(workspace, command.starts, _STARTS) if command.starts else 1
    shared, local = ([each.name for each in part] for part in (command.shared, command.local))
    settings = FitSettings(bounds, {}, command.loss, workspace.settings.start, own, local, starts)
    found = fit(model, data, shared, settings, common)
    yield Printed(found.report())
    profiles = found.profiles() if command.has_profiles else ()
    if profiles:
        yield Printed("\n".join(("95 % intervals:", *(f"  {line}" for each in profiles for line in _lines(each)))))
    yield from _give(workspace, found)
    areas = (*found.plot().areas, *(each.area() for each in profiles))
    workspace.page = with_figure(workspace.page, Figure(len(areas), 1, areas))
    yield PageDrawn(workspace.page.figure)


def _settled(names: NameTable, fitted: tuple[Fitted, ...]) -> tuple[Fitted, ...]:
    return tuple(Fitted(*element_or_range(names, each.name, each.low, each.high)) for each in fitted)


def _lines(profile: Profile) -> list[str]:
    return [f"{profile.name}  {profile.low:.6g} to {profile.high:.6g}", *profile.notes]


def _values(workspace: Workspace, table: Table) -> dict[str, float]:
    """By full names, as the values that PAR has given are."""
    return {workspace.system.names.find(name): evaluate(workspace, text) for name, text in table.given}


def _bounds(workspace: Workspace, fitted: Fitted) -> tuple[float, float]:
    low, high = evaluate(workspace, fitted.low), evaluate(workspace, fitted.high)
    return (low if low > -1e30 else -math.inf, high if high < 1e30 else math.inf)


def _give(workspace: Workspace, found: Fit) -> Iterator[Outcome]:
    """Parameters and initial values get the values found, which UNDO reverts."""
    model, given = workspace.elements, workspace.given
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    known = {**start_of_name, **model.parameters, **given.parameters, **given.initial}
    shared = {name: value for name, value in found.values.items() if name in known}
    for name, value in shared.items():
        yield Changed(name, known[name], value, model.units.get(name, ""))
    parameters = {name: value for name, value in shared.items() if name in model.parameters}
    initial = {name: value for name, value in shared.items() if name not in model.parameters}
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )
    local = [name for name in found.values if name not in shared]
    if local:
        yield Noted(f"{listed(local)} belong to single tables and are not set")
    if any(math.isinf(error) for error in found.errors.values()):
        yield Noted("some values are arbitrary: the data do not determine them")


FIT = Command(
    "FIT",
    "FIT name[low,high] ... [LOCAL name[low,high] ...] [STARTS:number] /table [name:value ...] ... "
    "[-HUBER | -SOFT | -CAUCHY] [-PROFILE]",
    "Fit parameters to measurements.",
    parse,
    run,
    "IMPORT reads the measurements: the first column is the time, the others are variables, and missing values are "
    "empty; a column sigma(x) has the standard deviations of x. A state stands for its initial value. The parameters "
    "are set to the values found, which are shown with their standard errors; UNDO reverts this. Several tables are "
    "fitted together: values after a table are those of its run, and parameters after LOCAL have a value for each "
    "table. STARTS: also searches from points spread over the bounds. The losses -HUBER, -SOFT and -CAUCHY reduce "
    "the weight of outliers. -PROFILE computes the profile likelihood of each parameter, fitting all others again, "
    "and shows the confidence intervals.",
    (
        "FIT K1 K2 /DATA",
        "FIT K1[0,2] X /DATA -HUBER",
        "FIT K1[0,2] K2[0,2] STARTS:20 /DATA -PROFILE",
        "FIT K1 LOCAL OFFSET /SLOW U:1 /FAST U:2",
    ),
)
