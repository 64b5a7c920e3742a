"""Constraints whose dependent variables change during a run -> ordinary parts of a model.

For each degree of freedom there are states of our own, which are equal to one variable or another, as a held
number says. An event watches the pivots: where that of the present choice is less than half of another one,
the number changes, and the states become what the newly chosen variables are. Nothing else jumps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from simnon.model import Apply, Equation, Event, Expression, Name, Number, Role, Variable, apply, names_in, substitute
from simnon.source import frozen

from .chains import Chains
from .choose_states import Changing
from .make_causal import Row
from .relation import Relation, residual_of

_MUCH_BETTER = Number(4.0)
"""The square of how many times another pivot must be larger."""
_MUCH_TOO_SMALL = Number(100.0)
"""At the start a pivot may be ten times smaller than another, if that keeps values that were given."""


@dataclass(slots=True)
class Additions:
    """What a change of states adds to a model; `before` are the names whose values before an event are read."""

    rows: list[Row] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    initial: list[Equation] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    before: list[str] = field(default_factory=list)


@frozen
class Wishes:
    """The initial values of the variables, and which of them the text gives."""

    value_of_name: Mapping[str, Expression]
    given: frozenset[str]


def change_states(
    changing: Changing,
    number: int,
    chains: Chains,
    orders: tuple[int, ...],
    wishes: Wishes,
    additions: Additions,
) -> None:
    _Change(changing, number, chains, orders, wishes, additions).add()


class _Change:
    def __init__(
        self,
        changing: Changing,
        number: int,
        chains: Chains,
        orders: tuple[int, ...],
        wishes: Wishes,
        additions: Additions,
    ) -> None:
        self.changing = changing
        self.number = number
        self.chains = chains
        self.orders = orders
        self.given = wishes.value_of_name
        self.is_given = wishes.given
        self.additions = additions
        self.choice = f"choice.{number}"

    def add(self) -> None:
        self.additions.variables.append(Variable(self.choice, Role.HELD, local=self.choice, start=1.0))
        kept = [[c for c in self.changing.columns if c not in taken] for taken in self.changing.alternatives]
        states = [
            [f"chosen.{self.number}.{i + 1}.{level}" for level in range(self.changing.times)]
            for i in range(len(kept[0]))
        ]
        for i, levels in enumerate(states):
            for level, state in enumerate(levels):
                self._add_state(state, i, level, levels, kept)
        self._add_event(states, kept)

    def _name(self, column: int, level: int) -> str:
        return self.chains.name(column, self.orders[column] - self.changing.times + level)

    def _chosen(self, values: list[Expression]) -> Expression:
        return _by_number(Name(self.choice), values)

    def _add_state(self, state: str, i: int, level: int, levels: list[str], kept: list[list[int]]) -> None:
        derivative = f"der({state})"
        names: list[Expression] = [Name(self._name(columns[i], level)) for columns in kept]
        candidates = tuple(self._name(column, level) for column in self.changing.columns)
        self.additions.rows.append(Row(Relation(residual_of(Name(state), self._chosen(names))), candidates))
        self.additions.variables.append(Variable(state, Role.STATE, local=state))
        self.additions.variables.append(Variable(derivative, Role.DERIVATIVE, local=derivative))
        is_last = level + 1 == len(levels)
        rates: list[Expression] = [Name(self._name(columns[i], level + 1)) for columns in kept]
        rate = self._chosen(rates) if is_last else Name(levels[level + 1])
        self.additions.equations.append(Equation(derivative, rate))
        self.additions.states.append((state, derivative))
        at_start = [self.given[self._name(columns[i], level)] for columns in kept]
        self.additions.initial.append(Equation(state, self._chosen(at_start)))

    def _add_event(self, states: list[list[str]], kept: list[list[int]]) -> None:
        pivots = [f"pivot.{self.number}.{k + 1}" for k in range(len(self.changing.pivots))]
        squares = [apply("*", pivot, pivot) for pivot in self.changing.pivots]
        self.additions.variables += [Variable(name, Role.INTERMEDIATE, local=name) for name in pivots]
        self.additions.equations += [Equation(n, square) for n, square in zip(pivots, squares, strict=True)]
        self._add_start(squares, kept)
        present = apply("*", _MUCH_BETTER, self._chosen([Name(name) for name in pivots]))
        better: list[Expression] = [apply(">", Name(name), present) for name in pivots]
        condition = f"condition of {self.choice}"
        self.additions.variables.append(Variable(condition, Role.CONDITION, local=condition, is_condition=True))
        self.additions.equations.append(Equation(condition, apply("or", *better)))
        before: list[Expression] = [self._before(name) for name in pivots]
        changes = [Equation(self.choice, _place_of_largest(before))]
        for i, levels in enumerate(states):
            for level, state in enumerate(levels):
                values = [self._before(self._name(columns[i], level)) for columns in kept]
                changes.append(Equation(state, self._chosen(values)))
        self.additions.events.append(Event(f"change of {self.choice}", condition, tuple(changes)))

    def _before(self, name: str) -> Expression:
        if name not in self.additions.before:
            self.additions.before.append(name)
        return Name(f"PRE({name})")

    def _add_start(self, squares: list[Expression], kept: list[list[int]]) -> None:
        """The choice at the start: that which keeps the most given values, unless its pivot is much too small."""
        at_start = [substitute(square, dict(self.given)) for square in squares]
        counts = [sum(map(self._count_given, columns)) for columns in kept]
        numbers = [Number(float(k + 1)) for k in range(len(kept))]
        own = {name for column in self.changing.columns for name in self.chains.names[column]}
        parts: list[Expression] = []
        last: Expression = _place_of_largest(at_start)
        for k in sorted(range(len(kept)), key=lambda k: -counts[k]):
            if not own.isdisjoint(names_in(at_start[k])) or not self._is_known(squares[k]):
                last = numbers[k]
                break
            pivot = apply("*", _MUCH_TOO_SMALL, at_start[k])
            enough = [apply(">", pivot, other) for j, other in enumerate(at_start) if j != k]
            parts += [enough[0] if len(enough) == 1 else Apply("and", tuple(enough)), numbers[k]]
        self.additions.initial.append(Equation(self.choice, Apply("if", (*parts, last)) if parts else last))

    def _count_given(self, column: int) -> int:
        return sum(self._name(column, level) in self.is_given for level in range(self.changing.times))

    def _is_known(self, pivot: Expression) -> bool:
        """Whether the pivot can be judged at the start: all variables of the group in it were given values."""
        first = {self._name(column, 0) for column in self.changing.columns}
        return all(name in self.is_given for name in names_in(pivot) if name in first)


def _by_number(number: Expression, values: list[Expression]) -> Expression:
    """The first value where the number is 1, the second where it is 2, and so on."""
    if all(value == values[0] for value in values):
        return values[0]
    parts: list[Expression] = []
    for k, value in enumerate(values[:-1]):
        parts += [apply("=", number, Number(float(k + 1))), value]
    return Apply("if", (*parts, values[-1]))


def _place_of_largest(values: list[Expression]) -> Expression:
    numbers = [Number(float(k + 1)) for k in range(len(values))]
    parts: list[Expression] = []
    for k, value in enumerate(values[:-1]):
        others = [apply(">=", value, other) for j, other in enumerate(values) if j != k]
        parts += [others[0] if len(others) == 1 else Apply("and", tuple(others)), numbers[k]]
    return Apply("if", (*parts, numbers[-1]))
