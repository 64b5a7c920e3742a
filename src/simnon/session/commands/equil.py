"""`EQUIL`: find where the model rests, and start the runs that follow from there."""

import re
from collections.abc import Iterator, Sequence

from simnon.simulation import RunOptions
from simnon.source import UserError, arguments, frozen
from simnon.studies import (
    Equilibrium,
    EquilibriumRequest,
    ManySearches,
    find_equilibria,
    find_equilibrium,
    read_bounds,
    read_request,
)

from ..calculator import evaluate
from ..giving import give_values
from ..linear_texts import modes_of
from ..outcome import Noted, Outcome, Valued, ValueRow
from ..running import present_point
from ..study_words import read_study_words
from ..words import VARIABLE, check_once, read_arguments, without_comment
from ..workspace import Workspace
from .command import Command

_FROM_RUN, _ONLY_SHOW = "RUN", "SHOW"
_ROUNDING = 1e-12
_SIGN, _BETWEEN = re.compile(r"\s*=\s*"), re.compile(r"\s*,\s*")
_STARTS = re.compile(r"\bSTARTS\s*:", re.IGNORECASE)
_RANGE = re.compile(rf"({VARIABLE})\[([^\[\],]+),([^\[\],]+)\]")


@frozen
class Rest:
    """`free` are found besides the states; `given` are names and expressions that must be met; `bounds` are texts."""

    free: tuple[str, ...]
    given: tuple[tuple[str, str], ...]
    bounds: tuple[tuple[str, str, str], ...]
    options: frozenset[str]


@frozen
class ManyStarts:
    """What is to be found, and the number of starts in the ranges that it has as bounds; numbers as texts."""

    rest: Rest
    count: str


def parse(text: str) -> Rest | ManyStarts:
    if _STARTS.search(without_comment(text)):
        words = read_study_words(_SIGN.sub("=", text), EQUIL.usage, ("STARTS",))
        rest = _rest(words.words, frozenset())
        if not rest.bounds:
            raise UserError("bad-command", "STARTS: needs ranges of states, such as x[-1,1]", EQUIL.usage)
        return ManyStarts(rest, dict(words.settings)["STARTS"])
    read = read_arguments(_BETWEEN.sub(",", _SIGN.sub("=", text)), (_FROM_RUN, _ONLY_SHOW))
    return _rest(read.words, frozenset(read.options))


def _rest(words: Sequence[str], options: frozenset[str]) -> Rest:
    pairs = [word.partition("=") for word in words]
    given = tuple((name, value) for name, sign, value in pairs if sign)
    if not all(name and value for name, value in given):
        raise UserError("bad-command", "a condition is a name, '=' and a value", EQUIL.usage)
    named = [(_RANGE.fullmatch(name), name) for name, sign, _ in pairs if not sign]
    names = [match[1] if match else name for match, name in named]
    odd = [name for name in names if not (name[0].isalpha() or name[0] == "_")]
    if odd:
        raise UserError("bad-command", f"'{odd[0]}' is not a variable", "bounds follow their name: q[0,10]")
    check_once([*names, *(name for name, _ in given)], EQUIL.usage)
    bounds = tuple((match[1], match[2], match[3]) for match, _ in named if match)
    return Rest(tuple(names), given, bounds, options)


def _run_starts(workspace: Workspace, command: ManyStarts) -> Iterator[Outcome]:
    model, given, start = workspace.elements, workspace.given, workspace.settings.start
    request = _request(workspace, command.rest, is_bounded=False)
    varied = [*(name for name in model.states if name in model.initial_names), *request.free]
    ranges = read_bounds(model, _bounds(workspace, command.rest), varied, "EQUIL")
    options = RunOptions(start, start, given.parameters, given.initial, seed=workspace.settings.seed)
    count = arguments.integer(evaluate(workspace, command.count), "STARTS", least=1)
    found = find_equilibria(model, options, ranges, ManySearches(request, count))
    if not found:
        raise UserError("no-equilibrium", f"no search from {count:,} starts found an equilibrium", "start elsewhere")
    for number, each in enumerate(found, 1):
        title = f"point {number}, {'stable' if each.is_stable else 'not stable'}"
        values = {name: each.values[name] for name in (*each.states, *each.free)}
        least = _ROUNDING * max(1.0, *map(abs, values.values()))
        rows = (
            ValueRow(title, name, value if abs(value) > least else 0.0, model.units.get(name, ""))
            for name, value in values.items()
        )
        yield Valued(tuple(rows))
    yield Noted(f"{len(found)} found from {count:,} starts; INIT and EQUIL go to one of them")


def run(workspace: Workspace, command: Rest | ManyStarts) -> Iterator[Outcome]:
    if isinstance(command, ManyStarts):
        yield from _run_starts(workspace, command)
        return
    found = _find(workspace, command)
    yield _values(workspace, found, command)
    yield from modes_of(found.linear)
    for note in found.notes:
        yield Noted(note)
    if _ONLY_SHOW not in command.options:
        yield from _give(workspace, found)


def _find(workspace: Workspace, command: Rest) -> Equilibrium:
    point = present_point(workspace, is_end_of_run=_FROM_RUN in command.options)
    return find_equilibrium(workspace.elements, point, _request(workspace, command, is_bounded=True))


def _request(workspace: Workspace, command: Rest, *, is_bounded: bool) -> EquilibriumRequest:
    """States are free anyway; they are named for their bounds only."""
    model, names = workspace.elements, workspace.system.names
    bounded = {names.find(name) for name, _, _ in command.bounds}
    states = bounded & {*model.states}
    free = [name for name in command.free if names.find(name) not in states]
    conditions = {names.find(name): evaluate(workspace, text) for name, text in command.given}
    ends = _bounds(workspace, command)
    if not is_bounded:
        ends = {name: pair for name, pair in ends.items() if names.find(name) not in states}
    return read_request(model, free, conditions, ends)


def _bounds(workspace: Workspace, command: Rest) -> dict[str, tuple[float, float]]:
    return {name: (evaluate(workspace, low), evaluate(workspace, high)) for name, low, high in command.bounds}


def _values(workspace: Workspace, found: Equilibrium, command: Rest) -> Valued:
    model = workspace.elements
    given = [workspace.system.names.find(name) for name, _ in command.given]
    groups = (("states", found.states), ("found", found.free), ("given", [n for n in given if n not in found.states]))
    return Valued(
        tuple(
            ValueRow(group, name, found.values[name], model.units.get(name, ""))
            for group, names in groups
            for name in names
        )
    )


def _give(workspace: Workspace, found: Equilibrium) -> Iterator[Outcome]:
    """The point becomes the start of the runs that follow."""
    parameters = {name: found.values[name] for name in found.free if name in workspace.elements.parameters}
    yield from give_values(workspace, parameters, {name: found.values[name] for name in found.states})
    opened = [name for name in found.free if name not in parameters]
    if opened:
        yield Noted(f"{', '.join(opened)}: computed by the model, so no run can be given the value found here")


EQUIL = Command(
    "EQUIL",
    "EQUIL [name[low,high] ...] [name=expression ...] [-RUN] [-SHOW] | ... STARTS:count",
    "Find an equilibrium of the model, and start from it.",
    parse,
    run,
    "At an equilibrium all derivatives are zero and discrete states do not change at samples. The search starts from "
    "the initial values, with -RUN from the end of the last run. To trim the model, name what is free (parameters, "
    "or variables at which the model is opened) and as many conditions; a free name, or a state, can have bounds. "
    "The eigenvalues are shown, and the states and free parameters are set to the values found; with -SHOW they are "
    "not. UNDO reverts this, SAVE keeps it. STARTS: is a number of searches, which start from points spread over the "
    "ranges; the ranges bound the free parameters but not the states, and all distinct equilibria found are shown.",
    ("EQUIL", "EQUIL QIN[0,0.1] H=0.5", "EQUIL -RUN -SHOW", "EQUIL x[-2,2] v[-1,1] STARTS:50"),
    repeats=False,
)
