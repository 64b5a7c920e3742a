"""`EQUIL`: find where the model rests, and start the runs that follow from there."""

import re
from collections.abc import Iterator
from dataclasses import replace

from simnon.source import UserError, frozen
from simnon.studies import Equilibrium, find_equilibrium, read_request

from ..calculator import evaluate
from ..linear_texts import modes_of
from ..outcome import Changed, Noted, Outcome, Valued, ValueRow
from ..running import present_point
from ..words import check_once, read_arguments
from ..workspace import Workspace
from .command import Command

_FROM_RUN, _ONLY_SHOW = "RUN", "SHOW"
_SIGN = re.compile(r"\s*=\s*")


@frozen
class Rest:
    """`free` are found besides the states; `given` are names and expressions that must be met."""

    free: tuple[str, ...]
    given: tuple[tuple[str, str], ...]
    options: frozenset[str]


def parse(text: str) -> Rest:
    arguments = read_arguments(_SIGN.sub("=", text), (_FROM_RUN, _ONLY_SHOW))
    pairs = [word.partition("=") for word in arguments.words]
    given = tuple((name, value) for name, sign, value in pairs if sign)
    if not all(name and value for name, value in given):
        raise UserError("bad-command", "a condition is a name, '=' and a value", EQUIL.usage)
    check_once([name for name, _, _ in pairs], EQUIL.usage)
    return Rest(tuple(name for name, sign, _ in pairs if not sign), given, frozenset(arguments.options))


def run(workspace: Workspace, command: Rest) -> Iterator[Outcome]:
    found = _find(workspace, command)
    yield _values(workspace, found, command)
    yield from modes_of(found.linear)
    for note in found.notes:
        yield Noted(note)
    if _ONLY_SHOW not in command.options:
        yield from _give(workspace, found)


def _find(workspace: Workspace, command: Rest) -> Equilibrium:
    model, names = workspace.model, workspace.system.names
    point = present_point(workspace, is_end_of_run=_FROM_RUN in command.options)
    conditions = {names.find(name): evaluate(workspace, text) for name, text in command.given}
    return find_equilibrium(model, point, read_request(model, command.free, conditions))


def _values(workspace: Workspace, found: Equilibrium, command: Rest) -> Valued:
    model = workspace.model
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
    model, given = workspace.model, workspace.given
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    initial = {name: found.values[name] for name in found.states if name in model.initial_names}
    parameters = {name: found.values[name] for name in found.free if name in model.parameters}
    for name, value in {**parameters, **initial}.items():
        old = {**start_of_name, **model.parameters, **given.parameters, **given.initial}[name]
        if old != value:
            yield Changed(name, old, value, model.units.get(name, ""))
    opened = [name for name in found.free if name not in parameters]
    if opened:
        yield Noted(f"{', '.join(opened)}: computed by the model, so no run can be given the value found here")
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )


EQUIL = Command(
    "EQUIL",
    "EQUIL [free ...] [name=expression ...] [-RUN] [-SHOW]",
    "Find where the model rests, and start from there.",
    parse,
    run,
    "All derivatives are zero there and all samples repeat themselves. The search starts from the initial values, with "
    "-RUN from the end of the last run. To trim the model, name what is free (parameters, or variables at which the "
    "model is opened) and as many conditions. It shows the eigenvalues around the point and gives the states, and free "
    "parameters, the values found; with -SHOW it gives nothing. UNDO reverts, SAVE keeps them.",
    ("EQUIL", "EQUIL QIN H=0.5", "EQUIL -RUN -SHOW"),
    repeats=False,
)
