"""Many starts -> the stationary points that searches from them come to, all searches advancing side by side.

Each iteration evaluates a model with continuous systems and its derivatives for all searches in one call of machine
code, and solves all linear equations at once: damped Gauss-Newton steps, each search with its own damping.
"""

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array

from .field import Field

ITERATIONS = 60
FIRST_DAMPING, LARGEST_DAMPING, SMALLEST_DAMPING = 1e-3, 1e10, 1e-14
EASIER, HARDER = 0.1, 10.0
NEARBY = 1e-7
"""A step this small, relative to the states, ends a search: a single search from there finds the last digits."""


def arrive(field: Field, starts: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Where the searches end, and whether each has come next to a stationary point."""
    x, rows = starts.copy(), _sizes_of_rows(field, starts)
    values, squares = _at(field, x, rows)
    damping, is_near = np.full(len(x), FIRST_DAMPING), squares == 0.0
    for _ in range(ITERATIONS):
        chosen = np.flatnonzero(~is_near & np.isfinite(squares) & (damping <= LARGEST_DAMPING))
        if not len(chosen):
            break
        jacobians = _jacobians(field, x[chosen]) / rows[chosen][:, :, None]
        step = _steps(jacobians, values[chosen], damping[chosen])
        ahead = x[chosen] + step
        after, smaller = _at(field, ahead, rows[chosen])
        is_better = smaller < squares[chosen]
        better = chosen[is_better]
        x[better], values[better], squares[better] = ahead[is_better], after[is_better], smaller[is_better]
        is_short = (np.abs(step) <= NEARBY * (1.0 + np.abs(ahead))).all(axis=1)
        is_near[chosen] = is_better & (is_short | (smaller == 0.0)) & (damping[chosen] <= FIRST_DAMPING)
        damping[chosen] *= np.where(is_better, EASIER, HARDER)
    return x, is_near


def _jacobians(field: Field, x: Array) -> Array:
    return field.derivatives(x, np.zeros((len(x), 0)))


def _sizes_of_rows(field: Field, x: Array) -> Array:
    """How much each derivative changes if the states change by their size: none must outweigh the others."""
    with np.errstate(over="ignore", invalid="ignore"):
        sizes = (np.abs(_jacobians(field, x)) * np.maximum(1.0, np.abs(x))[:, None, :]).max(axis=2, initial=0.0)
    return np.where((sizes > 0.0) & np.isfinite(sizes), sizes, 1.0)


def _at(field: Field, x: Array, rows: Array) -> tuple[Array, Array]:
    """The derivatives of the states in sizes of their rows, and the sums of their squares: infinite without a value."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = field.values(x, np.zeros((len(x), 0))) / rows
        squares = np.sum(values * values, axis=1)
    return values, np.where(np.isfinite(squares), squares, np.inf)


def _steps(jacobians: Array, values: Array, damping: Array) -> Array:
    """Zero where the derivatives have no value."""
    with np.errstate(over="ignore", invalid="ignore"):
        normal = np.swapaxes(jacobians, 1, 2) @ jacobians
        slope = np.einsum("mji,mj->mi", jacobians, values)
    is_good = np.isfinite(normal).all(axis=(1, 2)) & np.isfinite(slope).all(axis=1)
    normal, slope = np.where(is_good[:, None, None], normal, 0.0), np.where(is_good[:, None], slope, 0.0)
    sizes = np.einsum("mii->mi", normal)
    largest = sizes.max(axis=1, initial=0.0)
    # States that nothing depends on must not make the equations singular.
    least = np.where(largest > 0.0, SMALLEST_DAMPING * largest, 1.0)[:, None]
    count = normal.shape[1]
    normal[:, np.arange(count), np.arange(count)] += damping[:, None] * sizes + least
    return np.asarray(-np.linalg.solve(normal, slope[:, :, None])[:, :, 0])
