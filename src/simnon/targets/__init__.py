"""Programs -> code that runs; `TARGETS` is the table of them by name, the default first."""

from simnon.program import Target

from .alternatives import ABSENT, Alternatives
from .instance_image import InstanceImage
from .interpreter import InterpreterTarget
from .llvm import MachineCodeTarget, build_alternatives, build_libraries
from .machines import MACHINES, Machine
from .mock_up import MODE, RUN, MockUp, MockUpVariable, read_mock_up

INTERPRETER = "interpreter"
TARGETS: dict[str, Target] = {
    "llvm": MachineCodeTarget(),
    INTERPRETER: InterpreterTarget(),
}
USUAL_TARGET = next(iter(TARGETS))

__all__ = [
    "ABSENT",
    "INTERPRETER",
    "MACHINES",
    "MODE",
    "RUN",
    "TARGETS",
    "USUAL_TARGET",
    "Alternatives",
    "InstanceImage",
    "Machine",
    "MockUp",
    "MockUpVariable",
    "build_alternatives",
    "build_libraries",
    "read_mock_up",
]
