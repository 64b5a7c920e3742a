"""DATA: the hybrid model, which analysis builds from the flat one: continuous equations, and modes that events change.

Every computed variable has one equation or solution; there are no relations and no functions of the user. When analysis
has finished, every event is explicit as a guard and its modes, and no equation needs its own value.
"""

from dataclasses import field

from simnon.source import Span, frozen

from .equation import Equation, Solution
from .expression import Expression
from .flat_model import AnyModel


@frozen
class Mode:
    """`name` is held at `value` between events; it can change when one of its guards changes sign."""

    name: str
    value: Expression
    guards: tuple[str, ...]
    span: Span | None = field(default=None, compare=False)


@frozen
class Domain:
    """`function` is defined only while the guard is not negative."""

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
    """Linear equations for `members`, of which `solved` are solved first, with the matrix `matrix`.

    It changes with `modes`, and can become singular. `spans` are the positions of the equations.
    """

    members: tuple[str, ...]
    solved: tuple[str, ...]
    modes: tuple[str, ...]
    matrix: tuple[tuple[Expression, ...], ...]
    spans: tuple[Span | None, ...] = field(default=(), compare=False)


@frozen
class StartConstraint:
    """A continuous state of a model with relations; `given` is the variable that holds its given initial value.

    `given` is empty if the state remains one: the run starts from its initial value. Otherwise the relations determine
    it, and can need a different value. `flag` is a variable that must be one if a run is given the value, and is one if
    the text gives it (`is_given`); it can be empty.
    """

    name: str
    given: str
    is_given: bool
    flag: str = ""
    leaders: tuple[str, ...] = ()
    """States from whose given values it starts, if it has none."""


@frozen
class Sensitivities:
    """The derivatives of states by some numbers, one direction for each, as more states.

    The first `base` states are the model's own; the derivatives of each in all directions follow. `shifts` are held
    variables, zero except at an instant that moves with the numbers: how much it moves in each direction.
    `shifts_of_events` are the expressions for it, one row for each guard, then for each time event, one for the
    sampler if `has_moving_samples`, and two for each delay: a jump at an instant that moves by tau arrives at one that
    moves by the first plus the second times tau.
    """

    base: int
    shifts: tuple[str, ...]
    shifts_of_events: tuple[tuple[Expression, ...], ...]
    has_moving_samples: bool = False


@frozen
class HybridModel(AnyModel):
    in_derivatives: tuple[Equation, ...] = ()
    """Equations that derivatives use instead of the usual ones for the same variables: equal but for rounding."""
    solutions: tuple[Solution, ...] = ()
    initial_solutions: tuple[Solution, ...] = ()
    modes: tuple[Mode, ...] = ()
    domains: tuple[Domain, ...] = ()
    time_events: tuple[TimeEvent, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    """(name, the variable with the same value)."""
    negatives: tuple[tuple[str, str], ...] = ()
    """(name, the variable with the negated value)."""
    relational: frozenset[str] = frozenset()
    """The variables whose equations were derived from relations: loops among them are expected."""
    start_constraints: tuple[StartConstraint, ...] = ()
    linear_loops: tuple[LinearLoop, ...] = ()
    sensitivities: Sensitivities | None = None

    @property
    def computations(self) -> tuple[Equation | Solution, ...]:
        return (*self.equations, *self.solutions)

    @property
    def initial_computations(self) -> tuple[Equation | Solution, ...]:
        return (*self.initial_equations, *self.initial_solutions)
