"""DATA: a variable of a flat model: its unique name, its role, whose it is and what it starts with.

Identity is the unique name; owner and local name are fields and never recovered by splitting it.
"""

from dataclasses import field
from enum import Enum

from simnon.source import Span, frozen

from .units import Unit


class Role(Enum):
    TIME = "time"
    PARAMETER = "parameter"
    CONSTANT = "constant"  # assigned in INITIAL, stays for the run
    STATE = "state"
    DERIVATIVE = "derivative"
    NEW = "new"
    NEXT_SAMPLE = "next sample"
    INPUT = "input"
    OUTPUT = "output"
    AUXILIARY = "auxiliary"
    HELD = "held"  # changed only by WHEN
    GUARD = "guard"  # its change of sign is an event
    MODE = "mode"  # held between events
    CONDITION = "condition"  # of a WHEN, a STOP WHEN or an EVENT
    BEFORE = "before"  # PRE(...)
    DELAYED = "delayed"  # DELAY(...)
    RANDOM = "random"  # RECT, NORM
    INTERMEDIATE = "intermediate"
    RESIDUAL = "residual"  # what a relation says is zero


RUNNING = " running"
"""Behind the name of an input: the variable that has what the input is connected to, where the input is held."""


def written_name(name: str) -> str:
    """The name that the user has for it."""
    return name.removesuffix(RUNNING)


@frozen
class Variable:
    """`sampler` is the discrete system at whose instants it is computed; empty for continuous ones."""

    name: str
    role: Role
    owner: str = ""
    local: str = ""
    start: float | None = None
    unit: Unit | None = None
    span: Span | None = field(default=None, compare=False)
    sampler: str = ""
    is_condition: bool = False
