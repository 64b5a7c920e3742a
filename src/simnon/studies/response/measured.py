"""DATA: a measured frequency response, with the harmonics that a linear model would not have."""

from dataclasses import field, replace

import numpy as np

from simnon.figures import Curve, Figure, Shape
from simnon.linear import LinearModel, bode
from simnon.program import Array
from simnon.source import frozen, has_same_fields, no_hash


@frozen
class MeasuredResponse:
    """`values[k]` is the complex response of the output to the input at `frequencies[k]`, in rad/s.

    `harmonics[k, n]` is the amplitude of the output at n + 1 times the frequency. `errors[k]` is how much of the
    response still changed, relative to it, when the measurement ended.
    """

    frequencies: Array
    values: np.ndarray[tuple[int, ...], np.dtype[np.complex128]] = field(repr=False)
    harmonics: Array = field(repr=False)
    errors: Array = field(repr=False)
    input: str
    output: str
    amplitude: float
    period: float = 0.0
    """The sampling period, if the model has one: input and output are those at its multiples."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def gain(self) -> Array:
        return np.abs(self.values)

    @property
    def phase(self) -> Array:
        """In degrees, without jumps of 360."""
        return np.asarray(np.degrees(np.unwrap(np.angle(self.values))))

    @property
    def distortion(self) -> Array:
        """The total harmonic distortion: the root of the sum of squares of the harmonics over the first amplitude."""
        with np.errstate(all="ignore"):
            return np.asarray(np.sqrt((self.harmonics[:, 1:] ** 2).sum(axis=1)) / self.harmonics[:, 0])

    def __neg__(self) -> "MeasuredResponse":
        return replace(self, values=-self.values)

    def __repr__(self) -> str:
        low, high = self.frequencies[0], self.frequencies[-1]
        return (
            f"MeasuredResponse({self.input} -> {self.output}, {len(self.frequencies)} frequencies "
            f"from {low:g} to {high:g} rad/s, amplitude {self.amplitude:g})"
        )

    def plot(self, linear: LinearModel) -> Figure:
        """Points beside the Bode diagram of a linear model."""
        drawn = bode(linear, frequencies=_between(self.frequencies), has_margins=False)
        upper, lower = drawn.areas
        phase = self.phase
        known = np.interp(np.log(self.frequencies), np.log(lower.curves[0].x), lower.curves[0].y)
        # Of the angles 360 degrees apart, each point has the one next to the curve.
        phase = phase - 360.0 * np.round((phase - known) / 360.0)
        gain = Curve("measured", self.frequencies, self.gain, shape=Shape.POINTS)
        angle = Curve("measured", self.frequencies, phase, "deg", shape=Shape.POINTS)
        vertical = replace(lower.vertical, low=None)
        return replace(
            drawn,
            areas=(
                replace(upper, curves=(*upper.curves, gain)),
                replace(lower, vertical=vertical, curves=(*lower.curves, angle)),
            ),
        )


def _between(frequencies: Array) -> Array:
    low, high = float(frequencies.min()), float(frequencies.max())
    return np.geomspace(low, high, 400) if high > low else np.geomspace(0.5 * low, 2.0 * low, 400)
