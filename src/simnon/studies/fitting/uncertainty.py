"""Residuals and their derivatives at a minimum -> how well the unknowns are known."""

import math
from collections.abc import Sequence
from dataclasses import field

import numpy as np

from simnon.program import Array
from simnon.source import UserError, arguments, frozen, has_same_fields, listed, no_hash, require

SAME_DIRECTION = 1e-10
"""Singular values below this fraction of the largest: the data say nothing about their directions."""
PART_OF_DIRECTION = 0.1
STILL = 1e-6
"""A variable that changes by less than this fraction of its other changes does not depend on a direction."""


@frozen
class Uncertainty:
    """`covariance` is that of the directions that the data determine, `undetermined` are the others, in rows."""

    covariance: Array = field(repr=False)
    undetermined: Array = field(repr=False)
    variance: float
    """Of a residual: 1 if the standard deviations were given, nan if there are no values left to estimate it from."""
    degrees: float
    """Of freedom; infinite if the standard deviations were given."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def errors(self) -> Array:
        """Standard errors, infinite for an unknown that the data do not determine."""
        errors = np.sqrt(np.diag(self.covariance))
        errors[np.any(np.abs(self.undetermined) > 0.0, axis=0)] = np.inf
        return np.asarray(errors)

    def errors_of(self, slopes: Array) -> Array:
        """The standard errors of numbers with these derivatives by the unknowns, a row for each."""
        errors = np.sqrt(np.einsum("ij,jk,ik->i", slopes, self.covariance, slopes))
        sizes = np.abs(slopes).max(axis=0, initial=0.0)
        for direction in self.undetermined:
            change = np.abs(slopes @ direction)
            errors[change > STILL * float(np.abs(direction) @ sizes)] = np.inf
        return np.asarray(errors)

    def half_width(self, level: float) -> float:
        """Of the interval that contains a number with the probability `level`, in standard errors."""
        special = require("scipy.special", "intervals", "studies")
        share = 0.5 * (1.0 + level)
        if math.isnan(self.variance):
            return math.nan
        return float(special.ndtri(share) if math.isinf(self.degrees) else special.stdtrit(self.degrees, share))


def uncertainty_of(residuals: Array, jacobian: Array, scales: Array, *, has_sigmas: bool) -> Uncertainty:
    count, size = jacobian.shape
    # All directions are needed, but of the rows, of which there can be a great many, only what they add up to.
    _, sizes, directions = np.linalg.svd(np.linalg.qr(jacobian * scales, mode="r"), full_matrices=True)
    sizes = np.concatenate((sizes, np.zeros(size - len(sizes))))
    is_known = sizes > SAME_DIRECTION * sizes.max(initial=0.0)
    degrees = math.inf if has_sigmas else float(count - int(is_known.sum()))
    variance = 1.0 if has_sigmas else float(residuals @ residuals) / degrees if degrees else math.nan
    scaled = directions[is_known] / sizes[is_known, None]
    covariance = variance * (scaled.T @ scaled) * np.outer(scales, scales)
    undetermined = np.where(np.abs(directions) > PART_OF_DIRECTION, directions, 0.0)[~is_known] * scales
    return Uncertainty(covariance, undetermined, variance, degrees)


def notes_on(found: Uncertainty, labels: Sequence[str]) -> list[str]:
    notes = []
    for direction in found.undetermined:
        moving = [int(i) for i in np.argsort(-np.abs(direction), kind="stable") if direction[i] != 0.0]
        shares = " ".join(f"{direction[i]:+.3g} {labels[i]}" for i in moving)
        notes.append(f"the data do not determine {listed([labels[i] for i in moving])}: along {shares} nothing changes")
    if math.isnan(found.variance):
        notes.append("there are no more values than parameters: their scatter is unknown, and so are the errors")
    return notes


def read_level(level: float) -> float:
    found = arguments.number(level, "level")
    if not 0.0 < found < 1.0:
        raise UserError("bad-option", f"level is {found:g}", "give a probability between 0 and 1, such as 0.95")
    return found
