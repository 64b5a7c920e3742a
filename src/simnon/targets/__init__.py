"""Programs -> code that runs; `TARGETS` is the table of them by name, the default first."""

from simnon.program import Target

from .interpreter import InterpreterTarget
from .llvm import MachineCodeTarget

TARGETS: dict[str, Target] = {
    "llvm": MachineCodeTarget(),
    "interpreter": InterpreterTarget(),
}
USUAL_TARGET = next(iter(TARGETS))

__all__ = ["TARGETS", "USUAL_TARGET"]
