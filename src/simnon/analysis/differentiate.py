"""HybridModel+Schedule -> Jacobian: the derivatives of the derivatives by states and time, with their sparsity."""

from simnon.model import Expression, HybridModel, Number, Schedule, Stage
from simnon.source import frozen

from .derivative import partials_of_files
from .gradients import GradientOfName, GradientPart, GradientWalk, needed_equations


@frozen
class Jacobian:
    """`equations` in order; `entries` are the nonzero (row, column, value), by row and column.

    `by_time` holds for each state the derivative of its derivative by time, or None if it is zero.
    `variable_of_target` maps each equation to the variable whose derivative it computes.
    """

    equations: tuple[GradientPart, ...]
    variable_of_target: dict[str, str]
    entries: tuple[tuple[int, int, Expression], ...]
    by_time: tuple[Expression | None, ...]


def differentiate(model: HybridModel, schedule: Schedule) -> Jacobian:
    time_column = len(model.states)
    names = (*(state for state, _ in model.states), model.time)
    walk = GradientWalk(
        {name: {column: Number(1.0)} for column, name in enumerate(names)},
        [derivative for _, derivative in model.states],
        given=partials_of_files(model.foreign),
    )
    walk.parts(block.part for block in schedule.blocks if block.stage in (Stage.TIME, Stage.STATE))
    entries, by_time = _entries(model, walk.gradient_of_name, time_column)
    results = [value for _, _, value in entries] + [value for value in by_time if value is not None]
    return Jacobian(needed_equations(walk.equations, results), walk.variable_of_target, entries, by_time)


def _entries(
    model: HybridModel, gradient_of_name: GradientOfName, time_column: int
) -> tuple[tuple[tuple[int, int, Expression], ...], tuple[Expression | None, ...]]:
    """The derivatives of the derivatives, by states and by time."""
    entries: list[tuple[int, int, Expression]] = []
    by_time: list[Expression | None] = []
    for row, (_, derivative) in enumerate(model.states):
        gradient = gradient_of_name.get(derivative, {})
        entries += [(row, column, value) for column, value in sorted(gradient.items()) if column != time_column]
        by_time.append(gradient.get(time_column))
    return tuple(entries), tuple(by_time)
