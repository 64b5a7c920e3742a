"""DATA: a variable of a flat model: its unique name, its role, its owner and its start value.

Identity is the unique name; owner and local name are fields and never recovered by splitting it.
"""

from dataclasses import field
from enum import Enum

from simnon.source import Span, frozen

from .arrays import Shape
from .units import Unit


class Role(Enum):
    TIME = "time"
    PARAMETER = "parameter"
    CONSTANT = "constant"  # assigned in INITIAL, constant during the run
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
    RESIDUAL = "residual"  # zero by a relation


ADDED_ROLES = frozenset(
    {
        Role.GUARD,
        Role.MODE,
        Role.CONDITION,
        Role.BEFORE,
        Role.DELAYED,
        Role.RANDOM,
        Role.INTERMEDIATE,
        Role.RESIDUAL,
    }
)
"""The roles of variables that only analysis can add."""


@frozen
class Variable:
    """`sampler` is the discrete system at whose instants it is computed; empty for continuous ones.

    `terminal` is the local name of the terminal it belongs to, and `across_of` the type of that if it is ACROSS there.
    `signal_of` is the input that holds its value at samples, if it changes between them. `stands_for` is what users
    read instead of the name of a variable that analysis added.
    """

    name: str
    role: Role
    owner: str = ""
    local: str = ""
    start: float | None = None
    unit: Unit | None = None
    span: Span | None = field(default=None, compare=False)
    sampler: str = ""
    is_condition: bool = False
    terminal: str = ""
    signal_of: str = ""
    across_of: str = ""
    stands_for: str = ""
    shape: Shape = ()
    """Empty for a scalar, and for all variables after arrays are expanded."""
    starts: tuple[float | None, ...] = ()
    """Of the elements of an array, if they differ."""
    units: tuple[Unit | None, ...] = ()
    """Of the elements of an array, if they differ."""
    array: str = ""
    """The array that it is an element of, and its indices there."""
    place: tuple[int, ...] = ()
    parts: str = ""
    """The path of the array of parts in which it is, the outermost if there are several."""
    part: int | None = None
    """The number of its part there; None if the variable stands for those of all parts, one element for each."""
    is_free_input: bool = False
    """An INPUT that nothing connects: a parameter of a run, an input of the model that is exported."""

    @property
    def stands_for_parts(self) -> bool:
        """Whether it stands for a variable of all parts of an array: `cell[].C.v`."""
        return self.parts != "" and self.part is None

    @property
    def family(self) -> str:
        """The array of parts for which it stands; empty if it does not."""
        return self.parts if self.part is None else ""

    @property
    def written(self) -> str:
        """As the user wrote it: the name, or the text that an added variable stands for; empty if there is none."""
        if self.stands_for or self.signal_of:
            return self.stands_for or self.signal_of
        if self.role not in ADDED_ROLES or self.role is Role.BEFORE:
            return self.name
        return " ".join(self.span.text.split()) if self.span is not None else ""

    @property
    def short(self) -> str:
        """Its name without its system, in models of systems side by side."""
        return self.local if self.name == f"{self.local}[{self.owner}]" else self.name
