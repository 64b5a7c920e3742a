"""Eigenvalues of an equilibrium -> whether it is stable, and which of them make it lose its stability."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simnon.program import Array
from simnon.source import frozen

ComplexArray: TypeAlias = npt.NDArray[np.complex128]

REAL = 1e-7
"""An eigenvalue whose imaginary part is this small, relative to the pair that meets, is real."""


def eigenvalues_of(matrix: Array) -> ComplexArray:
    """Those farthest to the right first; nan if the matrix is not finite."""
    if not np.isfinite(matrix).all():
        return np.full(len(matrix), np.nan, dtype=np.complex128)
    found = np.asarray(np.linalg.eigvals(matrix), dtype=np.complex128)
    return found[np.lexsort((found.imag, -found.real))]


@frozen
class OppositePair:
    """The two eigenvalues whose sum is nearest to zero.

    `balance` is their sum divided by their size, with the sign of the product of all such sums: it passes through zero
    when a complex pair crosses the imaginary axis, and at neutral saddles, where two real ones become opposite.
    """

    balance: float
    frequency: float
    """Of the pair, if it is complex; 0 for two real eigenvalues."""


def opposite_pair(eigenvalues: ComplexArray) -> OppositePair:
    real = eigenvalues[eigenvalues.imag == 0.0].real
    upper = eigenvalues[eigenvalues.imag > 0.0]
    first, second = np.nonzero(np.arange(len(real))[:, None] < np.arange(len(real)))
    sums, sizes = real[first] + real[second], np.abs(real[first]) + np.abs(real[second])
    balances = np.concatenate((upper.real / np.abs(upper), np.divide(sums, sizes, np.ones_like(sums), where=sizes > 0)))
    if not len(balances):
        return OppositePair(np.nan, 0.0)
    nearest = int(np.argmin(np.abs(balances)))
    is_negative = np.count_nonzero(balances < 0.0) % 2 == 1
    frequency = float(upper[nearest].imag) if nearest < len(upper) else 0.0
    return OppositePair(float(np.abs(balances[nearest])) * (-1.0 if is_negative else 1.0), frequency)
