"""A point that was found -> the initial values and parameters of the runs that follow."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from .outcome import Changed
from .workspace import Workspace

ROUNDING = 1e-12


def give_values(
    workspace: Workspace, parameters: Mapping[str, float], initial: Mapping[str, float]
) -> Iterator[Changed]:
    """Report what changes; UNDO reverts all of it at once."""
    model, given = workspace.model, workspace.given
    start_of_name = {variable.name: variable.start or 0.0 for variable in model.variables}
    initial = {name: value for name, value in initial.items() if name in model.initial_names}
    for name, value in {**parameters, **initial}.items():
        old = {**start_of_name, **model.parameters, **given.parameters, **given.initial}[name]
        # What a search finds again differs from what was given by rounding.
        if not math.isclose(old, value, rel_tol=ROUNDING):
            yield Changed(name, old, value, model.units.get(name, ""))
    workspace.undone = (*workspace.undone, given)
    workspace.given = replace(
        given, parameters={**given.parameters, **parameters}, initial={**given.initial, **initial}
    )
