"""Realisation -> how long its response lasts, and the times at which to show it."""

import math
from collections.abc import Sequence

import numpy as np

from simnon.source import arguments

from ..poles import mode_of, poles
from ..realisation import Array, Realisation, positive

POINTS = 500
MOST_POINTS = 20_000
_CONSTANTS = 7.0
"""Time constants until a mode has died out."""


def chosen_times(model: Realisation, stop: float | None) -> Array:
    """From 0 to `stop`, or until the slowest mode has died out; the samples of a sampled model."""
    end = _duration(model) if stop is None else positive(stop, "stop", "a positive time")
    if model.is_sampled:
        if stop is None:
            end = min(max(end, 10 * model.period), 2000 * model.period)
        return np.asarray(model.period * np.arange(math.floor(end / model.period * (1 + 1e-12)) + 1), dtype=np.float64)
    return np.linspace(0.0, end, 1 + max(POINTS, min(MOST_POINTS, math.ceil(20 * end * _fastest(model)))))


def given_times(values: Sequence[float] | Array) -> Array:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise arguments.refusal("times", "numbers in seconds", values) from None
    is_list = found.ndim == 1 and len(found) > 0 and bool(np.isfinite(found).all())
    if not is_list or found[0] < 0.0 or not (np.diff(found) > 0.0).all():
        raise arguments.refusal("times", "increasing numbers from 0", values)
    return found


def _duration(model: Realisation) -> float:
    found = [mode_of(complex(pole), model.period) for pole in poles(model)]
    fastest = max((mode.natural_frequency for mode in found if math.isfinite(mode.natural_frequency)), default=0.0)
    constants = [
        abs(mode.time_constant)
        for mode in found
        if mode.natural_frequency > 1e-9 * fastest and 0.0 < abs(mode.time_constant) < math.inf
    ]
    # Undamped ones go on for ever: ten of their periods.
    constants += [9.0 / mode.natural_frequency for mode in found if _is_undamped(mode.damping, mode.natural_frequency)]
    lags = 2 * sum(model.delays)
    return _CONSTANTS * max(constants) + lags if constants else max(lags, 10 * model.period) or 1.0


def _is_undamped(damping: float, frequency: float) -> bool:
    return frequency > 0.0 and abs(damping) < 1e-9


def _fastest(model: Realisation) -> float:
    """The highest frequency of an oscillation that is seen, in Hz."""
    found = [mode_of(complex(pole)) for pole in poles(model)]
    return max((abs(mode.pole.imag) / (2 * math.pi) for mode in found if abs(mode.damping) < 0.5), default=0.0)
