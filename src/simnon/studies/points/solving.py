"""Nonlinear equations with their Jacobian -> a solution within bounds, by a damped Gauss-Newton method."""

from collections.abc import Callable, Generator

import numpy as np

from simnon.program import Array
from simnon.source import UserError, frozen

MAX_ITERATIONS = 200
TOLERANCE = 1e-12
"""A step this small, relative to the unknowns, ends the search."""
FIRST_DAMPING, LARGEST_DAMPING = 1e-8, 1e12
SINGULAR = 1e-13
"""Singular values below this fraction of the largest count as zero."""
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
        linear = _Linearised(*found, scales, (low - x, high - x) if is_bounded else None)
        while after is None and damping <= LARGEST_DAMPING:
            step, left = linear.attempt(damping)
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


class _Linearised:
    """The equations linearised at a point; `ends` are the smallest and largest steps."""

    def __init__(self, residuals: Array, jacobian: Array, scales: Array, ends: tuple[Array, Array] | None) -> None:
        self._residuals, self._jacobian, self._scales, self._ends = residuals, jacobian, scales, ends
        self._whole: _Steps | None = None

    def attempt(self, damping: float) -> tuple[Array, float]:
        """A step within the ends, and the sum of squares that the linearised equations leave after it."""
        with np.errstate(invalid="ignore", over="ignore"):
            if self._whole is None:
                self._whole = _Steps(self._residuals, self._jacobian, self._scales)
            step = self._whole.damped(damping)
            if self._ends is not None:
                step = self._within(step, damping, self._ends)
            left = self._residuals + self._jacobian @ step
            return step, float(left @ left)

    def _within(self, step: Array, damping: float, ends: tuple[Array, Array]) -> Array:
        """Unknowns at a bound that would leave it stay there, and the others make up for them."""
        residuals, jacobian, scales = self._residuals, self._jacobian, self._scales
        slope = jacobian.T @ residuals
        is_free = ~(((ends[0] >= 0.0) & (slope > 0.0)) | ((ends[1] <= 0.0) & (slope < 0.0)))
        if not is_free.all():
            step = np.zeros(len(scales))
            step[is_free] = _Steps(residuals, jacobian[:, is_free], scales[is_free]).damped(damping)
        while is_free.any():
            clipped = np.minimum(np.maximum(step, ends[0]), ends[1])
            is_outside = is_free & (clipped != step)
            if not is_outside.any():
                break
            step = np.where(is_outside, clipped, step)
            is_free &= ~is_outside
            left = residuals + jacobian[:, ~is_free] @ step[~is_free]
            step[is_free] = _Steps(left, jacobian[:, is_free], scales[is_free]).damped(damping)
        return step


class _Steps:
    """Steps with any damping, from one decomposition into singular values."""

    def __init__(self, residuals: Array, jacobian: Array, scales: Array) -> None:
        self._scaled, self._scales = jacobian * scales, scales
        left, self._sizes, self._directions = np.linalg.svd(self._scaled, full_matrices=False)
        self._along = -(residuals @ left)

    def damped(self, damping: float) -> Array:
        sizes = self._sizes
        if damping == 0.0:
            is_known = sizes > SINGULAR * sizes.max(initial=0.0)
            factors = np.divide(self._along, sizes, out=np.zeros(len(sizes)), where=is_known)
        else:
            size = float(np.abs(self._scaled).sum(axis=1).max(initial=0.0))
            factors = self._along * sizes / (sizes * sizes + max(damping * size * size, 1e-300))
        return np.asarray(self._scales * (factors @ self._directions))


def _better(answer: Answer, before: float) -> tuple[tuple[Array, Array] | None, float]:
    """The answer and its sum of squares; None if there is no answer, or it is no better."""
    if answer is None:
        return None, np.inf
    squares = _squares(answer[0])
    return (answer, squares) if squares < before and np.isfinite(answer[1]).all() else (None, np.inf)
