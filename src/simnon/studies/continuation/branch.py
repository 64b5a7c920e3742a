"""DATA: one branch of solutions over a parameter, with its special points."""

from collections.abc import Iterable, Mapping
from dataclasses import field

import numpy as np

from simnon.program import Array
from simnon.source import UnknownName, arguments, frozen, has_same_fields, nearest, no_hash

from ..points import Point
from .stability import ComplexArray

NAME_OF_KIND = {
    "EP": "end point",
    "LP": "fold",
    "HB": "Hopf point",
    "BP": "branch point",
    "NS": "neutral saddle",
    "CO": "corner",
    "CP": "cusp",
    "BT": "Bogdanov-Takens point",
    "GH": "generalised Hopf point",
    "ZH": "fold-Hopf point",
    "HH": "double Hopf point",
    "LC": "cycle",
    "EC": "end of cycles",
    "LPC": "fold of cycles",
    "PD": "period doubling",
    "TR": "torus point",
    "BPC": "branch point of cycles",
}
"""What the letters of a label mean."""
ROUNDING, SMALLEST_SHOWN = 1e-11, 1e-14
"""What is smaller than this, relative to the size of a variable or absolutely, is shown as zero."""


@frozen
class SpecialPoint:
    """A labelled point of a branch: `kind` are the letters of its label, as in `NAME_OF_KIND`."""

    label: str
    kind: str
    index: int
    """Its place among the points of its branch."""
    parameters: Mapping[str, float]
    """Those that vary along the branch."""
    states: Mapping[str, float]
    eigenvalues: ComplexArray
    point: Point = field(repr=False)
    details: Mapping[str, float] = field(default_factory=dict)
    """Further numbers: the `frequency` and the `period` of a Hopf point, its `lyapunov` coefficient."""
    note: str = ""
    tangent: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    """Of the branch, at a branch point: states, then parameters."""
    sizes: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    """Of the unknowns along the branch, at a branch point: a state may be about zero there, but for rounding."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    @property
    def name(self) -> str:
        return NAME_OF_KIND.get(self.kind, self.kind)

    @property
    def values(self) -> dict[str, float]:
        """Of the parameters and the states; the index of a point knows every variable of the model."""
        return {**self.parameters, **self.states}

    def __getitem__(self, name: str) -> float:
        return self.point.values[find_name(self.point.values, name)]

    def __repr__(self) -> str:
        numbers = {name: 0.0 if abs(value) < SMALLEST_SHOWN else value for name, value in self.values.items()}
        shown = ", ".join(f"{name} = {value:.6g}" for name, value in numbers.items())
        return f"SpecialPoint({self.label}, {self.name}: {shown}{f'; {self.note}' if self.note else ''})"


@frozen
class Branch:
    """One connected branch: `columns` has a value of each variable at each point, in order along the branch."""

    kind: str
    """Of which solutions: "equilibria", "cycles", "folds", "Hopf points"."""
    parameters: tuple[str, ...]
    states: tuple[str, ...]
    columns: Mapping[str, Array] = field(repr=False)
    eigenvalues: ComplexArray = field(repr=False)
    is_stable: Array = field(repr=False)
    special: tuple[SpecialPoint, ...]
    ends: tuple[str, str]
    """Why it ends at its first and its last point."""

    __eq__ = has_same_fields
    __hash__ = no_hash

    def __len__(self) -> int:
        return len(self.is_stable)

    def __getitem__(self, name: str) -> Array:
        return self.columns[find_name(self.columns, name)]

    def __repr__(self) -> str:
        labels = ", ".join(each.label for each in self.special) or "no labels"
        return f"Branch({self.kind}, {len(self)} points: {labels})"


def shown_number(value: float, size: float) -> str:
    """Six digits; what is only rounding beside the size of a variable is zero."""
    return f"{0.0 if abs(value) < ROUNDING * size else value:.6g}"


def find_name(names: Iterable[str], name: str) -> str:
    """The full name of a variable, given it or a local one that only one variable has."""
    wanted = arguments.text(name, "the name of a variable")
    key, known = wanted.replace(" ", "").casefold(), tuple(names)
    found = [each for each in known if each.casefold() == key]
    found = found or [each for each in known if each.casefold().partition("[")[0] == key]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownName("ambiguous-name", f"'{name}' could be {' or '.join(found)}", "give one of these names")
    near = nearest(wanted, known)
    raise UnknownName("unknown-variable", f"there is no variable '{name}'", f"did you mean '{near}'?" if near else "")
