"""Starts -> the best point that searches from them find; all searches advance together, so that runs share lanes."""

from collections.abc import Generator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simnon.program import Array
from simnon.source import frozen

from ..points import Answer, Solution, solving
from .problem import FitProblem
from .residuals import Residuals

STEP, GAIN = 1e-9, 1e-12
"""A step this small, or a loss that decreases by no more than this fraction, ends the search."""
Found = TypeVar("Found")
Walk = Generator[Array, Answer, Found]
"""Yields points, is sent what the runs there give, and returns what it found."""


@frozen
class Minimum:
    """`loss` is the sum of the losses of all residuals."""

    point: Array
    loss: float


def minimum_from(problem: FitProblem, start: Array, is_free: NDArray[np.bool_] | None = None) -> Walk[Minimum | None]:
    """The search from `start`; unknowns that are not free keep their values. None if the first run fails."""
    chosen: slice | NDArray[np.bool_] = slice(None) if is_free is None else is_free
    low, high = problem.low[chosen], problem.high[chosen]
    search = solving(start[chosen], problem.scales[chosen], low, high, tolerance=STEP, gain=GAIN)
    point, is_first = start.copy(), True
    try:
        part = next(search)
        while True:
            point[chosen] = part
            answer = yield point.copy()
            if answer is None and is_first:
                return None
            is_first = False
            part = search.send(None if answer is None else (answer[0], answer[1][:, chosen]))
    except StopIteration as end:
        found: Solution = end.value
    point[chosen] = found.unknowns
    return Minimum(point, float(found.residuals @ found.residuals))


def advance_together(walks: Sequence[Walk[Found]], residuals: Residuals) -> list[Found]:
    """What each walk returns."""
    results: dict[int, Found] = {}
    points = {i: next(walk) for i, walk in enumerate(walks)}
    while points:
        answers = residuals.at_many(list(points.values()))
        asked, points = list(points), {}
        for i, answer in zip(asked, answers, strict=True):
            try:
                points[i] = walks[i].send(answer)
            except StopIteration as end:
                results[i] = end.value
    return [results[i] for i in range(len(walks))]
