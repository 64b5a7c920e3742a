"""The points of a FUNCTION -> NLFGEN: between points k and k+1 the parabola through k-1, k and k+1.

In the first interval it goes through the first three points; beyond the ends the end value holds.
"""

from simnon.model import Apply, Expression, Number
from simnon.source import Span

Pairs = tuple[tuple[float, float], ...]


def parabolas(pairs: Pairs, x: Expression, span: Span) -> Expression:
    first, last = pairs[0], pairs[-1]
    parts: list[Expression] = [_less(x, first[0], span), Number(first[1], span)]
    for k in range(len(pairs) - 1):
        if k == 0 and len(pairs) > 2:
            continue
        centre = max(k, 1)
        parts += [_less(x, pairs[k + 1][0], span), _parabola(pairs[centre - 1 : centre + 2], x, span)]
    return Apply("if", (*parts, Number(last[1], span)), span)


def _less(x: Expression, bound: float, span: Span) -> Expression:
    return Apply("<", (x, Number(bound, span)), span)


def _parabola(points: Pairs, x: Expression, span: Span) -> Expression:
    """In Newton's form, from the first of the points; a straight line through two."""

    def beyond(at: float) -> Expression:
        return Apply("+", (x, Number(-at, span)), span)

    (a, fa), (b, fb), *rest = points
    slope = (fb - fa) / (b - a)
    if not rest:
        return Apply("+", (Number(fa, span), Apply("*", (Number(slope, span), beyond(a)), span)), span)
    c, fc = rest[0]
    bend = ((fc - fb) / (c - b) - slope) / (c - a)
    inner = Apply("+", (Number(slope, span), Apply("*", (Number(bend, span), beyond(b)), span)), span)
    return Apply("+", (Number(fa, span), Apply("*", (beyond(a), inner), span)), span)
