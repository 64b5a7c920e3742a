"""Systems -> Model: instances, connections, flattening."""

from .assemble import assemble

__all__ = ["assemble"]
