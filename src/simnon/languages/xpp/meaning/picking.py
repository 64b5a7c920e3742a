"""An index that is computed during the run -> a choice between the values it can pick."""

from collections.abc import Mapping

from simnon.model import Apply, Expression, Number
from simnon.source import Span


def pick(index: Expression, value_of: Mapping[int, Expression], beyond: Expression, span: Span | None) -> Expression:
    """The value whose key is the index, cut towards zero as XPP does; `beyond` for any other."""
    if not value_of:
        return beyond
    low, high = min(value_of), max(value_of)
    arguments: list[Expression] = [_is_up_to(index, low - 1, span), beyond]
    for key in range(low, high + 1):
        arguments += [_is_up_to(index, key, span), value_of[key]]
    return Apply("if", (*arguments, beyond), span)


def _is_up_to(index: Expression, key: int, span: Span | None) -> Expression:
    """-1.5 is cut to -1, 1.5 to 1."""
    if key < 0:
        return Apply("<=", (index, Number(float(key), span)), span)
    return Apply("<", (index, Number(float(key + 1), span)), span)
