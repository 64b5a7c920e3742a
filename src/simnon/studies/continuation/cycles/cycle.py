"""DATA: one periodic orbit of a model, as users see it."""

from collections.abc import Iterator, Mapping
from dataclasses import field

import numpy as np

from simnon.figures import Area, Axis, Curve, Figure, with_chosen_ends
from simnon.program import Array
from simnon.simulation import NameTable
from simnon.source import UnknownName, frozen, has_same_fields, no_hash

from ...points import Point
from .equations import Orbit
from .multipliers import ComplexArray
from .profile import highest


@frozen
class Cycle:
    """`cycle.t` over one period, and each variable by name: `cycle["x"]`. The last point is the first one again."""

    period: float
    t: Array = field(repr=False)
    columns: Mapping[str, Array] = field(repr=False)
    states: tuple[str, ...]
    multipliers: ComplexArray
    """Floquet multipliers, the largest first; without the trivial one, unless the model depends on time."""
    accuracy: float
    """The distance of the trivial multiplier, as computed, from one; nan for a model that depends on time."""
    point: Point = field(repr=False)
    """The first instant."""
    lookup: NameTable = field(repr=False, compare=False)
    units: Mapping[str, str] = field(repr=False)
    orbit: Orbit | None = field(default=None, repr=False, compare=False)
    """None for an orbit that passes through events: it has no branch."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def is_stable(self) -> bool:
        return bool((np.abs(self.multipliers) < 1.0).all())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.columns)

    def __getitem__(self, name: str) -> Array:
        flat = self.lookup.find(name)
        if flat not in self.columns:
            raise UnknownName(
                "not-recordable", f"'{name}' is not a variable that changes", "its value is that of the run"
            )
        return self.columns[flat]

    def extremes(self, name: str) -> tuple[float, float]:
        """The lowest and the highest value of a variable, also between the points of a smooth orbit."""
        low, high = self.extremes_of(self[name][:, None])
        return float(low[0]), float(high[0])

    def extremes_of(self, columns: Array) -> tuple[Array, Array]:
        """The same for several columns over `t`."""
        if self.orbit is None:
            return columns.min(axis=0), columns.max(axis=0)
        times, values = self.t[:-1] / self.period, columns[:-1]
        return -highest(times, -values), highest(times, values)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.lookup.has(name) and self.lookup.find(name) in self.columns

    def __len__(self) -> int:
        return len(self.t)

    def plot(self, *names: str, against: str | None = None) -> Figure:
        """Plot some names, by default the states, over one period or against one of them."""
        shown = [self.lookup.find(name) for name in names] or list(self.states)
        x = self.t if against is None else self[against]
        across = "t" if against is None else self.lookup.find(against)
        curves = tuple(Curve(name, x, self[name], self.units.get(name, "")) for name in shown)
        return Figure(
            areas=(with_chosen_ends(Area(Axis(across, self.units.get(across, "")), Axis(), curves, has_axes=True)),)
        )

    def __repr__(self) -> str:
        sizes = ", ".join("{} from {:.6g} to {:.6g}".format(name, *self.extremes(name)) for name in self.states)
        return f"Cycle(period {self.period:.6g}, {'stable' if self.is_stable else 'unstable'}: {sizes})"
