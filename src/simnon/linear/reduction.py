"""Realisation -> one with fewer states and a bound on the error.

The stable part is balanced (square-root method, Laub, Heath, Paige and Ward 1987) and its states with the smallest
Hankel singular values are left out or made algebraic; an unstable part is kept as it is.
"""

import math
from typing import Generic

import numpy as np

from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash

from .opened import Opened, closed, linalg, opened, transformed
from .realisation import Array, Model, Realisation
from .structure import scaled_states


@frozen
class Reduction(Generic[Model]):
    """A reduced model, and what was left out."""

    model: Model
    hankel_singular_values: Array
    """Of the stable part, largest first."""
    error_bound: float
    """On the largest singular value of the error at any frequency: twice the sum of those left out.

    With delays, it holds for the model with its delays opened.
    """
    kept_unstable: int

    __eq__ = has_same_fields
    __hash__ = no_hash


METHODS = ("truncate", "residualise")


def hankel_singular_values(model: Realisation) -> Array:
    """Of the stable part, largest first: how much each balanced state takes part from inputs to outputs."""
    stable, _ = _parts(scaled_states(opened(model)), model.period)
    return _balancing(stable, model.period)[0]


def balanced(model: Model, order: int | None, tolerance: float | None, method: str) -> Reduction[Model]:
    """Reduced to `order` states in all, or to as few as keep the error bound within `tolerance`."""
    if (order is None) == (tolerance is None):
        raise UserError("bad-argument", "give either order, the number of states, or tolerance, the largest error")
    if method not in METHODS:
        raise arguments.refusal("method", f"one of {', '.join(METHODS)}", method)
    stable, unstable = _parts(scaled_states(opened(model)), model.period)
    values, T, inverse = _balancing(stable, model.period)
    kept = _kept(values, order, tolerance, len(unstable.A))
    form = transformed(stable, T, inverse)
    reduced = _truncated(form, kept) if method == "truncate" else _residualised(form, kept, model.period)
    found = closed(model, _together(reduced, unstable))
    bound = 2.0 * float(values[kept:].sum())
    return Reduction(found, values, bound, len(unstable.A))


def _kept(values: Array, order: int | None, tolerance: float | None, unstable: int) -> int:
    if order is not None:
        count = arguments.integer(order, "order", unstable, unstable + len(values))
        return count - unstable
    assert tolerance is not None
    limit = arguments.number(tolerance, "tolerance")
    if not limit >= 0.0:
        raise arguments.refusal("tolerance", "a number that is not negative", tolerance)
    bounds = 2.0 * (values.sum() - np.concatenate(([0.0], np.cumsum(values))))
    return int(np.flatnonzero(bounds <= limit + 1e-14 * values.sum(initial=0.0))[0])


def _parts(form: Opened, period: float) -> tuple[Opened, Opened]:
    """The stable and the unstable part, in parallel; the direct term is with the stable one."""
    library, size = linalg(), len(form.A)
    if not size:
        return form, Opened(form.A, form.B, form.C, 0 * form.D, form.input_count, form.output_count, form.lags)
    # Poles on the boundary have no Gramian and belong to the unstable part.
    margin = 1e-9 * max(float(np.abs(np.linalg.eigvals(form.A)).max()), 1e-300)

    def is_inside(real: float, imaginary: float) -> bool:
        return math.hypot(real, imaginary) < 1.0 - 1e-9 if period else real < -margin

    S, Q, count = library.schur(form.A, output="real", sort=is_inside)
    X = library.solve_sylvester(S[:count, :count], -S[count:, count:], -S[:count, count:])
    T, inverse = np.eye(size), np.eye(size)
    T[:count, count:], inverse[:count, count:] = X, -X
    apart = transformed(form, Q @ T, inverse @ Q.T)
    m, p, lags = form.input_count, form.output_count, form.lags
    stable = Opened(apart.A[:count, :count], apart.B[:count], apart.C[:, :count], form.D, m, p, lags)
    return stable, Opened(apart.A[count:, count:], apart.B[count:], apart.C[:, count:], 0 * form.D, m, p, lags)


def _balancing(form: Opened, period: float) -> tuple[Array, Array, Array]:
    """Hankel singular values, and the matrices to and from balanced coordinates, as far as these are reached at all."""
    if not len(form.A):
        return np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0))
    reach, see = _gramian(form.A, form.B, period), _gramian(form.A.T, form.C.T, period)
    R, L = _root(reach), _root(see)
    U, values, Vt = np.linalg.svd(L.T @ R)
    used = values > 1e-14 * max(float(values[0]), 1e-300)
    scale = 1.0 / np.sqrt(np.where(used, values, 1.0))
    T, inverse = R @ Vt.T * scale, scale[:, None] * (U.T @ L.T)
    count = int(used.sum())
    return np.asarray(values), T[:, :count], inverse[:count]


def _gramian(A: Array, B: Array, period: float) -> Array:
    library = linalg()
    found = library.solve_discrete_lyapunov(A, B @ B.T) if period else library.solve_continuous_lyapunov(A, -B @ B.T)
    return np.asarray((found + found.T) / 2)


def _root(gramian: Array) -> Array:
    """A factor of a matrix that is positive semidefinite but for rounding."""
    values, vectors = np.linalg.eigh(gramian)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def _truncated(form: Opened, kept: int) -> Opened:
    return Opened(
        form.A[:kept, :kept], form.B[:kept], form.C[:, :kept], form.D, form.input_count, form.output_count, form.lags
    )


def _residualised(form: Opened, kept: int, period: float) -> Opened:
    """The others follow at once, as they do in the end: the static gain is kept."""
    rest = slice(kept, None)
    rate = (np.eye(len(form.A) - kept) if period else 0.0) - form.A[rest, rest]
    by_state, by_input = np.linalg.solve(rate, form.A[rest, :kept]), np.linalg.solve(rate, form.B[rest])
    return Opened(
        form.A[:kept, :kept] + form.A[:kept, rest] @ by_state,
        form.B[:kept] + form.A[:kept, rest] @ by_input,
        form.C[:, :kept] + form.C[:, rest] @ by_state,
        form.D + form.C[:, rest] @ by_input,
        form.input_count,
        form.output_count,
        form.lags,
    )


def _together(one: Opened, other: Opened) -> Opened:
    A = linalg().block_diag(one.A, other.A)
    B, C = np.vstack((one.B, other.B)), np.hstack((one.C, other.C))
    return Opened(A, B, C, one.D + other.D, one.input_count, one.output_count, one.lags)
