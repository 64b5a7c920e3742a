"""Nonlinear equations with their Jacobian -> a solution within bounds, by a damped Gauss-Newton method."""

from collections.abc import Callable, Generator

import numpy as np

from simnon.program import Array
from simnon.source import UserError, frozen

MAX_ITERATIONS = 200
TOLERANCE = 1e-12
"""A step this small, relative to the unknowns, ends the search."""
FIRST_DAMPING, LARGEST_DAMPING = 1e-8, 1e12
SHORTER = 0.9
"""A damped step that is hardly shorter than one that did not help would not help either."""

Equations = Callable[[Array], tuple[Array, Array]]
"""The residuals and their Jacobian."""
Answer = tuple[Array, Array] | None
"""The same, or None if the equations have no value: outside a function's domain, a loop unsolved."""


@frozen
class Solution:
    """`residuals` are scaled: below one for an equation that is met."""

    unknowns: Array
    residuals: Array
    jacobian: Array
    iterations: int


def solve(
    equations: Equations,
    start: Array,
    scales: Array,
    low: Array,
    high: Array,
    *,
    tolerance: float = TOLERANCE,
    gain: float = 0.0,
) -> Solution:
    """The point nearest to meeting the equations that the search from `start` finds, as `solving` does."""
    search = solving(start, scales, low, high, tolerance=tolerance, gain=gain)
    answer: Answer = equations(next(search))
    while True:
        try:
            point = search.send(answer)
        except StopIteration as end:
            found: Solution = end.value
            return found
        try:
            answer = equations(point)
        except UserError:
            answer = None


def solving(
    start: Array, scales: Array, low: Array, high: Array, *, tolerance: float = TOLERANCE, gain: float = 0.0
) -> Generator[Array, Answer, Solution]:
    """Yields points, is sent the residuals and their Jacobian there, and returns the point nearest to a solution.

    `scales` are the sizes of the unknowns for which the model is thought to be written. Each iteration solves the
    linearised equations within the bounds; if that does not help, the step is shortened towards the steepest descent.
    A step of the relative size `tolerance`, or a relative `gain` in the sum of squares, ends the search.
    """
    is_bounded = bool(np.isfinite(low).any() or np.isfinite(high).any())
    x = np.clip(start, low, high)
    found = yield x
    assert found is not None, "solving: the equations have values at the start"
    damping, squares, reached = 0.0, _squares(found[0]), np.inf
    for count in range(MAX_ITERATIONS):
        step, ahead, after, growth, failed = np.zeros(len(x)), x, None, 10.0, np.inf
        ends = (low - x, high - x) if is_bounded else None
        while after is None and damping <= LARGEST_DAMPING:
            step, left = _attempt(*found, scales, damping, ends)
            if _is_small(step, x, scales, tolerance) or _is_small_gain(squares, left, gain):
                return Solution(x, *found, count)
            if failed == np.inf or _length(step, scales) <= SHORTER * failed:
                ahead = np.minimum(np.maximum(x + step, low), high) if is_bounded else x + step
                after, reached = _better((yield ahead), squares)
                failed = _length(step, scales) if after is None else failed
            damping = damping / 100.0 if after is not None else max(damping, FIRST_DAMPING) * growth
            # The right order of magnitude is found in a few attempts, not in one for each power of ten.
            growth *= 10.0
        if after is None:
            return Solution(x, *found, count)
        before, x, found, squares = squares, ahead, after, reached
        damping = damping if damping > FIRST_DAMPING else 0.0
        if _is_small_gain(before, squares, gain):
            break
    return Solution(x, *found, count + 1)


def _squares(residuals: Array) -> float:
    """Their sum; that of residuals which are too large for it is infinite or nan, without a warning."""
    return float(np.dot(residuals, residuals))


def _length(step: Array, scales: Array) -> float:
    return float(np.abs(step / scales).max())


def _is_small(step: Array, x: Array, scales: Array, tolerance: float) -> bool:
    return bool((np.abs(step) <= tolerance * (scales + np.abs(x))).all())


def _is_small_gain(before: float, after: float, gain: float) -> bool:
    return bool(gain and before - after <= gain * before)


def _attempt(
    residuals: Array, jacobian: Array, scales: Array, damping: float, ends: tuple[Array, Array] | None
) -> tuple[Array, float]:
    """A step within `ends`, and the sum of squares that the linearised equations leave after it."""
    with np.errstate(invalid="ignore", over="ignore"):
        if ends is None:
            step = _step(residuals, jacobian, scales, damping)
        else:
            step = _bounded_step(residuals, jacobian, scales, damping, ends)
        left = residuals + jacobian @ step
        return step, float(left @ left)


def _bounded_step(residuals: Array, jacobian: Array, scales: Array, damping: float, ends: tuple[Array, Array]) -> Array:
    """Unknowns at a bound that would leave it stay there, and the others make up for them."""
    slope = jacobian.T @ residuals
    step = np.zeros(len(scales))
    is_free = ~(((ends[0] >= 0.0) & (slope > 0.0)) | ((ends[1] <= 0.0) & (slope < 0.0)))
    while is_free.any():
        left = residuals + jacobian[:, ~is_free] @ step[~is_free]
        step[is_free] = _step(left, jacobian[:, is_free], scales[is_free], damping)
        clipped = np.clip(step, *ends)
        is_outside = is_free & (clipped != step)
        if not is_outside.any():
            break
        step[is_outside] = clipped[is_outside]
        is_free &= ~is_outside
    return step


def _step(residuals: Array, jacobian: Array, scales: Array, damping: float) -> Array:
    scaled = jacobian * scales
    if damping == 0.0:
        return np.asarray(scales * np.linalg.lstsq(scaled, -residuals, rcond=1e-13)[0])
    size = np.linalg.norm(scaled, ord=np.inf) if scaled.size else 0.0
    weight = np.sqrt(damping) * max(float(size), 1e-300)
    rows = np.vstack((scaled, weight * np.eye(len(scales))))
    right = np.concatenate((-residuals, np.zeros(len(scales))))
    return np.asarray(scales * np.linalg.lstsq(rows, right, rcond=None)[0])


def _better(answer: Answer, before: float) -> tuple[tuple[Array, Array] | None, float]:
    """The answer and its sum of squares; None if there is no answer, or it is no better."""
    if answer is None:
        return None, np.inf
    squares = _squares(answer[0])
    return (answer, squares) if squares < before and np.isfinite(answer[1]).all() else (None, np.inf)
