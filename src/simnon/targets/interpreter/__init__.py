"""Program -> Executable in plain Python, the oracle."""

from .interpret import InterpretedProgram, interpret

__all__ = ["InterpretedProgram", "interpret"]
