"""Text in, pixels out: the command line for now."""

from .command_line import main

__all__ = ["main"]
