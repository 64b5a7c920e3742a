"""A vector field -> its second and third derivatives along directions, by differences of its exact first ones.

The differences are of fourth order, and their steps are fractions of the sizes of the unknowns: errors are about 1e-10
of a second derivative, and 1e-7 of a third one.
"""

import numpy as np

from simnon.program import Array

from ..points import Field
from .stability import ComplexArray

FIRST_STEP, SECOND_STEP = 1e-3, 1e-2
"""Lengths of steps, in sizes of the unknowns, for the derivative of the Jacobian and for its second one."""
_FIRST = np.array([1.0, -8.0, 8.0, -1.0]) / 12.0
_SECOND = np.array([-1.0, 16.0, -30.0, 16.0, -1.0]) / 12.0


class Expansion:
    """The field around the point `unknowns`: states, then parameters."""

    def __init__(self, field: Field, unknowns: Array, scales: Array) -> None:
        self.field, self.unknowns, self.scales = field, unknowns, scales

    def slope(self, direction: Array) -> Array:
        """The derivative of the Jacobian (n, n + k) along a direction."""
        length = self._length(direction)
        if length == 0.0:
            return np.zeros_like(self.jacobians(np.zeros((1, len(direction))))[0])
        step = FIRST_STEP / length
        around = self.jacobians(np.outer(np.array([-2.0, -1.0, 1.0, 2.0]) * step, direction))
        return np.asarray(np.tensordot(_FIRST, around, 1) / step)

    def curvature(self, direction: Array) -> Array:
        """The second derivative of the Jacobian along a direction."""
        length = self._length(direction)
        if length == 0.0:
            return np.zeros_like(self.jacobians(np.zeros((1, len(direction))))[0])
        step = SECOND_STEP / length
        around = self.jacobians(np.outer(np.arange(-2.0, 3.0) * step, direction))
        return np.asarray(np.tensordot(_SECOND, around, 1) / step**2)

    def _length(self, direction: Array) -> float:
        return float(np.max(np.abs(direction / self.scales)))

    def jacobians(self, offsets: Array) -> Array:
        points, count = self.unknowns + offsets, len(self.field.states)
        return self.field.derivatives(points[:, :count], points[:, count:])


def lyapunov_coefficient(expansion: Expansion, frequency: float) -> float:
    """The first Lyapunov coefficient of a Hopf point: negative if the cycles that are born there are stable.

    Kuznetsov, Elements of Applied Bifurcation Theory, (3.20), with an eigenvector of length one in the scales.
    """
    count = len(expansion.field.states)
    rest = np.zeros(len(expansion.unknowns) - count)
    matrix = expansion.jacobians(np.zeros((1, len(expansion.unknowns))))[0][:, :count]
    q = _eigenvector(matrix, 1j * frequency)
    q = q / np.linalg.norm(q / expansion.scales[:count])
    p = _eigenvector(matrix.T, -1j * frequency)
    p = p / np.conj(np.vdot(p, q))
    along = [np.concatenate((part, rest)) for part in (q.real, q.imag)]
    by_real, by_imaginary = (expansion.slope(each)[:, :count] for each in along)
    third = sum(expansion.curvature(each)[:, :count] for each in along) @ q
    by_q, by_conjugate = by_real + 1j * by_imaginary, by_real - 1j * by_imaginary
    mean = np.linalg.solve(matrix, by_q @ np.conj(q))
    double = np.linalg.solve(2j * frequency * np.eye(count) - matrix, by_q @ q)
    total = np.vdot(p, third) - 2.0 * np.vdot(p, by_q @ mean) + np.vdot(p, by_conjugate @ double)
    return float(total.real) / (2.0 * frequency)


def _eigenvector(matrix: Array, value: complex) -> ComplexArray:
    """The right null vector of matrix - value."""
    found = np.linalg.svd(matrix - value * np.eye(len(matrix)))[2][-1].conj()
    return np.asarray(found, dtype=np.complex128)
