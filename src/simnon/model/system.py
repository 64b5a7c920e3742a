"""DATA: one declared system in our vocabulary, whatever dialect it was written in.

Names are local and spelled as first written; every node has a span; units are as written.
"""

from enum import Enum

from simnon.source import Span, frozen

from .experiment import Comment, Experiment
from .expression import Expression, Name
from .units import Unit


class SystemKind(Enum):
    CONTINUOUS = "CONTINUOUS"
    DISCRETE = "DISCRETE"
    CONNECTING = "CONNECTING"


class Declared(Enum):
    INPUT = "INPUT"
    OUTPUT = "OUTPUT"
    STATE = "STATE"
    DER = "DER"
    NEW = "NEW"
    TIME = "TIME"
    TSAMP = "TSAMP"
    EVENT = "EVENT"


class Section(Enum):
    NONE = ""
    INITIAL = "INITIAL"
    OUTPUT = "OUTPUT"
    DYNAMICS = "DYNAMICS"
    CONNECT = "CONNECT"
    SORT = "SORT"


@frozen
class Declaration:
    kind: Declared
    name: str
    unit: Unit | None
    span: Span


@frozen
class GivenValue:
    """`name: number [unit]`: a parameter, or the initial value of a state, output or TSAMP."""

    name: str
    value: float
    unit: Unit | None
    span: Span


@frozen
class Assignment:
    """`target = value`; `target.owner` is set where an input of another system is assigned."""

    target: Name
    value: Expression
    section: Section
    span: Span


@frozen
class When:
    """`assignments` happen at the instant when `condition` becomes true."""

    condition: Expression
    assignments: tuple[Assignment, ...]
    span: Span


@frozen
class Stop:
    condition: Expression
    message: str
    span: Span


@frozen
class FunctionDefinition:
    name: str
    parameters: tuple[str, ...]
    body: Expression
    span: Span


class Interpolation(Enum):
    LINEAR = "LINEAR"
    HOLD = "HOLD"
    SPLINE = "SPLINE"


@frozen
class Table:
    """A function of one or two arguments given by its values; `second` is empty for one argument.

    `values` are by first argument, then by second. Beyond the ends the end value is held,
    or the outermost piece goes on where `is_extrapolated`.
    """

    name: str
    parameters: tuple[str, ...]
    interpolation: Interpolation
    is_extrapolated: bool
    first: tuple[float, ...]
    second: tuple[float, ...]
    values: tuple[float, ...]
    span: Span


class Convention(Enum):
    PYTHON = "python"
    C = "c"
    FORTRAN = "fortran"


@frozen
class ForeignDefinition:
    """A function written elsewhere: `symbol` in the file `path`, which is absolute."""

    name: str
    parameters: tuple[str, ...]
    path: str
    symbol: str
    convention: Convention
    span: Span


@frozen
class System:
    """`unreadable` are the names whose definition has an error: they count as defined."""

    name: str
    kind: SystemKind
    span: Span
    declarations: tuple[Declaration, ...] = ()
    values: tuple[GivenValue, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    whens: tuple[When, ...] = ()
    stops: tuple[Stop, ...] = ()
    functions: tuple[FunctionDefinition, ...] = ()
    tables: tuple[Table, ...] = ()
    foreign: tuple[ForeignDefinition, ...] = ()
    unreadable: frozenset[str] = frozenset()
    experiment: Experiment | None = None
    """In dialects whose programs carry one; at most one system of a text has it."""
    comments: tuple[Comment, ...] = ()
    """Those of the source, for `convert`."""
    last_line: int = 0
    """Where its END stands; 0 in languages whose programs go to the end of the text."""

    def declared(self, kind: Declared) -> tuple[Declaration, ...]:
        return tuple(declaration for declaration in self.declarations if declaration.kind is kind)

    @property
    def function_definitions(self) -> tuple[FunctionDefinition | Table | ForeignDefinition, ...]:
        return (*self.functions, *self.tables, *self.foreign)
