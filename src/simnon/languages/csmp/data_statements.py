"""Data statements -> the values, curves and wishes of a case."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser, read_number
from ..tokens import Token, Unreadable, describe
from .cards import Card
from .deck import Case, Curve, Deck, Given, Output, element
from .grammar import GRAMMAR

METHODS = {
    "RECT": "euler",
    "ADAMS": "adams2",
    "TRAP": "heun",
    "SIMP": "simpson",
    "RKSFX": "rk4",
    "RKSDP": "rk4",
    "MILNE": "hampc",
    "RKS": "dopri5",
    "STIFF": "rodas5p",
}
"""By METHOD; those of fixed step stand before MILNE."""
TIMES = ("FINTIM", "DELT", "PRDEL", "OUTDEL", "DELMIN", "DELMAX", "TIME")
MOST_RUNS = 10_000
MOST_ELEMENTS = 100_000
_NUMBER_HINT = "a number stands here; what is computed is a statement of INITIAL"


class DataReader:
    """Reads the data statements of one program into its deck and the present case."""

    def __init__(self, source: Source, report: Report, deck: Deck) -> None:
        self.source = source
        self.report = report
        self.deck = deck
        self.case = Case(Span(source, 0, min(1, len(source.text))))
        self.statements: dict[str, Callable[[Card], None]] = {
            **dict.fromkeys(("PARAM", "PARAMETER", "CONST", "CONSTANT", "INCON"), self._parameters),
            "FUNCTION": self._function,
            "TABLE": self._table,
            "STORAGE": self._storage,
            "FIXED": self._fixed,
            "INPUT": self._input,
            "TIMER": self._timer,
            "METHOD": self._method,
            "RELERR": self._relative,
            "ABSERR": self._absolute,
            "FINISH": self._finish,
            "PRINT": self._print,
            "RANGE": self._range,
            **dict.fromkeys(("OUTPUT", "PREPARE", "PRTPLOT"), self._output),
            "PAGE": self._page,
            "TITLE": self._title,
            "LABEL": self._label,
            "RESET": self._reset,
        }

    def parser(self, card: Card, position: int = 1) -> ExpressionParser:
        parser = ExpressionParser(GRAMMAR, self.source, list(card.tokens), str)
        parser.position = position
        return parser

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def _parameters(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self._names_before_equals(parser):
            values = self._list(parser) if parser.token.text == "(" else (self._number(parser),)
            if len(values) > 1:
                self._check_single_list(name, span)
            if name in self.case.parameters:
                self.report.error("duplicate-definition", f"'{name}' is given a value twice", span, "keep one of them")
            self.case.parameters[name] = Given(values, span)

    def _check_single_list(self, name: str, span: Span) -> None:
        for other, given in self.case.parameters.items():
            if len(given.values) > 1:
                raise Unreadable(
                    "duplicate-definition",
                    f"'{other}' has a list of values already, and only one list makes runs",
                    span,
                    f"give '{name}' one value, or other values after END",
                )

    def _list(self, parser: ExpressionParser) -> tuple[float, ...]:
        """`(a, b, 4*c)`: values for as many runs; 4*c are four more in steps of c."""
        opening = parser.take()
        values: list[float] = []
        while True:
            number = self._number(parser)
            if parser.token.text == "*":
                parser.take()
                step = self._number(parser)
                if not values or not 0 < number <= MOST_RUNS or number != int(number):
                    raise Unreadable(
                        "unreadable-line",
                        "a number of steps times a step follows a value",
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

    def _function(self, card: Card) -> None:
        parser = self.parser(card)
        name = self._name(parser)
        self.deck.unreadable.add(name)
        if self.deck.cases:
            raise Unreadable(
                "wrong-section", "a FUNCTION cannot be changed after END", card.span, "give it another name, and choose"
            )
        second = None
        if parser.token.text == ",":
            parser.take()
            second = self._number(parser)
        parser.expect("=", "unreadable-line", "expected '=' after the name", "write FUNCTION F=(x,y),(x,y),...")
        numbers = []
        while parser.token.kind != "end":
            if parser.token.text in ("(", ")", ","):
                parser.take()
            else:
                numbers.append(self._number(parser))
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        curve = Curve(second, pairs, card.span)
        problem = _problem_of(curve, len(numbers), self.deck.curves.get(name, []))
        if problem:
            raise Unreadable("unreadable-table", f"FUNCTION {name}: {problem}", card.span, "write x,y, x,y, ...")
        self.deck.curves.setdefault(name, []).append(curve)
        self.deck.unreadable.discard(name)

    def _table(self, card: Card) -> None:
        parser = self.parser(card)
        while True:
            start = parser.token
            elements = self._elements(parser)
            parser.expect("=", "unreadable-line", "expected '='", "write TABLE A(1-3)=1.,2.,3.")
            values: list[float] = []
            while len(values) < len(elements):
                number = self._number(parser)
                if parser.token.text == "*":
                    parser.take()
                    values += int(min(max(number, 0.0), MOST_ELEMENTS)) * [self._number(parser)]
                else:
                    values.append(number)
                if parser.token.text != ",":
                    break
                parser.take()
            if len(values) != len(elements):
                raise Unreadable(
                    "unreadable-table",
                    f"{len(elements)} elements are given {len(values)} values",
                    self.span(start),
                    "give each element one; 5*1.0 are five",
                )
            for name, value in zip(elements, values, strict=True):
                self.case.parameters[name] = Given((value,), card.span)
            if parser.token.kind == "end":
                return

    def _elements(self, parser: ExpressionParser) -> list[str]:
        """A(2) or A(1-5)."""
        token = parser.token
        name = self._name(parser)
        self._sized(name, token)
        parser.expect("(", "unreadable-line", f"expected '(' after {name}", "write A(2) or A(1-5)")
        return self._chosen(name, parser)

    def _sized(self, name: str, token: Token) -> None:
        if name not in self.deck.size_of_array:
            raise Unreadable(
                "undefined-name", f"'{name}' is not an array", self.span(token), f"write STORAGE {name}(size) before"
            )

    def _chosen(self, name: str, parser: ExpressionParser, *, has_scale: bool = False) -> list[str]:
        """The elements of `2)` or `1-5)`; with a scale also the name by itself of `0.0,1.0)`."""
        token = parser.token
        first = last = self._number(parser)
        if has_scale and parser.token.text == ",":
            parser.take()
            self._number(parser)
            parser.expect(")", "unclosed-parenthesis", "expected ')' after the scale")
            return [name]
        if parser.token.text == "-":
            parser.take()
            last = self._number(parser)
        parser.expect(")", "unclosed-parenthesis", "expected ')' after the index")
        size = self.deck.size_of_array.get(name, MOST_ELEMENTS)
        if not (1 <= first <= last <= size) or first != int(first) or last != int(last):
            raise Unreadable(
                "wrong-arguments", f"{name} has the elements 1 to {size}", self.span(token), "choose among them"
            )
        return [element(name, i) for i in range(int(first), int(last) + 1)]

    def _storage(self, card: Card) -> None:
        parser = self.parser(card)
        while parser.token.kind != "end":
            token = parser.token
            name = self._name(parser)
            parser.expect("(", "unreadable-line", "expected '(' and a size", "write STORAGE A(10)")
            size = self._number(parser)
            parser.expect(")", "unclosed-parenthesis", "expected ')' after the size")
            if not 1 <= size <= MOST_ELEMENTS or size != int(size):
                raise Unreadable(
                    "number-out-of-range", "the size of an array is a whole number", self.span(token), "from 1 on"
                )
            self.deck.size_of_array[name] = int(size)
            self._comma(parser)

    def _fixed(self, card: Card) -> None:
        self.deck.fixed.update(self._plain_names(card))

    def _input(self, card: Card) -> None:
        for name in self._plain_names(card):
            self.deck.inputs[name] = card.span

    def _plain_names(self, card: Card) -> list[str]:
        parser = self.parser(card)
        names = []
        while parser.token.kind != "end":
            names.append(self._name(parser))
            self._comma(parser)
        if not names:
            raise Unreadable("empty-declaration", f"{card.word} names nothing", card.span, "names follow it")
        return names

    def _timer(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self._names_before_equals(parser):
            if name not in TIMES:
                near = nearest(name, TIMES)
                raise Unreadable(
                    "unknown-setting",
                    f"TIMER has no '{name}'",
                    span,
                    f"did you mean {near}?" if near else f"it has {', '.join(TIMES)}",
                )
            value = self._number(parser)
            if value < 0.0 or (value == 0.0 and name != "TIME"):
                raise Unreadable("number-out-of-range", f"{name} is {value:g}", span, "it is a positive number")
            self.case.timer[name] = value

    def _method(self, card: Card) -> None:
        parser = self.parser(card)
        token = parser.token
        name = self._name(parser)
        parser.finish()
        if name not in METHODS:
            near = nearest(name, METHODS)
            hint = f"did you mean {near}?" if near else f"it is one of {', '.join(METHODS)}"
            raise Unreadable("unknown-setting", f"there is no METHOD {name}", self.span(token), hint)
        self.case.method = name

    def _relative(self, card: Card) -> None:
        self.case.relative = self._tolerance(card)

    def _absolute(self, card: Card) -> None:
        self.case.absolute = self._tolerance(card)

    def _tolerance(self, card: Card) -> float:
        """`RELERR X=1.E-4, Y=1.E-5`: the smallest counts for all."""
        parser = self.parser(card)
        found = [self._number(parser) for _ in self._names_before_equals(parser)]
        if not found or not 0.0 < min(found) < 1.0:
            raise Unreadable(
                "number-out-of-range", "a tolerance is a small positive number", card.span, "RELERR X=1.E-4"
            )
        return min(found)

    def _finish(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self._names_before_equals(parser):
            if self.deck.cases:
                raise Unreadable("wrong-section", "FINISH cannot be changed after END", span, "write it before")
            self.deck.finishes.append((name, parser.expression(), span))

    def _print(self, card: Card) -> None:
        self.case.printed = tuple(self._variables(card))

    def _range(self, card: Card) -> None:
        self.case.ranged = tuple(self._variables(card))

    def _output(self, card: Card) -> None:
        outputs = self.case.outputs or []
        self.case.outputs = [*outputs, Output(tuple(self._variables(card)))]

    def _variables(self, card: Card) -> list[str]:
        """Names, elements C(1-5), and names with the ends of their scale X(0.0,1.0)."""
        parser = self.parser(card)
        names: list[str] = []
        while parser.token.kind != "end":
            name = self._name(parser)
            if parser.token.text != "(":
                size = self.deck.size_of_array.get(name)
                names += [name] if size is None else [element(name, i) for i in range(1, size + 1)]
            else:
                parser.take()
                names += self._chosen(name, parser, has_scale=True)
            self._comma(parser)
        if not names:
            raise Unreadable("empty-declaration", f"{card.word} names nothing", card.span, "variables follow it")
        return names

    def _page(self, card: Card) -> None:
        outputs = self.case.outputs
        if not outputs:
            raise Unreadable("wrong-section", "PAGE follows the OUTPUT it is for", card.span, "write OUTPUT first")
        kind = card.tokens[1].text
        if kind not in ("XYPLOT", "GROUP", "MERGE"):
            raise Unreadable(
                "unreadable-line",
                f"PAGE {kind} is not drawn here",
                card.span,
                "XYPLOT and GROUP are; HCOPY and EXPORT give pictures and data to other programs",
            )
        if kind == "XYPLOT":
            outputs[-1] = replace(outputs[-1], is_plane=True)

    def _title(self, card: Card) -> None:
        self.case.title = self._free_text(card)

    def _label(self, card: Card) -> None:
        if not self.case.outputs:
            raise Unreadable("wrong-section", "LABEL follows the OUTPUT it is for", card.span, "write OUTPUT first")
        self.case.outputs[-1] = replace(self.case.outputs[-1], label=self._free_text(card))

    def _free_text(self, card: Card) -> str:
        text = self.source.text[card.tokens[0].end : card.tokens[-1].start]
        return " ".join(text.replace("'", " ").replace('"', " ").replace("...", " ").split())

    def _reset(self, card: Card) -> None:
        for name in self._plain_names(card):
            match name:
                case "PRINT":
                    self.case.printed = ()
                case "RANGE":
                    self.case.ranged = ()
                case "OUTPUT" | "PREPARE" | "PRTPLOT" | "LABEL":
                    self.case.outputs = []
                case "TITLE":
                    self.case.title = ""
                case _:
                    raise Unreadable(
                        "unreadable-line",
                        f"RESET {name} is not known here",
                        card.span,
                        "RESET takes PRINT, OUTPUT, RANGE, TITLE and LABEL",
                    )

    def _names_before_equals(self, parser: ExpressionParser) -> Iterator[tuple[str, Span]]:
        """Each name of `NAME = ..., NAME = ...`; whoever asks reads what stands after the sign."""
        while True:
            token = parser.token
            name = self._name(parser)
            parser.expect("=", "unreadable-line", f"expected '=' after {name}", "write NAME=value")
            yield name, self.span(token)
            if parser.token.kind == "end":
                return
            self._comma(parser)

    def _comma(self, parser: ExpressionParser) -> None:
        if parser.token.text == ",":
            parser.take()
        elif parser.token.kind != "end":
            raise parser.unexpected(parser.token)

    def _name(self, parser: ExpressionParser) -> str:
        token = parser.take()
        if token.kind != "name":
            raise Unreadable("unreadable-line", f"expected a name, found {describe(token)}", self.span(token))
        return token.text

    def _number(self, parser: ExpressionParser) -> float:
        sign = 1.0
        if parser.token.text in ("-", "+"):
            sign = -1.0 if parser.take().text == "-" else 1.0
        token = parser.take()
        if token.kind != "number":
            raise Unreadable(
                "number-expected", f"expected a number, found {describe(token)}", self.span(token), _NUMBER_HINT
            )
        return sign * read_number(self.source, token)


def _problem_of(curve: Curve, count: int, earlier: list[Curve]) -> str:
    if count % 2 or len(curve.pairs) < 2:
        return "it needs at least two pairs of an argument and a value"
    arguments = [x for x, _ in curve.pairs]
    for before, after in itertools.pairwise(arguments):
        if after <= before:
            return f"its arguments must grow, but {after:g} comes after {before:g}"
    if not earlier:
        return ""
    if curve.second is None or earlier[-1].second is None:
        return "it is given twice"
    if [x for x, _ in earlier[0].pairs] != arguments:
        return "all its curves need the same arguments"
    return "" if curve.second > earlier[-1].second else "the second arguments must grow"
