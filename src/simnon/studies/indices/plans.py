"""Distributions -> the members of a study of sensitivity: pairs of samples that exchange a column, or random paths.

A Sobol plan has samples A and B and, for each name, A with that column of B (Saltelli et al., 2010). A Morris plan has
paths on a grid of levels along which one name changes at a time (Morris, 1991).
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import arguments, frozen, resources

from ..designs import Listed, check_distributions, draw_shares, rows_at
from ..distributions import HasQuantiles

SOBOL, MORRIS = "sobol", "morris"
LEVELS = 4
"""Of a Morris plan: each name takes so many values, from one end of its range to the other."""
TAIL = 0.025
"""A distribution without ends has its range between two quantiles."""


@frozen
class IndexPlan:
    """`design` has the members of each sample, or path, one block after another."""

    kind: str
    names: tuple[str, ...]
    design: Listed
    count: int
    """Of the samples, or paths."""
    order: NDArray[np.int64]
    """Of a Morris plan: which name changes at each step of each path."""
    steps: Array
    """By how much of its range."""


def sobol_plan(distributions: Mapping[str, HasQuantiles], count: int, seed: int) -> IndexPlan:
    """`count` is rounded up to a power of two, for which the points are balanced; it takes count*(names + 2) runs."""
    check_distributions(distributions)
    width = len(distributions)
    count = 2 ** math.ceil(math.log2(arguments.integer(count, "count", least=2)))
    _check_size(count * (width + 2), width)
    shares = draw_shares(2 * width, count, arguments.integer(seed, "seed"), "sobol")
    first, second = shares[:, :width], shares[:, width:]
    mixed = []
    for column in range(width):
        mixed.append(first.copy())
        mixed[-1][:, column] = second[:, column]
    rows = rows_at(distributions, np.concatenate([first, second, *mixed]))
    empty = np.zeros((0, 0))
    return IndexPlan(
        SOBOL, tuple(distributions), Listed(tuple(distributions), rows, SOBOL), count, empty.astype(np.int64), empty
    )


def morris_plan(distributions: Mapping[str, HasQuantiles], count: int, seed: int) -> IndexPlan:
    """`count` paths, each with one run more than there are names."""
    check_distributions(distributions)
    width = len(distributions)
    count = arguments.integer(count, "count", least=2)
    _check_size(count * (width + 1), width)
    generator = np.random.default_rng(arguments.integer(seed, "seed") % 2**64)
    jump = LEVELS // 2
    # A start in the lower half goes up by half the range, one in the upper half goes down.
    starts = generator.integers(0, LEVELS, (count, width))
    steps = np.where(starts < jump, jump, -jump)
    order = np.argsort(generator.random((count, width)), axis=1)
    levels = np.repeat(starts[:, None, :], width + 1, axis=1)
    for path in range(count):
        for step in range(width):
            name = order[path, step]
            levels[path, step + 1 :, name] += steps[path, name]
    margins = np.array([_margin(distribution) for distribution in distributions.values()])
    shares = margins + (1.0 - 2.0 * margins) * levels.reshape(-1, width) / (LEVELS - 1)
    rows = rows_at(distributions, shares)
    return IndexPlan(
        MORRIS,
        tuple(distributions),
        Listed(tuple(distributions), rows, MORRIS),
        count,
        order,
        np.take_along_axis(steps, order, axis=1) / (LEVELS - 1),
    )


def _margin(distribution: HasQuantiles) -> float:
    """The probability beyond each end of the range: none if the distribution has ends."""
    with np.errstate(all="ignore"):
        ends = np.asarray(distribution.ppf(np.array([0.0, 1.0])), dtype=np.float64)
    return 0.0 if np.isfinite(ends).all() else TAIL


def _check_size(members: int, width: int) -> None:
    resources.check_memory(5 * 8.0 * members * width, f"{members:,} members", "give a smaller count")
