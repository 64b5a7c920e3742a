"""Products of arrays: a number with anything, matrices with matrices and vectors."""

from collections.abc import Sequence
from typing import Protocol

from simnon.model import Apply, Expression
from simnon.source import Related, Span

from .value import Items, Mistake, Value, check_size, total


class Rewriter(Protocol):
    """What the rules of arrays need of the evaluator."""

    def simple(self, value: Value) -> Value: ...

    def hoisted(self, expression: Expression) -> Expression: ...

    def origins(self, span: Span | None) -> list[Related]: ...

    def different(self, left: Value, right: Value, span: Span | None, hint: str) -> Mistake: ...

    def matrix_function(self, kind: str, rows: int, columns: int) -> str: ...


def multiplied(values: Sequence[Value], span: Span | None, rewriter: Rewriter) -> Value:
    """From the left; neighbouring numbers stay factors of one product."""
    result, factors = values[0], 1
    for value in values[1:]:
        if result.is_scalar or value.is_scalar:
            result = _scaled(result, value, factors, span, rewriter)
            factors += 1
        else:
            result, factors = _product(result, value, span, rewriter), 1
    return result


def _scaled(left: Value, right: Value, factors: int, span: Span | None, rewriter: Rewriter) -> Value:
    counts = left.counts or right.counts

    def join(a: Expression, b: Expression) -> Expression:
        if factors > 1 and isinstance(a, Apply) and a.function == "*":
            return Apply("*", (*a.arguments, b), span)
        return Apply("*", (a, b), span)

    def make() -> Items:
        if left.is_scalar and right.is_scalar:
            return (join(left.scalar, right.scalar),)
        if left.is_scalar:
            one = left.scalar if factors > 1 and _has_simple_factors(left.scalar) else rewriter.hoisted(left.scalar)
            return tuple(join(one, item) for item in right.items)
        one = rewriter.hoisted(right.scalar)
        return tuple(join(item, one) for item in left.items)

    return Value(counts, make, span)


def _has_simple_factors(expression: Expression) -> bool:
    return isinstance(expression, Apply) and all(not isinstance(a, Apply) for a in expression.arguments)


def _product(left: Value, right: Value, span: Span | None, rewriter: Rewriter) -> Value:
    if len(left.counts) == 1 and len(right.counts) == 1:
        hint = "write DOT(a, b) for a number, OUTER(a, b) for a matrix, or c[i] = a[i]*b[i] FOR i = 1..n by elements"
        message = f"{left.text}, and {right.text}: a product of two vectors is not defined"
        related = dict.fromkeys((*rewriter.origins(left.span), *rewriter.origins(right.span)))
        raise Mistake("different-shapes", message, span, hint, tuple(related))
    if len(left.counts) > 2 or len(right.counts) > 2:
        raise rewriter.different(left, right, span, "only vectors and matrices can be multiplied; use SUM and FOR")
    inner = left.counts[-1]
    if inner != right.counts[0]:
        hint = f"the columns of the first must be as many as the rows of the second: {inner} and {right.counts[0]}"
        raise rewriter.different(left, right, span, hint)
    rows = left.counts[0] if len(left.counts) == 2 else 1
    columns = right.counts[1] if len(right.counts) == 2 else 1
    counts = (*left.counts[:-1], *right.counts[1:])
    check_size(counts, span)

    def make() -> Items:
        a = (rewriter.simple(left) if columns > 1 else left).items
        b = (rewriter.simple(right) if rows > 1 else right).items
        return tuple(
            total([Apply("*", (a[k * rows + i], b[j * inner + k]), span) for k in range(inner)], span)
            for j in range(columns)
            for i in range(rows)
        )

    return Value(counts, make, span)
