"""A field and an orbit -> the equations of a periodic orbit there: collocation at Gauss points, and integrals."""

from functools import cached_property
from typing import Protocol

import numpy as np

from simnon.program import Array
from simnon.source import frozen

from .condensing import Condensed
from .profile import Profile, summed


class HasField(Protocol):
    def values(self, states: Array, parameters: Array) -> Array: ...

    def derivatives(self, states: Array, parameters: Array) -> Array: ...


@frozen
class Orbit:
    """A closed curve, how long one round takes, and the parameters with which the flow follows it."""

    profile: Profile
    period: float
    parameters: Array

    def on(self, mesh: Array) -> "Orbit":
        """The same orbit on another mesh."""
        return Orbit(self.profile.on(mesh), self.period, self.parameters)

    def unknowns(self) -> Array:
        """All numbers in a row."""
        return np.concatenate((self.profile.values.ravel(), [self.period], self.parameters))


class Collocation:
    """The equations `du/ds = period f(u)` at the Gauss points, multiplied by the lengths of the intervals."""

    def __init__(self, field: HasField, orbit: Orbit) -> None:
        self.orbit, self._field = orbit, field
        self._points = orbit.profile.at_points
        self._lengths = orbit.profile.lengths[:, None, None]

    @cached_property
    def _velocities(self) -> Array:
        return self._field.values(*self._arguments).reshape(self._points.shape)

    @cached_property
    def residuals(self) -> Array:
        profile = self.orbit.profile
        slopes = profile.basis.slopes @ profile.pieces
        return np.asarray(slopes - self._lengths * self.orbit.period * self._velocities).ravel()

    def condensed(self, right: Array) -> Condensed:
        """The linear equations for a change of the orbit; the numbers are the period and the parameters."""
        blocks, columns = self._jacobian
        return Condensed(blocks, columns, right.reshape(blocks.shape[:2]))

    @cached_property
    def _jacobian(self) -> tuple[Array, Array]:
        profile = self.orbit.profile
        basis, (count, m, n) = profile.basis, self._points.shape
        by = self._field.derivatives(*self._arguments).reshape(count, m, n, -1)
        scaled = self._lengths[..., None] * self.orbit.period * by
        blocks = -basis.values[:, None, :, None] * scaled[:, :, :, None, :n]
        diagonal = np.arange(n)
        blocks[:, :, diagonal, :, diagonal] += basis.slopes
        columns = -np.concatenate(((self._lengths * self._velocities)[..., None], scaled[..., n:]), axis=3)
        return blocks.reshape(count, m * n, (m + 1) * n), columns.reshape(count, m * n, -1)

    @property
    def _arguments(self) -> tuple[Array, Array]:
        states, parameters = self._points.reshape(-1, self._points.shape[2]), self.orbit.parameters
        return states, np.broadcast_to(parameters, (len(states), len(parameters)))


def inner_row(profile: Profile, at_points: Array, scales: Array) -> Array:
    """The integral of a curve times a function given at the Gauss points, as coefficients of the curve's values."""
    basis = profile.basis
    weighted = profile.lengths[:, None, None] * basis.weights[:, None] * (at_points / scales**2)
    return summed(basis.values.T @ weighted)
