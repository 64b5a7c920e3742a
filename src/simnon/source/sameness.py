"""Two values -> whether they are the same, bit for bit, arrays of numbers and what holds them included."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


def has_same_fields(one: Any, other: object) -> bool:
    """Whether two values of one class of data are the same, in all that it compares: an `__eq__` for arrays."""
    compared = [each.name for each in fields(one) if each.compare]
    return type(one) is type(other) and all(is_same(getattr(one, name), getattr(other, name)) for name in compared)


def no_hash(one: object) -> int:
    """A `__hash__` beside it: arrays change, and what they are in cannot be looked up by them."""
    raise TypeError(f"unhashable type: '{type(one).__name__}'")


def is_same(one: Any, other: Any) -> bool:
    """Unlike `==`, this is one answer for arrays, and nan is the same as nan."""
    if hasattr(one, "tobytes") or hasattr(other, "tobytes"):
        if not (hasattr(one, "tobytes") and hasattr(other, "tobytes")):
            return False
        return bool(one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes())
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(is_same(value, other[name]) for name, value in one.items())
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other or (one != one and other != other))  # noqa: PLR0124  nan differs from itself
