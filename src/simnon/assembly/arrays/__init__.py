"""Arrays: their shapes and values in a system, and the flat model with whole arrays, or an element for each."""

from simnon.doors import front_door

with front_door(__name__):
    from .expand import Expanded, expand_arrays, has_arrays
    from .given import find_shapes, sizes_in_arrays, with_shapes
    from .keep_whole import keep_whole
    from .numbers import given_numbers, given_starts, places_of

__all__ = [
    "Expanded",
    "expand_arrays",
    "find_shapes",
    "given_numbers",
    "given_starts",
    "has_arrays",
    "keep_whole",
    "places_of",
    "sizes_in_arrays",
    "with_shapes",
]
