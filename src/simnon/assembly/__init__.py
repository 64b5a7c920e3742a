"""Systems -> FlatModel: instances, connections, flattening."""

from simnon.doors import front_door

with front_door(__name__):
    from .arrays import keep_whole
    from .assemble import applicable_choices, assemble
    from .catalogue import Catalogue
    from .connected_parts import with_connected_parts
    from .given_to_parts import GivenToParts
    from .instances import Choices
    from .large_arrays import LargeArrays, find_large_arrays
    from .smaller_arrays import with_fewer_parts
    from .versions import own_version, with_version

__all__ = [
    "Catalogue",
    "Choices",
    "GivenToParts",
    "LargeArrays",
    "applicable_choices",
    "assemble",
    "find_large_arrays",
    "keep_whole",
    "own_version",
    "with_connected_parts",
    "with_fewer_parts",
    "with_version",
]
