"""Realisation -> its frequency response and its singular values."""

import math
from collections.abc import Sequence

import numpy as np

from simnon.source import frozen, has_same_fields, no_hash

from ..realisation import Array, ComplexArray, Realisation, arrow, between
from .grid import at_frequencies, chosen_frequencies, given_frequencies


@frozen
class FrequencyResponse:
    """`values[k, i, j]` is the response of output i to input j at `frequencies[k]`, in rad/s."""

    frequencies: Array
    values: ComplexArray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    period: float = 0.0

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __repr__(self) -> str:
        low, high = self.frequencies[0], self.frequencies[-1]
        names = arrow(self.inputs, self.outputs)
        return f"FrequencyResponse({names}, {len(self.frequencies)} frequencies from {low:g} to {high:g} rad/s)"

    def between(self, source: str, target: str) -> ComplexArray:
        """The response of one output to one input."""
        found: ComplexArray = between(self.values, source, target, self.inputs, self.outputs)
        return found

    @property
    def gain(self) -> Array:
        return np.abs(self.values)

    @property
    def phase(self) -> Array:
        """In degrees, without jumps of 360; it begins as integrations and the sign of the gain say."""
        return unwrapped_phase(self.frequencies, self.values)


def frequency_response(model: Realisation, frequencies: Sequence[float] | Array | None = None) -> FrequencyResponse:
    """Exact with delays, at given frequencies in rad/s or at chosen ones."""
    grid = chosen_frequencies(model) if frequencies is None else given_frequencies(frequencies, model)
    return FrequencyResponse(grid, at_frequencies(model)(grid), model.inputs, model.outputs, model.period)


def singular_values(model: Realisation, frequencies: Sequence[float] | Array | None = None) -> tuple[Array, Array]:
    """Frequencies, and the singular values at each of them, largest first; infinite on a pole."""
    found = frequency_response(model, frequencies)
    values = np.full((len(found.frequencies), min(found.values.shape[1:])), np.inf)
    is_finite = np.isfinite(found.values).all(axis=(1, 2))
    values[is_finite] = np.linalg.svd(found.values[is_finite], compute_uv=False)
    return found.frequencies, values


def unwrapped_phase(frequencies: Array, values: ComplexArray) -> Array:
    """In degrees. Of the angles 360 degrees apart, the first is that of the slope the gain has there."""
    phase: Array = np.degrees(np.unwrap(np.angle(values), axis=0))
    if len(frequencies) < 2 or frequencies[0] == 0.0:
        return phase
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.log(np.abs(values[1]) / np.abs(values[0])) / math.log(frequencies[1] / frequencies[0])
    expected = 90.0 * np.round(np.where(np.isfinite(slope), slope, 0.0))
    # A positive gain begins at `expected`, a negative one 180 degrees below it.
    turns = np.ceil((phase[0] - expected - 90.0 - 1e-6) / 360.0)
    return np.asarray(phase - 360.0 * turns)
