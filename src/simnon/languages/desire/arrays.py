"""Arrays of a DESIRE program: the sizes that ARRAY and STATE declare, and expressions with elements and vectors.

In a vector expression every operation is by element. The exceptions are `A*x` and `A%*x`, a matrix or its transpose
times a vector, and `x{k}`, whose element i is x[i + k], or 0 where there is none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from simnon.model import (
    EACH,
    ELEMENT,
    MATRIX,
    VECTOR,
    Apply,
    Counts,
    Expression,
    GivenArray,
    GivenValue,
    IndexRange,
    Name,
    Number,
    counts_text,
    finite_number_of,
    positions,
    rewrite,
)
from simnon.source import Source, Span, frozen

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe
from .grammar import GRAMMAR

MOST_ELEMENTS = 100_000


@frozen
class Arrays:
    """Sizes by the spelling of the program; `known` are the values that sizes and shifts are computed from."""

    counts: Mapping[str, Counts]
    states: frozenset[str]
    known: Mapping[str, float]


@frozen
class Indices:
    """The names of the index of a vector statement, and of the one that a product sums over."""

    outer: str
    inner: str


@frozen
class VectorStatement:
    """The vector that it assigns; a state may read itself shifted, because its derivative is assigned."""

    target: str
    size: int
    is_rate: bool


def names_in_brackets(tokens: Sequence[Token]) -> Iterator[str]:
    """The names in indices and shifts."""
    depth = 0
    for token in tokens:
        depth += (token.text in ("[", "{")) - (token.text in ("]", "}"))
        if depth > 0 and token.kind == "name":
            yield token.text


def element_text(name: str, numbers: tuple[int, ...]) -> str:
    return f"{name}[{','.join(map(str, numbers))}]"


def element_names(name: str, counts: Counts) -> list[str]:
    return [element_text(name, tuple(each + 1 for each in position)) for position in positions(counts)]


def with_named_elements(
    expression: Expression, known: Mapping[str, float], refuse: Callable[[Apply], None]
) -> Expression:
    """The expression with each element as one name, `x[2]`; `refuse` gets those whose index is not a known integer."""

    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Apply) or part.function != ELEMENT:
            return None
        base, *places = part.arguments
        assert isinstance(base, Name)
        numbers = numbers_at(tuple(places), known)
        if numbers is None:
            refuse(part)
            return Number(0.0, part.span)
        return Name(element_text(base.name, numbers), part.span)

    return rewrite(expression, change)


def numbers_at(places: tuple[Expression, ...], known: Mapping[str, float]) -> tuple[int, ...] | None:
    values = [finite_number_of(place, known) for place in places]
    numbers = [int(value) for value in values if value is not None and value.is_integer()]
    return tuple(numbers) if len(numbers) == len(places) else None


def given_array(name: str, counts: Counts, known: Mapping[str, float], span: Span) -> GivenValue:
    """The values of its elements as a literal."""

    def number(*place: int) -> Number:
        return Number(known.get(element_text(name, place), 0.0), span)

    if len(counts) == 1:
        value = Apply(VECTOR, tuple(number(i + 1) for i in range(counts[0])), span)
    else:
        rows = [tuple(number(i + 1, j + 1) for j in range(counts[1])) for i in range(counts[0])]
        value = Apply(MATRIX, tuple(Apply(VECTOR, row, span) for row in rows), span)
    return GivenValue(name, 0.0, None, span, GivenArray(value=value))


def loop_over(index: str, size: int, span: Span) -> IndexRange:
    return IndexRange(index, Number(1.0, span), Number(float(size), span), span)


class ArrayParser(ExpressionParser):
    """Reads expressions with elements and, within a vector statement, with vectors."""

    def __init__(
        self,
        source: Source,
        tokens: list[Token],
        spelled: Callable[[str], str],
        arrays: Arrays,
        indices: Indices,
        statement: VectorStatement | None = None,
    ) -> None:
        super().__init__(GRAMMAR, source, tokens, spelled)
        self.arrays = arrays
        self.indices = indices
        self.statement = statement

    def _named(self, token: Token) -> Expression:
        counts = self.arrays.counts.get(token.text)
        if counts is None:
            if self.token.text in ("[", "{"):
                raise self._undeclared(token)
            return super()._named(token)
        if self.token.text == "[":
            return self.subscripted(token)
        if self.statement is None:
            hint = f"write {element_text(token.text, (1,) * len(counts))}, or begin the statement with Vector"
            message = f"'{token.text}' is {counts_text(counts)}, not a number"
            raise Unreadable("different-shapes", message, self._span(token), hint)
        return self._product(token) if len(counts) == 2 else self._shifted(token, self.statement)

    def subscripted(self, token: Token) -> Apply:
        """The element whose brackets follow."""
        if token.text not in self.arrays.counts:
            raise self._undeclared(token)
        places = self._places()
        counts = self.arrays.counts[token.text]
        if len(places) != len(counts):
            message = f"'{token.text}' is {counts_text(counts)}, found {len(places)} indices"
            raise Unreadable("bad-index", message, self._since(token), "write one index for each dimension")
        return self._at(token, *places)

    def sizes(self) -> tuple[Expression, ...]:
        """`[n, m]` in a declaration."""
        return tuple(self._places())

    def vector(self) -> tuple[Token, int]:
        """The name of a vector, and its size."""
        token = self.take()
        if token.kind == "name" and token.text not in self.arrays.counts:
            raise self._undeclared(token)
        counts = self.arrays.counts.get(token.text, ())
        if len(counts) != 1:
            raise Unreadable("different-shapes", f"expected a vector, found {describe(token)}", self._span(token))
        return token, counts[0]

    def product_after(self, matrix: Token, rows: int, index: str, other: str) -> Expression:
        """Element `index` of `A*x` or `A%*x`, after the name of the matrix; `rows` is the size it must have."""
        counts = self.arrays.counts[matrix.text]
        is_transposed = self.token.text == "%"
        if is_transposed:
            self.take()
        self.expect("*", "unexpected-text", "expected '*' and a vector after a matrix", "write A*x or A%*x")
        vector, size = self.vector()
        if (rows, size) != (counts[::-1] if is_transposed else counts):
            message = f"'{matrix.text}' is {counts_text(counts)}, '{vector.text}' a vector of {size}"
            hint = f"the product must be a vector of {rows}"
            raise Unreadable("different-shapes", message, self._since(matrix), hint)
        if self.statement is not None and vector.text == self.statement.target and not self.statement.is_rate:
            raise self._recursion(vector)
        i, j = Name(index, self._span(matrix)), Name(other, self._span(matrix))
        factor = self._at(matrix, j, i) if is_transposed else self._at(matrix, i, j)
        return self.summed(Apply("*", (factor, self._at(vector, j)), self._since(matrix)), other, size)

    def summed(self, body: Expression, index: str, size: int) -> Expression:
        limits = (Number(1.0, body.span), Number(float(size), body.span))
        return Apply("SUM", (Apply(EACH, (Name(index, body.span), *limits, body), body.span),), body.span)

    def _product(self, matrix: Token) -> Expression:
        assert self.statement is not None
        return self.product_after(matrix, self.statement.size, self.indices.outer, self.indices.inner)

    def _shifted(self, token: Token, statement: VectorStatement) -> Expression:
        (size,) = self.arrays.counts[token.text]
        if size != statement.size:
            message = f"'{token.text}' is a vector of {size}, '{statement.target}' a vector of {statement.size}"
            raise Unreadable("different-shapes", message, self._span(token), "declare them with the same size")
        index = Name(self.indices.outer, self._span(token))
        shift = self._shift(token) if self.token.text == "{" else 0
        if shift == 0:
            return self._at(token, index)
        if shift > 0 and token.text == statement.target and not statement.is_rate:
            raise self._recursion(token)
        place = Apply("+", (index, Number(float(shift))), self._since(token))
        end = ("<=", Number(float(size))) if shift > 0 else (">=", Number(1.0))
        is_inside = Apply(end[0], (place, end[1]), self._since(token))
        return Apply("if", (is_inside, self._at(token, place), Number(0.0)), self._since(token))

    def _shift(self, token: Token) -> int:
        self.take()
        numbers = numbers_at((self._operators(0),), self.arrays.known)
        self.expect("}", "unexpected-text", "expected '}' after the shift", "write x{1} or x{-1}")
        if numbers is None:
            message = "the shift is not a known integer"
            raise Unreadable("bad-index", message, self._since(token), "write x{1}, or give the name a value above")
        return numbers[0]

    def _at(self, token: Token, *places: Expression) -> Apply:
        span = self._span(token)
        return Apply(ELEMENT, (Name(self.spelled(token.text), span), *places), span)

    def _undeclared(self, token: Token) -> Unreadable:
        hint = f"write ARRAY {token.text}[n] above"
        return Unreadable("undefined-name", f"'{token.text}' is not declared as an array", self._span(token), hint)

    def _recursion(self, token: Token) -> Unreadable:
        message = f"'{token.text}' is read at other elements than the one that is assigned"
        return Unreadable("carried-value", message, self._span(token), "assign the result to another vector")
