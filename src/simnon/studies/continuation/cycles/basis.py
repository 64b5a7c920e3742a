"""Polynomials on one mesh interval: the Lagrange basis at equidistant nodes, seen at the Gauss points."""

from functools import cache

import numpy as np

from simnon.program import Array
from simnon.source import frozen


@frozen
class Basis:
    """Of degree m on the interval from 0 to 1; row j belongs to Gauss point j, column k to the node k/m."""

    degree: int
    points: Array
    """The Gauss points."""
    weights: Array
    """Of the Gauss points in an integral."""
    values: Array
    slopes: Array
    top: Array
    """The derivative of order m, which is constant, as a sum over nodes."""

    def at(self, places: Array) -> Array:
        """The basis at other places, a row for each."""
        return np.vander(places, self.degree + 1, increasing=True) @ _coefficients(self.degree)


@cache
def basis_of(degree: int) -> Basis:
    roots, weights = np.polynomial.legendre.leggauss(degree)
    points = (1.0 + roots) / 2.0
    coefficients = _coefficients(degree)
    powers = np.arange(1.0, degree + 1.0)
    slopes = (np.vander(points, degree, increasing=True) * powers) @ coefficients[1:]
    values = np.vander(points, degree + 1, increasing=True) @ coefficients
    top = coefficients[degree] * float(np.prod(powers))
    return Basis(degree, points, weights / 2.0, values, slopes, top)


@cache
def _coefficients(degree: int) -> Array:
    """Column k has the coefficients of the polynomial that is one at node k, by rising powers."""
    nodes = np.arange(degree + 1) / degree
    return np.asarray(np.linalg.inv(np.vander(nodes, increasing=True)))
