"""An augmented Lagrangian -> its minimum within the bounds, by quasi-Newton steps in a trust region.

The curvature of the penalties is known from the slopes of the constraints; only that of the Lagrangian itself is
learnt from step to step (BFGS, damped as in Powell 1978). So it stays useful when multipliers and penalties change.
"""

from typing import Any

import numpy as np

from simnon.program import Array

from .lagrangian import Lagrangian, LocalModel

_GOOD, _POOR = 0.75, 0.1
"""A step that gains this fraction of what was predicted lets the region grow; one that gains less is not taken."""
_DAMPED = 0.2
_RIDGE = 1e-13
"""Keeps a curvature positive that large penalties would round to zero."""


class QuasiNewton:
    """The point that was reached, and what has been learnt on the way."""

    def __init__(self, optimize: Any, lagrangian: Lagrangian, steps: Array) -> None:
        self.optimize, self.lagrangian, self.steps = optimize, lagrangian, steps
        self.radius = 1.0
        self._curvature = np.eye(len(steps))

    def descend(self, last: float) -> bool:
        """Take steps until they are shorter than `last`; False if the slope is unknown here."""
        self.radius = max(self.radius, 10.0 * last)
        local = self.lagrangian.around(self.steps)
        while np.all(np.isfinite(local.slopes)):
            hessian = self._curvature + local.curvature_of_penalties
            step = self._step(local.slope, hessian)
            length = float(np.max(np.abs(step)))
            if length <= last:
                self.steps = min(self.steps, self.steps + step, key=self.lagrangian)
                return True
            predicted = -(local.slope @ step + 0.5 * step @ hessian @ step)
            gain = (local.value - self.lagrangian(self.steps + step)) / predicted
            ahead = self.lagrangian.around(self.steps + step) if gain > _POOR else None
            if ahead is None or not np.all(np.isfinite(ahead.slopes)):
                self.radius = 0.25 * length
                continue
            if gain > _GOOD and length > 0.99 * self.radius:
                self.radius *= 2.0
            self._learn(step, local, ahead)
            self.steps, local = self.steps + step, ahead
        return False

    def _step(self, slope: Array, hessian: Array) -> Array:
        """To the minimum of the quadratic model within the bounds and the region."""
        search = self.lagrangian.search
        low = np.maximum(search.lowest - self.steps, -self.radius)
        high = np.minimum(search.highest - self.steps, self.radius)
        root = np.linalg.cholesky(hessian + _RIDGE * np.trace(hessian) * np.eye(len(slope)))
        found = self.optimize.lsq_linear(root.T, -np.linalg.solve(root, slope), (low, high), method="bvls")
        return np.asarray(np.clip(found.x, low, high), dtype=np.float64)

    def _learn(self, step: Array, before: LocalModel, after: LocalModel) -> None:
        """BFGS, with the change of slope drawn towards what was expected if the curvature would become negative."""
        change = after.slope_with(after.shifted) - before.slope_with(after.shifted)
        expected = self._curvature @ step
        size = float(step @ expected)
        found = float(step @ change)
        if found < _DAMPED * size:
            part = (1.0 - _DAMPED) * size / (size - found)
            change = part * change + (1.0 - part) * expected
            found = float(step @ change)
        self._curvature += np.outer(change, change) / found - np.outer(expected, expected) / size
