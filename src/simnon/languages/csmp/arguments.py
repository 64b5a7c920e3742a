"""The arguments of a data statement -> names, numbers, lists and elements of arrays."""

from collections.abc import Iterator

from simnon.source import Source, Span

from ..expressions import ExpressionParser, read_number
from ..tokens import Token, Unreadable, describe
from .cards import Card
from .deck import Deck, Output, element
from .grammar import GRAMMAR

MAX_RUNS = 10_000
MAX_ELEMENTS = 100_000
RESERVED = ("AND", "OR", "NOT", "IF", "THEN", "ELSE")
"""Words that cannot be names because they are operators in Simnon."""
_NUMBER_HINT = "expected a number; to compute a value, use a statement in INITIAL"


class ArgumentReader:
    """Reads the parts of data statements; arrays must be known by then."""

    def __init__(self, source: Source, deck: Deck) -> None:
        self.source = source
        self.deck = deck

    def parser(self, card: Card, position: int = 1) -> ExpressionParser:
        parser = ExpressionParser(GRAMMAR, self.source, list(card.tokens), str)
        parser.position = position
        return parser

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def list_of_values(self, parser: ExpressionParser) -> tuple[float, ...]:
        """`(a, b, 4*c)`: values for as many runs; 4*c stands for four more in steps of c."""
        opening = parser.take()
        values: list[float] = []
        while True:
            number = self.number(parser)
            if parser.token.text == "*":
                parser.take()
                step = self.number(parser)
                if not values or not 0 < number <= MAX_RUNS or number != int(number):
                    raise Unreadable(
                        "unreadable-line",
                        "expected a number of steps times a step after the value",
                        self.span(opening),
                        "write (0.1, 0.3, 4*0.2)",
                    )
                first = values[-1]
                values += [first + (k + 1) * step for k in range(int(number))]
            else:
                values.append(number)
            if parser.token.text != ",":
                break
            parser.take()
        parser.expect(")", "unclosed-parenthesis", "expected ')' after the values")
        return tuple(values)

    def elements(self, parser: ExpressionParser) -> list[str]:
        """A(2) or A(1-5)."""
        token = parser.token
        name = self.name(parser)
        self.check_array(name, token)
        parser.expect("(", "unreadable-line", f"expected '(' after {name}", "write A(2) or A(1-5)")
        return self.chosen(name, parser)

    def check_array(self, name: str, token: Token) -> None:
        if name not in self.deck.size_of_array:
            raise Unreadable(
                "undefined-name", f"'{name}' is not an array", self.span(token), f"write STORAGE {name}(size) before"
            )

    def chosen(self, name: str, parser: ExpressionParser, *, has_scale: bool = False) -> list[str]:
        """The elements of `2)` or `1-5)`; with a scale, `0.0,1.0)` gives the name by itself."""
        token = parser.token
        first = last = self.number(parser)
        if has_scale and parser.token.text == ",":
            parser.take()
            self.number(parser)
            parser.expect(")", "unclosed-parenthesis", "expected ')' after the scale")
            return [name]
        if parser.token.text == "-":
            parser.take()
            last = self.number(parser)
        parser.expect(")", "unclosed-parenthesis", "expected ')' after the index")
        size = self.deck.size_of_array.get(name, MAX_ELEMENTS)
        if not (1 <= first <= last <= size) or first != int(first) or last != int(last):
            raise Unreadable(
                "wrong-arguments", f"{name} has the elements 1 to {size}", self.span(token), "choose among them"
            )
        return [element(name, i) for i in range(int(first), int(last) + 1)]

    def elements_or_name(self, name: str, parser: ExpressionParser) -> list[str]:
        """After a name: all elements if it is an array, C(1-5) some; a name with the ends of its scale X(0.0,1.0)."""
        if parser.token.text == "(":
            parser.take()
            return self.chosen(name, parser, has_scale=True)
        size = self.deck.size_of_array.get(name)
        return [name] if size is None else [element(name, i) for i in range(1, size + 1)]

    def plots(self, parser: ExpressionParser) -> list[Output]:
        """X; X(low,high,A,B) between these ends, with A and B printed beside it; the elements of an array."""
        name = self.name(parser)
        if name in self.deck.size_of_array or parser.token.text != "(":
            return [Output((each,)) for each in self.elements_or_name(name, parser)]
        parser.take()
        ends: list[float | None] = []
        while parser.token.kind != "name" and len(ends) < 2:
            ends.append(None if parser.token.text in (",", ")") else self.number(parser))
            if parser.token.text != ",":
                break
            parser.take()
        beside: list[str] = []
        while parser.token.kind == "name":
            beside.append(self.name(parser))
            if parser.token.text == ",":
                parser.take()
        parser.expect(")", "unclosed-parenthesis", "expected ')' after the variables", "write X(low,high,A,B)")
        match ends:
            case [float(low), float(high)] if low < high:
                return [Output((name,), ends=(low, high), beside=tuple(beside))]
            case _:
                return [Output((name,), beside=tuple(beside))]

    def plain_names(self, card: Card) -> list[str]:
        parser = self.parser(card)
        names = []
        while parser.token.kind != "end":
            names.append(self.name(parser))
            self.comma(parser)
        if not names:
            raise Unreadable("empty-declaration", f"{card.word} names nothing", card.span, "list names after it")
        return names

    def names_before_equals(self, parser: ExpressionParser) -> Iterator[tuple[str, Span]]:
        """Each name of `NAME = ..., NAME = ...`; the caller reads the value after the sign."""
        while True:
            token = parser.token
            name = self.name(parser)
            parser.expect("=", "unreadable-line", f"expected '=' after {name}", "write NAME=value")
            yield name, self.span(token)
            if parser.token.kind == "end":
                return
            self.comma(parser)

    def comma(self, parser: ExpressionParser) -> None:
        if parser.token.text == ",":
            parser.take()
        elif parser.token.kind != "end":
            raise parser.unexpected(parser.token)

    def name(self, parser: ExpressionParser) -> str:
        token = parser.take()
        if token.kind != "name":
            raise Unreadable("unreadable-line", f"expected a name, found {describe(token)}", self.span(token))
        check_name(token.text, self.span(token))
        return token.text

    def number(self, parser: ExpressionParser) -> float:
        sign = 1.0
        if parser.token.text in ("-", "+"):
            sign = -1.0 if parser.take().text == "-" else 1.0
        token = parser.take()
        if token.kind != "number":
            raise Unreadable(
                "number-expected", f"expected a number, found {describe(token)}", self.span(token), _NUMBER_HINT
            )
        return sign * read_number(self.source, token)


def check_name(name: str, span: Span) -> None:
    if name in RESERVED:
        raise Unreadable("unreadable-line", f"{name} cannot be a name", span, "choose a different name")
