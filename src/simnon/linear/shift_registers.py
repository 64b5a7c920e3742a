"""A sampled model with delays -> the same model without them: a state for each sample that a delay holds."""

import numpy as np

from simnon.source import UserError

from .opened import Opened, closed, linalg, opened
from .realisation import Array, Model

LARGEST = 5000
"""States that a delay can add; matrices are full."""


def with_shift_registers(model: Model) -> Model:
    """Exact. Refused if a lag is no multiple of the period."""
    if not model.delays:
        return model
    form = opened(model)
    lengths = [_length(lag, model.period) for lag in form.lags]
    if sum(lengths) > LARGEST:
        raise UserError(
            "too-large",
            f"the delays hold {sum(lengths)} samples, at most {LARGEST} can become states",
            "choose a longer period",
        )
    names = [f"delay{i + 1}_{k + 1}" for i, length in enumerate(lengths) for k in range(length)]
    return closed(model, absorbed(form, *_registers(lengths)), (*model.states, *names))


def absorbed(form: Opened, A: Array, B: Array, C: Array, D: Array) -> Opened:
    """The model with its delays replaced by a linear system from what enters them to what leaves them."""
    m, p = form.input_count, form.output_count
    Bw, Cz, Dyw, Dzu, Dzw = form.B[:, m:], form.C[p:], form.D[:p, m:], form.D[p:, :m], form.D[p:, m:]
    # w = C v + D z and z = Cz x + Dzu u + Dzw w: solved for w by the states x, v and the inputs.
    loop = np.eye(len(D)) - D @ Dzw
    by_x, by_v, by_u = (np.linalg.solve(loop, each) for each in (D @ Cz, C, D @ Dzu))
    z_x, z_v, z_u = Cz + Dzw @ by_x, Dzw @ by_v, Dzu + Dzw @ by_u
    return Opened(
        np.block([[form.A + Bw @ by_x, Bw @ by_v], [B @ z_x, A + B @ z_v]]),
        np.vstack((form.B[:, :m] + Bw @ by_u, B @ z_u)),
        np.hstack((form.C[:p] + Dyw @ by_x, Dyw @ by_v)),
        form.D[:p, :m] + Dyw @ by_u,
        m,
        p,
    )


def _registers(lengths: list[int]) -> tuple[Array, Array, Array, Array]:
    diagonal, count = linalg().block_diag, len(lengths)
    A = diagonal(*(np.eye(length, k=-1) for length in lengths))
    B = diagonal(*(np.eye(length, 1) for length in lengths))
    C = diagonal(*(np.eye(1, length, k=length - 1) for length in lengths))
    return A, B, C, np.zeros((count, count))


def _length(lag: float, period: float) -> int:
    ratio = lag / period
    if abs(ratio - round(ratio)) > 1e-9 * max(ratio, 1.0) or round(ratio) < 1:
        raise UserError(
            "fractional-delay",
            f"a delay of {lag:g} s is not a multiple of the sampling period {period:g} s",
            "sample the continuous model with discretise(), which is exact for any delay",
        )
    return round(ratio)
