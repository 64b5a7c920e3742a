"""DATA: what differs from lane to lane: among the arguments of a function, and within it."""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from simnon.program import Function, Type
from simnon.source import frozen


@frozen
class Scalar:
    varies: bool


@frozen
class Shared:
    """One array for all lanes."""


@frozen
class PerLane:
    """Element i of lane l at [i*width + l].

    The elements `same` are equal in all lanes; code that copies whole arrays must keep them so.
    """

    same: frozenset[int] = frozenset()


Kind: TypeAlias = Scalar | Shared | PerLane
ArrayKind: TypeAlias = Shared | PerLane
Kinds: TypeAlias = tuple[Kind, ...]

SHARED, PER_LANE = Shared(), PerLane()
UNIFORM, VARYING = Scalar(varies=False), Scalar(varies=True)


@frozen
class LaneConvention:
    """The kinds of arguments of all externally called functions, by the names of their parameters.

    All others are scalars that vary and arrays per lane.
    """

    kind_of_parameter: Mapping[str, Kind] = field(default_factory=dict)
    loops: Mapping[str, Mapping[str, frozenset[int]]] = field(default_factory=dict)
    """The functions that keep the elements of their arrays in registers, if these are known in advance.

    Of the arrays that are named for them, an element that is not listed belongs to the function: nobody else reads what
    it has written there.
    """

    def kinds(self, function: Function) -> Kinds:
        return tuple(
            self.kind_of_parameter.get(p.name, PER_LANE if p.type is Type.ARRAY else VARYING)
            for p in function.parameters
        )


def has_lanes(kinds: Kinds) -> bool:
    """Whether anything differs from lane to lane in a function called with these kinds."""
    return any(isinstance(kind, PerLane) or kind == VARYING for kind in kinds)
