"""DATA: what a continuation is asked for, the same for all kinds of branches."""

from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from simnon.program import Array
from simnon.simulation import Simulator
from simnon.source import frozen

from ..points import Point
from .branch import SpecialPoint
from .walk import WalkSettings


@frozen
class BranchRequest:
    """`parameters` have full names; `start` is the labelled point of an earlier branch, if it starts from one.

    `bounds` are pairs for variables at which a branch ends besides the ends of the ranges of parameters.
    """

    simulator: Simulator
    parameters: tuple[str, ...]
    lower: Array
    upper: Array
    point: Point
    start: SpecialPoint | None = None
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    settings: WalkSettings = WalkSettings()
    is_switching: bool = True
    notes: tuple[str, ...] = ()

    def limit_names(self) -> tuple[str, ...]:
        """Why a branch ends: in the order of the values of `limits`."""
        pairs = [
            *((name, (low, high)) for name, low, high in zip(self.parameters, self.lower, self.upper, strict=True)),
            *self.bounds.items(),
        ]
        return tuple(f"{name} has reached {end:g}" for name, ends in pairs for end in ends)

    def limits(self, parameters: Array, others: Sequence[float] | Array) -> Array:
        """How far a point is inside, in ranges: of parameters, and of the variables that have bounds."""
        ends = [*zip(self.lower.tolist(), self.upper.tolist(), strict=True), *self.bounds.values()]
        found: list[float] = []
        for value, (low, high) in zip((*parameters, *others), ends, strict=True):
            size = high - low if np.isfinite(high - low) else max(1.0, abs(low), abs(high))
            found += [(value - low) / size, (high - value) / size]
        return np.array(found)
