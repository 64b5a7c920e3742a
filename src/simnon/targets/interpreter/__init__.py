"""Programs -> plain Python, the oracle."""

from .interpret import InterpretedProgram, interpret
from .target import InterpreterTarget

__all__ = ["InterpretedProgram", "InterpreterTarget", "interpret"]
