"""A kernel of an integral -> a sum of exponentials, whose integrals are states.

t^-m is the integral of exp(m*y - t*exp(y)) over all y, divided by Gamma(m); the trapezoidal rule makes it a sum of
exponentials. Any other kernel is fitted at points of time by least squares, with given rates. What happens faster than
the fastest exponential is an immediate part; what is slower than the slowest is one exponential more. A smooth kernel
that does not decay from the beginning, such as one with a maximum, is a sum of damped sines and cosines.
"""

import math
from collections.abc import Callable, Sequence

from simnon.source import frozen

_SPACING = 0.7
"""Of the logarithms of the rates for a power; the trapezoidal rule then has the error 1e-6."""
_FINE_SPACING = 0.35
"""For a fit, in which neighbouring exponentials must tell apart what the kernel does."""
_FASTEST, _SLOWEST = 200.0, 0.02
"""Rates, relative to those of a step and of the run."""
_POINTS = 300
_RIDGE = 1e-9
_NEAREST = 0.01
"""The first point of a fit, relative to a step."""


_DECAY = 7.0
"""Damped waves have decreased by so many powers of e when the kernel ends."""
_WAVES = 14
_WAVE_POINTS, _LATE_POINTS = 200, 40
_REST = 1e-7
"""The part of a kernel that is left when it ends."""


@frozen
class Wave:
    """(cosine*cos(frequency*t) + sine*sin(frequency*t)) * exp(-rate*t)."""

    cosine: float
    sine: float
    rate: float
    frequency: float


@frozen
class ExponentialSum:
    """The sum of amplitude*exp(-rate*t), and `immediate` times a pulse at 0; `error` is relative."""

    amplitudes: tuple[float, ...]
    rates: tuple[float, ...]
    immediate: float
    error: float


def power_law(power: float, step: float, total: float) -> ExponentialSum:
    """t^-power, for 0 < power < 1."""
    first, last = math.log(_SLOWEST / total), math.log(_FASTEST / step)
    places = [first + i * _SPACING for i in range(math.ceil((last - first) / _SPACING) + 1)]
    scale = 1.0 / math.gamma(power)
    amplitudes = [scale * _SPACING * math.exp(power * y) for y in places]
    slow = amplitudes[0] * _beyond(power)
    slow_rate = amplitudes[0] * math.exp(places[0]) * _beyond(power + 1.0) / slow
    immediate = amplitudes[-1] / math.exp(places[-1]) * _beyond(1.0 - power)
    return ExponentialSum((slow, *amplitudes), (slow_rate, *(math.exp(y) for y in places)), immediate, 0.0)


def _beyond(power: float) -> float:
    """The sum over the places beyond the first or the last one, relative to its term: a geometric series."""
    return 1.0 / math.expm1(power * _SPACING)


def fitted(kernel: Callable[[float], float], power: float, step: float, total: float) -> ExponentialSum:
    """kernel(t) * t^-power from a hundredth of a step to `total`."""
    first, last = math.log(_SLOWEST / total), math.log(_FASTEST / step)
    count = math.ceil((last - first) / _FINE_SPACING) + 1
    rates = [math.exp(first + i * _FINE_SPACING) for i in range(count)]
    begin = math.log(_NEAREST * step)
    distance = (math.log(total) - begin) / (_POINTS - 1)
    times = [math.exp(begin + i * distance) for i in range(_POINTS)]
    values = [kernel(t) * t**-power for t in times]
    # At times that are equally far apart in their logarithm, a time stands for an interval as long as itself.
    rows = [[math.sqrt(t) * math.exp(-rate * t) for rate in rates] for t in times]
    rows += [[_RIDGE * (i == k) for k in range(count)] for i in range(count)]
    wanted = [math.sqrt(t) * value for t, value in zip(times, values, strict=True)] + [0.0] * count
    amplitudes = least_squares(rows, wanted)
    left = [
        value - sum(a * math.exp(-rate * t) for a, rate in zip(amplitudes, rates, strict=True))
        for t, value in zip(times, values, strict=True)
    ]
    size = sum(abs(value) * t for t, value in zip(times, values, strict=True)) or 1.0
    error = sum(abs(value) * t for t, value in zip(times, left, strict=True)) / size
    near = times[0]
    passed = sum(a / rate * (1.0 - math.exp(-rate * near)) for a, rate in zip(amplitudes, rates, strict=True))
    immediate = kernel(0.5 * near) * near ** (1.0 - power) / (1.0 - power) - passed
    return ExponentialSum(tuple(amplitudes), tuple(rates), immediate, error)


def damped_waves(kernel: Callable[[float], float], total: float) -> tuple[tuple[Wave, ...], float]:
    """The kernel from 0 to `total` as a sum of waves, and the error of the sum, which is relative."""
    end = _end_of(kernel, total)
    last = min(2.0 * end, total)
    times = [last * i / _WAVE_POINTS for i in range(_WAVE_POINTS + 1)]
    widths = [last / _WAVE_POINTS] * len(times)
    if total > last:
        times += [last + (total - last) * (i + 1) / _LATE_POINTS for i in range(_LATE_POINTS)]
        widths += [(total - last) / _LATE_POINTS] * _LATE_POINTS
    rate, step = _DECAY / end, math.pi / end
    shapes = [(math.cos, k * step) for k in range(_WAVES + 1)] + [(math.sin, k * step) for k in range(1, _WAVES + 1)]
    columns = [[math.exp(-rate * t) * wave(frequency * t) for t in times] for wave, frequency in shapes]
    values, weights = [kernel(t) for t in times], [math.sqrt(width) for width in widths]
    rows = [[weight * column[i] for column in columns] for i, weight in enumerate(weights)]
    rows += [[_RIDGE * (i == k) for k in range(len(shapes))] for i in range(len(shapes))]
    found = least_squares(rows, [w * v for w, v in zip(weights, values, strict=True)] + [0.0] * len(shapes))
    left = [
        value - sum(a * column[i] for a, column in zip(found, columns, strict=True)) for i, value in enumerate(values)
    ]
    size = sum(abs(value) * width for value, width in zip(values, widths, strict=True)) or 1.0
    error = sum(abs(value) * width for value, width in zip(left, widths, strict=True)) / size
    sines = [0.0, *found[_WAVES + 1 :]]
    return tuple(Wave(found[k], sines[k], rate, k * step) for k in range(_WAVES + 1)), error


def _end_of(kernel: Callable[[float], float], total: float) -> float:
    """The time after which nearly nothing is left of the kernel."""
    count = 10 * _WAVE_POINTS
    sizes = [abs(kernel(total * i / count)) for i in range(count + 1)]
    left, allowed = 0.0, _REST * sum(sizes)
    for i in range(count, 0, -1):
        left += sizes[i]
        if left > allowed:
            return total * i / count
    return total / count


def least_squares(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """The x that makes rows*x - wanted as small as possible, by reflections of Householder (1958)."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    right = list(wanted)
    count = len(columns)
    for k in range(count):
        column = columns[k]
        length = math.sqrt(sum(v * v for v in column[k:]))
        if length == 0.0:
            continue
        mirror = column[k:]
        mirror[0] += math.copysign(length, mirror[0])
        scale = 2.0 / sum(v * v for v in mirror)
        for other in (*columns[k:], right):
            factor = scale * sum(v * w for v, w in zip(mirror, other[k:], strict=True))
            other[k:] = [w - factor * v for v, w in zip(mirror, other[k:], strict=True)]
    solution = [0.0] * count
    for k in range(count - 1, -1, -1):
        known = sum(columns[j][k] * solution[j] for j in range(k + 1, count))
        solution[k] = (right[k] - known) / columns[k][k] if columns[k][k] else 0.0
    return solution
