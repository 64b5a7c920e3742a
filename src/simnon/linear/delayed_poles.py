"""A continuous model with delays in loops -> its rightmost poles.

The signal inside each delay is a polynomial through Chebyshev points, which turns the model into a large one without
delays (Breda, Maset and Vermiglio 2005). Its eigenvalues are starting points of Newton's method on the exact
characteristic equation; those that converge are poles.
"""

import numpy as np

from simnon.source import UserError

from .opened import Opened, linalg
from .realisation import Array, ComplexArray

POINTS = 40
_TRIALS = (0.7368 + 0.3124j, 1.9133 - 0.8417j)


def has_delays_in_loops(form: Opened) -> bool:
    """Whether what leaves a delay comes back to it, possibly through others."""
    m, p, count = form.input_count, form.output_count, len(form.lags)
    B, C, D = form.B[:, m:], form.C[p:], form.D[p:, m:]
    scale = max(float(np.linalg.norm(form.A, 1)), 1.0) if len(form.A) else 1.0
    reaches = np.zeros((count, count), dtype=bool)
    for trial in _TRIALS:
        resolvent = np.linalg.inv(trial * scale * np.eye(len(form.A)) - form.A)
        sizes = np.abs(C) @ np.abs(resolvent) @ np.abs(B) + np.abs(D)
        reaches |= np.abs(C @ resolvent @ B + D) > 1e-11 * sizes
    for _ in range(count):
        reaches = reaches | (reaches.astype(int) @ reaches.astype(int) > 0)
    return bool(reaches.diagonal().any())


def rightmost_poles(form: Opened, count: int) -> ComplexArray:
    starts = np.linalg.eigvals(_discretised(form, POINTS)).astype(np.complex128)
    starts = starts[np.argsort(-starts.real)]
    found: list[complex] = []
    for start in starts[starts.imag >= -1e-9 * np.abs(starts)][: 2 * count]:
        pole = _refined(form, complex(start))
        if pole is not None and not any(abs(pole - known) < 1e-8 * max(1.0, abs(pole)) for known in found):
            found.append(pole)
            if abs(pole.imag) > 0.0:
                found.append(pole.conjugate())
    if not found:
        raise UserError(
            "no-poles", "the poles of a loop through a delay could not be computed", "use without_delays(order=...)"
        )
    found.sort(key=lambda pole: (-pole.real, abs(pole.imag)))
    return np.array(found[:count], dtype=np.complex128)


def _discretised(form: Opened, points: int) -> Array:
    """x and, for each delay, the values inside it at the points but the first, at which it is fed."""
    m, p, n, count = form.input_count, form.output_count, len(form.A), len(form.lags)
    difference = _chebyshev(points)
    size = n + count * points
    # v = F xi is the vector of what leaves the delays; z = Cz x + Dzw v.
    leave = np.zeros((count, size))
    for k in range(count):
        leave[k, n + (k + 1) * points - 1] = 1.0
    enter = form.D[p:, m:] @ leave
    enter[:, :n] += form.C[p:]
    generator = np.zeros((size, size))
    generator[:n, :n] = form.A
    generator[:n] += form.B[:, m:] @ leave
    for k, lag in enumerate(form.lags):
        rows = slice(n + k * points, n + (k + 1) * points)
        generator[rows, rows] = -difference[1:, 1:] / lag
        generator[rows] -= np.outer(difference[1:, 0], enter[k]) / lag
    return generator


def _chebyshev(points: int) -> Array:
    """Differentiation at points + 1 Chebyshev points from 0 to 1 (Trefethen 2000, chapter 6)."""
    x = (1.0 - np.cos(np.pi * np.arange(points + 1) / points)) / 2.0
    c = np.ones(points + 1)
    c[[0, -1]] = 2.0
    c *= (-1.0) ** np.arange(points + 1)
    apart = x[:, None] - x[None, :]
    matrix: Array = np.outer(c, 1.0 / c) / (apart + np.eye(points + 1))
    matrix -= np.diag(matrix.sum(axis=1))
    return matrix


def _refined(form: Opened, start: complex) -> complex | None:
    """Newton's method for a pole and its vector; None if it leads elsewhere."""
    s = start
    M, _ = _characteristic(form, s)
    _, _, right = linalg().svd(M)
    v = right[-1].conj()
    normal = v.copy()
    for _ in range(30):
        M, slope = _characteristic(form, s)
        bordered = np.zeros((len(v) + 1, len(v) + 1), dtype=np.complex128)
        bordered[:-1, :-1], bordered[:-1, -1], bordered[-1, :-1] = M, slope @ v, normal.conj()
        residual = np.concatenate((M @ v, [normal.conj() @ v - 1.0]))
        try:
            step = np.linalg.solve(bordered, -residual)
        except np.linalg.LinAlgError:
            return None
        v, s = v + step[:-1], s + complex(step[-1])
        if not np.isfinite(s) or abs(s - start) > 0.1 * max(abs(start), 1.0 / max(form.lags)):
            return None
        if abs(step[-1]) < 1e-13 * max(1.0, abs(s)):
            return complex(s.real, 0.0 if abs(s.imag) < 1e-12 * max(1.0, abs(s)) else s.imag)
    return None


def _characteristic(form: Opened, s: complex) -> tuple[ComplexArray, ComplexArray]:
    """The matrix that is singular at a pole, and its derivative by s."""
    m, p, n = form.input_count, form.output_count, len(form.A)
    lags = np.array(form.lags)
    Cz, Dzw = form.C[p:], form.D[p:, m:]
    # Each row of a delay is w - e^(-s lag) z, or e^(s lag) w - z: whichever exponential is below 1.
    is_left = s.real < 0.0
    size = np.exp((s if is_left else -s) * lags)
    enters, leaves = (np.ones(len(lags)), size) if is_left else (size, np.ones(len(lags)))
    M, slope = np.zeros((2, n + len(lags), n + len(lags)), dtype=np.complex128)
    M[:n, :n], M[:n, n:] = s * np.eye(n) - form.A, -form.B[:, m:]
    M[n:, :n], M[n:, n:] = -enters[:, None] * Cz, np.diag(leaves) - enters[:, None] * Dzw
    slope[:n, :n] = np.eye(n)
    rates = lags * size
    if is_left:
        slope[n:, n:] = np.diag(rates)
    else:
        slope[n:, :n], slope[n:, n:] = rates[:, None] * Cz, rates[:, None] * Dzw
    return M, slope
