"""DATA: an XPP program as it is written, statement by statement, before names have a meaning."""

from dataclasses import dataclass, field

from simnon.model import Comment, Expression, Table
from simnon.source import Span, frozen


@frozen
class NamedValue:
    """`name = value` in any of the statements that have this form."""

    name: str
    value: Expression
    span: Span


@frozen
class Function:
    name: str
    parameters: tuple[str, ...]
    body: Expression
    span: Span


@frozen
class FormulaTable:
    """`table f % count low high body`, where body is a formula of t."""

    count: int
    low: float
    high: float
    body: Expression


@frozen
class Network:
    """`special name = kind(arguments)`, the arguments as written."""

    name: str
    kind: str
    arguments: tuple[str, ...]
    span: Span


@frozen
class GlobalEvent:
    sign: int
    condition: Expression
    assignments: tuple[NamedValue, ...]
    span: Span


@frozen
class Residual:
    """`0 = value`."""

    value: Expression
    span: Span


@frozen
class Auxiliary:
    """`aux label = value`: a column of the results; the label is no name for formulas."""

    label: str
    value: Expression
    span: Span


@frozen
class BoundaryCondition:
    """`bdry value`: the value is to be 0; a name with a prime is that at the end of the interval."""

    value: Expression
    span: Span


@frozen
class WienerVariable:
    """A wiener variable."""

    name: str
    span: Span


@dataclass(slots=True)
class Markov:
    """A variable that jumps between the states 0, 1, ...; `rates[i][j]` is that of the jump from i to j."""

    name: str
    count: int
    span: Span
    rates: list[list[Expression]] = field(default_factory=list)


@frozen
class Setting:
    """`name = text` of an `@` line or of a set."""

    name: str
    text: str
    span: Span


@frozen
class NamedSet:
    name: str
    settings: tuple[Setting, ...]


@dataclass(slots=True)
class Program:
    """Each list in the order of the text."""

    states: list[NamedValue] = field(default_factory=list)
    is_map: bool = False
    integral_equations: list[NamedValue] = field(default_factory=list)
    fixed: list[NamedValue] = field(default_factory=list)
    auxiliaries: list[Auxiliary] = field(default_factory=list)
    derived: list[NamedValue] = field(default_factory=list)
    parameters: list[NamedValue] = field(default_factory=list)
    constants: list[NamedValue] = field(default_factory=list)
    inputs: list[NamedValue] = field(default_factory=list)
    initial: list[NamedValue] = field(default_factory=list)
    pasts: list[NamedValue] = field(default_factory=list)
    """The lines x(0)=, but for those of arrays, which say what a delayed variable was before the start."""
    functions: list[Function] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    formula_tables: dict[str, FormulaTable] = field(default_factory=dict)
    networks: list[Network] = field(default_factory=list)
    events: list[GlobalEvent] = field(default_factory=list)
    residuals: list[Residual] = field(default_factory=list)
    unknowns: list[NamedValue] = field(default_factory=list)
    boundaries: list[BoundaryCondition] = field(default_factory=list)
    wieners: list[WienerVariable] = field(default_factory=list)
    markovs: list[Markov] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    sets: list[NamedSet] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    comments: tuple[Comment, ...] = ()

    @property
    def variables(self) -> list[NamedValue]:
        """In the order in which XPP counts them."""
        return [*self.states, *self.integral_equations, *self.fixed]
