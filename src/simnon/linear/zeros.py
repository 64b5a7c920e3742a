"""Realisation -> its transmission zeros and its static gain.

The system is reduced until its direct term is invertible (Emami-Naeini and Van Dooren 1982), which takes out the
infinite zeros by orthogonal steps; the finite ones are then generalised eigenvalues.
"""

import numpy as np

from .frequency.evaluate import transfer_matrix
from .interconnection import select
from .opened import linalg, opened
from .realisation import Array, ComplexArray, Realisation, check_without_delays
from .shift_registers import absorbed, with_shift_registers
from .structure import minimal, scaled_states

_SMALL = 1e-12


def zeros(model: Realisation) -> ComplexArray:
    """The transmission zeros, also with several inputs and outputs; delays of all inputs or outputs add none."""
    if model.is_sampled:
        model = with_shift_registers(model)
    form = opened(model)
    if form.lags:
        if not _are_outer_delays(model):
            check_without_delays(model, "the computation of zeros")
        count = len(form.lags)
        form = absorbed(form, np.zeros((0, 0)), np.zeros((0, count)), np.zeros((count, 0)), np.eye(count))
    form = scaled_states(form)
    whole = np.block([[form.A, form.B], [form.C, form.D]])
    small = _SMALL * max(float(np.linalg.norm(whole)), 1e-300) if whole.size else 0.0
    A, B, C, D = _reduced(form.A, form.B, form.C, form.D, small)
    At, Ct, Bt, Dt = _reduced(A.T, C.T, B.T, D.T, small)
    return _finite_eigenvalues(At.T, Bt.T, Ct.T, Dt.T)


def static_gain(model: Realisation) -> Array:
    """The gain from constant inputs to constant outputs; infinite, with the sign of the output, if it integrates."""
    return real_gain(model, 1.0 if model.is_sampled else 0.0)


def real_gain(model: Realisation, point: float) -> Array:
    """The response at a real s, or z: poles there that take no part in it do not count, others make it infinite."""
    gains = np.empty((len(model.outputs), len(model.inputs)))
    if not _has_pole_at(model, point):
        return np.ascontiguousarray(transfer_matrix(model, np.array([complex(point)]))[0].real)
    for j, source in enumerate(model.inputs):
        for i, target in enumerate(model.outputs):
            single = minimal(select(model, source, target))
            near = point + 1e-8 if _has_pole_at(single, point) else point
            value = float(transfer_matrix(single, np.array([complex(near)]))[0, 0, 0].real)
            gains[i, j] = value if near == point else np.copysign(np.inf, value)
    return gains


def _has_pole_at(model: Realisation, point: float) -> bool:
    A = model.A - point * np.eye(len(model.A))
    return bool(len(A)) and float(np.linalg.cond(A)) > 1e13


def _are_outer_delays(model: Realisation) -> bool:
    """Whether the delays are all between the inputs and the rest, or all between the rest and the outputs."""
    channels = model.channels
    assert channels is not None
    if channels.D.any():
        return False
    unit = np.eye(len(channels.lags))
    before = not (channels.C.any() or model.B.any() or model.D.any()) and _is_permuted(channels.from_inputs, unit)
    after = not (channels.B.any() or model.C.any() or model.D.any()) and _is_permuted(channels.to_outputs, unit)
    return before or after


def _is_permuted(matrix: Array, unit: Array) -> bool:
    return matrix.shape == unit.shape and bool((np.sort(matrix, axis=0) == np.sort(unit, axis=0)).all())


def _reduced(A: Array, B: Array, C: Array, D: Array, small: float) -> tuple[Array, Array, Array, Array]:
    """A system with the same finite zeros whose D has full row rank."""
    while len(C):
        left, sizes, _ = np.linalg.svd(D)
        rank = int((sizes > small).sum())
        C, D = left.T @ C, left.T @ D
        rest = C[rank:]
        if not len(rest):
            break
        _, sizes, right = np.linalg.svd(rest)
        seen = int((sizes > small).sum())
        C, D = C[:rank], D[:rank]
        if not seen:
            break
        # Outputs without a direct term are zero on a zero's trajectory: the states they show are zero too.
        V = np.vstack((right[seen:], right[:seen])).T
        A, B, C = V.T @ A @ V, V.T @ B, C @ V
        kept = len(A) - seen
        C, D = np.vstack((C[:, :kept], A[kept:, :kept])), np.vstack((D, B[kept:]))
        A, B = A[:kept, :kept], B[:kept]
    return A, B, C, D


def _finite_eigenvalues(A: Array, B: Array, C: Array, D: Array) -> ComplexArray:
    count = len(A)
    if not count:
        return np.zeros(0, dtype=np.complex128)
    if not len(D):
        return np.asarray(np.linalg.eigvals(A), dtype=np.complex128)
    # Columns are turned so that [C D] is [0 F]; dividing by D would lose digits if it is nearly singular.
    _, _, right = np.linalg.svd(np.hstack((C, D)))
    kernel = right[len(C) :].T
    found = linalg().eigvals(np.hstack((A, B)) @ kernel, kernel[:count])
    return np.asarray(found[np.isfinite(found)], dtype=np.complex128)
