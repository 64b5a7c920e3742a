"""DATA: arrays that stay whole: scalars that stand for elements within loops, and what they stand for.

A model with whole arrays has, besides its scalars, a variable for each array and scalars that only the compiler knows:

- an index, which counts: `FOR i`;
- a view, which an expression reads: `T[i-1]` is PART(T), or PART of the pieces that compute those elements;
- a piece, which an equation gives: `dT[2..99]`; the array itself is then WHOLE of its pieces.

So to every pass the equation of a piece is one equation for one scalar, that of the element at the indices. A variable
that a pass adds is an array too if its equation reads views with indices: it has an element for each of their values.
SUM over indices is TOTAL(i, j, body), added in the order of the elements.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from math import gcd

from simnon.source import frozen

from .arrays import Extent, Shape, counts_of, size_of
from .equation import Equation
from .expression import Apply, Expression, Name

INDEX, PART, WHOLE, TOTAL = "[index]", "[part]", "[whole]", "[sum]"
"""The functions by which they are written; no user can write them."""
FUNCTIONS_OF_WHOLE_ARRAYS = frozenset({INDEX, PART, WHOLE, TOTAL})
SILENT = frozenset({INDEX, PART, WHOLE})
"""Equations with these values say what depends on what, and compute nothing."""


class Arrays(Enum):
    """What becomes of the arrays of a model."""

    AUTO = "auto"  # whole, if that is possible and worth it
    WHOLE = "whole"  # whole, if that is possible
    EXPANDED = "expanded"  # a scalar for each element


RELATIONS_OF_ARRAYS = "the model has relations"
"""Why arrays are expanded if their equations are not solved; few equations tell how."""


class NotWhole(Exception):
    """Why the arrays of a model cannot stay whole, in words that follow `because`."""


class NeedEachOther(NotWhole):
    """Elements need each other's values: an algebraic loop."""


@frozen
class Index:
    """Counts from `first` to `last`."""

    name: str
    first: int
    last: int

    @property
    def count(self) -> int:
        return max(0, self.last - self.first + 1)


@frozen
class Place:
    """An index that is affine in others: `constant` plus a factor times each."""

    constant: int
    terms: tuple[tuple[str, int], ...] = ()

    def plus(self, number: int) -> "Place":
        return Place(self.constant + number, self.terms)

    def joined(self, other: "Place", factor: int = 1) -> "Place":
        """Itself plus a multiple of another one."""
        factors = dict(self.terms)
        for name, each in other.terms:
            factors[name] = factors.get(name, 0) + factor * each
        return Place(self.constant + factor * other.constant, tuple((n, f) for n, f in factors.items() if f))

    def ends(self, index_of_name: Mapping[str, Index]) -> tuple[int, int]:
        """The least and the greatest value."""
        low = high = self.constant
        for name, factor in self.terms:
            index = index_of_name[name]
            pair = factor * index.first, factor * index.last
            low, high = low + min(pair), high + max(pair)
        return low, high

    @property
    def text(self) -> str:
        parts = [f"{'' if f == 1 else '-' if f == -1 else f'{f}*'}{short(name)}" for name, f in self.terms]
        if self.constant or not parts:
            parts.append(str(self.constant))
        return "+".join(parts).replace("+-", "-")


def short(index: str) -> str:
    """An index as users read it."""
    return index.removeprefix("FOR ")


@frozen
class Elements:
    """The scalar `name` stands for the elements of `array` at `places`; `steps` are the directions of its loops.

    The loop of a piece runs over its indices, the first one fastest. An index without a step can be computed in any
    order; a step of 1 counts up and one of -1 down, because an element reads others of the same piece.
    """

    name: str
    array: str
    places: tuple[Place, ...]
    steps: tuple[tuple[str, int], ...] = ()

    @property
    def indices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for place in self.places for name, _ in place.terms))


@frozen
class WholeArrays:
    """The arrays of a model that stay whole; empty if it has none, or if they are expanded."""

    indices: tuple[Index, ...] = ()
    views: tuple[Elements, ...] = ()
    pieces: tuple[Elements, ...] = ()
    absent: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Elements that have no equation and that nothing reads, by array and offset: users do not see them."""
    expanded_because: str = ""
    """Why the arrays are expanded, if there are any."""

    def __bool__(self) -> bool:
        return bool(self.views or self.pieces)

    def names(self) -> frozenset[str]:
        """The scalars that only the compiler knows."""
        parts = {each.name for each in (*self.views, *self.pieces)}
        return frozenset(parts.union(index.name for index in self.indices))

    def index_of_name(self) -> dict[str, Index]:
        return {index.name: index for index in self.indices}


def indices_of_names(whole: WholeArrays, equations: Iterable[Equation]) -> dict[str, tuple[str, ...]]:
    """For each index, each view, and each variable that a pass added to a loop: the indices it depends on."""
    if not whole:
        return {}
    order = {index.name: i for i, index in enumerate(whole.indices)}
    found: dict[str, tuple[str, ...]] = {index.name: (index.name,) for index in whole.indices}
    found |= {view.name: tuple(sorted(view.indices, key=order.__getitem__)) for view in whole.views}
    found |= {piece.name: () for piece in whole.pieces}
    value_of_name = {equation.target: equation.value for equation in equations}

    def of(expression: Expression) -> set[str]:
        if isinstance(expression, Name):
            return set(of_name(expression.name))
        if not isinstance(expression, Apply) or expression.function in SILENT:
            return set()
        if expression.function == TOTAL:
            *bound, body = expression.arguments
            return of(body) - {each.name for each in bound if isinstance(each, Name)}
        return set().union(*map(of, expression.arguments))

    def of_name(name: str) -> tuple[str, ...]:
        known = found.get(name)
        if known is None:
            found[name] = ()  # A loop of scalars through itself has no indices.
            value = value_of_name.get(name)
            if value is not None:
                known = tuple(sorted(of(value), key=order.__getitem__))
                found[name] = known
        return found[name]

    for name in value_of_name:
        of_name(name)
    return {name: indices for name, indices in found.items() if indices}


Region = tuple[range, ...]
"""The elements at all combinations of the numbers in each place."""


def region_of(part: Elements, index_of_name: Mapping[str, Index]) -> Region:
    """What it reads or gives; a place with several indices counts as all numbers between its ends."""
    found = []
    for place in part.places:
        low, high = place.ends(index_of_name)
        step = abs(place.terms[0][1]) if len(place.terms) == 1 else 1
        found.append(range(low, high + 1, step))
    return tuple(found)


def meet(left: Region, right: Region) -> bool:
    """Whether they have elements in common; true also if that is not easy to see."""
    for one, other in zip(left, right, strict=True):
        if not one or not other or one[-1] < other[0] or other[-1] < one[0]:
            return False
        if (other[0] - one[0]) % gcd(one.step, other.step):
            return False
    return True


def size_of_region(region: Region) -> int:
    return size_of(tuple(map(len, region)))


def shape_of_indices(names: Iterable[str], index_of_name: Mapping[str, Index]) -> Shape:
    return tuple(Extent(index_of_name[name].first, index_of_name[name].count) for name in names)


def size_of_shape(shape: Shape) -> int:
    return size_of(counts_of(shape))


def offset_in(shape: Shape, places: Iterable[Place]) -> Place:
    """Where an element is among those of its array, as an index."""
    offset, stride = Place(0), 1
    for extent, place in zip(shape, places, strict=True):
        offset = offset.joined(place.plus(-extent.first), stride)
        stride *= extent.count
    return offset


def loops_of(part: Elements) -> Iterator[tuple[str, int]]:
    """Its indices from the innermost loop outwards, each with its step; 0 if any order will do."""
    steps = dict(part.steps)
    for name in part.indices:
        yield name, steps.get(name, 0)
