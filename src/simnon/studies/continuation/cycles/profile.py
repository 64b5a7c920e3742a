"""A closed curve over one period as a piecewise polynomial, and the mesh that suits it."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from simnon.program import Array

from .basis import Basis, basis_of

FINER = 8
"""Extremes are looked for at so many places between two nodes."""
SMALLEST_DENSITY = 0.1
"""Of mesh intervals, relative to the mean: a part where nothing happens keeps some."""


class Profile:
    """Values at the nodes of all intervals, a row each, over a period of one; the end is the beginning."""

    def __init__(self, mesh: Array, values: Array) -> None:
        self.mesh, self.values = mesh, values
        self.intervals = len(mesh) - 1
        self.basis: Basis = basis_of(len(values) // self.intervals)

    @cached_property
    def lengths(self) -> Array:
        return np.diff(self.mesh)

    @cached_property
    def pieces(self) -> Array:
        """The values of each interval at its nodes, both ends included."""
        return self.values[pieces_of(self.intervals, self.basis.degree)]

    @cached_property
    def nodes(self) -> Array:
        """The times of the rows of `values`."""
        return nodes_of(self.mesh, self.basis.degree)

    @property
    def point_times(self) -> Array:
        """The times of the Gauss points of each interval."""
        return np.asarray(self.mesh[:-1, None] + self.lengths[:, None] * self.basis.points)

    @cached_property
    def at_points(self) -> Array:
        """At the Gauss points of each interval."""
        return self.basis.values @ self.pieces

    @cached_property
    def slopes(self) -> Array:
        """The derivatives by the time at the Gauss points of each interval."""
        return self.basis.slopes @ self.pieces / self.lengths[:, None, None]

    @cached_property
    def ranges(self) -> Array:
        """What each variable covers from its lowest to its highest value."""
        return np.asarray(np.ptp(self.values, axis=0))

    def extremes(self) -> tuple[Array, Array]:
        """The lowest and the highest value of each variable, also between the nodes."""
        places = np.linspace(0.0, 1.0, FINER * self.basis.degree, endpoint=False)
        fine = (self.basis.at(places) @ self.pieces).reshape(-1, self.values.shape[1])
        times = (self.mesh[:-1, None] + self.lengths[:, None] * places).ravel()
        return -highest(times, -fine), highest(times, fine)

    def mean(self) -> Array:
        return np.asarray(np.einsum("i,j,ijn->n", self.lengths, self.basis.weights, self.at_points))

    def at(self, times: Array) -> Array:
        """Values at any times, a row each; the curve repeats itself."""
        phases = np.mod(times, 1.0)
        found = np.clip(np.searchsorted(self.mesh, phases, side="right") - 1, 0, self.intervals - 1)
        basis = self.basis.at((phases - self.mesh[found]) / self.lengths[found])
        return np.asarray(np.einsum("pk,pkn->pn", basis, self.pieces[found]))

    def on(self, mesh: Array) -> "Profile":
        """The same curve on another mesh."""
        return Profile(mesh, self.at(nodes_of(mesh, self.basis.degree)))

    def doubled(self, sign: float = 1.0) -> "Profile":
        """Two rounds in one period, the second with a `sign`."""
        mesh = np.concatenate((self.mesh, 1.0 + self.mesh[1:])) / 2.0
        return Profile(mesh, np.concatenate((self.values, sign * self.values)))

    def errors(self, scales: Array) -> Array:
        """Estimates of the largest error within each interval, in units of `scales` (de Boor 1973).

        The derivative of order m is constant in each interval. Its changes at the ends give the next one, which
        determines how far a polynomial of degree m is from the curve.
        """
        degree = self.basis.degree
        return _error_constant(degree) * (self._next_derivative(scales) * self.lengths ** (degree + 1))

    def _next_derivative(self, scales: Array) -> Array:
        degree, h = self.basis.degree, self.lengths
        top = np.einsum("k,ikn->in", self.basis.top, self.pieces) / (h**degree)[:, None] / scales
        changes = np.abs(np.roll(top, -1, axis=0) - top).max(axis=1)
        at_ends = 2.0 * changes / (h + np.roll(h, -1))
        return np.asarray((at_ends + np.roll(at_ends, 1)) / 2.0)

    def better_mesh(self, scales: Array, intervals: int) -> Array:
        """The mesh on which all intervals have the same error."""
        density = self._next_derivative(scales) ** (1.0 / (self.basis.degree + 1))
        mean = float(density @ self.lengths)
        if mean == 0.0:
            return np.linspace(0.0, 1.0, intervals + 1)
        total = np.concatenate(([0.0], np.cumsum((density + SMALLEST_DENSITY * mean) * self.lengths)))
        found = np.interp(np.linspace(0.0, total[-1], intervals + 1), total, self.mesh)
        found[0], found[-1] = 0.0, 1.0
        return np.asarray(found)


def nodes_of(mesh: Array, degree: int) -> Array:
    """The times of all nodes but the last, which is the first."""
    return np.asarray(mesh[:-1, None] + np.diff(mesh)[:, None] * (np.arange(degree) / degree)).ravel()


def pieces_of(intervals: int, degree: int) -> npt.NDArray[np.int64]:
    """The rows of the nodes of each interval; the last node is the first."""
    rows = np.arange(intervals)[:, None] * degree + np.arange(degree + 1)
    return np.asarray(rows % (intervals * degree))


def summed(coefficients: Array) -> Array:
    """Of a sum over the nodes of all intervals: coefficients of each interval -> coefficients of `values`, in a row."""
    found = coefficients[:, :-1].copy()
    found[:, 0] += np.roll(coefficients[:, -1], 1, axis=0)
    return np.asarray(found.reshape(-1))


def _error_constant(degree: int) -> float:
    """The largest value of the polynomial of degree m + 1 that is zero at the nodes, over (m + 1)!."""
    nodes = np.arange(degree + 1) / degree
    places = np.linspace(0.0, 1.0, 201)
    product = np.abs(np.prod(places[:, None] - nodes, axis=1)).max()
    return float(product / np.prod(np.arange(1.0, degree + 2.0)))


def highest(times: Array, values: Array) -> Array:
    """The highest value of each column, of the parabola through the highest one in it and its neighbours."""
    at = np.argmax(values, axis=0)
    columns = np.arange(values.shape[1])
    before, middle, after = (values[(at + i) % len(times), columns] for i in (-1, 0, 1))
    left, right = (np.mod(times[at] - times[at - 1], 1.0), np.mod(times[(at + 1) % len(times)] - times[at], 1.0))
    rise, fall = (middle - before) / left, (after - middle) / right
    bend = (fall - rise) / (left + right)
    slope = rise + bend * left
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = np.where(bend < 0.0, -(slope**2) / (4.0 * bend), 0.0)
    return np.asarray(middle + gain)
