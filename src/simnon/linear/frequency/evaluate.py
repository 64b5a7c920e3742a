"""Realisation and complex frequencies -> its transfer matrix at each of them, with delays exact.

A is brought to Hessenberg form once. The elimination then takes n^2 operations a frequency, and each of its steps
is one operation on all frequencies at once.
"""

from collections.abc import Callable

import numpy as np

from ..opened import Opened, linalg, opened, transformed
from ..realisation import ComplexArray, Realisation
from ..structure import scaled_states

CHUNK = 1_000_000
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
    """(s I - A)^-1 B by Gaussian elimination; a row is exchanged with the next one if that has the larger pivot.

    The last index of every array is the frequency, so that each step runs through memory in order.
    """
    size, count = len(form.A), len(s)
    if not size:
        return np.zeros((count, 0, form.B.shape[1]), dtype=np.complex128)
    rows: list[ComplexArray] = []
    right: list[ComplexArray] = []
    row, side = _row(form, 0, 0, s), _side(form, 0, count)
    for k in range(size - 1):
        below, below_side = _row(form, k + 1, k, s), _side(form, k + 1, count)
        is_swapped = np.abs(below[0]) > np.abs(row[0])
        if is_swapped.any():
            row, below = np.where(is_swapped, below, row), np.where(is_swapped, row, below)
            side, below_side = np.where(is_swapped, below_side, side), np.where(is_swapped, side, below_side)
        factor = np.where(below[0] == 0.0, 0.0, below[0] / np.where(row[0] == 0.0, 1.0, row[0]))
        rows.append(row)
        right.append(side)
        row, side = below[1:] - factor * row[1:], below_side - factor * side
    X = np.empty((size, form.B.shape[1], count), dtype=np.complex128)
    X[-1] = side / row[0]
    for k in range(size - 2, -1, -1):
        X[k] = (right[k] - np.einsum("jf,jmf->mf", rows[k][1:], X[k + 1 :])) / rows[k][0]
    return np.moveaxis(X, 2, 0)


def _row(form: Opened, index: int, start: int, s: ComplexArray) -> ComplexArray:
    """A row of s I - A from a column on, for every s."""
    row = np.repeat(-form.A[index, start:, None].astype(np.complex128), len(s), axis=1)
    row[index - start] += s
    return row


def _side(form: Opened, index: int, count: int) -> ComplexArray:
    return np.repeat(form.B[index, :, None].astype(np.complex128), count, axis=1)


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
