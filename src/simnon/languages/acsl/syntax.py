"""DATA: an ACSL program as it is written: its sections and their statements, before arrays and blocks are expanded."""

from dataclasses import dataclass, field

from simnon.model import Comment, Expression, Table
from simnon.source import Span, frozen

from ..fortran import LoopControl


@frozen
class Target:
    """What is assigned: a variable, or an element of an array."""

    name: str
    indices: tuple[Expression, ...]
    span: Span


@frozen
class Assigned:
    target: Target
    value: Expression
    span: Span


@frozen
class Branching:
    """IF ... ELSEIF ... ELSE ... ENDIF, or a statement after IF(...)."""

    branches: tuple[tuple[Expression, tuple["Code", ...]], ...]
    otherwise: tuple["Code", ...]
    span: Span


@frozen
class DoLoop:
    """DO or FOR; `label` is that of its last statement, empty if ENDDO or END ends it."""

    control: LoopControl
    body: tuple["Code", ...]
    label: str
    span: Span


@frozen
class GoTo:
    label: str
    span: Span


@frozen
class Labelled:
    label: str
    span: Span


@frozen
class Schedule:
    """`kind` is at, xp, xn or xz."""

    section: str
    kind: str
    value: Expression
    span: Span


@frozen
class Call:
    name: str
    arguments: tuple[Expression, ...]
    span: Span


@frozen
class Terminate:
    condition: Expression
    message: str
    span: Span


@frozen
class Procedural:
    body: tuple["Code", ...]
    span: Span


Code = Assigned | Branching | DoLoop | GoTo | Labelled | Schedule | Call | Terminate | Procedural


@frozen
class Constant:
    """`indices` where one element of an array is given; several `values` are those of a whole array."""

    name: str
    indices: tuple[int, ...]
    values: tuple[float, ...]
    span: Span


@dataclass(slots=True)
class Discrete:
    """A DISCRETE section; `interval` is the name of its sampling interval, empty if it has none."""

    name: str
    span: Span
    interval: str = ""
    body: list[Code] = field(default_factory=list)


@frozen
class Subprogram:
    """A FUNCTION or SUBROUTINE; `result` is the variable whose value a function gives, empty in a subroutine."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Code, ...]
    result: str
    span: Span

    @property
    def is_function(self) -> bool:
        return bool(self.result)


@dataclass(slots=True)
class Program:
    """Everything a text says, in its order."""

    name: str
    title: str
    span: Span
    initial: list[Code] = field(default_factory=list)
    equations: list[Code] = field(default_factory=list)
    """DERIVATIVE, and what stands in DYNAMIC and TERMINAL: all are computed whenever their values are asked for."""
    discrete: dict[str, Discrete] = field(default_factory=dict)
    constants: list[Constant] = field(default_factory=list)
    parameters: dict[str, float] = field(default_factory=dict)
    """PARAMETER: known when the text is read."""
    dimensions: dict[str, tuple[int, ...]] = field(default_factory=dict)
    integers: set[str] = field(default_factory=set)
    inputs: list[tuple[str, Span]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    time: str = "t"
    start: float | None = None
    settings: dict[str, str] = field(default_factory=dict)
    """Names of the system constants, by statement: cinterval, nsteps, maxterval, minterval, algorithm."""
    errors: dict[str, dict[str, tuple[float, Span]]] = field(default_factory=dict)
    """Tolerances by name, by statement: xerror, merror."""
    subprograms: dict[str, Subprogram] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    spelling: dict[str, str] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()
    open_discrete: Discrete | None = None
    """The section being read."""

    @property
    def communication(self) -> str:
        """The name of the communication interval."""
        return self.settings.get("cinterval", self.spelling.get("cint", "cint"))

    def spelled(self, text: str) -> str:
        return self.spelling.setdefault(text.casefold(), text)
