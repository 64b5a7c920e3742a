"""Systems -> FlatModel: instances, connections, flattening."""

from .assemble import applicable_choices, assemble
from .instances import Choices

__all__ = ["Choices", "applicable_choices", "assemble"]
