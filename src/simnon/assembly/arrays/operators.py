"""Operators on arrays: sums, products, powers, IF, and the least and greatest element."""

from simnon.model import Apply, Expression

from .evaluate import Environment, Evaluator, Rule
from .products import multiplied
from .value import Mistake, Value


def _sum(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    values = [evaluator.value(argument, around) for argument in node.arguments]
    first = values[0]
    for value in values[1:]:
        if value.counts != first.counts:
            raise evaluator.different(first, value, node.span, _sum_hint(first, value))
    return evaluator.elementwise(node, values)


def _product(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    values = [evaluator.value(argument, around) for argument in node.arguments]
    if all(value.is_scalar for value in values):
        return evaluator.elementwise(node, values)
    return multiplied(values, node.span, evaluator)


def _quotient(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    left, right = (evaluator.value(argument, around) for argument in node.arguments)
    if not right.is_scalar:
        hint = "divide element by element with FOR, or write SOLVE(A, b) for the solution of A*x = b"
        raise Mistake(
            "different-shapes", f"{right.text}, and divides", node.span, hint, tuple(evaluator.origins(right.span))
        )
    return evaluator.elementwise(node, [left, evaluator.simple(right) if left.counts else right])


def _power(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    left, right = (evaluator.value(argument, around) for argument in node.arguments)
    if not right.is_scalar or len(left.counts) > 1:
        hint = "write A*A for a product of matrices, and FOR for powers of elements"
        raise Mistake(
            "different-shapes",
            f"{left.text}, and {right.text}: '^' takes numbers and vectors, to the power of a number",
            node.span,
            hint,
        )
    return evaluator.elementwise(node, [left, evaluator.simple(right) if left.counts else right])


def _choice(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    """A condition on numbers and indices decides at once, so that the other branch need not exist."""
    arguments = list(node.arguments)
    kept: list[Expression] = []
    while len(arguments) > 1:
        decided = evaluator.number(arguments[0], around)
        if decided is None:
            kept += arguments[:2]
        elif decided:
            arguments = [arguments[1]]
            break
        arguments = arguments[2:]
    if not kept:
        return evaluator.value(arguments[0], around)
    values = [evaluator.value(argument, around) for argument in (*kept, arguments[0])]
    results = [*values[1:-1:2], values[-1]]
    for value in results[1:]:
        if value.counts != results[0].counts:
            raise evaluator.different(results[0], value, node.span, "both values of IF need the same shape")
    for condition in values[0:-1:2]:
        if condition.counts not in ((), results[0].counts):
            hint = "a condition is one truth value, or has one for each element; ANY and ALL make one of many"
            raise evaluator.different(condition, results[0], node.span, hint)
    return evaluator.elementwise(Apply("if", (*kept, arguments[0]), node.span), values)


def _extreme(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    values = [evaluator.value(argument, around) for argument in node.arguments]
    if len(values) > 1 or values[0].is_scalar:
        return evaluator.elementwise(node, values)
    (value,) = values
    if not value.size:
        raise Mistake("different-shapes", f"{node.function.upper()} of an empty array", node.span, "give it elements")
    return Value((), lambda: (Apply(node.function, value.items, node.span),), node.span)


def _sum_hint(left: Value, right: Value) -> str:
    if left.is_scalar or right.is_scalar:
        shaped = left if right.is_scalar else right
        sizes = ", ".join(map(str, shaped.counts))
        return f"a number is added to each element by ONES({sizes})*number, or with FOR"
    vector, column = sorted((left.counts, right.counts), key=len)
    if column == (*vector, 1):
        return "write a vector with commas, [a, b]: [a; b] is a matrix with one column"
    return "only equal shapes can be added"


OPERATOR_RULES: dict[str, Rule] = {
    "+": _sum,
    "*": _product,
    "/": _quotient,
    "^": _power,
    "if": _choice,
    "min": _extreme,
    "max": _extreme,
}
