"""Arrays: their shapes and values in a system, and the flat model with an element in place of each array."""

from .expand import expand_arrays
from .given import find_shapes, sizes_in_arrays, with_shapes
from .numbers import given_numbers, given_starts, places_of

__all__ = [
    "expand_arrays",
    "find_shapes",
    "given_numbers",
    "given_starts",
    "places_of",
    "sizes_in_arrays",
    "with_shapes",
]
