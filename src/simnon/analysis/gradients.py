"""HybridModel+Schedule -> the partial derivatives of some variables by others, with their sparsity.

Gradients are carried forward through the schedule: each intermediate value gets a named
derivative by each variable it depends on, so common subexpressions are computed once and nothing grows.
The gradients of a loop's unknowns follow from linear equations with the matrix of
the loop (the implicit function theorem). Modes are constant: at a corner the derivative is that of the branch that
holds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from simnon.model import (
    Apply,
    Equation,
    Expression,
    HybridModel,
    Iteration,
    LinearSystem,
    Name,
    Number,
    Role,
    Schedule,
    Solution,
    Stage,
    apply,
    full_row,
    names_in,
    substitute,
)
from simnon.source import frozen

from .derivative import NONE_GIVEN, Partials, chained, gradient_of, partial_derivatives, partials_of_files

ZERO, ONE = Number(0.0), Number(1.0)
GradientOfName = dict[str, dict[int, Expression]]
GradientPart = Equation | LinearSystem


@frozen
class Gradients:
    """`equations` in order; `entries` are the nonzero (row, column, value), by row and column.

    `variable_of_target` maps each equation to the variable whose derivative it computes.
    """

    equations: tuple[GradientPart, ...]
    variable_of_target: dict[str, str]
    entries: tuple[tuple[int, int, Expression], ...]


def find_gradients(model: HybridModel, schedule: Schedule, of: Sequence[str], by: Sequence[str]) -> Gradients:
    """The derivatives of the variables `of` by the variables `by`, all else being independent.

    A variable `by` which something is differentiated can be computed itself: whatever reads it then sees an
    independent variable, while its own row has the derivatives of its equation.
    """
    columns: GradientOfName = {name: {column: ONE} for column, name in enumerate(by)}
    parts = [block.part for block in schedule.blocks if block.stage > Stage.INITIAL]
    fixed = {variable.name for variable in model.variables if variable.role is Role.PARAMETER}
    # What is computed before a run reads the start values of states, not the states.
    given = partials_of_files(model.foreign)
    start = GradientWalk({name: column for name, column in columns.items() if name in fixed}, (), given=given)
    start.parts(_needed_for({name for part in parts for name in part.reads}.union(of), schedule.initial))
    walk = GradientWalk(start.gradient_of_name | columns, of, columns, start.equations, given=given)
    walk.variable_of_target |= start.variable_of_target
    walk.parts(_needed_for(of, parts, columns))
    rows = [walk.row_of_name.get(name, walk.gradient_of_name.get(name, {})) for name in of]
    entries = tuple((i, column, row[column]) for i, row in enumerate(rows) for column in sorted(row))
    equations = needed_equations(walk.equations, [value for _, _, value in entries])
    return Gradients(equations, walk.variable_of_target, entries)


class GradientWalk:
    """The gradients so far, and the equations that compute them.

    `row_of_name` are those of what has been computed; `gradient_of_name` those that readers see. `shares_factors` if
    most variables depend on most columns.
    """

    def __init__(
        self,
        known: Mapping[str, dict[int, Expression]],
        results: Collection[str],
        independent: Collection[str] | None = None,
        equations: Sequence[GradientPart] = (),
        suffix: str = "",
        given: Partials = NONE_GIVEN,
        *,
        shares_factors: bool = False,
    ) -> None:
        self.gradient_of_name: GradientOfName = dict(known)
        self.row_of_name: GradientOfName = {}
        self.independent = frozenset(known if independent is None else independent)
        self.results = frozenset(results)
        self.equations: list[GradientPart] = list(equations)
        self.variable_of_target: dict[str, str] = {}
        self._suffix, self._given, self._shares_factors = suffix, given, shares_factors

    def name(self, target: str, column: int) -> str:
        """The variable with the derivative of a target, if it has one."""
        return f"d({target})/d.{column}{self._suffix}"

    def parts(self, parts: Iterable[Equation | Solution]) -> None:
        for part in parts:
            self.part(part)

    def part(self, part: Equation | Solution, *, is_stored: bool = False) -> None:
        """Differentiate a part; `is_stored` if readers must see the derivatives as they were when it was computed."""
        match part:
            case Equation():
                self._equation(part, is_stored)
            case LinearSystem():
                self._linear_system(part)
            case Iteration():
                self._iteration(part)

    def give(self, name: str, gradient: dict[int, Expression]) -> None:
        """The gradient of a variable whose equation does not tell it."""
        self._set(name, {c: self._named(name, c, value, name) for c, value in gradient.items()})

    def _equation(self, equation: Equation, is_stored: bool) -> None:
        target = equation.target
        partials = partial_derivatives(equation.value, lambda name: bool(self.gradient_of_name.get(name)), self._given)
        if self._shares_factors:
            partials = {name: self._factor(target, name, partial) for name, partial in partials.items()}
        gradient = chained(partials, self.gradient_of_name)
        if target not in self.results:
            gradient = {c: self._named(target, c, value, target, is_stored) for c, value in gradient.items()}
        self._set(target, gradient)

    def _factor(self, target: str, name: str, partial: Expression) -> Expression:
        """A partial derivative that several columns need gets a name: it is computed, and differentiated, once."""
        if len(self.gradient_of_name[name]) < 2 or not isinstance(partial, Apply):
            return partial
        factor = f"d({target})/d({name}) alone{self._suffix}"
        self._add(Equation(factor, partial, partial.span), target)
        return Name(factor, partial.span)

    def _linear_system(self, system: LinearSystem) -> None:
        """From M x = b follows M dx = db - dM x."""
        for unknowns, right in zip(system.unknowns, system.right, strict=True):
            rows = []
            for row, value in zip(system.matrix, right, strict=True):
                products = [apply("*", entry, Name(unknown)) for entry, unknown in zip(row, unknowns, strict=True)]
                less = apply("+", value, *(apply("neg", product) for product in products))
                rows.append(gradient_of(less, self._without(unknowns), self._given))
            self._solve(unknowns, system.matrix, rows)

    def _iteration(self, iteration: Iteration) -> None:
        """From x = v(x, p) follows (1 - dv/dx) dx = dv/dp, with v through the equations of the loop."""
        copy_of_name: dict[str, Expression] = {}
        members, outside = set(iteration.members), self._without(iteration.unknowns)
        for equation in iteration.equations:
            copy = f"{equation.target} in loop {iteration.number}{self._suffix}"
            value = substitute(equation.value, copy_of_name)
            self._add(Equation(copy, value, equation.span), equation.target)
            copy_of_name[equation.target] = Name(copy)
            if equation.target in members:
                gradient = gradient_of(value, outside, self._given)
                outside[copy] = {c: self._named(copy, c, g, copy) for c, g in gradient.items()}
        marked = zip(iteration.values, iteration.marks, strict=True)
        values = [apply("neg", value) if is_zero else value for value, is_zero in marked]
        values = [substitute(value, copy_of_name) for value in values]
        matrix = tuple(
            tuple(substitute(entry, copy_of_name) for entry in full_row(row, len(values))) for row in iteration.matrix
        )
        self._solve(iteration.unknowns, matrix, [gradient_of(value, outside, self._given) for value in values])

    def _without(self, unknowns: Iterable[str]) -> GradientOfName:
        """The gradients that the equations of a loop see: its own unknowns are not independent in it."""
        own = self.independent.intersection(unknowns)
        if not own:
            return self.gradient_of_name
        return {name: gradient for name, gradient in self.gradient_of_name.items() if name not in own}

    def _solve(
        self, unknowns: tuple[str, ...], matrix: tuple[tuple[Expression, ...], ...], rows: list[dict[int, Expression]]
    ) -> None:
        """The gradients of the unknowns, from linear equations with the rows as right-hand sides."""
        columns = sorted({column for row in rows for column in row})
        names = tuple(tuple(self.name(unknown, column) for unknown in unknowns) for column in columns)
        right = tuple(tuple(row.get(column, ZERO) for row in rows) for column in columns)
        if columns:
            self.equations.append(LinearSystem(names, matrix, right))
        for i, unknown in enumerate(unknowns):
            self._set(unknown, {c: Name(names[k][i]) for k, c in enumerate(columns)})

    def _set(self, name: str, gradient: dict[int, Expression]) -> None:
        self.row_of_name[name] = gradient
        if name not in self.independent:
            self.gradient_of_name[name] = gradient

    def _named(self, target: str, column: int, value: Expression, variable: str, is_stored: bool = False) -> Expression:
        if isinstance(value, Number) or (isinstance(value, Name) and not is_stored):
            return value
        name = self.name(target, column)
        self._add(Equation(name, value, value.span), variable)
        return Name(name, value.span)

    def _add(self, equation: Equation, variable: str) -> None:
        self.equations.append(equation)
        self.variable_of_target[equation.target] = variable


def _needed_for(
    names: Iterable[str], parts: Sequence[Equation | Solution], independent: Collection[str] = ()
) -> list[Equation | Solution]:
    """The parts on which the names depend, in order; those of independent variables only if they are named."""
    read, needed = set(names), []
    for part in reversed(parts):
        if not read.isdisjoint(part.targets):
            read.update(name for name in part.reads if name not in independent)
            needed.append(part)
    return needed[::-1]


def needed_equations(equations: Sequence[GradientPart], results: Iterable[Expression]) -> tuple[GradientPart, ...]:
    """The equations the results depend on; guards, for example, need no derivative."""
    read = {name for value in results for name in names_in(value)}
    needed = []
    for equation in reversed(equations):
        if not read.isdisjoint(equation.targets):
            read.update(equation.reads)
            needed.append(equation)
    return tuple(reversed(needed))
