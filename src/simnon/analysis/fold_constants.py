"""HybridModel -> HybridModel: compute what depends on numbers only, with the arithmetic of the targets."""

import math
from operator import is_

from simnon.model import BUILTINS, ELEMENTARY_FUNCTIONS, Apply, Equation, Expression, HybridModel, Kind, Number
from simnon.source import Report

from .workbench import Place, Workbench


def fold_constants(model: HybridModel, report: Report) -> HybridModel:
    del report
    bench = Workbench(model)

    def change(equation: Equation, place: Place) -> Expression:
        del place
        return folded(equation.value)

    bench.rewrite(change, lambda equation: bool(equation.functions))
    return bench.finished()


def folded(expression: Expression) -> Expression:
    """The same value with every part that is made of numbers only computed, where the result is finite."""
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple([folded(argument) for argument in expression.arguments])
    numbers = [argument.value for argument in arguments if isinstance(argument, Number)]
    if len(numbers) == len(arguments):
        value = _value(expression.function, numbers)
        if value is not None:
            return Number(value, expression.span)
    if all(map(is_, arguments, expression.arguments)):
        return expression
    return Apply(expression.function, arguments, expression.span)


def _value(function: str, arguments: list[float]) -> float | None:
    """Elementary functions are left to the program, which may have those of the machine's C library."""
    builtin = BUILTINS.get(function)
    if builtin is None or builtin.evaluate is None or function in ELEMENTARY_FUNCTIONS:
        return None
    if builtin.gives is Kind.CONDITION or not builtin.takes_count(len(arguments)):
        return None
    value = builtin.evaluate(*arguments)
    return value if math.isfinite(value) else None
