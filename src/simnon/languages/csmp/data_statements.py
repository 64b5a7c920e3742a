"""Data statements -> the values, curves and settings of a run."""

import itertools
from collections.abc import Callable
from dataclasses import replace

from simnon.source import Report, Source, Span, nearest

from ..tokens import Unreadable
from .arguments import MAX_ELEMENTS, ArgumentReader
from .cards import Card
from .deck import Deck, FunctionPoints, Output, ParameterValues, RunData

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
"""By METHOD; those of fixed step come before MILNE."""
TIMES = ("FINTIM", "DELT", "PRDEL", "OUTDEL", "DELMIN", "DELMAX", "TIME")


class DataReader(ArgumentReader):
    """Reads the data statements of one program into its deck and the current case."""

    def __init__(self, source: Source, report: Report, deck: Deck) -> None:
        super().__init__(source, deck)
        self.report = report
        self.case = RunData(Span(source, 0, min(1, len(source.text))))
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
            "PRTPLT": self._print_plot,
            "PAGE": self._page,
            "TITLE": self._title,
            "LABEL": self._label,
            "RESET": self._reset,
        }

    def _parameters(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self.names_before_equals(parser):
            values = self.list_of_values(parser) if parser.token.text == "(" else (self.number(parser),)
            if len(values) > 1:
                self._check_single_list(name, span)
            if name in self.case.parameters:
                self.report.error("duplicate-definition", f"'{name}' is given a value twice", span, "keep one of them")
            self.case.parameters[name] = ParameterValues(values, span)

    def _check_single_list(self, name: str, span: Span) -> None:
        for other, given in self.case.parameters.items():
            if len(given.values) > 1:
                raise Unreadable(
                    "duplicate-definition",
                    f"'{other}' already has a list of values, and a program can have only one",
                    span,
                    f"give '{name}' one value, or more values after END",
                )

    def _function(self, card: Card) -> None:
        parser = self.parser(card)
        name = self.name(parser)
        self.deck.unreadable.add(name)
        if self.deck.cases:
            raise Unreadable(
                "wrong-section",
                "a FUNCTION cannot be changed after END",
                card.span,
                "define a second FUNCTION under a different name",
            )
        second = None
        if parser.token.text == ",":
            parser.take()
            second = self.number(parser)
        parser.expect("=", "unreadable-line", "expected '=' after the name", "write FUNCTION F=(x,y),(x,y),...")
        numbers = []
        while parser.token.kind != "end":
            if parser.token.text in ("(", ")", ","):
                parser.take()
            else:
                numbers.append(self.number(parser))
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        curve = FunctionPoints(second, pairs, card.span)
        problem = _problem_of(curve, len(numbers), self.deck.curves.get(name, []))
        if problem:
            raise Unreadable("unreadable-table", f"FUNCTION {name}: {problem}", card.span, "write x,y, x,y, ...")
        self.deck.curves.setdefault(name, []).append(curve)
        self.deck.unreadable.discard(name)

    def _table(self, card: Card) -> None:
        parser = self.parser(card)
        while True:
            start = parser.token
            elements = self.elements(parser)
            parser.expect("=", "unreadable-line", "expected '='", "write TABLE A(1-3)=1.,2.,3.")
            values: list[float] = []
            while len(values) < len(elements):
                number = self.number(parser)
                if parser.token.text == "*":
                    parser.take()
                    values += int(min(max(number, 0.0), MAX_ELEMENTS)) * [self.number(parser)]
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
                    "give one value per element; 5*1.0 is five of them",
                )
            for name, value in zip(elements, values, strict=True):
                self.case.parameters[name] = ParameterValues((value,), card.span)
            if parser.token.kind == "end":
                return

    def _storage(self, card: Card) -> None:
        parser = self.parser(card)
        while parser.token.kind != "end":
            token = parser.token
            name = self.name(parser)
            parser.expect("(", "unreadable-line", "expected '(' and a size", "write STORAGE A(10)")
            size = self.number(parser)
            parser.expect(")", "unclosed-parenthesis", "expected ')' after the size")
            if not 1 <= size <= MAX_ELEMENTS or size != int(size):
                raise Unreadable(
                    "number-out-of-range", "the size of an array must be an integer", self.span(token), "use 1 or more"
                )
            self.deck.size_of_array[name] = int(size)
            self.comma(parser)

    def _fixed(self, card: Card) -> None:
        self.deck.fixed.update(self.plain_names(card))

    def _input(self, card: Card) -> None:
        for name in self.plain_names(card):
            self.deck.inputs[name] = card.span

    def _timer(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self.names_before_equals(parser):
            if name not in TIMES:
                near = nearest(name, TIMES)
                raise Unreadable(
                    "unknown-setting",
                    f"TIMER has no '{name}'",
                    span,
                    f"did you mean {near}?" if near else f"it has {', '.join(TIMES)}",
                )
            value = self.number(parser)
            if value < 0.0 or (value == 0.0 and name != "TIME"):
                raise Unreadable("number-out-of-range", f"{name} is {value:g}", span, "it must be a positive number")
            self.case.timer[name] = value

    def _method(self, card: Card) -> None:
        parser = self.parser(card)
        token = parser.token
        name = self.name(parser)
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
        """`RELERR X=1.E-4, Y=1.E-5`: the smallest applies to all."""
        parser = self.parser(card)
        found = [self.number(parser) for _ in self.names_before_equals(parser)]
        if not found or not 0.0 < min(found) < 1.0:
            raise Unreadable(
                "number-out-of-range", "a tolerance must be a small positive number", card.span, "RELERR X=1.E-4"
            )
        return min(found)

    def _finish(self, card: Card) -> None:
        parser = self.parser(card)
        for name, span in self.names_before_equals(parser):
            if self.deck.cases:
                raise Unreadable("wrong-section", "FINISH cannot be changed after END", span, "write it before")
            self.deck.finishes.append((name, parser.expression(), span))

    def _print(self, card: Card) -> None:
        self.case.printed = tuple(self._variables(card))

    def _range(self, card: Card) -> None:
        self.case.ranged = tuple(self._variables(card))

    def _output(self, card: Card) -> None:
        self._request([Output(tuple(self._variables(card)))])

    def _print_plot(self, card: Card) -> None:
        """PRTPLT of CSMP/360 plots each of its variables by itself."""
        parser = self.parser(card)
        plots: list[Output] = []
        while parser.token.kind != "end":
            plots += self.plots(parser)
            self.comma(parser)
        if not plots:
            raise Unreadable("empty-declaration", f"{card.word} names nothing", card.span, "list variables after it")
        self._request(plots)

    def _request(self, outputs: list[Output]) -> None:
        before = self.case.outputs or []
        self.case.last_request = len(before)
        self.case.outputs = [*before, *outputs]

    def _variables(self, card: Card) -> list[str]:
        """Names, elements C(1-5), and names with the ends of their scale X(0.0,1.0)."""
        parser = self.parser(card)
        names: list[str] = []
        while parser.token.kind != "end":
            names += self.elements_or_name(self.name(parser), parser)
            self.comma(parser)
        if not names:
            raise Unreadable("empty-declaration", f"{card.word} names nothing", card.span, "list variables after it")
        return names

    def _page(self, card: Card) -> None:
        outputs = self.case.outputs
        if not outputs:
            raise Unreadable("wrong-section", "PAGE follows the OUTPUT it is for", card.span, "write OUTPUT first")
        kind = card.tokens[1].text
        if kind not in ("XYPLOT", "GROUP", "MERGE"):
            raise Unreadable(
                "unreadable-line",
                f"PAGE {kind} is not supported",
                card.span,
                "use XYPLOT or GROUP; HCOPY and EXPORT write pictures and data for other programs",
            )
        if kind == "XYPLOT":
            outputs[-1] = replace(outputs[-1], is_plane=True)

    def _title(self, card: Card) -> None:
        self.case.title = self._free_text(card)

    def _label(self, card: Card) -> None:
        if not self.case.outputs:
            raise Unreadable("wrong-section", "LABEL follows the OUTPUT it is for", card.span, "write OUTPUT first")
        first, label = self.case.last_request, self._free_text(card)
        self.case.outputs[first:] = [replace(output, label=label) for output in self.case.outputs[first:]]

    def _free_text(self, card: Card) -> str:
        text = self.source.text[card.tokens[0].end : card.tokens[-1].start]
        return " ".join(text.replace("'", " ").replace('"', " ").replace("...", " ").split())

    def _reset(self, card: Card) -> None:
        for name in self.plain_names(card):
            match name:
                case "PRINT":
                    self.case.printed = ()
                case "RANGE":
                    self.case.ranged = ()
                case "OUTPUT" | "PREPARE" | "PRTPLOT" | "PRTPLT" | "LABEL":
                    self.case.outputs = []
                case "TITLE":
                    self.case.title = ""
                case _:
                    raise Unreadable(
                        "unreadable-line",
                        f"RESET {name} is not supported",
                        card.span,
                        "RESET takes PRINT, OUTPUT, RANGE, TITLE and LABEL",
                    )


def _problem_of(curve: FunctionPoints, count: int, earlier: list[FunctionPoints]) -> str:
    if count % 2 or len(curve.pairs) < 2:
        return "it needs at least two pairs of an argument and a value"
    arguments = [x for x, _ in curve.pairs]
    for before, after in itertools.pairwise(arguments):
        if after <= before:
            return f"its arguments must increase, but {after:g} comes after {before:g}"
    if not earlier:
        return ""
    if curve.second is None or earlier[-1].second is None:
        return "it is given twice"
    if [x for x, _ in earlier[0].pairs] != arguments:
        return "all its curves need the same arguments"
    return "" if curve.second > earlier[-1].second else "the second arguments must increase"
