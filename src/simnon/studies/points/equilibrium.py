"""Where a model rests: states whose derivatives are zero and that samples repeat, with chosen names free or given."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simnon.linear import LinearModel
from simnon.model import Role
from simnon.program import Array
from simnon.simulation import NamedValues, Partials, Simulator
from simnon.source import UserError, arguments, frozen, listed

from ..requested import ends_of, read_bounds, read_names
from .linearize import linearize
from .point import Point, later_point, place
from .solving import Solution, solve

ComplexArray: TypeAlias = npt.NDArray[np.complex128]

MET = 1e-9
"""An equation is met if it could be by a change of its unknowns by this fraction."""
TRANSIENTS = (1.0, 10.0, 100.0, 1000.0)
"""How long the runs are, in seconds, from whose ends the search is tried again."""


@frozen
class Equilibrium:
    """A stationary point: the values of all variables there, and the linear model around it."""

    values: Mapping[str, float]
    states: tuple[str, ...]
    """Those of the model; what a delay holds is a state of `linear` only."""
    free: tuple[str, ...]
    linear: LinearModel
    """Without inputs and outputs; `Model.linearize` gives it those."""
    point: Point = field(repr=False)
    notes: tuple[str, ...] = ()

    @property
    def eigenvalues(self) -> ComplexArray:
        """Slowest first; those farthest to the right if a loop passes through a delay."""
        return self.linear.poles()

    @property
    def is_stable(self) -> bool:
        return self.linear.is_stable()

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def point_of(self, simulator: Simulator) -> Point:
        """The point, if the model has the same states and parameters."""
        if not {*simulator.states, *simulator.parameters} <= self.point.values.keys():
            raise UserError("different-model", "this equilibrium belongs to a different model", "find that of this one")
        return self.point

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} = {self.values[name]:.6g}" for name in (*self.states, *self.free))
        return f"Equilibrium({shown}; {'stable' if self.is_stable else 'unstable'})"


@frozen
class EquilibriumRequest:
    """What is to be found: `free` names besides the states, and names with `given` values."""

    free: tuple[str, ...]
    given: Mapping[str, float]
    bounds: Mapping[str, tuple[float, float]]


def find_equilibrium(simulator: Simulator, point: Point, request: EquilibriumRequest) -> Equilibrium:
    """The stationary point to which the search from `point` leads, or from where runs from there lead."""
    return _described(simulator, request, *_solved(simulator, point, request, (0.0, *TRANSIENTS)))


def find_equilibrium_near(simulator: Simulator, point: Point, request: EquilibriumRequest) -> Equilibrium:
    """The same without runs."""
    return _described(simulator, request, *_solved(simulator, point, request, (0.0,)))


def _described(
    simulator: Simulator, request: EquilibriumRequest, problem: "_Problem", solution: Solution
) -> Equilibrium:
    found = problem.point_at(solution.unknowns)
    partials = simulator.partials((), ())
    instant = place(partials, found, samples=True)
    names = [name for name in found.values if name in partials.slot_of_name]
    found = found.with_values(dict(zip(names, partials.numbers_in(instant.values, names), strict=True)))
    linear = linearize(partials, found)
    declared = {variable.name for variable in simulator.variables}
    return Equilibrium(
        NamedValues({name: value for name, value in found.values.items() if name in declared}, simulator.names),
        tuple(name for name in linear.states if name in declared),
        request.free,
        linear,
        found,
        (*problem.notes(solution), *linear.notes),
    )


def _solved(
    simulator: Simulator, point: Point, request: EquilibriumRequest, durations: Sequence[float]
) -> "tuple[_Problem, Solution]":
    """From the point, and if that fails from where runs from there lead: they leave saturations behind."""
    partials = simulator.partials(request.free, tuple(request.given))
    first: UserError | None = None
    for seconds in durations:
        start = later_point(simulator, point, seconds) if seconds else point
        try:
            problem = _Problem(partials, start, request)
            solution = solve(problem.equations, problem.start, problem.scales, problem.low, problem.high)
            problem.check(solution)
        except UserError as error:
            first = first or error
        else:
            return problem, solution
    assert first is not None
    raise first


class _Problem:
    """The unknowns are states, discrete states, delayed values and what is free; the equations say what rests."""

    def __init__(self, partials: Partials, point: Point, request: EquilibriumRequest) -> None:
        self.partials, self.point, self.request = partials, point, request
        groups = partials.groups
        self.names = (*groups.states, *groups.sampled, *groups.delayed, *request.free)
        self.start = np.array([point.values[name] for name in self.names])
        self.scales = np.maximum(1.0, np.abs(self.start))
        self.low, self.high = ends_of(request.bounds, self.names)
        self.targets = np.array(list(request.given.values()))

    @property
    def equation_names(self) -> tuple[str, ...]:
        groups = self.partials.groups
        rests = [f"{name} = 0" for name in groups.derivatives]
        repeats = [f"{new} = {state}" for state, new in zip(groups.sampled, groups.new, strict=True)]
        stays = [f"{name} has been constant" for name in groups.sources]
        return (*rests, *repeats, *stays, *(f"{name} = {value:g}" for name, value in self.request.given.items()))

    def point_at(self, unknowns: Array) -> Point:
        return self.point.with_values(dict(zip(self.names, unknowns.tolist(), strict=True)))

    def equations(self, unknowns: Array) -> tuple[Array, Array]:
        partials, groups = self.partials, self.partials.groups
        instant = place(partials, self.point_at(unknowns), samples=True)
        values = partials.values_of
        residuals = np.concatenate(
            (
                instant.derivatives(),
                values(groups.new, instant) - values(groups.sampled, instant),
                values(groups.sources, instant) - values(groups.delayed, instant),
                partials.output_values(instant) - self.targets,
            )
        )
        return residuals, self._jacobian(partials.matrix(instant))

    def _jacobian(self, matrix: Array) -> Array:
        """Held values follow from the rest at once: everything is sampled."""
        rows, columns = (
            [len(group) for group in groups] for groups in (self.partials.groups.rows, self.partials.groups.columns)
        )
        f, n, h, y, z = np.split(matrix, np.cumsum(rows)[:-1])
        parts = [np.split(part, np.cumsum(columns)[:-1], axis=1) for part in (f, n, z, y)]
        held = np.split(h, np.cumsum(columns)[:-1], axis=1)
        own = np.linalg.inv(np.eye(rows[2]) - held[2])
        by_unknown = np.hstack([held[0], held[1], held[4], held[3]])
        found = []
        for x, d, through, u, w in parts:
            found.append(np.hstack([x, d, w, u]) + through @ own @ by_unknown)
        jacobian = np.vstack(found)
        first = len(self.partials.groups.derivatives)
        for i in range(len(self.partials.groups.sampled) + len(self.partials.groups.delayed)):
            jacobian[first + i, first + i] -= 1.0
        return jacobian

    def check(self, solution: Solution) -> None:
        """Raise if an equation is not met, with those that stand against each other."""
        # Not the sizes at the start: a run that has escaped starts the search from huge ones.
        sizes = np.abs(solution.jacobian) @ (1.0 + np.abs(solution.unknowns))
        is_met = np.abs(solution.residuals) <= MET * np.maximum(sizes, 1e-300)
        failed = ~is_met | ~np.isfinite(sizes)
        if not failed.any():
            self._check_domains(solution)
            return
        worst = [self.equation_names[i] for i in np.argsort(-np.abs(solution.residuals)) if failed[i]]
        at_bounds = [
            name
            for name, value, low, high in zip(self.names, solution.unknowns, self.low, self.high, strict=True)
            if value in (low, high)
        ]
        hint = f"{listed(at_bounds)} reached a bound" if at_bounds else "start elsewhere, or free a parameter"
        raise UserError("no-equilibrium", f"no stationary point was found: {listed(worst[:5])} cannot be met", hint)

    def _check_domains(self, solution: Solution) -> None:
        """Functions keep their last value beyond their domain, so that searches can come back; runs cannot."""
        instant = place(self.partials, self.point_at(solution.unknowns), samples=True)
        guards, scale = instant.guards(), 1.0 + np.abs(instant.states).max(initial=0.0)
        limited = [slot for slot in self.partials.layout.guards if slot.limits]
        outside = [slot for slot in limited if guards[slot.index] < -MET * scale]
        if outside:
            texts = list(dict.fromkeys(slot.span.text if slot.span else slot.limits.upper() for slot in outside))
            have = "has" if len(texts) == 1 else "have"
            raise UserError(
                "no-equilibrium",
                f"no stationary point was found: where the search has ended, {listed(texts)} {have} no value",
                "start elsewhere, or give bounds",
            )

    def notes(self, solution: Solution) -> tuple[str, ...]:
        scaled = solution.jacobian * self.scales
        if len(self.names) and np.linalg.matrix_rank(scaled) < len(self.names):
            direction = np.linalg.svd(scaled)[2][-1]
            moving = [self.names[i] for i in np.argsort(-np.abs(direction)) if abs(direction[i]) > 0.1]
            return (f"the point is not isolated: {listed(moving)} can move without disturbing the rest",)
        return ()


def read_request(
    simulator: Simulator,
    free: Sequence[str],
    given: Mapping[str, float],
    bounds: Mapping[str, tuple[float, float]] | None = None,
) -> EquilibriumRequest:
    """Free names are parameters, or variables at which the model is opened; `given` has full names."""
    found = read_names(simulator, free, "free")
    for name, value in given.items():
        if not math.isfinite(value):
            raise arguments.refusal(f"given: '{name}'", "a finite number", value)
    for name in found:
        if simulator.role_of(name) is Role.STATE:
            raise UserError("already-free", f"the state '{name}' is free anyway", "free names are parameters or inputs")
    groups = simulator.partials((), ()).groups
    varied = [name for name in (*groups.states, *groups.sampled) if name in simulator.states]
    return EquilibriumRequest(found, given, read_bounds(simulator, bounds, (*varied, *found)))
