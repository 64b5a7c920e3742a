"""A model + versions to choose -> the model in every combination of them, and the variables of all together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from simnon.kernels import fmu
from simnon.model import VersionChoice
from simnon.program import Program
from simnon.simulation import Simulator
from simnon.source import SimnonError, UserError, did_you_mean, frozen
from simnon.targets import ABSENT, Alternatives, InstanceImage

from .description import derivative_name
from .gradients import Gradients
from .variables import CALCULATED, ENUMERATION, LOCAL, OUTPUT, PARAMETER, Scalar, Variables

MOST = 32
"""Combinations in one FMU."""
_VARIABILITY = ("constant", "fixed", "tunable", "discrete", "continuous")
_COMPUTED = {OUTPUT, LOCAL, CALCULATED}
_HINT = "export each version alone"


@frozen
class Unit:
    """The model with one choice of versions, ready to be linked."""

    simulator: Simulator
    variables: Variables
    gradients: Gradients
    program: Program
    image: InstanceImage


@frozen
class Combined:
    """What the description says about all units together."""

    units: tuple[Unit, ...]
    alternatives: Alternatives
    scalars: tuple[Scalar, ...]
    states: tuple[str, ...]
    dependencies: dict[str, tuple[str, ...]]
    first_derivative: int = fmu.DERIVATIVES
    first_guard: int = fmu.GUARDS

    @classmethod
    def of(cls, unit: Unit) -> "Combined":
        """One alone, with its own references."""
        states = _states(unit)
        alone = Alternatives((unit.image,), (), 0, ((),), ((),), len(states))
        return cls((unit,), alone, unit.variables.scalars, states, _known_only(unit, unit.variables.by_name()))


def combine(simulator: Simulator, names: Sequence[str], make: Callable[[Simulator], Unit]) -> Combined:
    """Raises UserError if the versions cannot be chosen in one FMU."""
    chosen = [_version(simulator, name) for name in names]
    count = prod(len(each.known) for each in chosen)
    if count > MOST:
        message = f"there are {count} combinations of {', '.join(each.name for each in chosen)}: at most {MOST} fit"
        raise UserError("cannot-export", message, "choose fewer versions")
    units, initial = [], 0
    for i, items in enumerate(product(*(each.known for each in chosen))):
        if items == tuple(each.chosen for each in chosen):
            initial = i
            units.append(make(simulator))
        else:
            units.append(_other(simulator, dict(zip((v.name for v in chosen), items, strict=True)), make))
    return _combined(units, initial, chosen)


def _version(simulator: Simulator, name: str) -> VersionChoice:
    known = {each.name.casefold(): each for each in simulator.analysed.declared.versions}
    found = known.get(name.casefold())
    if found is None:
        names = [each.name for each in known.values()]
        hint = did_you_mean(name, names, f"choose from {', '.join(names)}" if names else "no part has versions")
        raise UserError("unknown-name", f"there are no versions '{name}'", hint)
    if found.name in simulator.slot_of_name:
        message = f"a WHEN changes '{found.name}': it follows from the run"
        raise UserError("cannot-export", message, "leave it out of the choices")
    return found


def _other(simulator: Simulator, items: dict[str, str], make: Callable[[Simulator], Unit]) -> Unit:
    try:
        return make(Simulator.of(simulator.recipe.compiled(items)))
    except SimnonError as error:
        given = ", ".join(f"{name}: {item}" for name, item in items.items())
        first = error.diagnostics[0]
        place = "" if first.span is None else f"{first.span.source.name}:{first.span.line}: "
        raise UserError("cannot-export", f"with {given}: {place}{first.message}", first.hint or _HINT) from error


def _combined(units: Sequence[Unit], initial: int, chosen: Sequence[VersionChoice]) -> Combined:
    in_order = [units[initial], *(unit for i, unit in enumerate(units) if i != initial)]
    choices = {each.name for each in chosen}
    names = _merged((scalar.name for scalar in unit.variables.scalars) for unit in in_order)
    names = [name for name in names if name not in choices]
    by_name = [unit.variables.by_name() for unit in in_order]
    scalars = [
        replace(_of_all([found[name] for found in by_name if name in found]), reference=i)
        for i, name in enumerate(names)
    ]
    states = tuple(_merged(_states(unit) for unit in in_order))
    guards = max(unit.image.guard_count for unit in units)
    first_derivative, first_guard = len(names), len(names) + len(states)
    first_choice = first_guard + guards
    alternatives = Alternatives(
        tuple(unit.image for unit in units),
        tuple(len(each.known) for each in chosen),
        initial,
        tuple(tuple(_references(unit, names, states, guards)) for unit in units),
        tuple(tuple(map(states.index, _states(unit))) for unit in units),
        len(states),
    )
    enumerations = [
        Scalar(
            each.name, first_choice + i, PARAMETER, "fixed", float(each.known.index(each.chosen) + 1), None,
            "the version", kind=ENUMERATION, items=each.known,
        )
        for i, each in enumerate(chosen)
    ]  # fmt: skip
    known = {scalar.name: scalar for scalar in scalars}
    dependencies = _dependencies([_known_only(unit, known) for unit in in_order], in_order)
    return Combined(
        tuple(units),
        alternatives,
        (*scalars, *enumerations),
        states,
        dependencies,
        first_derivative,
        first_guard,
    )


def _states(unit: Unit) -> tuple[str, ...]:
    return tuple(state.name for state in unit.simulator.layout.states)


def _merged(parts: Iterable[Iterable[str]]) -> list[str]:
    """Each name once, in the order of the first part that has it."""
    return list(dict.fromkeys(name for part in parts for name in part))


def _references(unit: Unit, names: Sequence[str], states: Sequence[str], guards: int) -> list[int]:
    own, known = unit.variables.by_name(), _states(unit)
    found = [own[name].reference if name in own else ABSENT for name in names]
    found += [fmu.DERIVATIVES + known.index(name) if name in known else ABSENT for name in states]
    return found + [fmu.GUARDS + i if i < unit.image.guard_count else ABSENT for i in range(guards)]


def _of_all(found: Sequence[Scalar]) -> Scalar:
    """What one variable is in all alternatives that have it."""
    first, causalities = found[0], {each.causality for each in found}
    kinds = {(each.kind, each.items, each.unit.text if each.unit else "") for each in found}
    is_computed = causalities <= _COMPUTED
    if len(kinds) > 1 or not (is_computed or len(causalities) == 1):
        message = f"'{first.name}' is something else with another version: an FMU declares it once"
        place = f"{first.place}: " if first.place else ""
        raise UserError("cannot-export", place + message, _HINT)
    causality = first.causality
    if len(causalities) > 1:
        causality = OUTPUT if OUTPUT in causalities else LOCAL
    limits = {(each.low, each.high) for each in found}
    low, high = limits.pop() if len(limits) == 1 else (None, None)
    return replace(
        first,
        causality=causality,
        variability=max((each.variability for each in found), key=_VARIABILITY.index),
        start=next((each.start for each in found if each.start is not None), None),
        low=low,
        high=high,
        derivative_of=first.derivative_of if len({each.derivative_of for each in found}) == 1 else "",
    )


def _known_only(unit: Unit, names: dict[str, Scalar]) -> dict[str, tuple[str, ...]]:
    dependencies = unit.gradients.dependencies
    return {name: known for name, known in dependencies.items() if name in names or name.startswith("der(")}


def _dependencies(parts: Sequence[dict[str, tuple[str, ...]]], units: Sequence[Unit]) -> dict[str, tuple[str, ...]]:
    """Of what an unknown depends in any alternative; nothing is said if one of them does not say it."""
    found = {}
    for name in _merged(parts):
        own = [part for part, unit in zip(parts, units, strict=True) if name in part or _has(unit, name)]
        if all(name in part for part in own):
            found[name] = tuple(_merged(part[name] for part in own))
    return found


def _has(unit: Unit, name: str) -> bool:
    return name in unit.variables.by_name() or name in map(derivative_name, _states(unit))
