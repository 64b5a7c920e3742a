"""Matrices and weights -> the stabilising solution of the Riccati equation, if there is one, and its gain."""

from collections.abc import Callable, Sequence

import numpy as np

from simnon.source import UserError, arguments, frozen

from ..opened import linalg
from ..realisation import Array, matrix


@frozen
class Quadratic:
    """The cost of x and u: x'Q x + u'R u + 2 x'N u along dx = A x + B u, or from sample to sample."""

    A: Array
    B: Array
    Q: Array
    R: Array
    N: Array
    is_sampled: bool


@frozen
class Words:
    """How a failure is explained: for feedback by inputs and weights, for filters by outputs and noise."""

    failure: str
    reason: str
    """Before the pole that cannot be moved."""
    lack: str
    """What a mode on the stability boundary is lacking."""
    cure: str


def optimal_gain(problem: Quadratic, others: Callable[[], Sequence[complex]], words: Words) -> tuple[Array, Array]:
    """L and S: u = -L x costs x'S x, the least; `others` are the poles that no feedback moves."""
    S = _stabilising(problem)
    if S is None:
        bad = [pole for pole in others() if not is_inside(pole, is_sampled=problem.is_sampled)]
        reason = f"a mode on the stability boundary {words.lack}"
        reason = f"{words.reason} the unstable pole {bad[0]:.5g}" if bad else reason
        raise UserError("no-solution", f"{words.failure}: {reason}", words.cure)
    return _gain(problem, S), S


def _stabilising(problem: Quadratic) -> Array | None:
    """The solution of the Riccati equation; None if no feedback that follows from it makes A stable."""
    solve = linalg().solve_discrete_are if problem.is_sampled else linalg().solve_continuous_are
    try:
        S = np.asarray(solve(problem.A, problem.B, problem.Q, problem.R, s=problem.N))
    except (np.linalg.LinAlgError, ValueError):
        return None
    poles = np.linalg.eigvals(problem.A - problem.B @ _gain(problem, S))
    return S if all(is_inside(complex(pole), is_sampled=problem.is_sampled) for pole in poles) else None


def _gain(problem: Quadratic, S: Array) -> Array:
    A, B, R, N = problem.A, problem.B, problem.R, problem.N
    if problem.is_sampled:
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
