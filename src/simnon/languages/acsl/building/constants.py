"""CONSTANT -> values by name; an array has one for each of its elements."""

import itertools
from collections.abc import Callable, Mapping
from math import prod

from ...tokens import Unreadable
from ..syntax import Constant


def given_values(
    constant: Constant,
    sizes_of_array: Mapping[str, tuple[int, ...]],
    element_at: Callable[[str, tuple[int, ...]], str],
) -> list[tuple[str, float]]:
    """The value of a variable, or those of the elements of an array."""
    sizes = sizes_of_array.get(constant.name)
    count = 1 if constant.indices or sizes is None else prod(sizes)
    if len(constant.values) != count or (constant.indices and sizes is None):
        raise Unreadable(
            "wrong-arguments",
            f"'{constant.name}' takes {count} value{'' if count == 1 else 's'}, found {len(constant.values)}",
            constant.span,
            f"DIMENSION {constant.name}({len(constant.values)}) makes it an array" if sizes is None else "",
        )
    if sizes is None:
        return [(constant.name, constant.values[0])]
    places = [constant.indices] if constant.indices else places_of(sizes)
    names = [element_at(constant.name, place) for place in places]
    return list(zip(names, constant.values, strict=True))


def places_of(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The indices of every element, the first changing fastest as in Fortran."""
    reversed_places = itertools.product(*(range(1, size + 1) for size in reversed(sizes)))
    return [tuple(reversed(place)) for place in reversed_places]
