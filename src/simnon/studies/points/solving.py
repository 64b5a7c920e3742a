"""Nonlinear equations with their Jacobian -> a solution within bounds, by a damped Gauss-Newton method."""

from collections.abc import Callable

import numpy as np

from simnon.program import Array
from simnon.source import UserError, frozen

MAX_ITERATIONS = 200
TOLERANCE = 1e-12
"""A step this small, relative to the unknowns, ends the search."""
FIRST_DAMPING, LARGEST_DAMPING = 1e-8, 1e12

Equations = Callable[[Array], tuple[Array, Array]]
"""The residuals and their Jacobian."""


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
    """The point nearest to meeting the equations that the search from `start` finds.

    `scales` are the sizes of the unknowns for which the model is thought to be written. Each iteration solves the
    linearised equations; if that does not help, the step is shortened towards the steepest descent. A step of the
    relative size `tolerance`, or a relative `gain` in the sum of squares, ends the search.
    """
    x = np.clip(start, low, high)
    found = equations(x)
    damping = 0.0
    for count in range(MAX_ITERATIONS):
        step, after = np.zeros(len(x)), None
        while after is None and damping <= LARGEST_DAMPING:
            step = np.clip(x + _step(*found, scales, damping), low, high) - x
            after = _improved(equations, x + step, found[0])
            damping = damping / 100.0 if after is not None else max(damping, FIRST_DAMPING) * 10.0
        if after is None:
            return Solution(x, *found, count)
        before, x, found = found[0], x + step, after
        damping = damping if damping > FIRST_DAMPING else 0.0
        is_small = np.all(np.abs(step) <= tolerance * (scales + np.abs(x)))
        if is_small or before @ before - found[0] @ found[0] <= gain * (before @ before):
            break
    return Solution(x, *found, count + 1)


def _step(residuals: Array, jacobian: Array, scales: Array, damping: float) -> Array:
    scaled = jacobian * scales
    if damping == 0.0:
        return np.asarray(scales * np.linalg.lstsq(scaled, -residuals, rcond=1e-13)[0])
    size = np.linalg.norm(scaled, ord=np.inf) if scaled.size else 0.0
    weight = np.sqrt(damping) * max(float(size), 1e-300)
    rows = np.vstack((scaled, weight * np.eye(len(scales))))
    right = np.concatenate((-residuals, np.zeros(len(scales))))
    return np.asarray(scales * np.linalg.lstsq(rows, right, rcond=None)[0])


def _improved(equations: Equations, x: Array, before: Array) -> tuple[Array, Array] | None:
    """None if this is no better, or the equations have no value: outside a function's domain, a loop unsolved."""
    try:
        residuals, jacobian = equations(x)
    except UserError:
        return None
    if not (np.isfinite(residuals).all() and np.isfinite(jacobian).all()):
        return None
    return (residuals, jacobian) if residuals @ residuals < before @ before else None
