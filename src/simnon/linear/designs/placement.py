"""Poles -> the gain K that gives A - B K these poles."""

from collections.abc import Sequence

import numpy as np

from simnon.source import UserError, arguments, listed, require

from ..realisation import Array, ComplexArray
from ..structure import TOLERANCE, staircase


def placed(A: Array, B: Array, poles: Sequence[complex], fault: str) -> Array:
    """By scipy's robust method; by Ackermann's formula if a pole is repeated more often than there are inputs."""
    wanted = _poles(poles, len(A))
    _, count = staircase(A, B, TOLERANCE)
    if count < len(A):
        raise UserError("not-controllable", f"poles cannot be placed: {fault} {len(A) - count} of {len(A)} states")
    _, repeats = np.unique(np.round(wanted, 9), return_counts=True)
    if repeats.max(initial=1) > np.linalg.matrix_rank(B):
        if B.shape[1] == 1:
            return _ackermann(A, B, wanted)
        times = f"{repeats.max()} times with {B.shape[1]} inputs"
        raise UserError("repeated-poles", f"a pole cannot be placed {times}", "move the poles slightly apart")
    found = require("scipy.signal", "pole placement", "studies").place_poles(A, B, wanted, rtol=0.0, maxiter=30)
    return np.asarray(np.real(found.gain_matrix))


def _poles(poles: Sequence[complex], count: int) -> ComplexArray:
    try:
        found = np.asarray(poles, dtype=np.complex128)
    except (TypeError, ValueError):
        raise arguments.refusal("poles", f"{count} numbers", poles) from None
    if found.shape != (count,) or not np.isfinite(found).all():
        raise arguments.refusal("poles", f"{count} numbers", poles)
    ordered, mirrored = np.sort_complex(found), np.sort_complex(found.conj())
    if not np.allclose(ordered, mirrored, rtol=1e-9, atol=0.0):
        alone = [f"{pole:.5g}" for pole in found if not np.isclose(found, pole.conjugate()).any()]
        raise UserError("bad-argument", f"poles: the conjugate of {listed(alone)} is missing", "poles come in pairs")
    return found


def _ackermann(A: Array, B: Array, poles: ComplexArray) -> Array:
    """[0 ... 0 1] times the inverse of the controllability matrix times the polynomial of A."""
    size = len(A)
    powers = [B]
    for _ in range(size - 1):
        powers.append(A @ powers[-1])
    last = np.linalg.solve(np.hstack(powers).T, np.eye(size)[-1])
    row = last
    coefficients = np.real(np.poly(poles))
    total = coefficients[-1] * row
    for coefficient in coefficients[-2::-1]:
        row = row @ A
        total = total + coefficient * row
    return np.asarray(total[None])
