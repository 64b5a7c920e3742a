"""DATA: the flat model, which assembly builds from systems.

It has unique names and no hierarchy: connections are equations, or relations, which state that a residual is zero.
Events can still be hidden in its expressions. Everything in the text besides its equations (its experiment, parts,
versions, limits, requirements) is here, and stays here.
"""

import math
from collections.abc import Sequence
from dataclasses import field
from enum import Enum

from simnon.source import ElementNames, Span, frozen

from .equation import Equation, Solution
from .experiment import Experiment
from .expression import Expression
from .foreign import ForeignDefinition
from .requirement import Requirements
from .system import FunctionDefinition, Table
from .variable import Variable
from .whole_arrays import WholeArrays, size_of_shape


@frozen
class Sampler:
    """A discrete system: (state, new) pairs; sampled at `next_sample`, or when a trigger becomes true."""

    name: str
    states: tuple[tuple[str, str], ...]
    next_sample: str | None
    triggers: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)
    due: str = ""
    """The condition that is true at an instant at which it is sampled; present if something reads it."""


@frozen
class Event:
    """When the variable `condition` becomes true, `equations` compute the new values, all from the old ones.

    Their targets are states, held variables, and intermediate values of this event only.
    """

    name: str
    condition: str
    equations: tuple[Equation, ...]
    span: Span | None = field(default=None, compare=False)


@frozen
class StopCondition:
    """If this stop is due to an unknown version, `version` is the variable whose number is none of the `versions`."""

    condition: str
    message: str
    span: Span | None = field(default=None, compare=False)
    version: str = ""
    versions: tuple[str, ...] = ()


@frozen
class Delay:
    """The equation of `name` looks up the value of `source` at the time in the variable `at`.

    That of `slope`, if there is one, looks up the derivative of the source by its time.
    """

    name: str
    source: str
    at: str
    slope: str = ""


class Distribution(Enum):
    UNIFORM = "uniform"
    NORMAL = "normal"


@frozen
class RandomStream:
    """`name` is drawn again at each sample of its sampler, or once at the start if it has none."""

    name: str
    distribution: Distribution
    number: int


@frozen
class Before:
    """`name` is the value of the variable `of` just before the instant."""

    name: str
    of: str


@frozen
class Limit:
    """`name` should stay between `low` and `high`; `count` is the variable that counts how often it leaves."""

    name: str
    low: float
    high: float
    span: Span | None = field(default=None, compare=False)
    count: str = ""
    elements: ElementNames | None = None
    """Of the array `name`, if it is whole."""

    @property
    def shown(self) -> str:
        low = "" if self.low == -math.inf else f"{self.low:g}"
        high = "" if self.high == math.inf else f"{self.high:g}"
        return f"{low}..{high}"


@frozen
class FixedSet:
    """The FIXED values `names` of connected terminals must be equal: `local` is the name of each at its terminal.

    `parameters` are those they depend on.
    """

    local: str
    terminals: tuple[str, ...]
    names: tuple[str, ...]
    parameters: frozenset[str] = frozenset()
    span: Span | None = field(default=None, compare=False)

    def disagreement(self, values: Sequence[float]) -> str:
        """The message if they differ by more than rounding; otherwise empty."""
        for terminal, value in zip(self.terminals, values, strict=True):
            if not math.isclose(value, values[0], rel_tol=_ROUNDING):
                return f"'{self.local}' is {values[0]:g} at '{self.terminals[0]}' and {value:g} at '{terminal}'"
        return ""


_ROUNDING = 1e-12


def numbered_versions(names: Sequence[str]) -> str:
    """As a list to choose from: `linear (1), quadratic (2)`."""
    return ", ".join(f"{name} ({number})" for number, name in enumerate(names, start=1))


@frozen
class VersionChoice:
    """`name` (`valve.version`) is the version `chosen` of the `known` ones."""

    name: str
    chosen: str
    known: tuple[str, ...]


@frozen
class AnyModel:
    """What models have at every stage: a `FlatModel` or a `HybridModel`."""

    name: str
    variables: tuple[Variable, ...] = ()
    equations: tuple[Equation, ...] = ()
    initial_equations: tuple[Equation, ...] = ()
    time: str = ""
    states: tuple[tuple[str, str], ...] = ()
    """(state, derivative) of the continuous states, in source order."""
    samplers: tuple[Sampler, ...] = ()
    events: tuple[Event, ...] = ()
    stops: tuple[StopCondition, ...] = ()
    tables: tuple[Table, ...] = ()
    foreign: tuple[ForeignDefinition, ...] = ()
    delays: tuple[Delay, ...] = ()
    randoms: tuple[RandomStream, ...] = ()
    befores: tuple[Before, ...] = ()
    whole: WholeArrays = WholeArrays()

    def by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    @property
    def state_count(self) -> int:
        """The number of continuous states, each element of an array counted."""
        if not self.whole:
            return len(self.states)
        shape_of_name = {variable.name: variable.shape for variable in self.variables if variable.shape}
        return sum(size_of_shape(shape_of_name.get(state, ())) for state, _ in self.states)

    @property
    def computations(self) -> tuple[Equation | Solution, ...]:
        """Everything that computes variables during a run."""
        return self.equations

    @property
    def initial_computations(self) -> tuple[Equation | Solution, ...]:
        return self.initial_equations


@frozen
class FlatModel(AnyModel):
    """From assembly: the equations and relations of all systems under unique names."""

    functions: tuple[FunctionDefinition, ...] = ()
    experiment: Experiment | None = None
    """What the text states about its own run."""
    limits: tuple[Limit, ...] = ()
    parts: Sequence[tuple[str, str]] = ()
    """(path, type) of every part."""
    versions: tuple[VersionChoice, ...] = ()
    structural: tuple[str, ...] = ()
    """The structural parameters: no run can change them."""
    sizes: tuple[Expression, ...] = ()
    """What array sizes and the limits of FOR are computed from."""
    fixed_sets: tuple[FixedSet, ...] = ()
    requirements: Requirements = Requirements()
