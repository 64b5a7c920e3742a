"""DATA: one declared system in Simnon's vocabulary, whatever its dialect.

Names are local and spelled as first written; every node has a span; units are as written.
"""

from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from simnon.source import Span, frozen

from .experiment import Comment, Experiment
from .expression import Expression, Name, PartPath
from .foreign import ForeignDefinition, ForeignSystem
from .units import Unit


class SystemKind(Enum):
    CONTINUOUS = "CONTINUOUS"
    DISCRETE = "DISCRETE"
    CONNECTING = "CONNECTING"
    TERMINAL = "TERMINAL"


class Declared(Enum):
    INPUT = "INPUT"
    OUTPUT = "OUTPUT"
    STATE = "STATE"
    DER = "DER"
    NEW = "NEW"
    TIME = "TIME"
    TSAMP = "TSAMP"
    EVENT = "EVENT"
    VARIABLE = "VARIABLE"
    ACROSS = "ACROSS"
    THROUGH = "THROUGH"
    FIXED = "FIXED"


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
    sources: tuple[Name, ...] = ()
    """`OUTPUT y FROM x`: the variables that an output from a file depends on; empty if that is not stated."""
    shape: tuple[tuple[Expression, Expression], ...] = ()
    """The first and last index in each dimension of an array."""
    units: tuple[Unit | None, ...] = ()
    """Of the elements of an array, if each has its own."""


@frozen
class IndexRange:
    """`FOR index = first..last` after a statement, which then holds for each value of the index.

    `inner` is the range after the comma.
    """

    index: str
    first: Expression
    last: Expression
    span: Span
    inner: "IndexRange | None" = None

    def ranges(self) -> Iterator["IndexRange"]:
        """Itself and those after the commas."""
        following: IndexRange | None = self
        while following is not None:
            yield following
            following = following.inner


@frozen
class GivenArray:
    """`name[places]: value FOR ...`: the value is a number, a literal, or the `file` that has the numbers."""

    places: tuple[Expression, ...] = ()
    value: Expression | None = None
    file: str = ""
    units: tuple[Unit | None, ...] = ()
    loop: IndexRange | None = None


@frozen
class GivenValue:
    """`name: number [unit]`: a parameter, or the initial value of a state, output or TSAMP."""

    name: str
    value: float
    unit: Unit | None
    span: Span
    given: "GivenArray | None" = None
    """What is given to an array, or to elements of it."""


@frozen
class Redefinition:
    """`part.name: number`: a different value for a name in a part; `choice` is the name of a version."""

    target: Name
    value: float
    choice: str
    unit: Unit | None
    span: Span
    loop: IndexRange | None = None
    given: GivenArray | None = None


@frozen
class Assignment:
    """`target = value`; `target.owner` is set if the target is in a terminal, a part or a different system."""

    target: Name
    value: Expression
    section: Section
    span: Span
    loop: IndexRange | None = None
    places: tuple[Expression, ...] = ()
    """The indices of the element, or the part of an array, that is assigned."""


@frozen
class Relation:
    """`left = right` where `left` is not a name: it does not state which variable it determines."""

    left: Expression
    right: Expression
    section: Section
    span: Span
    loop: IndexRange | None = None


@frozen
class Terminal:
    """`TERMINAL name: type`; if it is reversed, an INPUT of the type is an output and vice versa."""

    name: str
    type: str
    is_reversed: bool
    span: Span


@frozen
class Part:
    """`SYSTEM name: type`, or an array of them with the numbers `first..last`."""

    name: str
    type: str
    first: Expression | None
    last: Expression | None
    span: Span


@frozen
class Connect:
    """`CONNECT a.p b.p c.p`: terminals, events, or a signal followed by the inputs it drives."""

    ends: tuple[Name, ...]
    span: Span
    loop: IndexRange | None = None


@frozen
class Range:
    """`RANGE name: low..high`: a parameter must not be outside; a run reports a variable that leaves it."""

    name: str
    low: float
    high: float
    unit: Unit | None
    span: Span


@frozen
class Require:
    """`REQUIRE condition 'message'`: what must hold for the parameters of the system."""

    condition: Expression
    message: str
    span: Span
    loop: IndexRange | None = None


class Remark(Enum):
    """What a type states about itself, besides its equations."""

    PURPOSE = "PURPOSE"
    ASSUMES = "ASSUMES"
    VALID = "VALID"
    REFERENCE = "REFERENCE"


@frozen
class When:
    """`assignments` are executed at the instant when `condition` becomes true; `orders` are the events it causes.

    `version` is the one the system switches to, empty if it does not.
    """

    condition: Expression
    assignments: tuple[Assignment, ...]
    span: Span
    orders: tuple[Name, ...] = ()
    version: str = ""
    during: Expression | None = None
    """The WHEN is active only while this is true."""
    loop: IndexRange | None = None


@frozen
class Stop:
    """If it stops because of an unknown version number, `versions` are all versions of the system."""

    condition: Expression
    message: str
    span: Span
    versions: tuple[str, ...] = ()


@frozen
class FunctionDefinition:
    """`part` is the path of the part whose function this replaces, empty for the system's own."""

    name: str
    parameters: tuple[str, ...]
    body: Expression
    span: Span
    part: PartPath = ()


class Interpolation(Enum):
    LINEAR = "LINEAR"
    HOLD = "HOLD"
    SPLINE = "SPLINE"


class TableUse(Enum):
    """What can be computed with a table; all but the first refer to an argument or an interval."""

    VALUE = "value"
    PIECE = "piece"
    INTERVAL = "interval"
    LOWER = "lower"
    UPPER = "upper"


@frozen
class Table:
    """A function of one or two arguments given by its values; `second` is empty for one argument.

    `values` are by first argument, then by second. Beyond the ends the end value is held, or the outermost piece is
    extended if `is_extrapolated`.
    """

    name: str
    parameters: tuple[str, ...]
    interpolation: Interpolation
    is_extrapolated: bool
    first: tuple[float, ...]
    second: tuple[float, ...]
    values: tuple[float, ...]
    span: Span
    part: PartPath = ()
    units: tuple[Unit | None, ...] = ()
    """Of the arguments, and last of the value; empty if none is written."""

    def function(self, use: TableUse, argument: int = 0) -> str:
        """The function that expressions apply: the value, the value with its intervals known, an interval, its ends."""
        match use:
            case TableUse.VALUE:
                return self.name
            case TableUse.PIECE:
                return f"{self.name}.piece"
            case _:
                return f"{self.name}.{argument + 1}.{use.value}"

    def uses(self) -> dict[str, tuple[TableUse, int]]:
        """What each function computes, and for which argument."""
        of_arguments = [
            (use, i) for i in range(len(self.parameters)) for use in (TableUse.INTERVAL, TableUse.LOWER, TableUse.UPPER)
        ]
        both = [(TableUse.VALUE, 0), (TableUse.PIECE, 0), *of_arguments]
        return {self.function(use, argument): (use, argument) for use, argument in both}


@frozen
class System:
    """`unreadable` are the names whose definition has an error: they count as defined.

    `name` begins with the `category` of a type from a library: `electrical.resistor` is the `resistor` of `electrical`.
    """

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
    """The comments of the source, for `convert`."""
    last_line: int = 0
    """The line of its END; 0 in languages whose programs extend to the end of the text."""
    terminals: tuple[Terminal, ...] = ()
    parts: tuple[Part, ...] = ()
    relations: tuple[Relation, ...] = ()
    connects: tuple[Connect, ...] = ()
    redefinitions: tuple[Redefinition, ...] = ()
    ranges: tuple[Range, ...] = ()
    requires: tuple[Require, ...] = ()
    versions: tuple["System", ...] = ()
    """Each with what only it has; the first is the default."""
    remarks: tuple[tuple[Remark, str], ...] = ()
    category: str = ""
    file: ForeignSystem | None = None
    """The file that computes what the text leaves open."""
    has_brackets: bool = False
    """Whether its equations or values have brackets, which may hold the index of an array."""
    soft_words: frozenset[str] = frozenset()
    """Casefolded words of the text that are built in unless the system defines them: `pi`, `sum`."""

    @property
    def name_in_category(self) -> str:
        return self.name.removeprefix(f"{self.category}.") if self.category else self.name

    @property
    def is_relational(self) -> bool:
        """Whether its equations are relations, which do not state the variables they determine."""
        return bool(self.relations or self.terminals or self.parts) or any(
            declaration.kind is Declared.VARIABLE for declaration in self.declarations
        )

    def declared(self, kind: Declared) -> tuple[Declaration, ...]:
        return tuple(declaration for declaration in self.declarations if declaration.kind is kind)

    @property
    def function_definitions(self) -> tuple["AnyFunction", ...]:
        """Its own functions."""
        return tuple(each for each in self._all_functions() if not each.part)

    @property
    def replaceable_functions(self) -> tuple["AnyFunction", ...]:
        """Those that a system above can replace: not those of a file that computes its equations."""
        definitions = self.function_definitions
        return tuple(each for each in definitions if not (isinstance(each, ForeignDefinition) and each.results))

    @property
    def replaced_functions(self) -> tuple["AnyFunction", ...]:
        """Functions it gives its parts instead of their own."""
        return tuple(each for each in self._all_functions() if each.part)

    def _all_functions(self) -> tuple["AnyFunction", ...]:
        return (*self.functions, *self.tables, *self.foreign)


AnyFunction: TypeAlias = FunctionDefinition | Table | ForeignDefinition
