"""Realisation -> what can be controlled and observed, by the staircase algorithm; the minimal realisation.

Each step of the staircase is orthogonal; a rank is decided by singular values relative to the size of the matrices.
"""

from dataclasses import replace

import numpy as np

from simnon.source import frozen

from .opened import Opened, closed, linalg, opened, transformed
from .realisation import Array, ComplexArray, Model, Realisation

TOLERANCE = 1e-10


@frozen
class Reach:
    """How many states inputs reach, or outputs show, and the poles of the others."""

    count: int
    others: tuple[complex, ...]

    @property
    def is_complete(self) -> bool:
        return not self.others


def controllability(model: Realisation, tolerance: float = TOLERANCE) -> Reach:
    form = scaled_states(opened(model))
    return _reach(form.A, form.B, tolerance)


def observability(model: Realisation, tolerance: float = TOLERANCE) -> Reach:
    form = scaled_states(opened(model))
    return _reach(form.A.T, form.C.T, tolerance)


def minimal(model: Model, tolerance: float = TOLERANCE) -> Model:
    """Without the states that inputs do not reach or outputs do not show; the same model if there are none."""
    form = scaled_states(opened(model))
    basis, count = staircase(form.A, form.B, tolerance)
    kept = transformed(form, basis[:, :count], basis[:, :count].T)
    basis, count = staircase(kept.A.T, kept.C.T, tolerance)
    if count == len(model.states):
        return model
    kept = transformed(kept, basis[:, :count], basis[:, :count].T)
    return closed(model, kept)


def staircase(A: Array, B: Array, tolerance: float) -> tuple[Array, int]:
    """An orthogonal basis whose first columns span what B reaches through A, and their number."""
    size = len(A)
    basis = np.eye(size)
    limit = tolerance * max(float(np.linalg.norm(A)) + float(np.linalg.norm(B)), 1e-300)
    reached = 0
    step = B
    while reached < size and step.size:
        left, sizes, _ = np.linalg.svd(step)
        rank = int((sizes > limit).sum())
        if not rank:
            break
        basis[:, reached:] = basis[:, reached:] @ left
        # What the directions found last drive among those that are left.
        last = basis[:, reached : reached + rank]
        reached += rank
        step = basis[:, reached:].T @ A @ last
    return basis, reached


def cure_of_hidden_states(model: Realisation, otherwise: str = "") -> str:
    """What to do if states that take no part from inputs to outputs stand in the way of a design."""
    if len(minimal(model).states) == len(model.states):
        return otherwise
    return "some states take no part from input to output: minimal(), or LINEAR -MINIMAL, leaves them out"


def scaled_states(form: Opened) -> Opened:
    """With states scaled by powers of two, so that rows and columns of A are of like size."""
    if not len(form.A):
        return form
    # Inputs and outputs take part in the scale of a state, through their strongest coupling.
    size = len(form.A)
    whole = np.zeros((size + 1, size + 1))
    whole[:size, :size] = form.A
    whole[:size, size] = np.abs(form.B).max(axis=1, initial=0.0)
    whole[size, :size] = np.abs(form.C).max(axis=0, initial=0.0)
    _, (scale, _) = linalg().matrix_balance(whole, permute=False, separate=True)
    scale = scale[:size] / scale[size]
    return replace(form, A=form.A * scale / scale[:, None], B=form.B / scale[:, None], C=form.C * scale)


def _reach(A: Array, B: Array, tolerance: float) -> Reach:
    basis, count = staircase(A, B, tolerance)
    rest = basis[:, count:]
    others: ComplexArray = np.linalg.eigvals(rest.T @ A @ rest).astype(np.complex128)
    return Reach(count, tuple(complex(pole) for pole in others))
