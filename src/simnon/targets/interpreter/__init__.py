"""Programs -> plain Python, the oracle."""

from simnon.doors import front_door

with front_door(__name__):
    from .interpret import InterpretedProgram, interpret
    from .target import InterpreterTarget

__all__ = ["InterpretedProgram", "InterpreterTarget", "interpret"]
