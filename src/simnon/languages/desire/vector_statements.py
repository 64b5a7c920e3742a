"""The statements of vectors and matrices -> steps over an index: `Vector y`, `Vectr d/dt x`, `DOT s`, `d/dt x[2]`."""

from collections.abc import Callable

from simnon.model import ELEMENT, Apply, Expression, IndexRange, Name, Number
from simnon.source import Source, Span, frozen

from ..tokens import Token, Unreadable
from .arrays import ArrayParser, Arrays, Indices, VectorStatement, loop_over, numbers_at
from .grammar import in_our_functions

_DOT_HINT = "write DOT s = x*y, x*1, x*A*y or x*A%*y"


@frozen
class ArrayStep:
    """What is assigned to a variable or, if `is_rate`, to the derivative of the state `name`.

    With a `loop`, it is a vector with the index in `places`; otherwise `places` are the numbers of one element.
    """

    name: str
    value: Expression
    span: Span
    places: tuple[Expression, ...] = ()
    loop: IndexRange | None = None
    is_rate: bool = False


class VectorReader:
    def __init__(self, source: Source, spelled: Callable[[str], str], arrays: Arrays, indices: Indices) -> None:
        self.source = source
        self.spelled = spelled
        self.arrays = arrays
        self.indices = indices

    def vector(self, tokens: list[Token], position: int, *, is_rate: bool) -> ArrayStep:
        """The vector whose name is at the position."""
        parser = self._parser(tokens, position)
        token, size = parser.vector()
        if is_rate:
            self._check_state(token, tokens)
        parser.expect("=", "unexpected-text", f"expected '=' after {token.text}", "write Vector y = expression")
        parser.statement = VectorStatement(token.text, size, is_rate)
        value = in_our_functions(parser.expression())
        parser.finish()
        span, index = self._span(tokens), self.indices.outer
        place = Name(index, span)
        return ArrayStep(self.spelled(token.text), value, span, (place,), loop_over(index, size, span), is_rate)

    def inner_product(self, tokens: list[Token]) -> ArrayStep:
        """`DOT s = x*y`, `x*1` for the sum, `x*A*y` or `x*A%*y`"""
        if tokens[1].kind != "name" or tokens[2].text != "=" or tokens[1].text in self.arrays.counts:
            raise Unreadable("unreadable-line", "DOT needs a name and '='", self._span(tokens), _DOT_HINT)
        parser = self._parser(tokens, 3)
        left, size = parser.vector()
        parser.expect("*", "unexpected-text", f"expected '*' after {left.text}", _DOT_HINT)
        body = self._element(left)
        if parser.token.text == "1":
            parser.take()
        else:
            body = Apply("*", (body, self._factor(parser, left, size)), self._span(tokens))
        parser.finish()
        value = parser.summed(body, self.indices.outer, size)
        return ArrayStep(self.spelled(tokens[1].text), value, self._span(tokens))

    def element_rate(self, tokens: list[Token]) -> ArrayStep:
        """`d/dt x[2] = ...`"""
        parser = self._parser(tokens, 4)
        self._check_state(tokens[3], tokens)
        span = self._span(tokens)
        numbers = numbers_at(parser.subscripted(tokens[3]).arguments[1:], self.arrays.known)
        hint = "write d/dt x[2] = expression"
        if numbers is None:
            raise Unreadable("bad-index", "the index is not a known integer", span, hint)
        parser.expect("=", "unexpected-text", "expected '=' after the element", hint)
        value = in_our_functions(parser.expression())
        parser.finish()
        places = tuple(Number(float(number), span) for number in numbers)
        return ArrayStep(self.spelled(tokens[3].text), value, span, places, is_rate=True)

    def _factor(self, parser: ArrayParser, left: Token, size: int) -> Expression:
        """What a vector is multiplied with in an inner product."""
        first = parser.token
        if len(self.arrays.counts.get(first.text, ())) == 2:
            return parser.product_after(parser.take(), size, self.indices.outer, self.indices.inner)
        right, other = parser.vector()
        if other != size:
            message = f"'{left.text}' is a vector of {size}, '{right.text}' a vector of {other}"
            raise Unreadable("different-shapes", message, self._span([left]), "declare them with the same size")
        return self._element(right)

    def _element(self, token: Token) -> Expression:
        span = self._span([token])
        return Apply(ELEMENT, (Name(self.spelled(token.text), span), Name(self.indices.outer, span)), span)

    def _check_state(self, token: Token, tokens: list[Token]) -> None:
        if token.text not in self.arrays.states:
            message = f"'{token.text}' is not declared as a state"
            raise Unreadable("undefined-name", message, self._span(tokens), f"write STATE {token.text}[n] above")

    def _parser(self, tokens: list[Token], position: int) -> ArrayParser:
        parser = ArrayParser(self.source, tokens, self.spelled, self.arrays, self.indices)
        parser.position = position
        return parser

    def _span(self, tokens: list[Token]) -> Span:
        return Span(self.source, tokens[0].start, (tokens[-2] if len(tokens) > 1 else tokens[0]).end)
