"""Points of a walk -> a branch with all variables of the model, and its special points."""

from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from simnon.program import Array
from simnon.source import frozen, has_same_fields, no_hash

from ..points import Field
from .branch import Branch, SpecialPoint
from .stability import ComplexArray


@frozen
class Event:
    """What is special about a point: the letters of its label, numbers, and a remark."""

    kind: str
    details: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    tangent: Array = field(default_factory=lambda: np.zeros(0))
    sizes: Array = field(default_factory=lambda: np.zeros(0))

    __eq__ = has_same_fields
    __hash__ = no_hash


@frozen
class Points:
    """The points of a branch in order: states (m, n), parameters (m, k), eigenvalues (m, n), whether each is stable."""

    states: Array
    parameters: Array
    eigenvalues: ComplexArray
    is_stable: Array


def make_branch(kind: str, field: Field, points: Points, events: Mapping[int, Event], ends: tuple[str, str]) -> Branch:
    """The branch; its events, by index, become special points without numbers."""
    names = [name for name in field.recordable if name not in field.parameters]
    others = field.others(names, points.states, points.parameters)
    columns = dict(zip(field.parameters, points.parameters.T, strict=True))
    columns |= dict(zip(names, others.T, strict=True))
    columns |= dict(zip(field.states, points.states.T, strict=True))
    special = tuple(_special(field, columns, points.eigenvalues[i], i, events[i]) for i in sorted(events))
    return Branch(kind, field.parameters, field.states, columns, points.eigenvalues, points.is_stable, special, ends)


def _special(
    field: Field, columns: Mapping[str, Array], eigenvalues: ComplexArray, index: int, event: Event
) -> SpecialPoint:
    values = {name: float(column[index]) for name, column in columns.items()}
    return SpecialPoint(
        event.kind,
        event.kind,
        index,
        {name: values[name] for name in field.parameters},
        {name: values[name] for name in field.states},
        eigenvalues,
        field.point.with_values(values),
        event.details,
        event.note,
        event.tangent,
        event.sizes,
    )


def are_stable(eigenvalues: ComplexArray) -> Array:
    return np.asarray(eigenvalues.real.max(axis=1, initial=-np.inf) < 0.0)


def without_repetitions(events: Sequence[tuple[int, Event]]) -> dict[int, Event]:
    """One event for each point: the first one given for it."""
    found: dict[int, Event] = {}
    for index, event in events:
        found.setdefault(index, event)
    return found
