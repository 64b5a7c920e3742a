"""Systems -> FlatModel: instances, connections, flattening."""

from .assemble import assemble, choices_with_place
from .instances import Choices

__all__ = ["Choices", "assemble", "choices_with_place"]
