"""Systems -> FlatModel: instances, connections, flattening."""

from .assemble import applicable_choices, assemble
from .catalogue import Catalogue
from .connected_parts import with_connected_parts
from .instances import Choices
from .versions import own_version, with_version

__all__ = [
    "Catalogue",
    "Choices",
    "applicable_choices",
    "assemble",
    "own_version",
    "with_connected_parts",
    "with_version",
]
