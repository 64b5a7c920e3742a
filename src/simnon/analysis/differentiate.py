"""Model+Schedule -> Jacobian: the derivatives of the derivatives by states and time, with their sparsity.

Gradients are carried forward through the schedule: each intermediate value gets a named
derivative by each state it depends on, so common parts are computed once and nothing grows.
"""

from dataclasses import dataclass

from simnon.model import Apply, Equation, Expression, Model, Name, Number, Schedule, Stage, apply, names_in

from .derivative import partial_derivatives, simplified


@dataclass(frozen=True, slots=True)
class Jacobian:
    """`equations` in order; `entries` are (row, column, value) of nonzero ones, by row and column.

    `by_time` holds for each state the derivative of its derivative by time, or None where it is zero.
    `variable_of_target` says of which variable each equation gives the derivative.
    """

    equations: tuple[Equation, ...]
    variable_of_target: dict[str, str]
    entries: tuple[tuple[int, int, Expression], ...]
    by_time: tuple[Expression | None, ...]


def differentiate(model: Model, schedule: Schedule) -> Jacobian | None:
    """The Jacobian, or None where an algebraic loop stands between the states and the derivatives."""
    column_of_state = {state: i for i, (state, _) in enumerate(model.states)}
    time_column = len(column_of_state)
    gradient_of_name: dict[str, dict[int, Expression]] = {
        state: {i: Number(1.0)} for state, i in column_of_state.items()
    }
    gradient_of_name[model.time] = {time_column: Number(1.0)}
    derivatives = {derivative for _, derivative in model.states}
    equations: list[Equation] = []
    variable_of_target: dict[str, str] = {}
    for block in schedule.blocks:
        if block.stage not in (Stage.TIME, Stage.STATE) or block.sampler:
            continue
        if block.is_loop:
            return None
        equation = block.equations[0]
        gradient = _gradient(equation.value, gradient_of_name)
        if equation.target not in derivatives:
            gradient = {column: _named(equation, column, value, equations) for column, value in gradient.items()}
            variable_of_target |= {e.target: equation.target for e in equations[len(variable_of_target) :]}
        gradient_of_name[equation.target] = gradient
    entries, by_time = _entries(model, gradient_of_name, time_column)
    results = [value for _, _, value in entries] + [value for value in by_time if value is not None]
    return Jacobian(_needed(equations, results), variable_of_target, entries, by_time)


def _needed(equations: list[Equation], results: list[Expression]) -> tuple[Equation, ...]:
    """Those behind the results; guards, for one, need no derivative."""
    read = {name for value in results for name in names_in(value)}
    needed = []
    for equation in reversed(equations):
        if equation.target in read:
            read.update(equation.reads)
            needed.append(equation)
    return tuple(reversed(needed))


def _entries(
    model: Model, gradient_of_name: dict[str, dict[int, Expression]], time_column: int
) -> tuple[tuple[tuple[int, int, Expression], ...], tuple[Expression | None, ...]]:
    """The derivatives of the derivatives, by states and by time."""
    entries: list[tuple[int, int, Expression]] = []
    by_time: list[Expression | None] = []
    for row, (_, derivative) in enumerate(model.states):
        gradient = gradient_of_name.get(derivative, {})
        entries += [(row, column, value) for column, value in sorted(gradient.items()) if column != time_column]
        by_time.append(gradient.get(time_column))
    return tuple(entries), tuple(by_time)


def _gradient(value: Expression, gradient_of_name: dict[str, dict[int, Expression]]) -> dict[int, Expression]:
    terms_of_column: dict[int, list[Expression]] = {}
    for name, partial in partial_derivatives(value, lambda name: bool(gradient_of_name.get(name))).items():
        for column, inner in gradient_of_name[name].items():
            terms_of_column.setdefault(column, []).append(simplified(apply("*", partial, inner)))
    return {
        column: terms[0] if len(terms) == 1 else simplified(Apply("+", tuple(terms)))
        for column, terms in terms_of_column.items()
    }


def _named(equation: Equation, column: int, value: Expression, equations: list[Equation]) -> Expression:
    if isinstance(value, Number | Name):
        return value
    name = f"d({equation.target})/d.{column}"
    equations.append(Equation(name, value, equation.span))
    return Name(name, equation.span)
