"""The loop transfer function of a loop with negative feedback -> its margins and the peaks of its sensitivities."""

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from simnon.source import frozen

from ..interconnection import feedback, static
from ..poles import is_stable
from ..realisation import Array, ComplexArray, Model, check_single
from .crossings import crossings, largest
from .grid import at_frequencies, ends_of_loop, frequencies_of_loop

Loop: TypeAlias = Callable[[Array], ComplexArray]
Peaked: TypeAlias = Callable[[ComplexArray], Array]

_ON_AXIS = 1e-14
"""Sines that are smaller are rounding."""


@frozen
class Margins:
    """What the loop tolerates; frequencies in rad/s, phases in degrees, inf if there is no limit.

    The frequency of a margin or peak that is approached as the frequency grows is inf.
    """

    is_stable: bool
    """Whether the closed loop is; margins of an unstable loop say how far it is from becoming stable."""
    gain_margin: float
    """The least factor above 1 at which the loop becomes unstable."""
    phase_crossover: float
    phase_margin: float
    """Of all gain crossings, the margin nearest to zero, between -180 and 180: how far the phase is above -180 degrees.

    A negative one is a phase that the loop lacks, as is usual for margins of several crossings.
    """
    gain_crossover: float
    delay_margin: float
    """The least additional delay at which the loop becomes unstable, in seconds."""
    delay_crossover: float
    lower_gain_margin: float
    """The largest factor below 1 at which the loop becomes unstable, or stable if it is not; 0 if there is none."""
    lower_crossover: float
    sensitivity_peak: float
    """Ms, the largest |1/(1 + L)|; 1/Ms is the least distance from -1."""
    sensitivity_frequency: float
    complementary_peak: float
    """Mt, the largest |L/(1 + L)|."""
    complementary_frequency: float
    gain_crossings: tuple[tuple[float, float], ...]
    """Every frequency at which |L| is 1, with its phase margin."""
    phase_crossings: tuple[tuple[float, float], ...]
    """Every frequency at which L is real and negative, with its gain margin."""

    @property
    def stability_margin(self) -> float:
        """The least distance of the loop transfer function from -1."""
        return 1.0 / self.sensitivity_peak

    def __str__(self) -> str:
        rows = [
            ("gain margin", self.gain_margin, "", self.phase_crossover),
            *([("lower margin", self.lower_gain_margin, "", self.lower_crossover)] if self.lower_gain_margin else []),
            ("phase margin", self.phase_margin, " deg", self.gain_crossover),
            ("delay margin", self.delay_margin, " s", self.delay_crossover),
            ("Ms", self.sensitivity_peak, "", self.sensitivity_frequency),
            ("Mt", self.complementary_peak, "", self.complementary_frequency),
        ]
        lines = [
            f"{name:14}{value:.5g}{unit} at {_place(at)}" if math.isfinite(value) else f"{name:14}infinite"
            for name, value, unit, at in rows
        ]
        return "\n".join([*lines, *([] if self.is_stable else ["the closed loop is not stable"])])


def margins(loop: Model) -> Margins:
    """With every crossing found and refined to rounding; delays are exact."""
    check_single(loop, "the margins of a loop")
    response = at_frequencies(loop)

    def at(frequencies: Array) -> ComplexArray:
        return response(frequencies)[:, 0, 0]

    grid = frequencies_of_loop(loop)
    values = at(grid)
    ends = ends_of_loop(loop)
    gains = _gain_crossings(at, grid, values)
    phases = _phase_crossings(at, grid, values, ends)
    above = [(margin, where) for where, margin in phases if margin > 1.0]
    below = [(margin, where) for where, margin in phases if margin < 1.0]
    phase = min(((abs(margin), margin, where) for where, margin in gains), default=(0.0, math.inf, math.nan))
    delay = min(
        ((math.radians(margin % 360.0) / where, where) for where, margin in gains), default=(math.inf, math.nan)
    )
    gain, lower = min(above, default=(math.inf, math.nan)), max(below, default=(0.0, math.nan))
    S, T = _peak(_sensitivity, at, grid, ends), _peak(_complementary, at, grid, ends)
    one = static(loop, np.eye(1), loop.outputs, loop.inputs)
    return Margins(
        is_stable=is_stable(feedback(loop, one)),
        gain_margin=gain[0],
        phase_crossover=gain[1],
        phase_margin=phase[1],
        gain_crossover=phase[2],
        delay_margin=delay[0],
        delay_crossover=delay[1],
        lower_gain_margin=lower[0],
        lower_crossover=lower[1],
        sensitivity_peak=S[1],
        sensitivity_frequency=S[0],
        complementary_peak=T[1],
        complementary_frequency=T[0],
        gain_crossings=tuple(gains),
        phase_crossings=tuple(phases),
    )


def _place(frequency: float) -> str:
    return "high frequencies" if math.isinf(frequency) else f"{frequency:.5g} rad/s"


def _peak(kind: Peaked, loop: Loop, grid: Array, ends: tuple[tuple[float, complex], ...]) -> tuple[float, float]:
    """The highest peak, which can also be the value at an end."""
    found = largest(lambda at: kind(loop(at)), grid, kind(loop(grid)))
    values = [(at, float(kind(np.array([value]))[0])) for at, value in ends]
    # A peak on the way to an end is that end's, but for rounding.
    high = max(values, key=lambda peak: peak[1])
    return found if found[1] > high[1] * (1 + 1e-12) else high


def _gain_crossings(loop: Loop, grid: Array, values: ComplexArray) -> list[tuple[float, float]]:
    with np.errstate(divide="ignore"):
        found = crossings(lambda at: np.log(np.abs(loop(at))), grid, np.log(np.abs(values)))
    return [(at, _phase_margin(complex(value))) for at, value in zip(found, loop(np.array(found)), strict=True)]


def _phase_crossings(
    loop: Loop, grid: Array, values: ComplexArray, ends: tuple[tuple[float, complex], ...]
) -> list[tuple[float, float]]:
    with np.errstate(divide="ignore", invalid="ignore"):
        found = crossings(lambda at: _side(loop(at)), grid, _side(values))
    # At its ends the response is real: the curve touches the axis there.
    last = ends[-1][0] if len(ends) > 1 else math.inf
    near = [at for at in found if at < last * (1 - 1e-9)]
    inside = list(zip(near, loop(np.array(near)), strict=True))
    pairs = [ends[0], *inside, *ends[1:]]
    return [(at, 1.0 / abs(complex(value))) for at, value in pairs if np.isfinite(value) and value.real < 0.0]


def _side(values: ComplexArray) -> Array:
    """The sine of the phase; a response that stays on the axis, such as that of 1/s^2, does not cross it."""
    sine = values.imag / np.abs(values)
    return np.asarray(np.where(np.abs(sine) < _ON_AXIS, _ON_AXIS, sine))


def _phase_margin(value: complex) -> float:
    """Between -180 and 180 degrees."""
    return math.degrees(math.atan2(-value.imag, -value.real))


# Where the loop has a pole, it is infinite: the sensitivity is 0 and its complement 1.


def _sensitivity(values: ComplexArray) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.isfinite(values), np.abs(1.0 / (1.0 + values)), 0.0)


def _complementary(values: ComplexArray) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.isfinite(values), np.abs(values / (1.0 + values)), 1.0)
