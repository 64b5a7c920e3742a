"""Loops -> Nichols charts: gain over phase, with the lines of equal closed-loop gain behind them."""

import math

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, TextBlock

from ..frequency import at_frequencies, chosen_frequencies, unwrapped_phase
from .several import Several, by_label, line, single

LEAST_GAIN = 0.02
CLOSED_LOOP_GAINS = (0.1, 0.25, 0.5, 1.0, 1.2, 1.4, 2.0, 4.0)


def nichols(models: Several) -> Figure:
    """The gain of L over its phase; each grey line has one |L/(1 + L)|."""
    found = by_label(models)
    single(found, "a Nichols chart")
    curves = []
    for label, model in found.items():
        grid = chosen_frequencies(model, to_crossings=True)
        values = at_frequencies(model)(grid)
        phase = unwrapped_phase(grid, values)[:, 0, 0]
        curves.append(Curve(label or "gain", phase, np.abs(values[:, 0, 0])))
    turns = _turns(curves)
    low, high = _levels(curves)
    behind = [line(*_contour(level, turn)) for turn in turns for level in CLOSED_LOOP_GAINS]
    behind += [line([-180.0 + 360 * turn], [1.0]) for turn in turns]
    words = [_label(level, turns[0]) for level in CLOSED_LOOP_GAINS]
    area = Area(
        Axis("phase", "deg", low=-360.0 + 360 * turns[-1], high=360.0 * turns[0]),
        Axis("gain", low=low, high=high, is_logarithmic=True),
        (*curves, *behind),
        tuple(words),
        has_axes=True,
        has_grid=False,
    )
    return Figure(areas=(area,))


def _turns(curves: list[Curve]) -> list[int]:
    """The turns of 360 degrees, down from -360 to 0, that the curves are in; three at most."""
    seen = [curve.x[curve.y > LEAST_GAIN] for curve in curves if (curve.y > LEAST_GAIN).any()]
    phases = np.concatenate(seen) if seen else np.zeros(1)
    first, last = math.ceil(float(phases.max()) / 360 - 1e-6), math.ceil(float(phases.min()) / 360 - 1e-6)
    return list(range(first, max(last, first - 2) - 1, -1))


def _levels(curves: list[Curve]) -> tuple[float, float]:
    """Around a gain of 1, two decades each way at most."""
    gains = np.concatenate([curve.y for curve in curves])
    gains = gains[np.isfinite(gains) & (gains > 0.0)]
    if not len(gains):
        return 0.1, 10.0
    return min(max(float(gains.min()), LEAST_GAIN), 0.1), max(min(float(gains.max()), 50.0), 10.0)


def _contour(level: float, turn: int) -> tuple[object, object]:
    """L = T/(1 - T) for |T| = level, between -360 and 0 degrees."""
    angle = np.linspace(-2 * math.pi, 0.0, 402)[1:-1]
    T = level * np.exp(1j * angle)
    L = T / (1.0 - T)
    phase = np.degrees(np.angle(L))
    phase = np.where(phase > 0.0, phase - 360.0, phase)
    jumps = np.abs(np.diff(phase, prepend=phase[0])) > 180.0
    gain = np.where(jumps, np.nan, np.abs(L))
    return phase + 360.0 * turn, gain


def _label(level: float, turn: int) -> TextBlock:
    """Beside the line, where it leaves the picture or is lowest."""
    if level > 1.0:
        return TextBlock(f"{level:g}", -180.0 + 360 * turn, level / (level - 1.0))
    return TextBlock(f"{level:g}", -178.0 + 360 * turn, level / (1.0 + level))
