"""What a caller asks for -> branches: names and ranges are read, the kind of branch is chosen and followed."""

from collections.abc import Mapping, Sequence

import numpy as np

from simnon.program import Array
from simnon.simulation import Simulator
from simnon.source import UserError, arguments, frozen, listed

from ..points import Equilibrium, Field, Point, find_equilibrium, read_request
from ..requested import pair_of, read_names
from .branch import SpecialPoint
from .branches import Branches, labelled
from .kinds import choose_kind
from .request import BranchRequest
from .walk import WalkSettings

MOST_POINTS = 1_000_000
WIDEST = 1e150
"""Squares of larger numbers could not be added."""


@frozen
class BranchSettings:
    """How branches are followed: all lengths are fractions of the range of the parameter and of the sizes of states."""

    bounds: Mapping[str, tuple[float, float]] | None = None
    switch: bool = True
    points: int = 1000
    step: float = 0.01
    largest_step: float = 0.05
    kind: str = ""


def continue_branches(
    simulator: Simulator,
    parameters: Sequence[str] | str,
    ends: tuple[object, object],
    start: Point | Equilibrium | SpecialPoint,
    settings: BranchSettings,
) -> Branches:
    """The branches over one parameter, or the curve over two, from a start."""
    names = read_names(simulator, parameters, "parameters")
    if not 1 <= len(names) <= 2:
        raise UserError("bad-option", f"parameters: {len(names)} given", "a branch has one parameter, a curve two")
    lower, upper = _range(names, ends)
    kind = arguments.text(settings.kind, "kind")
    special = start if isinstance(start, SpecialPoint) else None
    if isinstance(start, Point):
        start = find_equilibrium(simulator, start, read_request(simulator, (), {}))
    point = start.point_of(simulator) if isinstance(start, Equilibrium) else _own_point(simulator, start)
    notes = start.notes if isinstance(start, Equilibrium) else ()
    if Field(simulator, names, point).depends_on_time():
        notes = (*notes, f"the model depends on time: its points are those at t = {point.time:g}")
    request = BranchRequest(
        simulator,
        names,
        lower,
        upper,
        point,
        special,
        _bounds(simulator, settings.bounds, names),
        _walk_settings(settings),
        arguments.truth(settings.switch, "switch"),
    )
    branches = choose_kind(request, kind).follow(request)
    return Branches(labelled(branches), simulator.name, dict(simulator.units), notes)


def _range(names: Sequence[str], ends: tuple[object, object]) -> tuple[Array, Array]:
    lower, upper = (_numbers(end, word, len(names)) for end, word in zip(ends, ("lower", "upper"), strict=True))
    for name, low, high in zip(names, lower, upper, strict=True):
        if not (low < high and np.isfinite(high - low)):
            raise UserError("bad-range", f"the range of {name} is from {low:g} to {high:g}", "give the lower end first")
        if high - low > WIDEST:
            raise UserError("bad-range", f"the range of {name}, {low:g} to {high:g}, is too wide", "narrow it")
    return lower, upper


def _numbers(end: object, argument: str, count: int) -> Array:
    given = list(end) if isinstance(end, list | tuple | np.ndarray) else [end]
    if len(given) != count:
        raise arguments.refusal(argument, f"{count} number{'s' if count > 1 else ''}", end)
    return np.array([arguments.number(each, argument) for each in given])


def _own_point(simulator: Simulator, start: SpecialPoint) -> Point:
    if not {*simulator.states, *simulator.parameters} <= start.point.values.keys():
        raise UserError("different-model", "this point belongs to a different model", "start from one of this model")
    return start.point


def _bounds(
    simulator: Simulator, bounds: Mapping[str, tuple[float, float]] | None, names: Sequence[str]
) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for name, given in arguments.by_name(bounds, "bounds", "of names and pairs of numbers").items():
        full = simulator.names.find(name)
        if full in names or full not in simulator.recordable:
            hint = f"{listed(names)} has its range" if full in names else "bounds are for variables of the model"
            raise UserError("bad-option", f"bounds: '{name}' cannot have bounds", hint)
        found[full] = pair_of(given, f"bounds: '{name}'")
    return found


def _walk_settings(settings: BranchSettings) -> WalkSettings:
    steps = {name: arguments.number(getattr(settings, name), name) for name in ("step", "largest_step")}
    for name, value in steps.items():
        if not 0.0 < value <= 1.0:
            raise arguments.refusal(name, "a fraction of the range, above 0 and at most 1", value)
    largest = steps["largest_step"]
    points = arguments.integer(settings.points, "points", 2, MOST_POINTS)
    return WalkSettings(first=min(steps["step"], largest), largest=largest, points=points)
