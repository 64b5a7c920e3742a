"""The augmented Lagrangian of a search: its value, its slope, and what its minimum says about the multipliers."""

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from .search import Search


@frozen
class LocalModel:
    """Around a point: the value, the slopes of loss and constraints, and the multipliers that are in effect there."""

    value: float
    slopes: Array
    shifted: Array
    penalties: Array
    """Zero for an inequality that is satisfied."""

    @property
    def slope(self) -> Array:
        return self.slope_with(self.shifted)

    def slope_with(self, multipliers: Array) -> Array:
        """The slope of the Lagrangian with given multipliers."""
        return np.asarray(self.slopes[0] + self.slopes[1:].T @ multipliers)

    @property
    def curvature_of_penalties(self) -> Array:
        jacobian = self.slopes[1:]
        return jacobian.T @ (self.penalties[:, None] * jacobian)


class Lagrangian:
    """With the present multipliers and the present penalty; both in the units of the search."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.multipliers = np.zeros(search.problem.constraints)
        self.penalty = 1.0

    def __call__(self, steps: Array) -> float:
        added = self._shifted(steps) ** 2 - self.multipliers**2
        return self.search.loss(steps) + float(np.sum(added)) / (2.0 * self.penalty)

    def around(self, steps: Array) -> LocalModel:
        """With all slopes."""
        shifted = self._shifted(steps)
        penalties = np.full(len(shifted), self.penalty)
        inequalities = self.search.problem.inequalities
        penalties[:inequalities][shifted[:inequalities] <= 0.0] = 0.0
        return LocalModel(self(steps), self.search.slopes(steps), shifted, penalties)

    def _shifted(self, steps: Array) -> Array:
        inequalities = self.search.problem.inequalities
        shifted = self.multipliers + self.penalty * self.search.values(steps)[1:]
        shifted[:inequalities] = np.maximum(shifted[:inequalities], 0.0)
        return shifted

    def update_multipliers(self, steps: Array) -> tuple[float, float]:
        """At a minimum; the largest change of a constraint that the new ones ask for, and as a fraction of its size."""
        search, shifted = self.search, self._shifted(steps)
        change = np.abs(shifted - self.multipliers) / self.penalty
        self.multipliers = shifted
        search.multipliers = tuple((shifted * search.units[0] / search.units[1:]).tolist())
        sizes = np.array([size or 1.0 for size in search.sizes]) / search.units[1:]
        return float(np.max(change, initial=0.0)), float(np.max(change / sizes, initial=0.0))
