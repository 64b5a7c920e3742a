"""Floquet multipliers -> stability and test functions.

The flow carries the velocity along the orbit around to itself, so one multiplier is one. The computed one nearest to it
is left out of every test, and its distance from one shows how accurate the multipliers are.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simnon.source import frozen

ComplexArray: TypeAlias = npt.NDArray[np.complex128]

ROUNDING, UNRELIABLE = 1e-10, 0.1
"""Of the trivial multiplier: what a mesh cannot improve, relative to the largest one; what makes signs doubtful."""
ON_CIRCLE = 1e-4
"""A located multiplier, or pair, is this close to the unit circle."""


@frozen
class Floquet:
    """`multipliers`, the largest first, without the trivial one; `error` is that one's distance from one."""

    multipliers: ComplexArray
    error: float

    @property
    def _own_error(self) -> float:
        """Near a fold a second multiplier is one, and each of the two has the root of the error."""
        others = np.abs(self.multipliers[np.isfinite(self.multipliers)] - 1.0)
        return self.error * min(1.0, float(others.min(initial=1.0)))

    @property
    def defect(self) -> float:
        """The error that a finer mesh can reduce: not rounding beside very large multipliers."""
        largest = float(np.abs(self.multipliers).max(initial=1.0))
        return self._own_error if self._own_error > ROUNDING * largest else 0.0

    @property
    def is_reliable(self) -> bool:
        """Whether signs of test functions can be trusted."""
        return self._own_error < UNRELIABLE

    @property
    def is_stable(self) -> bool:
        return bool((np.abs(self.multipliers) < 1.0).all())

    def doubling(self) -> float:
        """Changes its sign if a real multiplier passes -1."""
        finite = self.multipliers[np.isfinite(self.multipliers)]
        return float(np.prod((1.0 + finite) / (1.0 + np.abs(finite))).real)

    def has_doubling(self) -> bool:
        """The function for `doubling` can also jump: beside very large multipliers, rounding decides their sign."""
        return bool((np.abs(self.multipliers + 1.0) < ON_CIRCLE).any())

    def torus(self) -> float:
        """Changes its sign if a complex pair passes the unit circle; nan if there is none."""
        sizes = np.abs(self.multipliers[self.multipliers.imag > 0.0])
        sizes = sizes[np.isfinite(sizes)]
        return float(np.prod((sizes - 1.0) / (sizes + 1.0))) if len(sizes) else np.nan

    def has_pair_on_circle(self) -> bool:
        """The function for `torus` can also jump: two real multipliers become a pair."""
        sizes = np.abs(self.multipliers[self.multipliers.imag > 0.0])
        return bool((np.abs(sizes - 1.0) < ON_CIRCLE).any())

    def angle(self) -> float:
        """By which the pair nearest to the unit circle turns in a period."""
        pairs = self.multipliers[self.multipliers.imag > 0.0]
        return float(np.angle(pairs[np.argmin(np.abs(np.abs(pairs) - 1.0))]))


def without_trivial(multipliers: ComplexArray) -> Floquet:
    """Multipliers that are not finite, after infinitely strong growth, are the largest."""
    distances = np.abs(np.where(np.isfinite(multipliers), multipliers, np.inf) - 1.0)
    trivial = int(np.argmin(distances))
    return Floquet(np.delete(multipliers, trivial), float(distances[trivial]))
