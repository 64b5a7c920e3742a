"""Realisation and complex frequencies -> its transfer matrix at each of them, with delays exact.

A is brought to Hessenberg form once. The elimination then takes n^2 operations a frequency, and each of its steps
is one operation on all frequencies at once.
"""

from collections.abc import Callable

import numpy as np

from ..opened import Opened, linalg, opened, transformed
from ..realisation import ComplexArray, Realisation
from ..structure import scaled_states

CHUNK = 4_000_000
"""Complex numbers in memory at a time."""


def transfer_matrix(model: Realisation, points: ComplexArray) -> ComplexArray:
    """A matrix for each value of s, or of z if the model is sampled; not finite at a pole."""
    return evaluator(model)(points)


def evaluator(model: Realisation) -> Callable[[ComplexArray], ComplexArray]:
    """The transfer matrix as a function; the model is prepared once."""
    form = scaled_states(opened(model))
    if len(form.A) > 1:
        H, Q = linalg().hessenberg(form.A, calc_q=True)
        form = transformed(form, Q, Q.T)
        form = Opened(np.triu(H, -1), form.B, form.C, form.D, form.input_count, form.output_count, form.lags)
    chunk = max(1, CHUNK // max(len(form.A) ** 2, form.D.size, 1))

    def at(points: ComplexArray) -> ComplexArray:
        s = np.atleast_1d(np.asarray(points, dtype=np.complex128))
        parts = [_evaluated(form, s[i : i + chunk], model.period) for i in range(0, len(s), chunk)]
        return np.concatenate(parts) if parts else np.zeros((0, form.output_count, form.input_count), np.complex128)

    return at


def _evaluated(form: Opened, s: ComplexArray, period: float) -> ComplexArray:
    with np.errstate(all="ignore"):
        solved = _solve_hessenberg(form, s)
        whole: ComplexArray = np.einsum("ij,fjk->fik", form.C, solved) + form.D
        return _with_delays(whole, form, s, period) if form.lags else whole


def _solve_hessenberg(form: Opened, s: ComplexArray) -> ComplexArray:
    """(s I - A)^-1 B by Gaussian elimination; a row is exchanged with the next one if that has the larger pivot."""
    size, count = len(form.A), len(s)
    M = np.repeat(-form.A[None].astype(np.complex128), count, axis=0)
    M[:, np.arange(size), np.arange(size)] += s[:, None]
    X = np.repeat(form.B[None].astype(np.complex128), count, axis=0)
    for k in range(size - 1):
        swaps = np.flatnonzero(np.abs(M[:, k + 1, k]) > np.abs(M[:, k, k]))
        if len(swaps):
            M[swaps, k : k + 2, k:] = M[swaps, k : k + 2, k:][:, ::-1]
            X[swaps, k : k + 2] = X[swaps, k : k + 2][:, ::-1]
        below, pivot = M[:, k + 1, k], M[:, k, k]
        factor = np.where(below == 0.0, 0.0, below / np.where(pivot == 0.0, 1.0, pivot))[:, None]
        M[:, k + 1, k + 1 :] -= factor * M[:, k, k + 1 :]
        X[:, k + 1] -= factor * X[:, k]
    for k in range(size - 1, -1, -1):
        if k + 1 < size:
            X[:, k] -= np.einsum("fj,fjm->fm", M[:, k, k + 1 :], X[:, k + 1 :])
        X[:, k] /= M[:, k, k][:, None]
    return X


def _with_delays(whole: ComplexArray, form: Opened, s: ComplexArray, period: float) -> ComplexArray:
    """Closed through e^(-s lag): the exact response of the delays."""
    m, p = form.input_count, form.output_count
    exponent = np.log(s) / period if period else s
    decay = np.exp(-exponent[:, None] * np.array(form.lags))
    loop = np.eye(len(form.lags)) - whole[:, p:, m:] * decay[:, None, :]
    try:
        inner = np.linalg.solve(loop, whole[:, p:, :m])
    except np.linalg.LinAlgError:
        # Exactly on a pole of one of the loops: only that frequency has no value.
        inner = np.stack([_solved(loop[i], whole[i, p:, :m]) for i in range(len(s))])
    result: ComplexArray = whole[:, :p, :m] + (whole[:, :p, m:] * decay[:, None, :]) @ inner
    return result


def _solved(loop: ComplexArray, right: ComplexArray) -> ComplexArray:
    try:
        found: ComplexArray = np.linalg.solve(loop, right).astype(np.complex128)
    except np.linalg.LinAlgError:
        return np.full(right.shape, np.inf + 0j)
    return found
