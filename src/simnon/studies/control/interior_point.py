"""A smooth problem with equations and bounds -> its optimum, by a primal-dual interior-point method.

Minimise f(w) with c(w) = 0 and low <= w <= high. Newton's method is applied to the conditions of the optimum with a
logarithmic barrier, whose weight mu goes to zero (Waechter and Biegler 2006). Steps whose curvature is not positive
are repeated with a larger shift of the Hessian (Chiang and Zavala 2016); a merit function with the violation of the
equations decides how far they go, with a correction of second order if the equations bend.
"""

import math
from collections.abc import Callable
from dataclasses import field
from typing import Any, Protocol

import numpy as np

from simnon.program import Array
from simnon.source import frozen, require

FIRST_BARRIER = 0.1
INSIDE = 1e-2
"""The start keeps this distance from bounds, as a fraction of its size or of the range."""
TO_BOUNDARY = 0.99
"""A step goes at most this fraction of the way to a bound."""
ENOUGH_OF_BARRIER = 10.0
SUFFICIENT = 1e-4
SHARE_OF_VIOLATION = 0.1
MOST_HALVINGS = 20
FIRST_SHIFT, LARGEST_SHIFT = 1e-4, 1e10
LITTLE_CURVATURE = 1e-10
REGULAR = 1e-9
"""Of the equations, if these depend on each other."""
MODERATE = 1e3
"""First multipliers that are larger are not trusted."""
FAR_FROM_CENTRE = 1e10
SCALE_OF_MULTIPLIERS = 100.0
ACCEPTABLE = 1e3
"""An end without progress is accepted if the error is at most this many tolerances."""
HOPELESS = 1e12
"""Multipliers that are so much larger than the slope of the objective grow without end: equations contradict bounds."""
STUCK = 1e6
"""The same where no step is better."""


@frozen
class Evaluated:
    """At a point: the objective and its slope, the equations and their sparse Jacobian."""

    value: float
    slope: Array
    violations: Array
    jacobian: Any


class SmoothProblem(Protocol):
    @property
    def low(self) -> Array: ...
    @property
    def high(self) -> Array: ...
    def at(self, point: Array) -> Evaluated | None:
        """None if the functions have no values there."""

    def hessian(self, point: Array, multipliers: Array) -> Any:
        """That of the Lagrangian, sparse."""


@frozen
class Point:
    """A point with the multipliers of equations and bounds; `error` is that of the conditions of the optimum."""

    point: Array = field(repr=False)
    multipliers: Array = field(repr=False)
    low_multipliers: Array = field(repr=False)
    high_multipliers: Array = field(repr=False)
    value: float
    violation: float
    error: float
    iterations: int
    is_optimal: bool
    is_contradictory: bool
    """Whether no point nearby meets all equations and bounds."""


Progress = Callable[[int, float, float], None]
"""Called with the number of the iteration, the objective and the largest violation."""


class InteriorPoint:
    """The state of the search."""

    def __init__(self, problem: SmoothProblem, start: Array, tolerance: float) -> None:
        self.problem, self.tolerance = problem, tolerance
        self.low, self.high = problem.low, problem.high
        self.sparse = require("scipy.sparse", "optimal control", "studies")
        self.linear = require("scipy.sparse.linalg", "optimal control", "studies")
        self.barrier = FIRST_BARRIER
        self.w = _inside(start, self.low, self.high)
        self.z_low = np.where(np.isfinite(self.low), self.barrier / (self.w - self.low), 0.0)
        self.z_high = np.where(np.isfinite(self.high), self.barrier / (self.high - self.w), 0.0)
        self.penalty, self.shift = 1.0, 0.0
        self.found = problem.at(self.w)
        count = 0 if self.found is None else len(self.found.violations)
        self.multipliers = np.zeros(count)

    def minimise(self, most: int, progress: Progress | None) -> Point | None:
        """None if there are no values at the start."""
        if self.found is None:
            return None
        self.multipliers = self._first_multipliers()
        count, can_go_on = 0, True
        while can_go_on and count < most and self.error(0.0) > self.tolerance and not self._is_contradictory(HOPELESS):
            if progress is not None:
                progress(count, self.found.value, float(np.max(np.abs(self.found.violations), initial=0.0)))
            self._lower_barrier()
            can_go_on = self._step()
            count += 1
        error = self.error(0.0)
        is_optimal = error <= self.tolerance or (not can_go_on and error <= ACCEPTABLE * self.tolerance)
        found = self.found
        return Point(
            self.w,
            self.multipliers,
            self.z_low,
            self.z_high,
            found.value,
            float(np.max(np.abs(found.violations), initial=0.0)),
            error,
            count,
            is_optimal,
            self._is_contradictory(HOPELESS if can_go_on else STUCK),
        )

    def _is_contradictory(self, growth: float) -> bool:
        """While equations are violated, their multipliers grow without end."""
        found = self._known()
        violation = float(np.max(np.abs(found.violations), initial=0.0))
        most = growth * max(1.0, float(np.max(np.abs(found.slope), initial=0.0)))
        largest = float(np.max(np.abs(self.multipliers), initial=0.0))
        return violation > ACCEPTABLE * self.tolerance and largest > most

    def error(self, barrier: float) -> float:
        """Of the conditions of the optimum of the barrier problem."""
        found = self._known()
        slope = found.slope + found.jacobian.T @ self.multipliers - self.z_low + self.z_high
        sizes = np.abs(np.concatenate((self.multipliers, self.z_low, self.z_high)))
        scale = max(SCALE_OF_MULTIPLIERS, float(np.mean(sizes))) / SCALE_OF_MULTIPLIERS
        low, high = (np.where(np.isfinite(each), each, 0.0) for each in (self.low, self.high))
        products = np.concatenate(
            (
                np.where(np.isfinite(self.low), (self.w - low) * self.z_low - barrier, 0.0),
                np.where(np.isfinite(self.high), (high - self.w) * self.z_high - barrier, 0.0),
            )
        )
        parts = (np.abs(slope) / scale, np.abs(found.violations), np.abs(products) / scale)
        return max(float(np.max(part, initial=0.0)) for part in parts)

    def _known(self) -> Evaluated:
        assert self.found is not None, "interior point: the start has values"
        return self.found

    def _first_multipliers(self) -> Array:
        """Those that come closest to the conditions of the optimum."""
        found = self._known()
        zero = np.zeros(len(found.violations))
        _, multipliers = self._solve(self.sparse.identity(len(self.w)), found.slope - self.z_low + self.z_high, zero)
        is_moderate = bool(np.all(np.abs(multipliers) < MODERATE))
        return multipliers if is_moderate else zero

    def _lower_barrier(self) -> None:
        least = self.tolerance / 10.0
        while self.barrier > least and self.error(self.barrier) <= ENOUGH_OF_BARRIER * self.barrier:
            self.barrier = max(least, min(0.2 * self.barrier, self.barrier**1.5))
            self.penalty = 1.0

    def _solve(self, hessian: Any, slope: Array, violations: Array) -> tuple[Array, Array]:
        """The step and the new multipliers of the linearised conditions."""
        jacobian, count = self._known().jacobian, len(violations)
        right = -np.concatenate((slope, violations))
        for regular in (0.0, REGULAR):
            corner = -regular * self.sparse.identity(count) if regular else None
            matrix = self.sparse.bmat([[hessian, jacobian.T], [jacobian, corner]], format="csc")
            try:
                solution = self.linear.splu(matrix).solve(right)
                break
            except RuntimeError:
                # Singular, perhaps because equations depend on each other.
                solution = np.full(len(right), np.nan)
        return np.asarray(solution[: len(slope)]), np.asarray(solution[len(slope) :])

    def _barrier_slope(self, found: Evaluated) -> Array:
        return np.asarray(
            found.slope
            - np.where(np.isfinite(self.low), self.barrier / (self.w - self.low), 0.0)
            + np.where(np.isfinite(self.high), self.barrier / (self.high - self.w), 0.0)
        )

    def _step(self) -> bool:
        """Take one; False if no step is better."""
        found = self._known()
        slope = self._barrier_slope(found)
        hessian = self.problem.hessian(self.w, self.multipliers) + self.sparse.diags_array(
            self.z_low / (self.w - self.low) + self.z_high / (self.high - self.w)
        )
        step, multipliers = self._downhill(hessian, slope, found.violations)
        bound_steps = self._bound_steps(step)
        curvature = max(0.0, float(step @ (hessian @ step)))
        size = float(np.sum(np.abs(found.violations)))
        if size > 0.0:
            needed = (float(slope @ step) + 0.5 * curvature) / ((1.0 - SHARE_OF_VIOLATION) * size)
            self.penalty = max(self.penalty, 1.1 * needed)
        most = self._largest(step)
        share = self._accepted(step, most, float(slope @ step) - self.penalty * size)
        if share == 0.0:
            return False
        self._move_multipliers(share, multipliers, bound_steps)
        return True

    def _bound_steps(self, step: Array) -> tuple[Array, Array]:
        """The changes of the multipliers of the bounds that belong to a step."""
        low, high = self.w - self.low, self.high - self.w
        return (
            np.where(np.isfinite(low), (self.barrier - self.z_low * step) / low - self.z_low, 0.0),
            np.where(np.isfinite(high), (self.barrier + self.z_high * step) / high - self.z_high, 0.0),
        )

    def _downhill(self, hessian: Any, slope: Array, violations: Array) -> tuple[Array, Array]:
        """With the smallest shift of the Hessian for which the curvature along the step is positive."""
        self.shift = self.shift / 3.0 if self.shift > FIRST_SHIFT else 0.0
        while True:
            shifted = hessian + self.shift * self.sparse.identity(len(slope))
            step, multipliers = self._solve(shifted, slope, violations)
            size = float(step @ step)
            is_good = math.isfinite(size) and float(step @ (shifted @ step)) >= LITTLE_CURVATURE * size
            if is_good or self.shift > LARGEST_SHIFT:
                return step, multipliers
            self.shift = max(FIRST_SHIFT, 8.0 * self.shift)

    def _largest(self, step: Array) -> float:
        """The fraction of the step that stays inside the bounds."""
        room = np.where(step < 0.0, self.w - self.low, self.high - self.w)
        moving = (step != 0.0) & np.isfinite(room)
        share = TO_BOUNDARY * room[moving] / np.abs(step[moving])
        return float(min(1.0, np.min(share, initial=1.0)))

    def _merit(self, w: Array, found: Evaluated) -> float:
        low, high = w - self.low, self.high - w
        room = np.concatenate((low[np.isfinite(low)], high[np.isfinite(high)]))
        return (
            found.value
            - self.barrier * float(np.sum(np.log(room)))
            + self.penalty * float(np.sum(np.abs(found.violations)))
        )

    def _accepted(self, step: Array, most: float, slope: float) -> float:
        """Move by the largest fraction of the step that is good enough, and return it; zero if there is none."""
        before = self._known()
        merit = self._merit(self.w, before)
        rounding = 1e-13 * (abs(merit) + self.penalty)
        share = most
        for count in range(MOST_HALVINGS):
            ahead = self.w + share * step
            found = self.problem.at(ahead)
            if found is not None and self._merit(ahead, found) <= merit + SUFFICIENT * share * slope + rounding:
                self.w, self.found = ahead, found
                return share
            if count == 0 and found is not None and self._corrected(ahead, found, merit + SUFFICIENT * share * slope):
                return share
            share *= 0.5
        return 0.0

    def _corrected(self, ahead: Array, found: Evaluated, limit: float) -> bool:
        """Back to the equations, if that makes the step acceptable."""
        count = len(self.w)
        identity = self.sparse.identity(count)
        step, _ = self._solve(identity, np.zeros(count), found.violations)
        corrected = ahead + step
        # Also if the step is not a number.
        if not (np.all(corrected > self.low) and np.all(corrected < self.high)):
            return False
        better = self.problem.at(corrected)
        if better is None or not self._merit(corrected, better) <= limit:
            return False
        self.w, self.found = corrected, better
        return True

    def _move_multipliers(self, share: float, multipliers: Array, steps: tuple[Array, Array]) -> None:
        """Those of the bounds stay positive, and near the centre of the barrier."""
        self.multipliers = self.multipliers + share * (multipliers - self.multipliers)
        self.z_low = self._moved(self.z_low, steps[0], self.w - self.low)
        self.z_high = self._moved(self.z_high, steps[1], self.high - self.w)

    def _moved(self, z: Array, step: Array, room: Array) -> Array:
        is_falling = step < 0.0
        share = float(np.min(TO_BOUNDARY * z[is_falling] / -step[is_falling], initial=1.0))
        centre = self.barrier / np.where(np.isfinite(room), room, 1.0)
        moved = np.clip(z + share * step, centre / FAR_FROM_CENTRE, centre * FAR_FROM_CENTRE)
        return np.where(np.isfinite(room), moved, 0.0)


def _inside(start: Array, low: Array, high: Array) -> Array:
    """Unbounded sides have infinite ends."""
    least, most = low.copy(), high.copy()
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    width = high - low
    least[has_low] += INSIDE * np.minimum(np.maximum(1.0, np.abs(low)), width)[has_low]
    most[has_high] -= INSIDE * np.minimum(np.maximum(1.0, np.abs(high)), width)[has_high]
    return np.clip(start, least, most)
