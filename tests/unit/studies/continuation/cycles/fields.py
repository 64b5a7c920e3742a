"""Vector fields with known periodic orbits, and one parameter."""

import numpy as np

from simnon.program import Array


class WrittenField:
    """Derivatives by complex steps, exact to rounding."""

    def values(self, states: Array, parameters: Array) -> Array:
        raise NotImplementedError

    def derivatives(self, states: Array, parameters: Array) -> Array:
        both = np.concatenate((states, parameters), axis=1).astype(complex)
        count = states.shape[1]
        columns = []
        for i in range(both.shape[1]):
            moved = both.copy()
            moved[:, i] += 1e-30j
            columns.append(self.values(moved[:, :count], moved[:, count:]).imag / 1e-30)
        return np.stack(columns, axis=2)


class VanDerPol(WrittenField):
    def values(self, states: Array, parameters: Array) -> Array:
        x, y = states.T
        return np.stack((y, parameters[:, 0] * (1 - x * x) * y - x), axis=1)


class Radial(WrittenField):
    """A round orbit that turns once in 2 pi: `growth(mu, r^2)` is the relative growth of the radius.

    A second part, not coupled to it, is added by `others`.
    """

    def growth(self, mu: Array, square: Array) -> Array:
        return mu - square

    def others(self, states: Array, mu: Array) -> tuple[Array, ...]:  # noqa: ARG002  for subclasses
        return ()

    def values(self, states: Array, parameters: Array) -> Array:
        x, y = states.T[:2]
        mu = parameters[:, 0]
        growth = self.growth(mu, x * x + y * y)
        return np.stack((growth * x - y, x + growth * y, *self.others(states.T[2:], mu)), axis=1)


class Lorenz(WrittenField):
    def values(self, states: Array, parameters: Array) -> Array:
        x, y, z = states.T
        return np.stack((10 * (y - x), parameters[:, 0] * x - y - x * z, x * y - 8 / 3 * z), axis=1)


class Roessler(WrittenField):
    def values(self, states: Array, parameters: Array) -> Array:
        x, y, z = states.T
        return np.stack((-y - z, x + 0.2 * y, 0.2 + z * (x - parameters[:, 0])), axis=1)
