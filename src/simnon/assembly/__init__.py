"""Systems -> Model: instances, connections, flattening."""

from .assemble import assemble
from .instances import Choices

__all__ = ["Choices", "assemble"]
