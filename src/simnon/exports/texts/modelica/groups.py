"""Equations of a model -> those of each of its parts, and what joins the parts."""

from collections.abc import Iterable
from dataclasses import field

from simnon.model import Equation, Event, FlatModel, Role, Sampler, StopCondition, Variable
from simnon.source import frozen

from ..equations import Equations


@frozen
class Group:
    """What one Modelica class contains; `owner` is the part, empty for what joins the parts."""

    owner: str
    variables: tuple[Variable, ...]
    states: tuple[tuple[str, str], ...]
    initial: tuple[Equation, ...]
    continuous: tuple[Equation, ...]
    samplers: tuple[Sampler, ...]
    sampled: dict[str, tuple[Equation, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    stops: tuple[StopCondition, ...] = ()


def whole(found: Equations) -> Group:
    """Everything in one class."""
    model = found.model
    return Group(
        "",
        model.variables,
        model.states,
        model.initial_equations,
        found.continuous,
        model.samplers,
        found.sampled,
        model.events,
        model.stops,
    )


def split(found: Equations) -> tuple[Group, ...] | None:
    """The group that joins the others, and one for each part; None if the model has no parts that stand alone."""
    model = found.model
    owners = list(dict.fromkeys(v.owner for v in model.variables if v.owner and v.owner != model.name))
    owner_of = _Owners(model)
    if not owners or not _stands_alone(found, owner_of, owners):
        return None
    return tuple(_group(found, owner_of, owner, owners) for owner in ("", *owners))


class _Owners:
    """The part that everything an equation mentions belongs to; empty if there are several, or none."""

    def __init__(self, model: FlatModel) -> None:
        self.variables, self.model = model.by_name(), model

    def of(self, names: Iterable[str]) -> str:
        found = {self.variables[n].owner for n in names if n in self.variables and n != self.model.time}
        owner = found.pop() if len(found) == 1 else ""
        return "" if owner == self.model.name else owner

    def of_equation(self, equation: Equation) -> str:
        """An input is given from outside, whatever its value is."""
        target = self.variables.get(equation.target)
        if target is not None and target.role is Role.INPUT:
            return ""
        return self.of((equation.target, *equation.reads))


def _stands_alone(found: Equations, owner_of: _Owners, owners: list[str]) -> bool:
    """True if what is sampled, or changed by a WHEN, reads only its own part."""
    for sampler in found.model.samplers:
        names = [name for pair in sampler.states for name in pair] + list(sampler.triggers)
        names += [] if sampler.next_sample is None else [sampler.next_sample]
        for equation in found.sampled[sampler.name]:
            names += [equation.target, *equation.reads]
        if names and owner_of.of(names) not in owners:
            return False
    return all(_event_owner(event, owner_of) is not None for event in found.model.events)


def _event_owner(event: Event, owner_of: _Owners) -> str | None:
    """The part of a WHEN; empty if it only changes what joins the parts, None if it changes parts from outside."""
    names = [event.condition, *(n for e in event.equations for n in (e.target, *e.reads))]
    owner = owner_of.of(names)
    targets = {owner_of.of((equation.target,)) for equation in event.equations}
    return owner if owner or targets <= {""} else None


def _group(found: Equations, owner_of: _Owners, owner: str, owners: list[str]) -> Group:
    model = found.model
    own = [v for v in model.variables if (v.owner if v.owner in owners else "") == owner]
    names = {variable.name for variable in own}
    samplers = tuple(s for s in model.samplers if _sampler_owner(s, found, owner_of) == owner)
    return Group(
        owner,
        tuple(own),
        tuple(pair for pair in model.states if pair[0] in names),
        tuple(e for e in model.initial_equations if owner_of.of_equation(e) == owner),
        tuple(e for e in found.continuous if owner_of.of_equation(e) == owner),
        samplers,
        {sampler.name: found.sampled[sampler.name] for sampler in samplers},
        tuple(e for e in model.events if _event_owner(e, owner_of) == owner),
        tuple(stop for stop in model.stops if owner_of.of((stop.condition,)) == owner),
    )


def _sampler_owner(sampler: Sampler, found: Equations, owner_of: _Owners) -> str:
    names = [name for pair in sampler.states for name in pair]
    names += [] if sampler.next_sample is None else [sampler.next_sample]
    return owner_of.of([*names, *(e.target for e in found.sampled[sampler.name])])


def is_residual(equation: Equation, variables: dict[str, Variable]) -> bool:
    target = variables.get(equation.target)
    return target is None or target.role is Role.RESIDUAL
