"""Numbers over a plane of two variables -> a figure: a map, with attractors as points and curves on it."""

from collections.abc import Mapping, Sequence

import numpy as np

from simnon.figures import Area, Axis, Cells, Curve, Figure, Shape, with_chosen_ends
from simnon.program import Array
from simnon.source import frozen

from .attractors import Attractor, Kind


@frozen
class Plane:
    """The names along its axes, and their values; `values` of a map have a row for each of the first."""

    names: tuple[str, str]
    axes: tuple[Array, Array]
    units: Mapping[str, str]

    def map(self, label: str, values: Array, names: Sequence[str] = ()) -> Area:
        across, up = (np.argsort(axis) for axis in self.axes)
        shown = values.T[np.ix_(up, across)]
        unit = "" if names else self.units.get("t", "")
        cells = Cells(label, self.axes[0][across], self.axes[1][up], shown, unit, tuple(names))
        first, second = (Axis(name, self.units.get(name, "")) for name in self.names)
        return Area(first, second, (), has_axes=True, cells=cells)

    def curves_of(self, attractors: Sequence[Attractor]) -> tuple[Curve, ...]:
        """The attractors, if the plane is one of variables that they have."""
        found = []
        for attractor in attractors:
            if attractor.kind is Kind.FAMILY or not set(self.names) <= set(attractor.names):
                continue
            x, y = (attractor.points[:, attractor.names.index(name)] for name in self.names)
            is_curve = attractor.kind is Kind.CYCLE and len(x) > MAX_POINTS
            found.append(Curve("", x, y, shape=Shape.LINES if is_curve else Shape.POINTS))
        return tuple(found)


MAX_POINTS = 20
"""A cycle with more points is a curve; one with fewer was seen once a period."""


def page(area: Area) -> Figure:
    return Figure(areas=(with_chosen_ends(area),))
