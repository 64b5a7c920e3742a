"""Ranges and distributions -> the numbers of each member: a grid, lists in parallel, or a sample."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from simnon.program import Array
from simnon.source import UserError, arguments, frozen, has_same_fields, nearest, no_hash, require, resources

from .distributions import HasQuantiles, spread

START = "start"
SAMPLINGS = ("random", "latin", "sobol")
_INSIDE = 2.0**-54
"""Shares keep this distance from 0 and 1, where many distributions have no quantile."""


@frozen
class Grid:
    """Every combination of the values of all parameters; the last parameter changes fastest."""

    names: tuple[str, ...]
    axes: tuple[Array, ...] = field(repr=False)

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes)

    def __len__(self) -> int:
        return math.prod(self.shape)

    def numbers(self, first: int, last: int) -> Array:
        """A row for each of these members, a column for each parameter."""
        indices = np.unravel_index(np.arange(first, last), self.shape)
        return np.stack([axis[index] for axis, index in zip(self.axes, indices, strict=True)], axis=1)

    def column(self, name: str) -> Array:
        return self.numbers(0, len(self))[:, self.names.index(name)]

    @property
    def description(self) -> str:
        return "grid"


@frozen
class Listed:
    """A row of numbers for each member, from any source."""

    names: tuple[str, ...]
    rows: Array = field(repr=False)
    description: str = "listed"

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __len__(self) -> int:
        return len(self.rows)

    def numbers(self, first: int, last: int) -> Array:
        """A row for each of these members, a column for each parameter."""
        return self.rows[first:last]

    def column(self, name: str) -> Array:
        return np.asarray(self.rows[:, self.names.index(name)])


Design = Grid | Listed


def variable_of(label: str) -> str:
    """The parameter, or the variable x of an initial value `start(x)`."""
    return label[len(START) + 1 : -1] if label.startswith(f"{START}(") else label


def grid_design(values_of_name: Mapping[str, Sequence[float] | Array]) -> Grid:
    columns = _columns(values_of_name)
    return Grid(tuple(columns), tuple(columns.values()))


def zipped_design(values_of_name: Mapping[str, Sequence[float] | Array]) -> Listed:
    columns = _columns(values_of_name)
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        shown = ", ".join(f"{count} of {name}" for name, count in lengths.items())
        raise UserError(
            "bad-design", f"lists taken in parallel must have the same length, found {shown}", "or use a grid"
        )
    return Listed(tuple(columns), np.stack(list(columns.values()), axis=1), "zipped")


def sampled_design(
    distribution_of_name: Mapping[str, HasQuantiles], count: int, seed: int, design: str = "random"
) -> Listed:
    """`count` members: drawn at random, by a Latin hypercube, or from a scrambled Sobol sequence."""
    count = arguments.integer(count, "count", least=1)
    seed = arguments.integer(seed, "seed")
    if arguments.text(design, "design", f"one of {', '.join(SAMPLINGS)}") not in SAMPLINGS:
        near = nearest(design, SAMPLINGS)
        hint = f"did you mean '{near}'?" if near else f"the designs are {', '.join(SAMPLINGS)}"
        raise UserError("bad-design", f"unknown design '{design}'", hint)
    check_distributions(distribution_of_name)
    what = f"a sample of {count:,} members"
    resources.check_memory(3 * 8.0 * count * len(distribution_of_name), what, "draw fewer members")
    shares = draw_shares(len(distribution_of_name), count, seed, design)
    return Listed(tuple(distribution_of_name), rows_at(distribution_of_name, shares), design)


def check_distributions(distribution_of_name: Mapping[str, HasQuantiles]) -> None:
    """Raise if there is none, or if something else is given in its place."""
    if not distribution_of_name:
        hint = 'give one with its distribution: {"GAIN": uniform(1, 3)}'
        raise UserError("bad-design", "distributions: no parameter is given", hint)
    for name, distribution in distribution_of_name.items():
        if not callable(getattr(distribution, "ppf", None)) or isinstance(distribution, type):
            raise arguments.refusal(f"distributions: '{name}'", "a distribution, such as uniform(1, 3)", distribution)


def rows_at(distribution_of_name: Mapping[str, HasQuantiles], shares: Array) -> Array:
    """The quantiles at the shares, a column for each name."""
    shares = np.clip(shares, _INSIDE, 1.0 - 2.0**-53)
    rows = np.empty_like(shares)
    for i, (name, distribution) in enumerate(distribution_of_name.items()):
        rows[:, i] = _quantiles(name, distribution, shares[:, i])
        if not np.isfinite(rows[:, i]).all():
            raise UserError("bad-distribution", f"the distribution of '{name}' gives numbers that are not finite")
    return rows


def _quantiles(name: str, distribution: HasQuantiles, shares: Array) -> Array:
    try:
        return spread(distribution, shares)
    except (TypeError, ValueError) as error:
        raise UserError("bad-distribution", f"the distribution of '{name}' gives no numbers: {error}") from error


def draw_shares(width: int, count: int, seed: int, design: str) -> Array:
    # Numpy's generators reject negative seeds.
    seed %= 2**64
    if design == "random":
        return np.random.default_rng(seed).random((count, width))
    qmc = require("scipy.stats.qmc", "the design of a sample", "studies")
    if design == "latin":
        return np.asarray(qmc.LatinHypercube(width, rng=seed).random(count))
    # The sequence is balanced only for a power of two; the first `count` points are the same.
    return np.asarray(qmc.Sobol(width, rng=seed).random_base2(max(0, math.ceil(math.log2(count)))))[:count]


def _columns(values_of_name: Mapping[str, Sequence[float] | Array]) -> dict[str, Array]:
    if not values_of_name:
        raise UserError("bad-design", "no parameter is given", 'name one with its values: {"GAIN": [1, 2, 3]}')
    columns = {}
    for name, values in values_of_name.items():
        column = np.array(values, dtype=np.float64, ndmin=1)
        if column.ndim != 1 or not len(column):
            raise arguments.refusal(f"values: '{name}'", "a list of numbers", values)
        if not np.isfinite(column).all():
            raise arguments.refusal(f"values: '{name}'", "finite numbers", column[~np.isfinite(column)][0])
        columns[name] = column
    return columns
