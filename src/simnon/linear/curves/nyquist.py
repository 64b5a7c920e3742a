"""Loops -> their Nyquist curves, with the unit circle and the circle that the sensitivity peak allows."""

import math

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, TextBlock
from simnon.source import arguments

from ..frequency import Margins, at_frequencies, chosen_frequencies, margins
from ..realisation import Array, ComplexArray
from .several import Several, by_label, line, mark, single

LARGEST = 2.2
"""Beyond this distance from the origin a curve leaves the picture; what matters is near -1."""


def nyquist(models: Several, *, sensitivity_peak: float | None = None) -> Figure:
    """For positive frequencies, and thin for negative ones; `sensitivity_peak` draws the circle of another Ms."""
    found = by_label(models)
    single(found, "a Nyquist curve")
    curves, mirrored, largest = [], [], 1.2
    for label, model in found.items():
        grid = chosen_frequencies(model, to_crossings=True)
        values = _finite(at_frequencies(model)(grid)[:, 0, 0])
        curves.append(Curve(label or "Im L", values.real, values.imag))
        mirrored.append(line(values.real, -values.imag))
        largest = max(largest, float(np.nanmax(np.abs(values), initial=0.0)))
    only = next(iter(found.values())) if len(found) == 1 else None
    measured = margins(only) if only is not None else None
    if sensitivity_peak is not None:
        peak: float | None = _above_1(sensitivity_peak)
    else:
        peak = measured.sensitivity_peak if measured is not None else None
    behind, words = _circles(peak)
    marks = [] if measured is None else _crossing_marks(measured)
    side = 1.1 * min(largest, LARGEST)
    area = Area(
        Axis("Re L", low=-max(side, 2.2), high=max(side, 1.3)),
        Axis("Im L", low=-side, high=side),
        (*curves, *marks, *mirrored, *behind),
        tuple(words),
        has_axes=True,
        is_equal=True,
    )
    return Figure(areas=(area,))


def _above_1(peak: float) -> float:
    found = arguments.number(peak, "sensitivity_peak")
    if not 1.0 < found < math.inf:
        raise arguments.refusal("sensitivity_peak", "a number above 1", peak)
    return found


def circle(centre: complex, radius: float) -> tuple[Array, Array]:
    angle = np.linspace(0.0, 2 * math.pi, 181)
    return centre.real + radius * np.cos(angle), centre.imag + radius * np.sin(angle)


def _circles(peak: float | None) -> tuple[list[Curve], list[TextBlock]]:
    behind = [line(*circle(0, 1.0)), line([-1.06, -0.94, np.nan, -1, -1], [0, 0, np.nan, -0.06, 0.06])]
    words = [TextBlock("-1", -1.0, -0.12)]
    if peak is not None and math.isfinite(peak):
        behind.append(line(*circle(-1, 1.0 / peak)))
        words.append(TextBlock(f"Ms = {peak:.3g}", -1.0, 1.0 / peak))
    return behind, words


def _crossing_marks(found: Margins) -> list[Curve]:
    """A small ring where the curve crosses the unit circle, and where it crosses the negative real axis."""
    places = [] if not math.isfinite(found.gain_crossover) else [_on_circle(found.phase_margin)]
    places += [
        complex(-1.0 / margin) for margin in (found.gain_margin, found.lower_gain_margin) if 0.0 < margin < math.inf
    ]
    rings = [circle(place, 0.03) for place in places]
    return [mark(x, y) for x, y in rings]


def _on_circle(phase_margin: float) -> complex:
    angle = math.radians(phase_margin - 180.0)
    return complex(math.cos(angle), math.sin(angle))


def _finite(values: ComplexArray) -> ComplexArray:
    return np.where(np.isfinite(values), values, np.nan)
