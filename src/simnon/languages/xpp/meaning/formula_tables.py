"""`table f % n a b g(t)` whose formula depends on parameters -> an expression that interpolates between its points.

XPP computes the points again when a parameter changes. Here the two points next to the argument are computed when they
are needed. Beyond the ends the outermost piece continues.
"""

from simnon.model import NOW, Apply, Expression, Name, Number
from simnon.source import Span

from ..program import FormulaTable
from .corners import corner


def between_points(points: str, table: FormulaTable, span: Span) -> Expression:
    """The value at `t`; the function `points` gives that of a point."""
    step = Number((table.high - table.low) / (table.count - 1), span)
    t, low = Name("t", span), Number(table.low, span)
    place = Apply("/", (_difference(t, low), step), span)
    last = Number(float(table.count - 2), span)
    whole = corner("min", (Apply(f"int{NOW}", (place,), span), last), span)
    whole = corner("max", (whole, Number(0.0, span)), span)
    left = Apply("+", (low, Apply("*", (step, whole), span)), span)
    at_left = Apply(points, (left,), span)
    rise = _difference(Apply(points, (Apply("+", (left, step), span),), span), at_left)
    return Apply("+", (at_left, Apply("*", (rise, _difference(place, whole)), span)), span)


def _difference(one: Expression, other: Expression) -> Expression:
    return Apply("+", (one, Apply("neg", (other,), one.span)), one.span)
