"""DATA: one number computed from the records of a run: `max(H)`, `at(H, 5)`, `when(H > 3)`; and how.

The arithmetic is that of `kernels.ensemble`, operation by operation, so that a single run and a member of an ensemble
in lanes give bit-identical numbers.
"""

import math
from collections.abc import Sequence

import numpy as np

from simnon.program import Array
from simnon.source import frozen

FUNCTIONS = ("final", "min", "max", "mean", "integral", "at", "when", "ever")
COMPARED = ("when", "ever")
ALWAYS_THERE = ("final", "min", "max", "mean", "integral")
"""Numbers that every completed run has."""
RELATIONS = ("<", "<=", ">", ">=")
FINAL = "final"
SAME_TIME = 1e-9
"""A time is on the grid of records if it differs by less than this fraction of their spacing."""


@frozen
class Reduction:
    """`variable` by its full name; `number` is the time of `at`, or the number it is compared with."""

    function: str
    variable: str
    number: float = math.nan
    relation: str = ""

    @property
    def label(self) -> str:
        match self.function:
            case "at":
                return f"at({self.variable}, {self.number:.12g})"
            case "when" | "ever":
                return f"{self.function}({self.variable} {self.relation} {self.number:.12g})"
            case _:
                return f"{self.function}({self.variable})"


def reduce_rows(rows: Array, columns: Sequence[str], reductions: Sequence[Reduction]) -> list[float]:
    """The numbers of a run whose records are `rows`: the time, then `columns`. Not `final`: a record can end earlier.

    Without a record the number is nan: a value at a time that was not reached, the time of an event that never occurs.
    """
    index_of_column = {name: i + 1 for i, name in enumerate(columns)}
    if not len(rows):
        return [0.0 if each.function == "ever" else math.nan for each in reductions]
    return [_reduced(rows[:, 0], rows[:, index_of_column[each.variable]], each) for each in reductions]


def _reduced(t: Array, y: Array, reduction: Reduction) -> float:
    match reduction.function:
        case "min":
            return float(np.fmin.reduce(y)) + 0.0
        case "max":
            return float(np.fmax.reduce(y)) + 0.0
        case "integral":
            return _integral(t, y)
        case "mean":
            span = float(t[-1] - t[0])
            return _integral(t, y) / span if span else float(y[-1])
        case "at":
            found = np.flatnonzero(t == reduction.number)
            return float(y[found[-1]]) if len(found) else math.nan
        case "when":
            return _when(t, y, reduction)
        case _:
            assert reduction.function == "ever"
            return float(not math.isnan(_when(t, y, reduction)))


def _integral(t: Array, y: Array) -> float:
    """Under the straight lines between records, summed in their order."""
    if len(t) < 2:
        return 0.0
    return float(np.cumsum(0.5 * np.diff(t) * (y[:-1] + y[1:]))[-1])


def _when(t: Array, y: Array, reduction: Reduction) -> float:
    """The first time at which the comparison holds; linear between two records."""
    sign = 1.0 if reduction.relation.startswith(">") else -1.0
    above = sign * (y - reduction.number)
    holds = np.flatnonzero(above >= 0.0 if reduction.relation.endswith("=") else above > 0.0)
    if not len(holds):
        return math.nan
    i = int(holds[0])
    if i == 0:
        return float(t[0])
    before, after = float(above[i - 1]), float(above[i])
    return float(t[i - 1]) + (float(t[i]) - float(t[i - 1])) * (before / (before - after))
