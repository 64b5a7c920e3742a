"""DATA: a relation during analysis: an expression that must be zero, and its position in the text."""

from collections.abc import Iterable, Iterator
from dataclasses import field

from simnon.model import RELATIONS, Apply, Expression, Name, Number, apply
from simnon.source import Span, frozen

from .linear_forms import LinearForm

ZERO, ONE = Number(0.0), Number(1.0)
_HELD_BETWEEN_EVENTS = frozenset({*RELATIONS, "and", "or", "not", "sign", "int"})


@frozen
class Relation:
    """`target` is the variable on the left, if it was written as an equation; `form` its linear form, if it has one.

    `order` is how often it was differentiated.
    """

    residual: Expression
    span: Span | None = field(default=None, compare=False)
    target: str = ""
    order: int = 0
    form: LinearForm | None = None

    @property
    def names(self) -> Iterable[str]:
        """The names on which it depends between events."""
        return live_names(self.residual) if self.form is None else self.form[0]


def residual_of(target: Expression, value: Expression) -> Expression:
    """The expression that is zero if the two are equal."""
    return target if value == ZERO else apply("+", target, apply("neg", value))


def live_names(expression: Expression) -> list[str]:
    """The names on which the value depends between events: conditions, SIGN and INT are constant there."""
    return list(dict.fromkeys(_live(expression)))


def _live(expression: Expression) -> Iterator[str]:
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            yield node.name
        elif isinstance(node, Apply) and node.function == "if":
            stack.append(node.arguments[-1])
            stack += node.arguments[1:-1:2][::-1]
        elif isinstance(node, Apply) and node.function not in _HELD_BETWEEN_EVENTS:
            stack += node.arguments[::-1]
