"""The targets by name, the default first."""

from simnon.program import Target

from .interpreter import InterpreterTarget
from .llvm import MachineCodeTarget

INTERPRETER = "interpreter"
TARGETS: dict[str, Target] = {
    "llvm": MachineCodeTarget(),
    INTERPRETER: InterpreterTarget(),
}
USUAL_TARGET = next(iter(TARGETS))
