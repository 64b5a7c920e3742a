"""abs, sign, min and max by comparisons that make no events, for methods of fixed step."""

from simnon.model import NOW, Apply, Expression, Number
from simnon.source import Span


def corner(word: str, values: tuple[Expression, ...], span: Span | None) -> Expression:
    first, last, zero = values[0], values[-1], Number(0.0, span)
    match word:
        case "abs":
            return _either("<", first, zero, Apply("neg", (first,), span), first)
        case "sign":
            below = _either("<", first, zero, Number(-1.0, span), zero)
            return _either(">", first, zero, Number(1.0, span), below)
        case "min":
            return _either("<", first, last, first, last)
        case _:
            return _either(">", first, last, first, last)


def _either(relation: str, a: Expression, b: Expression, then: Expression, other: Expression) -> Expression:
    return Apply("if", (Apply(f"{relation}{NOW}", (a, b), a.span), then, other), a.span)
