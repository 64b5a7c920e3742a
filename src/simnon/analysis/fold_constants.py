"""HybridModel -> HybridModel: compute constant expressions, with the arithmetic of the targets."""

from operator import is_

from simnon.model import ELEMENTARY_FUNCTIONS, Apply, Equation, Expression, HybridModel, Number, finite_number_of
from simnon.source import Report

from .workbench import Setting, Workbench


def fold_constants(model: HybridModel, report: Report) -> HybridModel:
    del report
    bench = Workbench(model)

    def change(equation: Equation, setting: Setting) -> Expression:
        del setting
        return folded(equation.value)

    bench.rewrite(change, lambda equation: bool(equation.functions))
    return bench.finished()


def folded(expression: Expression) -> Expression:
    """The same value with every constant subexpression computed, if the result is finite."""
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple([folded(argument) for argument in expression.arguments])
    is_same = all(map(is_, arguments, expression.arguments))
    node = expression if is_same else Apply(expression.function, arguments, expression.span)
    if any(not isinstance(argument, Number) for argument in arguments) or node.function in ELEMENTARY_FUNCTIONS:
        # A program can use the elementary functions of the machine's C library, whose last bits differ.
        return node
    value = finite_number_of(node, {})
    return node if value is None else Number(value, expression.span)
