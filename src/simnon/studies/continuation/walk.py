"""A problem with one more unknown than equations -> its branch of solutions, by pseudo-arclength continuation.

From each point a step along the tangent predicts the next one, and Newton's method corrects it in the plane across the
tangent (Keller 1977). A step that does not converge, or around which the branch turns too far, is halved. Where a test
function changes sign between two points, the zero is located along the branch; where a limit is crossed, the branch
ends at it.

The unknowns are whatever the problem makes of them: it measures lengths by its `weights`, and solves its own linear
equations, so that a large structured problem can use its structure.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from simnon.program import Array
from simnon.source import frozen

Solve = Callable[[Array], Array]
"""Right-hand side -> solution of a square system of linear equations."""


@frozen
class Observation:
    """What a problem sees at a point of its branch.

    A change of sign of one of the `tests` is an event; nan is no sign. The branch ends where one of the `limits`
    becomes negative. `place` has a few numbers that tell the point from others, in any coordinates: a branch is closed
    if it comes back to the place of its start. A problem can return a subclass with more.
    """

    tests: Array
    limits: Array
    place: Array


class Problem(Protocol):
    """N unknowns, N - 1 equations."""

    @property
    def weights(self) -> Array:
        """The squared length of a step d is sum(weights*d**2)."""
        ...

    @property
    def limit_names(self) -> Sequence[str]:
        """Why the branch ends at each limit."""
        ...

    def residual(self, unknowns: Array) -> Array:
        """N - 1 numbers; nan outside the domain of a function."""
        ...

    def bordered(self, unknowns: Array, row: Array) -> Solve:
        """Solves with the Jacobian of the residual, to which `row` is added as the last row.

        A singular matrix gives numbers that are not finite, or numpy's LinAlgError.
        """
        ...

    def observe(self, unknowns: Array, tangent: Array) -> Observation: ...

    def renewed(self, unknowns: Array, tangent: Array) -> tuple[Array, Array]:
        """The same point and tangent after a step, in the coordinates of the next one: a new mesh, new weights."""
        ...


@frozen
class WalkSettings:
    """Steps are lengths by the weights of the problem."""

    first: float = 0.01
    smallest: float = 1e-8
    largest: float = 0.05
    points: int = 1000
    tolerance: float = 1e-9
    """Corrections of this size end Newton's method."""
    iterations: int = 8
    corner: float = 1e-5
    """A step this short may turn by any angle."""
    turn: float = 0.9
    """The least cosine of the angle between the tangents of two points."""
    located: float = 1e-13
    """A zero is located if the function has become smaller by this factor."""


@frozen
class WalkPoint:
    """`test` is the number of the test function that is zero here, if the point is an event.

    `along` is then the step over it: the tangent of two branches that meet but for rounding turns by any angle there.
    """

    unknowns: Array
    tangent: Array
    observation: Observation
    test: int | None = None
    is_jump: bool = False
    """The test does not pass through zero but jumps over it: the branch has a corner."""
    along: Array | None = None


@frozen
class Walk:
    """The points of a branch in order, the start first, and why it ends.

    `end` is "limit" (with the name of the limit in `reason`), "closed", "points", "small-step", "not-finite" or
    "singular".
    """

    points: tuple[WalkPoint, ...]
    end: str
    reason: str


def walk(problem: Problem, start: Array, along: Array, settings: WalkSettings) -> Walk:
    """The branch through `start`, which solves the equations, in the direction nearest to `along`."""
    return _Walker(problem, settings).walk(start, along)


def correct(problem: Problem, predicted: Array, direction: Array, settings: WalkSettings) -> Array | None:
    """The solution in the plane through `predicted` across `direction`; None if Newton's method does not find it."""
    u, row = predicted, problem.weights * direction
    last = np.inf
    for _ in range(settings.iterations):
        residual = problem.residual(u)
        if not np.isfinite(residual).all():
            return None
        try:
            step = problem.bordered(u, row)(-np.append(residual, row @ (u - predicted)))
        except np.linalg.LinAlgError:
            return None
        size = length(problem, step)
        # Newton's method that does not converge at least linearly has lost the branch.
        if not np.isfinite(size) or size > 2.0 * last:
            return None
        u, last = u + step, size
        if size <= settings.tolerance:
            return u if np.isfinite(problem.residual(u)).all() else None
    return None


def find_tangent(problem: Problem, u: Array, along: Array) -> Array | None:
    """The unit tangent at u whose product with `along` is positive; None at a singular point."""
    try:
        tangent = problem.bordered(u, problem.weights * along)(np.append(np.zeros(len(u) - 1), 1.0))
    except np.linalg.LinAlgError:
        return None
    size = length(problem, tangent)
    return tangent / size if np.isfinite(size) and size > 0.0 else None


def length(problem: Problem, step: Array) -> float:
    return float(np.sqrt(np.sum(problem.weights * step**2)))


MAX_LOCATIONS, BISECTED = 60, 6
EXACT = 1e-10
"""As `located` of the settings, for limits: the end of a branch is where the user put it."""
SMALL_STEP = 0.1
"""Relative to the factor for functions: a zero is located, too, if the interval around it has become this small."""
LIMIT = 1e-6
"""How far beyond a limit a branch may end, in the measure of the limit."""
GROWTH, SHRINKAGE = 1.3, 0.5
MIN_POINTS_OF_LOOP = 5
NEIGHBOURS = (1e-6, 1e-5, 1e-4, 1e-3)
"""How far from a singular point Newton's method is tried, as a fraction of the step."""
JUMP = 1e-3
"""A test that is larger than this at its zero, relative to its values on both sides, is discontinuous."""
ZERO_AT_START = 1e-6
NEAR_START = 0.1
"""A branch that passes its start at less than this fraction of a step is closed."""


def _without_zeros(observation: Observation) -> Observation:
    """The start of a branch is often a special point: rounding decides the signs of tests that are zero there."""
    tests = np.where(np.abs(observation.tests) < ZERO_AT_START, np.nan, observation.tests)
    return replace(observation, tests=tests)


def _limit(k: int) -> Callable[[WalkPoint], float]:
    return lambda point: float(point.observation.limits[k])


def _test(k: int) -> Callable[[WalkPoint], float]:
    return lambda point: float(point.observation.tests[k])


class _Walker:
    def __init__(self, problem: Problem, settings: WalkSettings) -> None:
        self.problem, self.settings = problem, settings
        self.points: list[WalkPoint] = []
        self.step = settings.first
        self.has_no_value = False

    def walk(self, start: Array, along: Array) -> Walk:
        problem, settings = self.problem, self.settings
        tangent = find_tangent(problem, start, along)
        if tangent is None:
            return Walk((), "singular", "the equations are singular at the start")
        here = WalkPoint(start, tangent, _without_zeros(problem.observe(start, tangent)))
        self.points.append(here)
        while len(self.points) < settings.points:
            following = self._advance(here)
            if following is None:
                return self._stuck()
            size, there = following
            reached = self._limit(here, there, size)
            size, there, name = (size, there, "") if reached is None else reached
            if size > 0.0:
                self._events(here, there, size)
                self.points.append(there)
            if name:
                return Walk(tuple(self.points), "limit", name)
            if self._is_closed(here, there):
                return Walk(tuple(self.points), "closed", "the branch is closed: it has come back to its start")
            u, t = problem.renewed(there.unknowns, there.tangent)
            here = WalkPoint(u, t / length(problem, t), there.observation)
        return Walk(tuple(self.points), "points", f"it has {settings.points} points, the maximum")

    def _stuck(self) -> Walk:
        if self.has_no_value:
            return Walk(tuple(self.points), "not-finite", "the equations have no finite value beyond")
        return Walk(tuple(self.points), "small-step", f"the steps became shorter than {self.settings.smallest:g}")

    def _advance(self, here: WalkPoint) -> tuple[float, WalkPoint] | None:
        """The next point and the length of its step; the step adapts itself."""
        while self.step >= self.settings.smallest:
            size = self.step
            there = self._at(here, size)
            turn = -1.0 if there is None else self._cosine(here, there)
            # A turn that remains in the shortest steps is a corner of the equations.
            if there is not None and (turn >= self.settings.turn or size <= self.settings.corner):
                is_straight = turn > 1.0 - 0.3 * (1.0 - self.settings.turn)
                self.step = min(size * GROWTH if is_straight else size, self.settings.largest)
                return size, there
            self.step *= SHRINKAGE
        return None

    def _cosine(self, here: WalkPoint, there: WalkPoint) -> float:
        return float(np.sum(self.problem.weights * here.tangent * there.tangent))

    def _at(self, here: WalkPoint, size: float) -> WalkPoint | None:
        """The point of the branch at a distance along the tangent."""
        predicted = here.unknowns + size * here.tangent
        u = correct(self.problem, predicted, here.tangent, self.settings)
        if u is None:
            self.has_no_value = not np.isfinite(self.problem.residual(predicted)).all()
            return None
        self.has_no_value = False
        tangent = find_tangent(self.problem, u, here.tangent)
        if tangent is None:
            return None
        return WalkPoint(u, tangent, self.problem.observe(u, tangent))

    def _limit(self, here: WalkPoint, there: WalkPoint, size: float) -> tuple[float, WalkPoint, str] | None:
        """The first limit crossed on the way: the step to it, the point there, its name."""
        found: list[tuple[float, WalkPoint, str]] = []
        crossed = (there.observation.limits < 0.0) & (here.observation.limits >= -LIMIT)
        for k in np.flatnonzero(crossed).tolist():
            if _limit(k)(here) <= 0.0:
                found.append((0.0, here, self.problem.limit_names[k]))
                continue
            at = self._locate(here, there, size, _limit(k), min(self.settings.located, EXACT))
            if at is None or _limit(k)(at[1]) < -LIMIT:
                at = self._last_inside(here, size, _limit(k))
            found.append((*at, self.problem.limit_names[k]))
        return min(found, key=lambda each: each[0]) if found else None

    def _last_inside(
        self, here: WalkPoint, size: float, limit: Callable[[WalkPoint], float]
    ) -> tuple[float, WalkPoint]:
        """Where the equations are singular at a limit, as a root is at zero: as near to it as they can be solved."""
        low, high, last = 0.0, size, here
        for _ in range(MAX_LOCATIONS):
            found = self._at(here, 0.5 * (low + high))
            if found is not None and limit(found) >= 0.0:
                low, last = 0.5 * (low + high), found
            else:
                high = 0.5 * (low + high)
        return low, last

    def _events(self, here: WalkPoint, there: WalkPoint, size: float) -> None:
        """Append the zeros of tests between two points, in order."""
        before, after = here.observation.tests, there.observation.tests
        found: list[tuple[float, WalkPoint]] = []
        # A test that is exactly zero at a point must have a sign too, or its event would be missed.
        is_event = ((before >= 0.0) != (after >= 0.0)) & np.isfinite(before) & np.isfinite(after)
        for k in np.flatnonzero(is_event).tolist():
            at = self._locate(here, there, size, _test(k), self.settings.located)
            if at is not None:
                at_zero = abs(at[1].observation.tests[k])
                is_jump = at_zero > JUMP * max(abs(before[k]), abs(after[k]))
                along = there.unknowns - here.unknowns
                found.append((at[0], replace(at[1], test=k, is_jump=is_jump, along=along)))
        self.points += [point for _, point in sorted(found, key=lambda each: each[0])]

    def _locate(
        self, here: WalkPoint, there: WalkPoint, size: float, function: Callable[[WalkPoint], float], located: float
    ) -> tuple[float, WalkPoint] | None:
        """The zero between two points: regula falsi with the Illinois correction, and a bisection now and then."""
        low, high = 0.0, size
        at_low, at_high = function(here), function(there)
        small = located * max(abs(at_low), abs(at_high))
        middle, point, kept = size, there, ""
        for i in range(MAX_LOCATIONS):
            if high - low <= SMALL_STEP * located * size:
                break
            is_bisected = i % BISECTED == BISECTED - 1
            middle = 0.5 * (low + high) if is_bisected else (low * at_high - high * at_low) / (at_high - at_low)
            found = self._at(here, middle)
            if found is None:
                return self._between(here, middle, size, function)
            point, value = found, function(found)
            if abs(value) <= small:
                break
            if (value > 0.0) == (at_high > 0.0):
                at_low = 0.5 * at_low if kept == "low" else at_low
                high, at_high, kept = middle, value, "low"
            else:
                at_high = 0.5 * at_high if kept == "high" else at_high
                low, at_low, kept = middle, value, "high"
        return middle, point

    def _between(
        self, here: WalkPoint, middle: float, size: float, function: Callable[[WalkPoint], float]
    ) -> tuple[float, WalkPoint] | None:
        """The zero between two neighbours of a point where the equations are singular, by interpolation."""
        for distance in NEIGHBOURS:
            low = self._at(here, max(0.0, middle - distance * size))
            high = self._at(here, middle + distance * size)
            if low is not None and high is not None and function(low) * function(high) <= 0.0:
                share = function(low) / (function(low) - function(high))
                u = low.unknowns + share * (high.unknowns - low.unknowns)
                return middle, WalkPoint(u, low.tangent, self.problem.observe(u, low.tangent))
        return None

    def _is_closed(self, here: WalkPoint, there: WalkPoint) -> bool:
        """Whether the start lies on the step between two points, passed in the same direction."""
        if len(self.points) < MIN_POINTS_OF_LOOP:
            return False
        start, next_ = self.points[0].observation.place, self.points[1].observation.place
        step = there.observation.place - here.observation.place
        gap = start - here.observation.place
        size = float(step @ step)
        share = float(gap @ step) / size if size > 0.0 else -1.0
        distance = np.linalg.norm(gap - share * step)
        is_same_way = float(step @ (next_ - start)) > 0.0
        return bool(0.0 < share <= 1.0 and is_same_way and distance <= NEAR_START * np.sqrt(size))
