"""Robust losses: residuals that grow less than proportionally beyond a few standard deviations.

Each maps the square z of a residual to rho(z) and its derivative, as in Huber (1981); the sum of rho is minimised.
"""

from collections.abc import Callable

import numpy as np

from simnon.program import Array
from simnon.source import UserError, nearest

Loss = Callable[[Array], tuple[Array, Array]]


def _linear(z: Array) -> tuple[Array, Array]:
    return z, np.ones_like(z)


def _huber(z: Array) -> tuple[Array, Array]:
    root = np.sqrt(np.maximum(z, 1.0))
    return np.where(z <= 1.0, z, 2.0 * root - 1.0), np.where(z <= 1.0, 1.0, 1.0 / root)


def _soft(z: Array) -> tuple[Array, Array]:
    root = np.sqrt(1.0 + z)
    return 2.0 * (root - 1.0), 1.0 / root


def _cauchy(z: Array) -> tuple[Array, Array]:
    return np.log1p(z), 1.0 / (1.0 + z)


LOSSES: dict[str, Loss] = {"linear": _linear, "huber": _huber, "soft": _soft, "cauchy": _cauchy}


def loss_named(name: str) -> Loss:
    if name not in LOSSES:
        near = nearest(name, LOSSES)
        raise UserError(
            "unknown-loss",
            f"there is no loss '{name}'",
            f"did you mean '{near}'?" if near else f"choose one of {', '.join(LOSSES)}",
        )
    return LOSSES[name]


def robust(residuals: Array, jacobian: Array, loss: Loss) -> tuple[Array, Array]:
    """Residuals whose sum of squares is the loss, and their Jacobian."""
    if loss is _linear:
        return residuals, jacobian
    rho, slope = loss(residuals * residuals)
    roots = np.sqrt(rho)
    # At a residual of zero both are equal to first order.
    factor = np.where(roots > 0.0, slope * np.abs(residuals) / np.where(roots > 0.0, roots, 1.0), 1.0)
    return np.copysign(roots, residuals), factor[:, None] * jacobian
