"""Programs -> code that runs; `TARGETS` is the table of them by name, the default first."""

from simnon.doors import front_door

with front_door(__name__):
    from .alternatives import ABSENT, Alternatives
    from .instance_image import InstanceImage
    from .llvm import build_alternatives, build_libraries
    from .machines import MACHINES, Machine
    from .mock_up import MODE, RUN, MockUp, MockUpVariable, read_mock_up
    from .table import INTERPRETER, TARGETS, USUAL_TARGET

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
