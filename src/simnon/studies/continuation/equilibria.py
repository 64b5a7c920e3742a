"""The equilibria of a model as one parameter varies: their branches, folds, Hopf points and branch points."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from simnon.program import Array
from simnon.source import UserError, frozen, listed

from ..points import Field
from .branch import Branch, SpecialPoint
from .request import BranchRequest
from .second_order import Expansion, lyapunov_coefficient
from .special import Event, Points, are_stable, make_branch, without_repetitions
from .stability import ComplexArray, eigenvalues_of, opposite_pair
from .walk import LIMIT, Observation, Solve, Walk, WalkPoint, correct, find_tangent, length, walk

FOLD, HOPF, CROSSING = range(3)
"""The test functions: the direction of the parameter, the balance of eigenvalues, the bordered matrix."""
SMALLEST_SIZE = 1e-12
"""A state that has been smaller than this, relative to the largest one, has the size one."""
AHEAD = 0.1
"""How far ahead the tangent tells what a state is about to become, as a fraction of the range of the parameter."""
SINGULAR = 1e-9
"""A singular value this small, of a matrix whose entries are about one, is zero."""
MOST_BRANCHES = 30
SAME_PLACE = 1e-4
"""Branch points that are nearer than this, in scaled lengths, are one; so is a fold at a branch point."""
FIRST_STEPS = (1.0, 0.3, 0.1, 0.03, 0.01)


@frozen
class EquilibriumObservation(Observation):
    eigenvalues: ComplexArray
    frequency: float
    """Of the eigenvalues that are nearest to a Hopf point; 0 if they are real."""


class EquilibriumProblem:
    """The unknowns are the states and one parameter; the equations say that nothing moves.

    Lengths are relative: to the range of the parameter, and to the largest value that a state has had.
    """

    def __init__(self, field: Field, request: BranchRequest, start: Array) -> None:
        self.field = field
        self.count = len(field.states)
        self.request = request
        self.limit_names = (*request.limit_names(), *field.ends_of_domains)
        self._range = float(request.upper[0] - request.lower[0])
        self._largest = np.abs(start[: self.count])
        self.scales: Array = np.append(np.where(self._is_known(), self._largest, 1.0), self._range)
        self._first_scales = self.scales
        self._row_sizes = np.zeros(self.count)
        self._last: tuple[bytes, Array] = (b"", np.zeros(0))

    def _is_known(self) -> npt.NDArray[np.bool_]:
        """Whether the size of each state is known: it has not been zero so far."""
        return self._largest > SMALLEST_SIZE * max(1.0, float(self._largest.max(initial=0.0)))

    @property
    def weights(self) -> Array:
        weights: Array = 1.0 / np.square(self.scales)
        return weights

    def residual(self, unknowns: Array) -> Array:
        found: Array = self.field.values(*self._split(unknowns))[0]
        return found

    def jacobian(self, unknowns: Array) -> Array:
        """By states and parameter; kept, because a point is looked at several times."""
        key = unknowns.tobytes()
        if self._last[0] != key:
            self._last = key, self.field.derivatives(*self._split(unknowns))[0]
        return self._last[1]

    def _split(self, unknowns: Array) -> tuple[Array, Array]:
        return unknowns[None, : self.count], unknowns[None, self.count :]

    def balanced(self, unknowns: Array) -> tuple[Array, Array]:
        """The Jacobian by scaled unknowns with rows of about size one, and the sizes of the rows.

        These are the largest so far: a row that vanishes at one point must not be enlarged there.
        """
        scaled = self.jacobian(unknowns) * self.scales
        sizes = np.maximum(np.abs(scaled).max(axis=1), self._row_sizes)
        sizes = np.where(sizes > 0.0, sizes, 1.0)
        return scaled / sizes[:, None], sizes

    def bordered(self, unknowns: Array, row: Array) -> Solve:
        upper, sizes = self.balanced(unknowns)
        lower = row * self.scales
        size = float(np.abs(lower).max())
        matrix, sizes = np.vstack((upper, lower / size)), np.append(sizes, size)
        if not np.isfinite(matrix).all():
            raise np.linalg.LinAlgError("the derivatives are not finite")
        return lambda right: self.scales * np.linalg.solve(matrix, right / sizes)

    def observe(self, unknowns: Array, tangent: Array) -> EquilibriumObservation:
        eigenvalues = eigenvalues_of(self.jacobian(unknowns)[:, : self.count])
        pair = opposite_pair(eigenvalues)
        upper, _ = self.balanced(unknowns)
        matrix = np.vstack((upper, tangent / self.scales))
        crossing = np.nan
        if np.isfinite(matrix).all():
            crossing = float(np.linalg.slogdet(matrix)[0] * np.linalg.svd(matrix, compute_uv=False)[-1])
        tests = np.array([tangent[-1] / self.scales[-1], pair.balance, crossing])
        limits = np.append(
            self.request.limits(unknowns[self.count :], self.bounded_values(unknowns)),
            self.field.inside(*self._split(unknowns))[0],
        )
        return EquilibriumObservation(tests, limits, unknowns / self._first_scales, eigenvalues, pair.frequency)

    def bounded_values(self, unknowns: Array) -> Array:
        names = tuple(self.request.bounds)
        return self.field.others(names, *self._split(unknowns))[0] if names else np.zeros(0)

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        self._largest = np.maximum(self._largest, np.abs(unknowns[: self.count]))
        # A state that was zero has the size one until more is known, and then comes down to its own size gradually, or
        # to what it is about to become: beyond a pitchfork it begins small and grows fast.
        ahead = AHEAD * self._range * np.abs(tangent[:-1]) / max(abs(tangent[-1]), 1e-9 * self._range)
        least = np.maximum(0.8 * self.scales[:-1], np.minimum(ahead, self.scales[:-1]))
        sizes = np.where(self._is_known(), np.maximum(self._largest, least), self.scales[:-1])
        self.scales = np.append(sizes, self._range)
        self._row_sizes = np.maximum(np.abs(self.jacobian(unknowns) * self.scales).max(axis=1), self._row_sizes)
        return unknowns, tangent


def follow_equilibria(request: BranchRequest) -> tuple[Branch, ...]:
    """The branch through the start and, if branch points are switched, those that cross it, and so on."""
    return _Diagram(request).branches()


@frozen
class _Crossing:
    """A branch point that has been found, and the direction of the branch on which it was."""

    unknowns: Array
    tangent: Array


class _Diagram:
    """All branches that hang together, from one start."""

    def __init__(self, request: BranchRequest) -> None:
        self.request = request
        self.field = Field(request.simulator, request.parameters, request.point)
        values = request.point.values
        self.start = np.array([values[name] for name in (*self.field.states, *request.parameters)])
        self.problem = EquilibriumProblem(self.field, request, self.start)
        self._crossings: list[_Crossing] = []

    def branches(self) -> tuple[Branch, ...]:
        _check_start(self.problem, self.start, self.request)
        self.problem.renewed(self.start, np.zeros_like(self.start))
        known, done = self._known_crossing(), 0
        if known is not None:
            self.problem.scales = known.sizes
            self._crossings.append(_Crossing(self.start, known.tangent))
            found, done = self._switched(self._crossings[0]), 1
            if not found:
                raise UserError(
                    "no-other-branch",
                    "no other branch was found at the branch point: it may be no simple crossing",
                    "start from a point nearby, or vary a different parameter",
                )
        else:
            found = [self._both_ways(self.start, self._tangent_at_start())]
        while self.request.is_switching and done < len(self._crossings) and len(found) < MOST_BRANCHES:
            found += self._switched(self._crossings[done])
            done += 1
        return tuple(found)

    def _known_crossing(self) -> SpecialPoint | None:
        """The start, if it is a branch point over the same parameter."""
        start = self.request.start
        if start is None or start.kind != "BP" or tuple(start.parameters) != self.request.parameters:
            return None
        return start

    def _tangent_at_start(self) -> Array:
        directions = null_space(self.problem, self.start)
        if len(directions) > 1:
            moving = np.abs(directions / self.problem.scales).max(axis=0)
            names = [name for name, size in zip(self._names(), moving, strict=True) if size > 0.1]
            raise UserError(
                "singular-start",
                f"the equations are singular at the start: {listed(names)} can move in several directions",
                "start at a different value of the parameter",
            )
        return directions[0] if directions[0][-1] >= 0.0 else -directions[0]

    def _names(self) -> tuple[str, ...]:
        return (*self.field.states, *self.request.parameters)

    def _both_ways(self, start: Array, tangent: Array) -> Branch:
        down, up = (walk(self.problem, start, along, self.request.settings) for along in (-tangent, tangent))
        return self._branch((*reversed(down.points[1:]), *up.points), (down.reason, up.reason))

    def _switched(self, crossing: _Crossing) -> list[Branch]:
        """The other branch through a branch point, or nothing if it cannot be found."""
        direction = other_direction(self.problem, crossing.unknowns, crossing.tangent)
        if direction is None:
            return []
        problem, sides = self.problem, []
        for sign in (-1.0, 1.0):
            side = self._side(crossing.unknowns, sign * direction)
            sides.append(side)
        at = WalkPoint(crossing.unknowns, direction, problem.observe(crossing.unknowns, direction))
        at = replace(at, test=CROSSING)
        down, up = sides
        points = (*reversed(down.points), at, *up.points)
        return [self._branch(points, (down.reason, up.reason))] if len(points) > 1 else []

    def _side(self, start: Array, direction: Array) -> Walk:
        """The walk away from a branch point in a direction; its start is the first point after it."""
        settings = self.request.settings
        for fraction in FIRST_STEPS:
            step = fraction * settings.first
            found = correct(self.problem, start + step * direction, direction, settings)
            if found is not None and length(self.problem, found - start - step * direction) < 0.5 * step:
                tangent = find_tangent(self.problem, found, direction)
                if tangent is not None and self.problem.observe(found, tangent).limits.min() >= 0.0:
                    return walk(self.problem, found, tangent, settings)
        return Walk((), "limit", "the branch leaves the range at its branch point")

    def _branch(self, points: tuple[WalkPoint, ...], ends: tuple[str, str]) -> Branch:
        unknowns = np.array([point.unknowns for point in points])
        eigenvalues = np.array([_seen(point).eigenvalues for point in points])
        count = len(self.field.states)
        events = [(i, self._event(point)) for i, point in enumerate(points) if point.test is not None]
        if len(points) > 1:
            events += [(i, Event("EP")) for i in (0, len(points) - 1)]
        found = without_repetitions([(i, event) for i, event in events if event is not None])
        return make_branch(
            "equilibria",
            self.field,
            Points(unknowns[:, :count], unknowns[:, count:], eigenvalues, are_stable(eigenvalues)),
            self._without_folds_at_crossings(found, unknowns),
            ends,
        )

    def _without_folds_at_crossings(self, events: dict[int, Event], unknowns: Array) -> dict[int, Event]:
        """A branch that turns around at a branch point has no fold there."""
        crossings = [unknowns[i] for i, event in events.items() if event.kind == "BP"]
        return {
            i: event
            for i, event in events.items()
            if event.kind not in ("LP", "NS")
            or not any(length(self.problem, unknowns[i] - at) < SAME_PLACE for at in crossings)
        }

    def _event(self, point: WalkPoint) -> Event | None:
        if point.is_jump:
            return Event("CO", note="corner: the derivatives jump")
        match point.test:
            case 0:
                return Event("LP")
            case 1:
                return self._opposite(point)
            case _:
                self._note_crossing(point)
                return Event("BP", tangent=_direction(point), sizes=self.problem.scales)

    def _opposite(self, point: WalkPoint) -> Event:
        """A Hopf point, or a neutral saddle if the opposite eigenvalues are real."""
        frequency = _seen(point).frequency
        if frequency == 0.0:
            return Event("NS", note="neutral saddle, no Hopf point")
        expansion = Expansion(self.field, point.unknowns, self.problem.scales)
        coefficient = lyapunov_coefficient(expansion, frequency)
        kind = "supercritical" if coefficient < 0.0 else "subcritical"
        details = {"frequency": frequency, "period": 2.0 * np.pi / frequency, "lyapunov": coefficient}
        return Event("HB", details, f"{kind} Hopf point")

    def _note_crossing(self, point: WalkPoint) -> None:
        if all(length(self.problem, point.unknowns - each.unknowns) >= SAME_PLACE for each in self._crossings):
            self._crossings.append(_Crossing(point.unknowns, _direction(point)))


def _seen(point: WalkPoint) -> EquilibriumObservation:
    assert isinstance(point.observation, EquilibriumObservation)
    return point.observation


def _direction(point: WalkPoint) -> Array:
    """Of the branch at a crossing: that of the step over it."""
    return point.tangent if point.along is None else point.along


def null_space(problem: EquilibriumProblem, unknowns: Array) -> list[Array]:
    """Unit directions in which a solution can move to first order; more than one at a branch point."""
    matrix, _ = problem.balanced(unknowns)
    _, sizes, directions = np.linalg.svd(matrix)
    rank = int(np.count_nonzero(sizes > SINGULAR))
    return [problem.scales * direction for direction in directions[rank:]]


def other_direction(problem: EquilibriumProblem, unknowns: Array, along: Array) -> Array | None:
    """The tangent of the branch that crosses the one that goes about `along`; None if this is no simple crossing.

    The two null vectors and the left one give a quadratic form, which is zero in both directions (Keller 1977).
    """
    matrix, sizes = problem.balanced(unknowns)
    left, singular, right = np.linalg.svd(matrix)
    if len(singular) > 1 and singular[-2] < SINGULAR:
        return None
    expansion = Expansion(problem.field, unknowns, problem.scales)
    weights, plane = left[:, -1] / sizes, right[-2:]
    slopes = np.array([weights @ expansion.slope(problem.scales * each) for each in plane])
    form = (slopes * problem.scales) @ plane.T
    values, axes = np.linalg.eigh(0.5 * (form + form.T))
    if not values[0] < 0.0 < values[1]:
        return None
    first, second = np.sqrt(values[1]) * axes[:, 0] @ plane, np.sqrt(-values[0]) * axes[:, 1] @ plane
    known = along / problem.scales
    direction = min((first + second, first - second), key=lambda each: abs(each @ known))
    direction = direction / np.linalg.norm(direction)
    # The sign of a null vector is arbitrary; a branch must begin at the same end on every machine.
    largest = direction[int(np.argmax(np.abs(direction).round(6)))]
    return np.asarray(problem.scales * direction * np.sign(largest))


def _check_start(problem: EquilibriumProblem, start: Array, request: BranchRequest) -> None:
    observed = request.limits(start[len(problem.field.states) :], problem.bounded_values(start))
    if observed.min() < -LIMIT:
        name = request.limit_names()[int(observed.argmin())]
        raise UserError(
            "start-outside-range",
            f"the start is outside the range: {name.replace('has reached', 'is beyond')}",
            "extend the range, or start elsewhere",
        )
    if not np.isfinite(problem.jacobian(start)).all():
        raise UserError("derivative-not-finite", "the derivatives have no finite value at the start", "start elsewhere")
