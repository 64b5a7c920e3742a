"""DATA: shapes of variables, boxes of equations, and the functions by which expressions write arrays.

An array is stored and expanded with its first index fastest. In expressions, `[a, b]` is VECTOR(a, b), `[a, b; c, d]`
is MATRIX of two vectors, `x[2]` is ELEMENT(x, 2), `2..4` in it is SPAN(2, 4), `..` is SPAN(), END is LAST(), and
`e FOR j = 1..n` within a function is EACH(j, 1, n, e). None of these names can be written by a user.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from simnon.source import frozen

VECTOR, MATRIX, ELEMENT, SPAN, LAST, EACH = "[,]", "[;]", "[]", "..", "[end]", "[for]"
STACK = "[..]"
"""The variables of an array of parts, one below the other: `cell[1..3].v`."""
PICK = "[.]"
"""PICK(value, i, n): element i, from zero, of a vector of n."""
WRITTEN_ARRAYS = frozenset({VECTOR, MATRIX, ELEMENT, EACH, STACK, PICK})


@frozen
class Extent:
    """The numbers of one index: `count` of them from `first`."""

    first: int
    count: int

    @property
    def last(self) -> int:
        return self.first + self.count - 1


Shape: TypeAlias = tuple[Extent, ...]
"""Of a variable; empty for a scalar."""
Counts: TypeAlias = tuple[int, ...]
"""The sizes of a value, whose elements have positions rather than numbers."""


@frozen
class Axis:
    """An equation holds for every value of `index` from `first` to `last`."""

    index: str
    first: int
    last: int


Box: TypeAlias = tuple[Axis, ...]


def counts_of(shape: Shape) -> Counts:
    return tuple(extent.count for extent in shape)


def size_of(counts: Counts) -> int:
    size = 1
    for count in counts:
        size *= count
    return size


def positions(counts: Counts) -> Iterator[tuple[int, ...]]:
    """From zero, the first index fastest."""
    for reversed_position in product(*(range(count) for count in reversed(counts))):
        yield reversed_position[::-1]


def numbers_of(shape: Shape) -> Iterator[tuple[int, ...]]:
    """The indices of all elements, the first index fastest."""
    for position in positions(counts_of(shape)):
        yield tuple(extent.first + each for extent, each in zip(shape, position, strict=True))


def offset_of(position: Sequence[int], counts: Counts) -> int:
    """Where the element is among all of them."""
    offset, stride = 0, 1
    for each, count in zip(position, counts, strict=True):
        offset += each * stride
        stride *= count
    return offset


def shape_text(shape: Shape) -> str:
    """`[1..3, 0..5]`"""
    return "[" + ", ".join(f"{extent.first}..{extent.last}" for extent in shape) + "]"


def counts_text(counts: Counts) -> str:
    """A shape in words: `a number`, `a vector of 3`, `a 2 x 3 matrix`."""
    if not counts:
        return "a number"
    if len(counts) == 1:
        return f"a vector of {counts[0]}"
    sizes = " x ".join(map(str, counts))
    return f"a {sizes} matrix" if len(counts) == 2 else f"a {sizes} array"


def place_text(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def element_name(name: str, local: str, owner: str, numbers: Sequence[int], parts: str = "") -> str:
    """`x[2]`, `A[2,1]`, `motor.x[2]`; the system comes last in `x[2][plant]`.

    The element of `cell[].C.v`, which stands for a variable of all the `parts` cell, is `cell[2].C.v`.
    """
    place = place_text(numbers)
    if parts:
        return name_in_part(name, parts, place)
    return f"{local}{place}[{owner}]" if name == f"{local}[{owner}]" else f"{name}{place}"


def name_in_parts(name: str, parts: str, number: int) -> str:
    """What stands for a name in all parts of an array: `cell[].C.v` for `cell[2].C.v`."""
    return f"{parts}[]{name[len(f'{parts}[{number}]') :]}"


def name_in_part(name: str, parts: str, place: str) -> str:
    """And back: `cell[2].C.v` for `cell[].C.v`."""
    return f"{parts}{place}{name[len(parts) + 2 :]}"


ARRAY_FUNCTIONS: dict[str, tuple[int, int | None]] = {
    "sum": (1, 1),
    "mean": (1, 1),
    "dot": (2, 2),
    "cross": (2, 2),
    "transpose": (1, 1),
    "eye": (1, 2),
    "zeros": (1, None),
    "ones": (1, None),
    "diag": (1, 1),
    "outer": (2, 2),
    "inv": (1, 1),
    "det": (1, 1),
    "solve": (2, 2),
    "expm": (1, 1),
    "norm2": (1, 1),
    "length": (1, 1),
    "any": (1, 1),
    "all": (1, 1),
}
"""How many arguments they take: the least and the most."""
ARRAY_PREFIX = "array "
"""Begins the names of array functions in expressions: `array sum`, which no user can have defined."""
_ARGUMENTS = {
    "atan2": "y, x", "mod": "x, y", "min": "x, ...", "max": "x, ...", "rect": "seed", "norm": "seed", "pre": "x",
    "delay": "x, lag, before", "sat": "x, low, high", "dot": "a, b", "cross": "a, b", "outer": "a, b",
    "solve": "A, b", "eye": "rows, columns", "zeros": "length, ...", "ones": "length, ...",
}  # fmt: skip


def usage_of(function: str) -> str:
    """How a function of the language is called: `SAT(x, low, high)`."""
    return f"{function.upper()}({_ARGUMENTS.get(function, 'x')})"


SOFT_WORDS = frozenset({*ARRAY_FUNCTIONS, "sat", "round", "pi"})
"""Built in unless a system defines them, so that texts written before they existed keep their meaning."""
