"""Constraints whose dependent variables change during a run -> ordinary equations, states and events.

Each degree of freedom gets added states, which equal one variable or another, selected by a held number. An event
monitors the pivots: when the pivot of the present choice falls below half of another one, the number changes, and
the states take the values of the newly chosen variables. Nothing else jumps.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import Apply, Equation, Event, Expression, Name, Number, Role, Variable, apply

from .chains import Chains
from .choose_at_start import ChoiceAtStart, Level, StartConstraints, number_of_largest
from .choose_states import Changing
from .make_causal import Candidates
from .relation import Relation, residual_of

_MUCH_BETTER = Number(4.0)
"""The square of how many times larger another pivot must be.

The hysteresis keeps the choice from changing back and forth between nearly equal pivots.
"""


@dataclass(slots=True)
class Additions:
    """What a change of states adds to a model; `before` are the names whose values before an event are read."""

    rows: list[Candidates] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    initial: list[Equation] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    before: list[str] = field(default_factory=list)


def change_states(
    changing: Changing,
    families: Sequence[Sequence[Relation]],
    number: int,
    chains: Chains,
    orders: tuple[int, ...],
    start_constraints: StartConstraints,
    additions: Additions,
) -> None:
    """`families` are the constraints in the order of `changing.rows`, each with its derivatives."""
    _Change(changing, families, number, chains, orders, start_constraints, additions).add()


class _Change:
    def __init__(
        self,
        changing: Changing,
        families: Sequence[Sequence[Relation]],
        number: int,
        chains: Chains,
        orders: tuple[int, ...],
        start_constraints: StartConstraints,
        additions: Additions,
    ) -> None:
        self.changing = changing
        self.families = families
        self.number = number
        self.chains = chains
        self.orders = orders
        self.start_constraints = start_constraints
        self.additions = additions
        self.choices = [f"choice.{number}.{level}" for level in range(changing.times)]
        self.kept = [[c for c in changing.columns if c not in taken] for taken in changing.alternatives]

    def add(self) -> None:
        self.additions.variables += [
            Variable(name, Role.HELD, local=name, start=1.0, stands_for=f"choice of {self._among(level)} as state")
            for level, name in enumerate(self.choices)
        ]
        states = [
            [f"chosen.{self.number}.{i + 1}.{level}" for level in range(self.changing.times)]
            for i in range(len(self.kept[0]))
        ]
        squares = [apply("*", pivot, pivot) for pivot in self.changing.pivots]
        self._add_start(squares)
        for i, levels in enumerate(states):
            for level, state in enumerate(levels):
                self._add_state(state, i, level)
        self._add_event(states, squares)

    def _name(self, column: int, level: int) -> str:
        return self.chains.name(column, self.orders[column] - self.changing.times + level)

    def _among(self, level: int) -> str:
        """The variables from which a state is chosen, as users know them."""
        return " or ".join(self._name(column, level) for column in self.changing.columns)

    def _chosen(self, level: int, values: list[Expression]) -> Expression:
        return _by_number(Name(self.choices[level]), values)

    def _add_start(self, squares: list[Expression]) -> None:
        levels = [
            Level(
                tuple(family[level].residual for family in self.families),
                tuple(self._name(column, level) for column in self.changing.columns),
                tuple(tuple(self._name(column, level) for column in columns) for columns in self.kept),
            )
            for level in range(self.changing.times)
        ]
        start = ChoiceAtStart(self.number, squares, self.changing.slopes, self.start_constraints)
        start.add(self.choices, levels)
        self.additions.variables += start.variables
        self.additions.initial += start.equations

    def _add_state(self, state: str, i: int, level: int) -> None:
        derivative = f"der({state})"
        names: list[Expression] = [Name(self._name(columns[i], level)) for columns in self.kept]
        candidates = tuple(self._name(column, level) for column in self.changing.columns)
        self.additions.rows.append(
            Candidates(Relation(residual_of(Name(state), self._chosen(level, names))), candidates)
        )
        among = self._among(level)
        self.additions.variables.append(Variable(state, Role.STATE, local=state, stands_for=among))
        rate = f"the derivative of {among}"
        self.additions.variables.append(Variable(derivative, Role.DERIVATIVE, local=derivative, stands_for=rate))
        rates: list[Expression] = [Name(self._name(columns[i], level + 1)) for columns in self.kept]
        self.additions.equations.append(Equation(derivative, self._chosen(level, rates)))
        self.additions.states.append((state, derivative))
        at_start = [self.start_constraints.value_of_name[self._name(columns[i], level)] for columns in self.kept]
        self.additions.initial.append(Equation(state, self._chosen(level, at_start)))

    def _add_event(self, states: list[list[str]], squares: list[Expression]) -> None:
        pivots = [f"pivot.{self.number}.{k + 1}" for k in range(len(squares))]
        self.additions.variables += [Variable(name, Role.INTERMEDIATE, local=name) for name in pivots]
        self.additions.equations += [Equation(n, square) for n, square in zip(pivots, squares, strict=True)]
        values: list[Expression] = [Name(name) for name in pivots]
        better: list[Expression] = []
        for level in range(self.changing.times):
            present = apply("*", _MUCH_BETTER, self._chosen(level, values))
            better += [apply(">", value, present) for value in values]
        condition = f"condition of choice.{self.number}"
        self.additions.variables.append(Variable(condition, Role.CONDITION, local=condition, is_condition=True))
        self.additions.equations.append(Equation(condition, Apply("or", tuple(better))))
        best = number_of_largest([self._before(name) for name in pivots])
        changes = [Equation(choice, best) for choice in self.choices]
        for i, levels in enumerate(states):
            for level, state in enumerate(levels):
                before = [self._before(self._name(columns[i], level)) for columns in self.kept]
                changes.append(Equation(state, self._chosen(level, before)))
        self.additions.events.append(Event(f"change of choice.{self.number}", condition, tuple(changes)))

    def _before(self, name: str) -> Expression:
        if name not in self.additions.before:
            self.additions.before.append(name)
        return Name(f"PRE({name})")


def _by_number(number: Expression, values: list[Expression]) -> Expression:
    """The first value if the number is 1, the second if it is 2, and so on."""
    if all(value == values[0] for value in values):
        return values[0]
    parts: list[Expression] = []
    for k, value in enumerate(values[:-1]):
        parts += [apply("=", number, Number(float(k + 1))), value]
    return Apply("if", (*parts, values[-1]))
