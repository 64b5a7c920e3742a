"""Models -> Bode diagrams with margins as measured lines, and curves of singular values."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, TextBlock

from ..frequency import Margins, at_frequencies, chosen_frequencies, margins, singular_values, unwrapped_phase
from ..frequency.grid import given_frequencies
from ..realisation import Array, Realisation
from .several import Several, by_label, line, pairs

FREQUENCY = Axis("ω", "rad/s", is_logarithmic=True)


def bode(
    models: Several, *, frequencies: Sequence[float] | Array | None = None, has_margins: bool | None = None
) -> Figure:
    """Gain above phase. A single loop shows its margins, if it crosses, unless `has_margins` is False."""
    found = by_label(models)
    only = next(iter(found.values())) if len(found) == 1 else None
    is_loop = only is not None and len(only.inputs) == len(only.outputs) == 1
    measured = margins(only) if only is not None and is_loop and has_margins in (None, True) else None
    gains, phases = [], []
    for label, model in found.items():
        grid = _grid(model, frequencies, is_loop=measured is not None)
        values = at_frequencies(model)(grid)
        phase = unwrapped_phase(grid, values)
        for name, i, j in pairs(label, model):
            both = (f"|{name}|", f"arg {name}") if only is not None and is_loop else (name, name)
            gains.append(Curve(both[0], grid, np.abs(values[:, i, j])))
            phases.append(Curve(both[1], grid, phase[:, i, j], "deg"))
    ends = _ends(gains)
    # The name of a single curve is that of its axis.
    is_single = len(gains) == 1
    names = (gains[0].label, phases[0].label) if is_single else ("gain", "phase")
    upper = Area(ends, Axis(names[0], is_logarithmic=True), tuple(gains), has_axes=True)
    lower = Area(ends, Axis(names[1], "deg", low=_lowest_phase(phases)), tuple(phases), has_axes=True)
    if measured is not None:
        upper, lower = _with_margins(upper, lower, measured)
    return Figure(2, 1, (upper, lower))


def sigma(models: Several, *, frequencies: Sequence[float] | Array | None = None) -> Figure:
    """Every singular value of the response; the largest one has the label."""
    curves = []
    for label, model in by_label(models).items():
        grid, values = singular_values(model, frequencies)
        name = label or f"{', '.join(model.inputs)} -> {', '.join(model.outputs)}"
        # One curve with gaps, so that all have one colour.
        rows = np.full((len(grid) + 1, values.shape[1]), np.nan)
        rows[:-1] = values
        x = np.append(grid, np.nan)
        curves.append(Curve(name, np.tile(x, values.shape[1]), rows.T.ravel()))
    area = Area(_ends(curves), Axis("singular values", is_logarithmic=True), tuple(curves), has_axes=True)
    return Figure(areas=(area,))


def _grid(model: Realisation, frequencies: Sequence[float] | Array | None, *, is_loop: bool) -> Array:
    if frequencies is not None:
        grid = given_frequencies(frequencies, model)
        return grid[grid > 0.0]
    return chosen_frequencies(model, to_crossings=is_loop)


def _ends(curves: list[Curve]) -> Axis:
    xs = [curve.x[np.isfinite(curve.x)] for curve in curves]
    low, high = min(float(x.min()) for x in xs), max(float(x.max()) for x in xs)
    return replace(FREQUENCY, low=low, high=high)


def _lowest_phase(curves: list[Curve]) -> float | None:
    """Delays turn without end: a turn and a half below the beginning is enough to see them."""
    first = min(float(curve.y[0]) for curve in curves)
    lowest = min(float(np.nanmin(curve.y)) for curve in curves)
    return None if lowest > first - 540.0 else 90.0 * math.floor((first - 450.0) / 90.0)


def _with_margins(upper: Area, lower: Area, found: Margins) -> tuple[Area, Area]:
    """Lines from the curve to what it must not reach: gain 1, and a phase of -180 degrees or one turn from it."""
    grid, phase = upper.curves[0].x, lower.curves[0].y
    ends = np.array([grid[0], grid[-1]])
    gain_margins = [(found.gain_margin, found.phase_crossover), (found.lower_gain_margin, found.lower_crossover)]
    shown = [(margin, at) for margin, at in gain_margins if grid[0] <= at <= grid[-1]]
    if not (math.isfinite(found.gain_crossover) or shown):
        return upper, lower
    gain_curves, gain_words = [line(ends, [1.0, 1.0])], []
    phase_curves, phase_words = [], []
    for margin, at in shown:
        gain_curves.append(Curve("", np.array([at, at]), np.array([1.0, 1.0 / margin])))
        gain_words.append(TextBlock(f"gain margin {margin:.3g}", at, 1.0 / math.sqrt(margin)))
    at = found.gain_crossover
    if math.isfinite(found.phase_margin) and grid[0] <= at <= grid[-1]:
        value = float(np.interp(math.log(at), np.log(grid), phase))
        level = value - found.phase_margin
        phase_curves = [line(ends, [level, level]), Curve("", np.array([at, at]), np.array([level, value]))]
        words = f"phase margin {found.phase_margin:.3g}°"
        phase_words.append(TextBlock(words, at, level + found.phase_margin / 2))
    return (
        replace(upper, curves=(*upper.curves, *gain_curves[1:], gain_curves[0]), words=tuple(gain_words)),
        replace(lower, curves=(*lower.curves, *phase_curves[::-1]), words=tuple(phase_words)),
    )
