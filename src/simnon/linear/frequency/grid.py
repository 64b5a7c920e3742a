"""Realisation -> frequencies that show all that its response does.

Decades around its poles, zeros and delays, denser at light damping, and then wherever the response still changes much
from one frequency to the next.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from simnon.source import UserError, arguments

from ..opened import opened
from ..poles import poles
from ..realisation import Array, ComplexArray, Realisation
from ..zeros import real_gain, static_gain, zeros
from .evaluate import evaluator

PER_DECADE = 30
LARGEST_CHANGE = 0.2
"""Relative to the response, between neighbours, before another frequency is put between them."""
ROUNDS = 8
MOST_POINTS = 30_000
MOST_TURNS = 20_000
"""Points for the turns of delays; a range that would need more is cut."""
_FARTHEST = 8
"""Decades beyond which a crossing is not looked for."""

Response = Callable[[Array], ComplexArray]


def at_frequencies(model: Realisation) -> Response:
    """The transfer matrix as a function of frequencies in rad/s."""
    at = evaluator(model)
    if model.is_sampled:
        return lambda frequencies: at(np.exp(1j * frequencies * model.period).astype(np.complex128))
    return lambda frequencies: at((1j * frequencies).astype(np.complex128))


def given_frequencies(values: Sequence[float] | Array, model: Realisation) -> Array:
    """Frequencies from a caller: in order, positive, up to the Nyquist frequency."""
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise arguments.refusal("frequencies", "numbers in rad/s", values) from None
    if found.ndim != 1 or not len(found) or not (np.isfinite(found).all() and (found >= 0.0).all()):
        raise arguments.refusal("frequencies", "numbers in rad/s that are not negative", values)
    if not (np.diff(found) > 0.0).all():
        raise arguments.refusal("frequencies", "increasing numbers", values)
    if model.is_sampled and found[-1] > math.pi / model.period * (1 + 1e-9):
        raise UserError(
            "beyond-nyquist",
            f"{found[-1]:g} rad/s is above the Nyquist frequency {math.pi / model.period:g} rad/s",
            "a sampled model repeats itself there",
        )
    return found


def chosen_frequencies(model: Realisation, *, to_crossings: bool = False) -> Array:
    """`to_crossings` extends the range until the gain passes 1, if it does within a few decades."""
    low, high = _range(model, to_crossings=to_crossings)
    turns = _turns(model, low, high)
    high = min(high, turns[-1]) if len(turns) else high
    count = max(2, round(PER_DECADE * math.log10(high / low)) + 1)
    grid = np.geomspace(low, high, count)
    grid = np.unique(np.concatenate((grid, turns, *(_around(feature) for feature in _features(model)))))
    grid = grid[(grid >= low) & (grid <= high)]
    grid[0], grid[-1] = low, high
    return refined(at_frequencies(model), grid)


def frequencies_of_loop(model: Realisation) -> Array:
    """To all crossings of gain 1, also where delays have turned so often that a curve would show nothing."""
    grid = chosen_frequencies(model, to_crossings=True)
    _, high = _range(model, to_crossings=True)
    if high <= grid[-1]:
        return grid
    rest = np.geomspace(grid[-1], high, max(2, round(PER_DECADE * math.log10(high / grid[-1])) + 1))[1:]
    return np.concatenate((grid, rest))


def ends_of_loop(model: Realisation) -> tuple[tuple[float, complex], ...]:
    """Where the response is real, with its values: at rest, and at the Nyquist frequency or as frequencies grow."""
    at_rest = (0.0, complex(static_gain(model)[0, 0]))
    if model.is_sampled:
        return at_rest, (math.pi / model.period, complex(real_gain(model, -1.0)[0, 0]))
    form = opened(model)
    direct, through = form.D[0, 0], form.D[0, 1:] * form.D[1:, 0]
    if not form.D[:, 1:].any() or not form.D[1:].any():
        return at_rest, (math.inf, complex(direct))
    if len(form.lags) == 1 and not direct and not form.D[1, 1]:
        # It turns for ever, and comes by the negative axis again and again.
        return at_rest, (math.inf, complex(-abs(through[0])))
    return (at_rest,)


def refined(response: Response, grid: Array) -> Array:
    """With frequencies put in between until neighbours differ little, or are close."""
    values = response(grid)
    for _ in range(ROUNDS):
        larger = np.maximum(np.abs(values[1:]), np.abs(values[:-1]))
        with np.errstate(invalid="ignore", divide="ignore"):
            change = np.where(larger > 0.0, np.abs(np.diff(values, axis=0)) / larger, 0.0)
        # Elements that are far below the largest one do not show.
        shows = larger > 1e-9 * np.nanmax(np.where(np.isfinite(larger), larger, 0.0), initial=0.0)
        coarse = np.where(np.isfinite(change) & shows, change, 0.0).max(axis=(1, 2), initial=0.0) > LARGEST_CHANGE
        coarse &= grid[1:] > grid[:-1] * (1 + 1e-7)
        places = np.flatnonzero(coarse)
        if not len(places) or len(grid) + len(places) > MOST_POINTS:
            break
        middles = np.sqrt(grid[places] * grid[places + 1])
        grid = np.insert(grid, places + 1, middles)
        values = np.insert(values, places + 1, response(middles), axis=0)
    # On a pole there is nothing to show.
    return grid[np.isfinite(values).all(axis=(1, 2))]


def _features(model: Realisation) -> ComplexArray:
    """Poles, zeros and the rates of delays, as continuous ones; those at zero or infinity have no frequency."""
    form = opened(model)
    found: list[ComplexArray] = [poles(model)]
    if len(model.inputs) == len(model.outputs) and not form.lags:
        found.append(zeros(model))
    s: ComplexArray = np.concatenate(found)
    if model.is_sampled:
        s = (np.append(np.log(s[np.abs(s) > 1e-12]), math.pi) / model.period).astype(np.complex128)
    rates = [complex(rate / lag) for lag in form.lags for rate in (1.0, math.pi)]
    s = np.concatenate((s, np.array(rates, dtype=np.complex128)))
    scale = np.abs(s).max(initial=0.0)
    s = s[np.abs(s) > 1e-9 * scale]
    return s if len(s) else np.ones(1, dtype=np.complex128)


def _turns(model: Realisation, low: float, high: float) -> Array:
    """Points at which a delay turns by half a radian each: farther apart, whole turns would be lost."""
    if not model.delays:
        return np.zeros(0)
    spacing = 0.5 / sum(model.delays)
    return np.asarray(low + spacing * np.arange(min(math.ceil((high - low) / spacing), MOST_TURNS) + 1))


def _around(feature: complex) -> Array:
    """Points as dense as a resonance is narrow."""
    centre, width = abs(feature.imag), abs(feature.real)
    if centre == 0.0 or width > 0.3 * centre:
        return np.zeros(0)
    offsets = max(width, 1e-7 * centre) * np.sinh(
        np.linspace(0.0, math.asinh(0.5 * centre / max(width, 1e-7 * centre)), 25)
    )
    return np.concatenate((centre - offsets, centre + offsets))


def _range(model: Realisation, *, to_crossings: bool) -> tuple[float, float]:
    sizes = np.abs(_features(model))
    nyquist = math.pi / model.period if model.is_sampled else math.inf
    low, high = 10.0 ** math.floor(math.log10(sizes.min()) - 0.7), 10.0 ** math.ceil(math.log10(sizes.max()) + 0.7)
    low, high = min(low, nyquist / 100), min(high, nyquist)
    is_loop = len(model.inputs) == len(model.outputs) == 1
    return _extended(model, low, high) if to_crossings and is_loop else (low, high)


def _extended(model: Realisation, low: float, high: float) -> tuple[float, float]:
    """Until the gain is on the same side of 1 as at the ends."""
    response = at_frequencies(model)
    rest, *last = (abs(value) for _, value in ends_of_loop(model))

    def gain(frequency: float) -> float:
        return float(np.abs(response(np.array([frequency]))).max())

    for _ in range(_FARTHEST):
        if model.is_sampled or not last or not _is_between(1.0, gain(high), last[0]):
            break
        high *= 10
    for _ in range(_FARTHEST):
        if not _is_between(1.0, gain(low), rest):
            break
        low /= 10
    return low, high


def _is_between(value: float, one: float, other: float) -> bool:
    return (one - value) * (other - value) < 0.0 if one != math.inf != other else one < value or other < value
