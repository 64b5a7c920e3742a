"""Which of several choices of states a run begins with: INITIAL equations that assess the given values.

Positions and velocities are chosen separately. If the values satisfy the constraints as they are, the choice with
the largest pivot is taken, and all values stay. If not, as many of the given values as possible are kept, unless the
pivot, as far as it is known, is much too small. Values given for a run count like those in the text.
"""

from collections.abc import Callable, Mapping, Sequence

from simnon.model import Apply, Equation, Expression, Name, Number, Role, Variable, apply, names_in, substitute
from simnon.source import frozen

from .relation import ONE, ZERO

_ROUNDING = Number(1e-12)
_MUCH_TOO_SMALL = Number(100.0)
"""The square of how many times smaller than another the pivot of positions can be, if that keeps given values."""
_MUCH_TOO_SMALL_FOR_VELOCITIES = Number(1e8)
"""Velocities follow from linear equations, which can lose some digits."""
_A_VELOCITY = Number(1.0 / 64.0)
"""The weight of a given velocity in the choice of positions: it decides between equal choices."""
_AS_POSITIONS = Number(0.5)
"""The weight of choosing the same velocities as positions: less than that of a given value."""


@frozen
class StartConstraints:
    """The initial values of variables, and the variables that are one if the value was given, otherwise zero.

    `is_known` tells whether a different name has a value before the constraints are solved.
    """

    value_of_name: Mapping[str, Expression]
    flag_of_name: Mapping[str, str]
    is_known: Callable[[str], bool]


@frozen
class Level:
    """The constraints, each differentiated a number of times: their residuals, and the `names` they constrain.

    `kept` are, for each alternative, the names that stay states.
    """

    residuals: tuple[Expression, ...]
    names: tuple[str, ...]
    kept: tuple[tuple[str, ...], ...]


class ChoiceAtStart:
    """`pivots` are the squared determinants, one per alternative; `slopes` the matrix, the same at all levels."""

    def __init__(
        self,
        number: int,
        pivots: Sequence[Expression],
        slopes: Sequence[Sequence[Expression]],
        start_constraints: StartConstraints,
    ) -> None:
        self.prefix = f"start.{number}"
        self.start_constraints = start_constraints
        self.slopes = slopes
        self.variables: list[Variable] = []
        self.equations: list[Equation] = []
        self.names_of_pivot = [
            [n for n in dict.fromkeys(names_in(p)) if n in start_constraints.value_of_name] for p in pivots
        ]
        self.can_be_judged = all(map(self._can_be_computed, pivots))
        self.pivots = (
            [self._named(f"pivot.{k + 1}", pivot) for k, pivot in enumerate(pivots)] if self.can_be_judged else []
        )
        self.agreement: list[Expression] = []
        """The condition that the constraints of all levels so far hold; empty if that is unknown."""

    def add(self, choices: Sequence[str], levels: Sequence[Level]) -> None:
        for i, (choice, level) in enumerate(zip(choices, levels, strict=True)):
            agreement_below = self.agreement
            self._add_agreement(i, level)
            counts = [self._count(k, levels[i:], choices[:i]) for k in range(len(level.kept))]
            alternatives = [
                (agreement_below, self._known_one_by_one(k, choices[:i], levels[0])) for k in range(len(level.kept))
            ]
            ratio = _MUCH_TOO_SMALL_FOR_VELOCITIES if i else _MUCH_TOO_SMALL
            scores = [
                self._named(f"score.{i}.{k + 1}", self._score(k, count, ratio, known))
                for k, (count, known) in enumerate(zip(counts, alternatives, strict=True))
            ]
            self.equations.append(Equation(choice, number_of_largest(scores)))

    def _named(self, name: str, value: Expression) -> Expression:
        name = f"{self.prefix}.{name}"
        self.variables.append(Variable(name, Role.CONSTANT, local=name))
        self.equations.append(Equation(name, substitute(value, dict(self.start_constraints.value_of_name))))
        return Name(name)

    def _can_be_computed(self, expression: Expression) -> bool:
        value_of_name, is_known = self.start_constraints.value_of_name, self.start_constraints.is_known
        return all(name in value_of_name or is_known(name) for name in names_in(expression))

    def _known_one_by_one(self, k: int, choices: Sequence[str], lowest: Level) -> list[Expression]:
        """Conditions under which the whole pivot is known: given, or kept by the choice below; empty if impossible."""
        conditions: list[Expression] = []
        for name in self.names_of_pivot[k]:
            flag = self.start_constraints.flag_of_name.get(name)
            alternatives = [apply("=", Name(flag), ONE)] if flag is not None else []
            for choice in choices[:1]:
                keeping = [Number(float(j + 1)) for j, names in enumerate(lowest.kept) if name in names]
                alternatives += [apply("=", Name(choice), number) for number in keeping]
            if not alternatives:
                return []
            conditions.append(alternatives[0] if len(alternatives) == 1 else Apply("or", tuple(alternatives)))
        return conditions or [apply("=", ONE, ONE)]

    def _add_agreement(self, number: int, level: Level) -> None:
        is_first = number == 0
        if not (is_first or self.agreement) or not self.can_be_judged:
            return
        if not all(map(self._can_be_computed, level.residuals)):
            self.agreement = []
            return
        tests = list(self.agreement)
        for residual, slopes in zip(level.residuals, self.slopes, strict=True):
            products = [apply("*", s, Name(n)) for s, n in zip(slopes, level.names, strict=True) if s != ZERO]
            scale = apply("+", ZERO, *(apply("abs", product) for product in products))
            tests.append(apply("<=", apply("abs", residual), apply("*", _ROUNDING, scale)))
        agrees = self._named(f"agrees.{number}", Apply("if", (_all(tests), ONE, ZERO)))
        self.agreement = [apply("=", agrees, ONE)]

    def _count(self, k: int, levels: Sequence[Level], lower_choices: Sequence[str]) -> Expression:
        flag_of_name = self.start_constraints.flag_of_name
        own, *higher = ([Name(flag_of_name[n]) for n in level.kept[k] if n in flag_of_name] for level in levels)
        count = apply("+", ONE, *own, *(apply("*", _A_VELOCITY, flag) for flags in higher for flag in flags))
        if not lower_choices:
            return count
        is_same = apply("=", Name(lower_choices[-1]), Number(float(k + 1)))
        return apply("+", count, Apply("if", (is_same, _AS_POSITIONS, ZERO)))

    def _score(self, k: int, count: Expression, ratio: Number, alternatives: Sequence[list[Expression]]) -> Expression:
        """`alternatives` are conditions under any of which the pivots are known."""
        if not self.can_be_judged:
            return count
        parts: list[Expression] = []
        for agrees in self.agreement:
            parts += [agrees, self.pivots[k]]
        others = (other for j, other in enumerate(self.pivots) if j != k)
        is_enough = _all([apply(">", apply("*", ratio, self.pivots[k]), other) for other in others])
        for is_known in filter(None, alternatives):
            parts += [_all([*is_known, apply("not", is_enough)]), ZERO]
        return Apply("if", (*parts, count)) if parts else count


def number_of_largest(values: Sequence[Expression]) -> Expression:
    """The number of the largest value, counted from one; the first among equals."""
    numbers = [Number(float(k + 1)) for k in range(len(values))]
    parts: list[Expression] = []
    for k, value in enumerate(values[:-1]):
        parts += [_all([apply(">=", value, other) for j, other in enumerate(values) if j != k]), numbers[k]]
    return Apply("if", (*parts, numbers[-1]))


def _all(conditions: list[Expression]) -> Expression:
    return conditions[0] if len(conditions) == 1 else Apply("and", tuple(conditions))
