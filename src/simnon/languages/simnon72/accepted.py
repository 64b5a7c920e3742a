"""DATA: what the lines of a description have defined so far, and its capacities."""

import copy
from dataclasses import dataclass, field

from simnon.model import Expression
from simnon.source import Span, frozen

from .code import Coded
from .words import WordKind

MAX_NAMES = 134
FIRST_NUMBER = 299
MAX_NUMBERS = FIRST_NUMBER - MAX_NAMES


@frozen
class SpannedValue:
    value: float
    span: Span


@frozen
class Statement:
    """An assignment: its target, its value, and its generated code."""

    target: str
    value: Expression
    span: Span
    code: tuple[Coded, ...]


@frozen
class OwnFunction:
    index: int
    arguments: tuple[float, ...]
    values: tuple[float, ...]
    span: Span | None


@dataclass(slots=True)
class Accepted:
    """What the lines so far have defined; the "pointers" of RE-113."""

    address_of_name: dict[str, int] = field(default_factory=dict)
    variables: dict[str, None] = field(default_factory=dict)
    parameters: dict[str, SpannedValue] = field(default_factory=dict)
    initial: dict[int, SpannedValue] = field(default_factory=dict)
    address_of_number: dict[float, int] = field(default_factory=dict)
    defined: dict[WordKind, int] = field(default_factory=dict)
    """The numbers of derivatives, insignals, outsignals and own functions."""
    used: dict[WordKind, int] = field(default_factory=dict)
    """The largest index of a state variable or own function in use."""
    instructions: list[int] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    functions: list[OwnFunction] = field(default_factory=list)
    rows: list[tuple[float, float]] = field(default_factory=list)
    """Of the open table."""
    open_table: tuple[int, Span | None] | None = None
    """Its index, or BROKEN, and its start."""
    is_ended: bool = False
    is_closed: bool = False
    """Ended with *CLOSE, without the tests: it cannot be executed."""

    def copied(self) -> "Accepted":
        twin = copy.copy(self)
        for name in ("address_of_name", "variables", "parameters", "initial", "address_of_number", "defined", "used"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.instructions, twin.statements = list(self.instructions), list(self.statements)
        twin.functions, twin.rows = list(self.functions), list(self.rows)
        return twin

    @property
    def space_for_numbers(self) -> int:
        in_tables = sum(2 * len(function.arguments) for function in self.functions) + 2 * len(self.rows)
        return MAX_NUMBERS - len(self.address_of_number) - in_tables

    @property
    def undefined_parameters(self) -> tuple[str, ...]:
        return tuple(
            name for name in self.address_of_name if name not in self.variables and name not in self.parameters
        )

    def missing(self, kind: WordKind, used: WordKind) -> range:
        return range(self.defined.get(kind, 0) + 1, self.used.get(used, 0) + 1)
