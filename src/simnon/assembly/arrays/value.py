"""The value of an expression with arrays: its sizes, and one expression for each element, made when they are needed."""

from collections.abc import Callable, Sequence

from simnon.model import Apply, Counts, Expression, Name, Number, counts_text, size_of
from simnon.source import Related, Span

Items = tuple[Expression, ...]


class Mistake(Exception):
    """What is wrong with an expression, to be reported with its equation."""

    def __init__(
        self, code: str, message: str, span: Span | None, hint: str, related: tuple[Related, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint
        self.related = related


MAX_ELEMENTS = 1_000_000
"""The most elements of an array, also of one within an expression."""


class Value:
    """`items` has the first index fastest."""

    __slots__ = ("_items", "_make", "counts", "span")

    def __init__(self, counts: Counts, make: Callable[[], Items], span: Span | None = None) -> None:
        self.counts = counts
        self.span = span
        self._make = make
        self._items: Items | None = None

    @property
    def items(self) -> Items:
        if self._items is None:
            self._items = self._make()
        return self._items

    @property
    def size(self) -> int:
        return size_of(self.counts)

    @property
    def is_scalar(self) -> bool:
        return not self.counts

    @property
    def scalar(self) -> Expression:
        return self.items[0]

    @property
    def text(self) -> str:
        """As written, with its shape: `'x' is a vector of 3`."""
        written = " ".join(self.span.text.split()) if self.span is not None else "the value"
        shown = f"'{written}'" if self.span is not None else written
        return f"{shown} is {counts_text(self.counts)}"


def check_size(counts: Counts, span: Span | None) -> None:
    size = size_of(counts)
    if size > MAX_ELEMENTS:
        message = f"'{' '.join(span.text.split()) if span is not None else 'the value'}' would have {size:,} elements"
        raise Mistake("model-too-large", message, span, f"the most is {MAX_ELEMENTS:,}")


def scalar(expression: Expression) -> Value:
    return Value((), lambda: (expression,), expression.span)


def is_simple(expression: Expression) -> bool:
    """Whether computing it twice costs nothing."""
    if isinstance(expression, Apply) and expression.function == "neg":
        return is_simple(expression.arguments[0])
    return isinstance(expression, Name | Number)


def total(terms: Sequence[Expression], span: Span | None) -> Expression:
    """The first plus the second, and so on, in their order."""
    if not terms:
        return Number(0.0, span)
    return terms[0] if len(terms) == 1 else Apply("+", tuple(terms), span)
