"""Matrices and weights -> the stabilising solution of the Riccati equation, if there is one, and its gain."""

import numpy as np

from simnon.source import arguments

from ..opened import linalg
from ..realisation import Array, matrix


def riccati(A: Array, B: Array, weights: tuple[Array, Array, Array], *, is_sampled: bool) -> Array | None:
    """For the weights Q, R and N; None if no feedback that follows from it makes A stable."""
    Q, R, N = weights
    solve = linalg().solve_discrete_are if is_sampled else linalg().solve_continuous_are
    try:
        S = np.asarray(solve(A, B, Q, R, s=N))
    except (np.linalg.LinAlgError, ValueError):
        return None
    closed = A - B @ riccati_gain(A, B, S, R, N, is_sampled=is_sampled)
    poles = np.linalg.eigvals(closed)
    return S if all(is_inside(complex(pole), is_sampled=is_sampled) for pole in poles) else None


def riccati_gain(A: Array, B: Array, S: Array, R: Array, N: Array, *, is_sampled: bool) -> Array:
    if is_sampled:
        return np.asarray(np.linalg.solve(R + B.T @ S @ B, B.T @ S @ A + N.T), dtype=np.float64)
    return np.asarray(np.linalg.solve(R, B.T @ S + N.T), dtype=np.float64)


def is_inside(pole: complex, *, is_sampled: bool) -> bool:
    """Whether a pole is stable by more than rounding."""
    return abs(pole) < 1.0 - 1e-12 if is_sampled else pole.real < -1e-12


def weight(value: object, name: str, size: int) -> Array:
    """A symmetric matrix that is positive semidefinite: given whole, by its diagonal, or as one number."""
    found = matrix(value, name)
    if found.shape == (1, 1) and size != 1:
        found = found * np.eye(size)
    elif found.shape == (1, size) and size != 1:
        found = np.diag(found[0])
    if found.shape != (size, size):
        raise arguments.refusal(name, f"a number, {size} numbers, or a matrix of {size} by {size}", value)
    if not np.allclose(found, found.T, rtol=1e-12, atol=0.0):
        raise arguments.refusal(name, "a symmetric matrix", value)
    if size and np.linalg.eigvalsh(found).min() < -1e-12 * np.abs(found).max():
        raise arguments.refusal(name, "a positive semidefinite matrix", value)
    return found
