"""The linear equations of collocation -> those of the first point and a few numbers, by orthogonal elimination.

Each interval gives the values at its nodes from those at its start. Then the ends within groups of intervals are
eliminated, all groups at once, by QR factorisations (Wright 1992): stable however strongly solutions grow or decay
around the orbit, unlike the product of all transitions. What is left, `first x + last y`, has the Floquet multipliers
as generalised eigenvalues (Fairgrieve and Jepson 1991). Every other unknown is an affine function of what is left.
"""

from functools import cached_property

import numpy as np

from simnon.program import Array
from simnon.source import frozen, require

from .multipliers import ComplexArray

ROWS_OF_GROUP = 32
"""Factorising fewer and larger matrices pays up to about this many rows."""
LARGEST_GROUP = 8
SINGULAR = 1e-9


@frozen
class _Level:
    """The ends eliminated within each group: `left x + right y + rest (p, 1)`, with x and y the ends of the group."""

    left: Array
    right: Array
    rest: Array
    factors: tuple[Array, Array]
    """The orthogonal and the triangular matrix of each group."""

    def sign(self) -> float:
        """The change of the sign of the determinant of the coefficients of the last end."""
        q, r = self.factors
        return float(np.prod(np.linalg.slogdet(q)[0]) * np.prod(np.sign(np.diagonal(r, axis1=1, axis2=2))))


class Condensed:
    """The equations of one Newton step: `first x + last y + rest (p, 1) = 0`, with x and y the first and last end.

    `blocks` (intervals, rows, columns) are the derivatives of the equations of each interval by the values at its
    nodes, `columns` those by the numbers p that all intervals share, `right` the right sides.
    """

    def __init__(self, blocks: Array, columns: Array, right: Array) -> None:
        self.size = n = blocks.shape[2] - blocks.shape[1]
        self.numbers = columns.shape[2]
        known = np.concatenate((-blocks[:, :, :n], -columns, right[:, :, None]), axis=2)
        self._inside: Array = np.asarray(np.linalg.solve(blocks[:, :, n:], known), dtype=np.float64)
        transitions = self._inside[:, -n:]
        own = np.broadcast_to(np.eye(n), (len(blocks), n, n))
        self._levels, reduced = _reduced(-transitions[:, :, :n], own, -transitions[:, :, n:])
        self.first, self.last, self.rest = reduced

    def multipliers(self) -> ComplexArray:
        """Of the linearised flow around the orbit, the largest first."""
        algebra = require("scipy.linalg", "the multipliers of periodic orbits", "studies")
        found = algebra.eigvals(self.first, -self.last)
        return np.asarray(found[np.argsort(-np.abs(found), kind="stable")], dtype=np.complex128)

    def direction(self, multiplier: float) -> Array:
        """The values at all nodes along a solution of the linearised equations that a period multiplies by this."""
        vector = np.linalg.svd(self.first + multiplier * self.last)[2][-1]
        return np.asarray(self._affine(multiplier)[:, : self.size] @ vector)

    def solve(self, rows: Array, values: Array, scales: Array | None = None) -> tuple[Array, Array]:
        """The values at the nodes of a closed curve, and the numbers p, that also meet `rows` = `values`.

        There are as many rows as numbers, over nodes and numbers. With `scales`, of the first end and the numbers, the
        equations can be singular: the solution is the smallest one.
        """
        n, count = self.size, self.numbers
        affine = self._closed
        matrix, constants = self._left_over(affine, rows)
        values = np.concatenate((np.zeros(n), values)) - constants
        found = np.linalg.solve(matrix, values) if scales is None else _smallest(matrix, values, scales)
        return affine[:, :-1] @ found + affine[:, -1], np.asarray(found[n : n + count])

    def determinant(self, rows: Array) -> float:
        """Of all equations with `rows`, up to a positive factor: between -1 and 1, and zero if they are singular.

        The sign is that of a reduction in which the last end has the coefficient one. That coefficient itself can be
        nearly singular, so its sign comes from the factorisations.
        """
        matrix = self._left_over(self._closed, rows)[0]
        scaled = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-300)
        return float(np.linalg.det(scaled) * np.prod([level.sign() for level in self._levels]))

    def _left_over(self, affine: Array, rows: Array) -> tuple[Array, Array]:
        """The equations of the first end and the numbers: their matrix and their constants."""
        count = len(affine)
        bordered = rows[:, :count] @ affine
        bordered[:, self.size : -1] += rows[:, count:]
        matrix = np.vstack((np.hstack((self.first + self.last, self.rest)), bordered))
        return matrix[:, :-1], matrix[:, -1]

    @cached_property
    def _closed(self) -> Array:
        return self._affine(1.0)

    def _affine(self, multiplier: float) -> Array:
        """All values at nodes as functions of the first end, the numbers and one; the last end is a multiple."""
        n = self.size
        first = np.eye(n, n + self.numbers + 1)
        ends = np.stack((first, multiplier * first))
        for level in reversed(self._levels):
            ends = _expanded(level, ends, n)
        inside = self._inside[:, :-n, :n] @ ends[:-1]
        inside[:, :, n:] += self._inside[:, :-n, n:]
        nodes = np.concatenate((ends[:-1], inside), axis=1)
        return np.asarray(nodes.reshape(-1, first.shape[1]))


def _smallest(matrix: Array, values: Array, scales: Array) -> Array:
    """The solution of equations, perhaps singular, that is smallest in the scales of its unknowns."""
    scaled = matrix * scales
    sizes = np.maximum(np.linalg.norm(scaled, axis=1), 1e-300)
    return np.asarray(scales * np.linalg.lstsq(scaled / sizes[:, None], values / sizes, rcond=SINGULAR)[0])


def _reduced(first: Array, last: Array, rest: Array) -> tuple[list[_Level], tuple[Array, Array, Array]]:
    """Eliminate the ends within each group of intervals until one interval is left."""
    levels = []
    n = first.shape[1]
    while len(first) > 1:
        group = min(len(first), max(2, min(LARGEST_GROUP, ROWS_OF_GROUP // n)))
        count = len(first) // group * group
        inner, outer = _grouped(first[:count], last[:count], rest[:count], group)
        q, r = np.linalg.qr(inner, mode="complete")
        turned = q.swapaxes(1, 2) @ outer
        eliminated = -np.linalg.solve(r[:, :-n], turned[:, :-n])
        parts = eliminated[:, :, :n], eliminated[:, :, n : 2 * n], eliminated[:, :, 2 * n :]
        levels.append(_Level(*parts, (q, r[:, :-n])))
        left = turned[:, -n:]
        first = np.concatenate((left[:, :, :n], first[count:]))
        last = np.concatenate((left[:, :, n : 2 * n], last[count:]))
        rest = np.concatenate((left[:, :, 2 * n :], rest[count:]))
    return levels, (first[0], last[0], rest[0])


def _grouped(first: Array, last: Array, rest: Array, group: int) -> tuple[Array, Array]:
    """The coefficients of the ends within each group, and those of both its ends and the numbers."""
    n, groups = first.shape[1], len(first) // group
    inner = np.zeros((groups, group, n, group - 1, n))
    outer = np.zeros((groups, group, n, 2 * n + rest.shape[2]))
    first, last = first.reshape(groups, group, n, n), last.reshape(groups, group, n, n)
    for i in range(group - 1):
        inner[:, i, :, i], inner[:, i + 1, :, i] = last[:, i], first[:, i + 1]
    outer[:, 0, :, :n], outer[:, -1, :, n : 2 * n] = first[:, 0], last[:, -1]
    outer[..., 2 * n :] = rest.reshape(groups, group, n, -1)
    return inner.reshape(groups, group * n, -1), outer.reshape(groups, group * n, -1)


def _expanded(level: _Level, ends: Array, n: int) -> Array:
    """With the eliminated ends in their places; the intervals after the groups have none."""
    groups, width = len(level.left), ends.shape[2]
    inner = level.left @ ends[:groups] + level.right @ ends[1 : groups + 1]
    inner[:, :, n:] += level.rest
    found = np.concatenate((ends[:groups, None], inner.reshape(groups, -1, n, width)), axis=1)
    return np.concatenate((found.reshape(-1, n, width), ends[groups:]))
