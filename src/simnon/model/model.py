"""DATA: the flat hybrid model: variables, equations, sampled blocks, events.

From assembly: flat, unique names, connections are equations. After analysis also: no user
functions, no aliases among the equations, every event explicit as a guard and its modes.
Identity is the unique name; owner and local name are fields and never recovered by splitting it.
"""

import math
from collections.abc import Sequence
from dataclasses import field
from enum import Enum, IntEnum
from typing import TypeAlias

from simnon.source import Span, frozen

from .experiment import Experiment
from .expression import Expression, Number, names_and_functions_in, names_in
from .system import ForeignDefinition, FunctionDefinition, Section, Table
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


@frozen
class Equation:
    target: str
    value: Expression
    span: Span | None = field(default=None, compare=False)
    section: Section = Section.NONE
    _found: tuple[list[str], set[str]] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def targets(self) -> tuple[str, ...]:
        return (self.target,)

    @property
    def reads(self) -> list[str]:
        """The names its value reads, each once, in the order in which they are written."""
        return (self._found or self._look())[0]

    @property
    def functions(self) -> set[str]:
        """The functions its value applies."""
        return (self._found or self._look())[1]

    def _look(self) -> tuple[list[str], set[str]]:
        """Look through the value once, because every pass asks."""
        found = names_and_functions_in(self.value)
        object.__setattr__(self, "_found", found)
        return found


@frozen
class LinearSystem:
    """Linear equations for several variables: `matrix`, by rows, times a column of `unknowns` is that of `right`."""

    unknowns: tuple[tuple[str, ...], ...]
    matrix: tuple[tuple[Expression, ...], ...]
    right: tuple[tuple[Expression, ...], ...]

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(name for column in self.unknowns for name in column)

    @property
    def reads(self) -> list[str]:
        parts = [entry for row in (*self.matrix, *self.right) for entry in row]
        return list(dict.fromkeys(name for part in parts for name in names_in(part)))


@frozen
class Elimination:
    """How a sparse matrix is eliminated: its columns in `order`; both factors have at most `room` numbers."""

    order: tuple[int, ...]
    room: int


@frozen
class Iteration:
    """An algebraic loop that is solved by Newton's method: each of the unknowns must be equal to its value.

    Where `are_zero` says so, the value must be zero instead, and its row of the matrix is its own derivative.

    `equations` follow one after the other from the unknowns: what the loop consists of besides
    them, then derivatives. `matrix` is the derivative of unknowns less values by the unknowns.
    Each of its rows has the columns in which something stands, in order, with what stands there. A large one has an
    `elimination`. `members` are the variables of the whole loop in the user's order.
    """

    number: int
    members: tuple[str, ...]
    unknowns: tuple[str, ...]
    equations: tuple[Equation, ...]
    values: tuple[Expression, ...]
    matrix: tuple[tuple[tuple[int, Expression], ...], ...]
    span: Span | None = field(default=None, compare=False)
    are_zero: tuple[bool, ...] = ()
    elimination: Elimination | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        return self.unknowns

    @property
    def marks(self) -> tuple[bool, ...]:
        """Of all rows, whether the value must be zero."""
        return self.are_zero or (False,) * len(self.unknowns)

    @property
    def reads(self) -> list[str]:
        """What it needs from outside."""
        inside = {*self.unknowns, *(equation.target for equation in self.equations)}
        names = [name for equation in self.equations for name in equation.reads]
        names += [name for value in self.values for name in names_in(value)]
        entries = (entry for row in self.matrix for _, entry in row if not isinstance(entry, Number))
        names += [name for entry in entries for name in names_in(entry)]
        return [name for name in dict.fromkeys(names) if name not in inside]


def full_row(row: Sequence[tuple[int, Expression]], size: int) -> tuple[Expression, ...]:
    """A row of a matrix with the zeros that are left out."""
    entry_of_column = dict(row)
    return tuple(entry_of_column.get(column, Number(0.0)) for column in range(size))


Solution: TypeAlias = LinearSystem | Iteration
"""Values that are found together: what is left of an algebraic loop."""


@frozen
class Sampler:
    """A discrete system: (state, new) pairs; sampled at `next_sample`, or when a trigger becomes true."""

    name: str
    states: tuple[tuple[str, str], ...]
    next_sample: str | None
    triggers: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)
    due: str = ""
    """The condition that says, at an instant, whether it is being sampled; where something reads it."""


@frozen
class Event:
    """When the variable `condition` becomes true, `equations` give the new values, all from the old ones.

    Their targets are states, held variables, and intermediate values of this event only.
    """

    name: str
    condition: str
    equations: tuple[Equation, ...]
    span: Span | None = field(default=None, compare=False)


@frozen
class StopCondition:
    """`version` is the variable that has the number of none of the `versions`, where this is why it stops."""

    condition: str
    message: str
    span: Span | None = field(default=None, compare=False)
    version: str = ""
    versions: tuple[str, ...] = ()


@frozen
class Delay:
    """The equation of `name` looks up what `source` was at the time that the variable `at` gives."""

    name: str
    source: str
    at: str


class Distribution(Enum):
    UNIFORM = "uniform"
    NORMAL = "normal"


@frozen
class RandomStream:
    """`name` is drawn anew at each sample of its sampler, or once at the start where it has none."""

    name: str
    distribution: Distribution
    number: int


@frozen
class Before:
    """`name` is the value of the variable `of` just before the instant."""

    name: str
    of: str


@frozen
class Mode:
    """`name` is held at `value` between events; it may change where one of its guards changes sign."""

    name: str
    value: Expression
    guards: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


@frozen
class Domain:
    """The guard is what `function` may be applied to only while it is not negative."""

    guard: str
    function: str
    span: Span | None = field(default=None, compare=False)


@frozen
class TimeEvent:
    """The guard `guard` is linear in time and changes sign at the time `at`."""

    guard: str
    at: Expression


@frozen
class LinearLoop:
    """Linear equations for `members`, of which `solved` are found first, with the matrix `matrix`.

    It changes with `modes`, and may become singular. `spans` are where they are written.
    """

    members: tuple[str, ...]
    solved: tuple[str, ...]
    modes: tuple[str, ...]
    matrix: tuple[tuple[Expression, ...], ...]
    spans: tuple[Span | None, ...] = field(default=(), compare=False)


@frozen
class Wish:
    """A continuous state of a model with relations; `given` is the variable that has its initial value as given.

    `given` is empty where the state stays one: the run starts from its initial value. Otherwise the
    relations determine it, and may need another value. `flag` is a variable that must be one where a run is
    given the value, and is so where the text gives it (`is_given`); it may be empty.
    """

    name: str
    given: str
    is_given: bool
    flag: str = ""
    leaders: tuple[str, ...] = ()
    """States from whose given values it starts, if it has none of its own."""


@frozen
class Limit:
    """`name` is meant to stay between `low` and `high`; `count` is the variable that counts how often it leaves."""

    name: str
    low: float
    high: float
    span: Span | None = field(default=None, compare=False)
    count: str = ""

    @property
    def shown(self) -> str:
        low = "" if self.low == -math.inf else f"{self.low:g}"
        high = "" if self.high == math.inf else f"{self.high:g}"
        return f"{low}..{high}"


@frozen
class FixedSet:
    """The FIXED values `names` of connected terminals must be equal: `local` is what each is called at its terminal.

    `parameters` are those they depend on.
    """

    local: str
    terminals: tuple[str, ...]
    names: tuple[str, ...]
    parameters: frozenset[str] = frozenset()
    span: Span | None = field(default=None, compare=False)

    def disagreement(self, values: Sequence[float]) -> str:
        """What is said where they differ, by more than rounding does; empty where they do not."""
        for terminal, value in zip(self.terminals, values, strict=True):
            if not math.isclose(value, values[0], rel_tol=_ROUNDING):
                return f"'{self.local}' is {values[0]:g} at '{self.terminals[0]}' and {value:g} at '{terminal}'"
        return ""


_ROUNDING = 1e-12


def numbered_versions(names: Sequence[str]) -> str:
    """As they can be chosen: `linear (1), quadratic (2)`."""
    return ", ".join(f"{name} ({number})" for number, name in enumerate(names, start=1))


@frozen
class VersionChoice:
    """`name` (`valve.version`) is the version `chosen` of the `known` ones."""

    name: str
    chosen: str
    known: tuple[str, ...]


@frozen
class Model:
    name: str
    variables: tuple[Variable, ...] = ()
    equations: tuple[Equation, ...] = ()
    in_derivatives: tuple[Equation, ...] = ()
    """What derivatives are computed from instead of the equations for the same variables: the same but for rounding."""
    initial_equations: tuple[Equation, ...] = ()
    solutions: tuple[Solution, ...] = ()
    initial_solutions: tuple[Solution, ...] = ()
    time: str = ""
    states: tuple[tuple[str, str], ...] = ()
    """(state, derivative) of the continuous states, in source order."""
    samplers: tuple[Sampler, ...] = ()
    events: tuple[Event, ...] = ()
    stops: tuple[StopCondition, ...] = ()
    functions: tuple[FunctionDefinition, ...] = ()
    tables: tuple[Table, ...] = ()
    foreign: tuple[ForeignDefinition, ...] = ()
    delays: tuple[Delay, ...] = ()
    randoms: tuple[RandomStream, ...] = ()
    befores: tuple[Before, ...] = ()
    modes: tuple[Mode, ...] = ()
    domains: tuple[Domain, ...] = ()
    time_events: tuple[TimeEvent, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    """(name, the variable whose value it is)."""
    negatives: tuple[tuple[str, str], ...] = ()
    """(name, the variable whose value it is with the opposite sign)."""
    relational: frozenset[str] = frozenset()
    """The variables whose equations were made of relations: loops among them are expected."""
    wishes: tuple[Wish, ...] = ()
    linear_loops: tuple[LinearLoop, ...] = ()
    experiment: Experiment | None = None
    """What the text says about its own run."""
    limits: tuple[Limit, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    """(path, type) of everything it is composed of."""
    versions: tuple[VersionChoice, ...] = ()
    structural: tuple[str, ...] = ()
    """The parameters that decide of what the model consists: no run can change them."""
    fixed_sets: tuple[FixedSet, ...] = ()

    def by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}


class Stage(IntEnum):
    """When an equation is computed: at the least frequent moment at which its needs can change."""

    CONSTANT = 0
    PARAMETER = 1
    INITIAL = 2
    HELD = 3
    TIME = 4
    STATE = 5
    SAMPLE = 6
    OUTPUT = 7  # time or state, but only records read it


@frozen
class Block:
    """What is computed at once: the value of an equation, or those that solve an algebraic loop."""

    part: Equation | Solution
    stage: Stage = Stage.STATE
    sampler: str = ""

    @property
    def targets(self) -> tuple[str, ...]:
        return self.part.targets


@frozen
class Schedule:
    """The blocks in evaluation order: every value is computed before it is used.

    `initial` is what is computed before a run starts, in order: the INITIAL section, all that
    depends on parameters only, and what these read.
    """

    blocks: tuple[Block, ...]
    initial: tuple[Equation | Solution, ...] = ()
