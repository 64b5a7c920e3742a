"""FlatModel -> the shape of each variable: declared ones, and those that follow from their equations.

A name without a declaration has the shape of its equation. Names that need each other are numbers, unless one of them
is declared.
"""

from collections.abc import Iterable

from simnon.model import Axis, Equation, Extent, FlatModel, Role, Shape, Variable

from .evaluate import Evaluator
from .value import Mistake, Value

_INFERRED = (Role.AUXILIARY, Role.CONSTANT, Role.HELD, Role.RESIDUAL)


def infer_shapes(model: FlatModel, shapes: dict[str, Shape], evaluator: Evaluator) -> None:
    """Add to `shapes`, which the evaluator reads, what follows from whole equations."""
    by_name = model.by_name()
    equations = [*model.equations, *model.initial_equations, *(e for event in model.events for e in event.equations)]
    waiting = [e for e in equations if _is_inferred(e, by_name, shapes)]
    unknown = {equation.target for equation in waiting}
    while waiting:
        ready = [e for e in waiting if e.target not in shapes and not (unknown & set(e.reads)) - {e.target}]
        chosen = ready or waiting[:1]
        for equation in chosen:
            unknown.discard(equation.target)
            counts = _counts(equation, evaluator)
            if counts:
                shapes[equation.target] = tuple(Extent(1, count) for count in counts)
        done = {id(equation) for equation in chosen}
        waiting = [equation for equation in waiting if id(equation) not in done]


def _is_inferred(equation: Equation, by_name: dict[str, Variable], shapes: dict[str, Shape]) -> bool:
    variable = by_name[equation.target]
    return variable.role in _INFERRED and not equation.places and equation.target not in shapes


def _counts(equation: Equation, evaluator: Evaluator) -> tuple[int, ...]:
    """Of a relation with FOR, also the sizes of its indices; a mistake is reported when the equation is expanded."""
    box = equation.box
    evaluator.needs_shapes_only = True
    try:
        value = value_in(box, equation, evaluator)
    except Mistake:
        return ()
    finally:
        evaluator.needs_shapes_only = False
    is_relation = evaluator.variables[equation.target].role is Role.RESIDUAL
    return (*(axis.last - axis.first + 1 for axis in box if is_relation), *value.counts)


def value_in(box: Iterable[Axis], equation: Equation, evaluator: Evaluator) -> Value:
    """The value at the first point of a box."""
    return evaluator.value(equation.value, {axis.index: float(axis.first) for axis in box})
