"""Text in, outcomes to a terminal or a stream: the command line, batch runs and the interactive session."""

from .command_line import main

__all__ = ["main"]
