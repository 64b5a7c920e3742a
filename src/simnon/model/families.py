"""Variables of many equal parts -> their order: a variable of all parts, then the next one of all parts.

In models with fewer parts, and in each part, variables are in the order of the text.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from .arrays import name_in_parts
from .variable import Variable

MANY_PARTS = 64
"""The variables of arrays with more parts than these are ordered variable by variable, as loops over them need it."""

Item = TypeVar("Item")


def family_of(variable: Variable) -> str:
    """What stands for the variable in all parts of its array; empty if it is in none."""
    if not variable.parts or variable.part is None:
        return ""
    return name_in_parts(variable.name, variable.parts, variable.part)


def in_families(variables: Sequence[Variable]) -> Sequence[Variable]:
    families = large_families(variables)
    return variables if not families else together(variables, [families.get(v.name, v.name) for v in variables])


def together(items: Sequence[Item], keys: Sequence[str]) -> tuple[Item, ...]:
    """Those with the same key next to each other, in the order in which keys first occur."""
    groups: dict[str, list[Item]] = {}
    for item, key in zip(items, keys, strict=True):
        groups.setdefault(key, []).append(item)
    return tuple(chain.from_iterable(groups.values()))


def large_families(variables: Sequence[Variable]) -> Mapping[str, str]:
    """What stands for variables in large arrays of parts, by name."""
    numbers: dict[str, set[int]] = {}
    for variable in variables:
        if variable.parts and variable.part is not None:
            numbers.setdefault(variable.parts, set()).add(variable.part)
    large = {parts for parts, found in numbers.items() if len(found) > MANY_PARTS}
    return {v.name: family_of(v) for v in variables if v.parts in large} if large else {}
