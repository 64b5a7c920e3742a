"""The session in a browser: lines of text in, replies and parts of the page out."""

from simnon.doors import front_door

with front_door(__name__):
    from .beside import serve_beside
    from .server import serve

__all__ = ["serve", "serve_beside"]
