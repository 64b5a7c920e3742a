"""DATA: the distributions of sampled parameters; scipy does the arithmetic."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from simnon.program import Array
from simnon.source import UserError, arguments, frozen, nearest, require

ROWS_AT_A_TIME = 2**18


class HasQuantiles(Protocol):
    """The interface of a distribution; those of scipy have it."""

    def ppf(self, share: Any) -> Any: ...


@frozen
class Distribution:
    """A distribution of Simnon, by name and numbers, so that it can be shown, stored and compared."""

    name: str
    numbers: tuple[float, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{number:.12g}' for number in self.numbers)})"

    def ppf(self, share: Array) -> Array:
        """The value that is not exceeded with the probability `share`."""
        stats = require("scipy.stats", "a sample", "studies")
        return np.asarray(_scipy(stats, self).ppf(share), dtype=np.float64)


def normal(mean: float, deviation: float) -> Distribution:
    return _checked("normal", (mean, deviation), lambda _, deviation: deviation > 0)


def uniform(low: float, high: float) -> Distribution:
    return _checked("uniform", (low, high), lambda low, high: low < high)


def lognormal(median: float, factor: float) -> Distribution:
    """Two thirds of the values lie between the median divided and multiplied by `factor`."""
    return _checked("lognormal", (median, factor), lambda median, factor: median > 0 and factor > 1)


def loguniform(low: float, high: float) -> Distribution:
    return _checked("loguniform", (low, high), lambda low, high: 0 < low < high)


def triangular(low: float, peak: float, high: float) -> Distribution:
    return _checked("triangular", (low, peak, high), lambda low, peak, high: low <= peak <= high and low < high)


DISTRIBUTIONS: Mapping[str, Callable[..., Distribution]] = {
    "normal": normal,
    "uniform": uniform,
    "lognormal": lognormal,
    "loguniform": loguniform,
    "triangular": triangular,
}


def distribution_named(name: str, numbers: tuple[float, ...]) -> Distribution:
    make = DISTRIBUTIONS.get(name.casefold())
    if make is None:
        near = nearest(name, DISTRIBUTIONS)
        hint = f"did you mean {near}?" if near else f"the distributions are {', '.join(DISTRIBUTIONS)}"
        raise UserError("bad-distribution", f"there is no distribution '{name}'", hint)
    expected = 3 if make is triangular else 2
    if len(numbers) != expected:
        raise UserError("bad-distribution", f"{name} takes {expected} numbers, not {len(numbers)}")
    return make(*numbers)


def spread(distribution: HasQuantiles, shares: Array) -> Array:
    """The quantiles for all shares, in blocks, so that intermediate arrays stay small."""
    values = np.empty(len(shares))
    for first in range(0, len(shares), ROWS_AT_A_TIME):
        part = slice(first, first + ROWS_AT_A_TIME)
        values[part] = distribution.ppf(shares[part])
    return values


def _checked(name: str, given: tuple[float, ...], is_good: Callable[..., bool]) -> Distribution:
    numbers = tuple(arguments.number(each, f"a number of {name}") for each in given)
    if not (is_good(*numbers) and all(np.isfinite(numbers))):
        shown = ", ".join(f"{number:g}" for number in numbers)
        raise UserError("bad-distribution", f"invalid distribution {name}({shown})", _EXPECTED[name])
    return Distribution(name, numbers)


_EXPECTED = {
    "normal": "the second number is the standard deviation and must be positive",
    "uniform": "give the lower end first",
    "lognormal": "give a positive median and a factor above 1",
    "loguniform": "give the lower end, which must be positive, first",
    "triangular": "give the lower end, the peak and the upper end, in this order",
}


def _scipy(stats: Any, distribution: Distribution) -> Any:
    first, *others = distribution.numbers
    match distribution.name:
        case "normal":
            return stats.norm(first, others[0])
        case "uniform":
            return stats.uniform(first, others[0] - first)
        case "lognormal":
            return stats.lognorm(np.log(others[0]), scale=first)
        case "loguniform":
            return stats.loguniform(first, others[0])
        case _:
            peak, high = others
            return stats.triang((peak - first) / (high - first), first, high - first)
