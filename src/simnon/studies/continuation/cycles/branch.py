"""Periodic orbits in order along their branch -> the branch with all variables, and its special points."""

from collections.abc import Mapping, Sequence
from dataclasses import field as data_field

import numpy as np

from simnon.simulation import Simulator
from simnon.source import frozen, has_same_fields, no_hash

from ...points import Field
from ..branch import Branch, SpecialPoint
from .cycle import Cycle
from .find import cycle_of
from .follow import FoundCycle
from .multipliers import ComplexArray
from .starting import HopfPoint, matrix_at

PERIOD = "period"


@frozen
class CyclePoint(SpecialPoint):
    """A labelled point of a branch of periodic orbits; its point is that at which the first state is highest."""

    cycle: Cycle | None = data_field(default=None, repr=False)

    __eq__ = has_same_fields
    __hash__ = no_hash
    __repr__ = SpecialPoint.__repr__


@frozen
class CycleBranch(Branch):
    """A variable has its highest value on each orbit, `min(...)` of it its lowest; the eigenvalues are multipliers."""

    cycles: tuple[Cycle, ...] = data_field(default=(), repr=False)
    """The orbits in the same order; Hopf points at the ends have none."""

    __eq__ = has_same_fields
    __hash__ = no_hash
    __repr__ = Branch.__repr__


@frozen
class End:
    """Why a branch ends, and where if it ends at a Hopf point."""

    reason: str
    hopf: HopfPoint | None = None
    is_labelled: bool = False
    """Whether the branch could go on from there."""


def cycle_point(cycle: Cycle) -> CyclePoint:
    """An orbit as the start of a branch."""
    return CyclePoint("", "LC", 0, {}, {}, cycle.multipliers, cycle.point, {PERIOD: cycle.period}, cycle=cycle)


def make_branch(simulator: Simulator, field: Field, found: Sequence[FoundCycle], ends: tuple[End, End]) -> CycleBranch:
    cycles = tuple(cycle_of(simulator, field, each.observation.orbit, each.observation.floquet) for each in found)
    rows = [_row(field, cycle) for cycle in cycles]
    multipliers = [cycle.multipliers for cycle in cycles]
    stable = [cycle.is_stable for cycle in cycles]
    first, last = (end.hopf for end in ends)
    if first is not None:
        rows.insert(0, _row_of_hopf(field, first, rows[0]))
        multipliers.insert(0, _multipliers_of_hopf(field, first))
        stable.insert(0, stable[0])
    if last is not None:
        rows.append(_row_of_hopf(field, last, rows[-1]))
        multipliers.append(_multipliers_of_hopf(field, last))
        stable.append(stable[-1])
    shift = int(first is not None)
    kinds = {i: each.kind for i, each in enumerate(found) if each.kind}
    for end, i in zip(ends, (0, len(found) - 1), strict=True):
        if end.is_labelled:
            kinds.setdefault(i, "EC")
    return CycleBranch(
        "cycles",
        field.parameters,
        field.states,
        {name: np.array([row[name] for row in rows]) for name in rows[0]},
        np.array(multipliers),
        np.array(stable),
        tuple(_special(field, kinds[i], i + shift, cycles[i], found[i]) for i in sorted(kinds)),
        (ends[0].reason, ends[1].reason),
        cycles,
    )


def _row(field: Field, cycle: Cycle) -> dict[str, float]:
    """The parameter, the period, and the extremes of every variable."""
    assert cycle.orbit is not None, "cycles: the orbits of a branch are computed by collocation"
    found = {**dict(zip(field.parameters, cycle.orbit.parameters.tolist(), strict=True)), PERIOD: cycle.period}
    lowest, highest = cycle.extremes_of(np.stack(list(cycle.columns.values()), axis=1))
    found |= dict(zip(cycle.columns, highest.tolist(), strict=True))
    return found | {f"min({name})": low for name, low in zip(cycle.columns, lowest.tolist(), strict=True)}


def _row_of_hopf(field: Field, hopf: HopfPoint, like: Mapping[str, float]) -> dict[str, float]:
    """An orbit without amplitude."""
    fixed = dict(zip(field.states, hopf.states.tolist(), strict=True))
    fixed |= {field.parameters[0]: hopf.parameter, PERIOD: 2.0 * np.pi / hopf.frequency}
    others = [name for name in like if name not in fixed and not name.startswith("min(")]
    numbers = field.others(others, hopf.states[None], np.array([[hopf.parameter]]))[0]
    values = {**fixed, **dict(zip(others, numbers.tolist(), strict=True))}
    return {name: values[name.removeprefix("min(").removesuffix(")") if name not in values else name] for name in like}


def _multipliers_of_hopf(field: Field, hopf: HopfPoint) -> ComplexArray:
    """Of the orbits that vanish there: the critical pair is one, and one of it the trivial multiplier."""
    values = np.linalg.eigvals(matrix_at(field, hopf.states, hopf.parameter)) * (2.0 * np.pi / hopf.frequency)
    found = np.exp(np.delete(values, np.argmin(np.abs(values - 2j * np.pi))))
    return np.asarray(found[np.argsort(-np.abs(found), kind="stable")], dtype=np.complex128)


def _special(field: Field, kind: str, index: int, cycle: Cycle, found: FoundCycle) -> CyclePoint:
    details = {PERIOD: cycle.period}
    if kind == "TR":
        details["angle"] = found.observation.floquet.angle()
    highest = int(np.argmax(cycle.columns[field.states[0]])) if field.states[0] in cycle.columns else 0
    values = {name: float(column[highest]) for name, column in cycle.columns.items()}
    point = cycle.point.with_values(values)
    states = {name: point.values[name] for name in field.states}
    parameters = {name: point.values[name] for name in field.parameters}
    return CyclePoint(kind, kind, index, parameters, states, cycle.multipliers, point, details, cycle=cycle)
