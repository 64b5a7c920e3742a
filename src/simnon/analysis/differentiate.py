"""HybridModel+Schedule -> Jacobian: the derivatives of the derivatives by states and time, with their sparsity.

Gradients are carried forward through the schedule: each intermediate value gets a named
derivative by each state it depends on, so common subexpressions are computed once and nothing grows.
The gradients of a loop's unknowns follow from linear equations with the matrix of
the loop (the implicit function theorem).
"""

from simnon.model import (
    Equation,
    Expression,
    HybridModel,
    Iteration,
    LinearSystem,
    Name,
    Number,
    Schedule,
    Stage,
    apply,
    full_row,
    names_in,
    substitute,
)
from simnon.source import frozen

from .derivative import gradient_of, partials_of_files

ZERO = Number(0.0)
Gradients = dict[str, dict[int, Expression]]


@frozen
class Jacobian:
    """`equations` in order; `entries` are the nonzero (row, column, value), by row and column.

    `by_time` holds for each state the derivative of its derivative by time, or None if it is zero.
    `variable_of_target` maps each equation to the variable whose derivative it computes.
    """

    equations: tuple[Equation | LinearSystem, ...]
    variable_of_target: dict[str, str]
    entries: tuple[tuple[int, int, Expression], ...]
    by_time: tuple[Expression | None, ...]


def differentiate(model: HybridModel, schedule: Schedule) -> Jacobian:
    time_column = len(model.states)
    walk = _Walk(model)
    for block in schedule.blocks:
        if block.stage not in (Stage.TIME, Stage.STATE) or block.sampler:
            continue
        match block.part:
            case Equation():
                walk.equation(block.part)
            case LinearSystem():
                walk.linear_system(block.part)
            case Iteration():
                walk.iteration(block.part)
    entries, by_time = _entries(model, walk.gradient_of_name, time_column)
    results = [value for _, _, value in entries] + [value for value in by_time if value is not None]
    return Jacobian(_needed(walk.equations, results), walk.variable_of_target, entries, by_time)


class _Walk:
    """The gradients so far, and the equations that compute them; the last column is time."""

    def __init__(self, model: HybridModel) -> None:
        self.gradient_of_name: Gradients = {state: {i: Number(1.0)} for i, (state, _) in enumerate(model.states)}
        self.gradient_of_name[model.time] = {len(model.states): Number(1.0)}
        self.derivatives = {derivative for _, derivative in model.states}
        self.given = partials_of_files(model.foreign)
        self.equations: list[Equation | LinearSystem] = []
        self.variable_of_target: dict[str, str] = {}

    def equation(self, equation: Equation) -> None:
        gradient = gradient_of(equation.value, self.gradient_of_name, self.given)
        if equation.target not in self.derivatives:
            target = equation.target
            gradient = {c: self._named(f"d({target})/d.{c}", value, target) for c, value in gradient.items()}
        self.gradient_of_name[equation.target] = gradient

    def linear_system(self, system: LinearSystem) -> None:
        """From M x = b follows M dx = db - dM x."""
        for unknowns, right in zip(system.unknowns, system.right, strict=True):
            rows = []
            for row, value in zip(system.matrix, right, strict=True):
                products = [apply("*", entry, Name(unknown)) for entry, unknown in zip(row, unknowns, strict=True)]
                less = apply("+", value, *(apply("neg", product) for product in products))
                rows.append(gradient_of(less, self.gradient_of_name, self.given))
            self._solve(unknowns, system.matrix, rows)

    def iteration(self, iteration: Iteration) -> None:
        """From x = v(x, p) follows (1 - dv/dx) dx = dv/dp, with v through the equations of the loop."""
        copy_of_name: dict[str, Expression] = {}
        members = set(iteration.members)
        for equation in iteration.equations:
            copy = f"{equation.target} in loop {iteration.number}"
            value = substitute(equation.value, copy_of_name)
            self._add(Equation(copy, value, equation.span), equation.target)
            copy_of_name[equation.target] = Name(copy)
            if equation.target in members:
                gradient = gradient_of(value, self.gradient_of_name, self.given)
                self.gradient_of_name[copy] = {c: self._named(f"d({copy})/d.{c}", g, copy) for c, g in gradient.items()}
        marked = zip(iteration.values, iteration.marks, strict=True)
        values = [apply("neg", value) if is_zero else value for value, is_zero in marked]
        values = [substitute(value, copy_of_name) for value in values]
        matrix = tuple(
            tuple(substitute(entry, copy_of_name) for entry in full_row(row, len(values))) for row in iteration.matrix
        )
        self._solve(
            iteration.unknowns, matrix, [gradient_of(value, self.gradient_of_name, self.given) for value in values]
        )

    def _solve(
        self, unknowns: tuple[str, ...], matrix: tuple[tuple[Expression, ...], ...], rows: list[dict[int, Expression]]
    ) -> None:
        """The gradients of the unknowns, from linear equations with the rows as right-hand sides."""
        columns = sorted({column for row in rows for column in row})
        names = tuple(tuple(f"d({unknown})/d.{column}" for unknown in unknowns) for column in columns)
        right = tuple(tuple(row.get(column, ZERO) for row in rows) for column in columns)
        if columns:
            self.equations.append(LinearSystem(names, matrix, right))
        for i, unknown in enumerate(unknowns):
            self.gradient_of_name[unknown] = {c: Name(names[k][i]) for k, c in enumerate(columns)}

    def _named(self, name: str, value: Expression, variable: str) -> Expression:
        if isinstance(value, Number | Name):
            return value
        self._add(Equation(name, value, value.span), variable)
        return Name(name, value.span)

    def _add(self, equation: Equation, variable: str) -> None:
        self.equations.append(equation)
        self.variable_of_target[equation.target] = variable


def _needed(equations: list[Equation | LinearSystem], results: list[Expression]) -> tuple[Equation | LinearSystem, ...]:
    """The equations the results depend on; guards, for example, need no derivative."""
    read = {name for value in results for name in names_in(value)}
    needed = []
    for equation in reversed(equations):
        if not read.isdisjoint(equation.targets):
            read.update(equation.reads)
            needed.append(equation)
    return tuple(reversed(needed))


def _entries(
    model: HybridModel, gradient_of_name: Gradients, time_column: int
) -> tuple[tuple[tuple[int, int, Expression], ...], tuple[Expression | None, ...]]:
    """The derivatives of the derivatives, by states and by time."""
    entries: list[tuple[int, int, Expression]] = []
    by_time: list[Expression | None] = []
    for row, (_, derivative) in enumerate(model.states):
        gradient = gradient_of_name.get(derivative, {})
        entries += [(row, column, value) for column, value in sorted(gradient.items()) if column != time_column]
        by_time.append(gradient.get(time_column))
    return tuple(entries), tuple(by_time)
