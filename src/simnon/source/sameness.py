"""Two values -> whether they are the same, bit for bit, including arrays and values that contain them."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


def has_same_fields(one: Any, other: object) -> bool:
    """An `__eq__` for data classes with arrays: whether all compared fields are the same."""
    compared = [each.name for each in fields(one) if each.compare]
    return type(one) is type(other) and all(is_same(getattr(one, name), getattr(other, name)) for name in compared)


def no_hash(one: object) -> int:
    """The matching `__hash__`: arrays can change, so values that contain them cannot be keys."""
    raise TypeError(f"unhashable type: '{type(one).__name__}'")


def is_same(one: Any, other: Any) -> bool:
    """Unlike `==`, this gives a single answer for arrays, and nan is the same as nan."""
    if hasattr(one, "tobytes") or hasattr(other, "tobytes"):
        if not (hasattr(one, "tobytes") and hasattr(other, "tobytes")):
            return False
        return bool(one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes())
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(is_same(value, other[name]) for name, value in one.items())
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other or (one != one and other != other))  # noqa: PLR0124  nan differs from itself
