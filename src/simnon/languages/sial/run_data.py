"""The lines after `//` -> Experiment: interval, method and end of the run, printed and plotted blocks."""

from dataclasses import replace

from simnon.model import Experiment, Number
from simnon.source import Report, Source, Span, nearest

from ..expressions import read_number
from ..tokens import Token, Unreadable, describe
from .lines import Line, program_lines

NAMES = {
    "Δ": "Δ",
    "∆": "Δ",
    "DELTA": "Δ",
    "II": "II",
    "TM": "TM",
    "INTEG": "INTEG",
    "INTGR": "INTEG",
    "I": "I",
    "PLOT": "PLOT",
}
METHODS = {"RECT": "euler", "TRAP": "heun", "RUNGE": "rk4", "VARIABLE": "auto"}
"""RECT is attested, the others are Simnon's own; VARIABLE chooses its own steps."""
ARROWS = ("←", "<-", "=")


def read_value(source: Source, token: Token) -> Number:
    """A number with its position; `¯` is a minus."""
    plain = token._replace(text=token.text.replace("¯", "-"))
    return Number(read_number(source, plain), Span(source, token.start, token.end))


class RunData:
    """Collects the data, each of which can be given once."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.number_of_name: dict[str, float] = {}
        self.blocks_of_name: dict[str, tuple[int, ...]] = {}
        self.method = ""
        self.seen: dict[str, Span] = {}

    def read_line(self, line: Line) -> None:
        word, arrow, *values = (*line.tokens, line.tokens[-1])
        name = NAMES.get(word.text.upper())
        if word.kind != "name" or arrow.text not in ARROWS:
            raise Unreadable(
                "unreadable-line", "this line is not a datum of the run", line.span, "write for example TM←10"
            )
        values.pop()
        if name is None:
            near = nearest(word.text, NAMES)
            hint = f"did you mean {near}?" if near else "the data are Δ, II, TM, INTEG, I and PLOT"
            raise Unreadable("unreadable-line", f"there is no datum {word.text}", self._span(word), hint)
        if name in self.seen:
            raise Unreadable("duplicate-definition", f"{name} is given twice", line.span, "remove one of them")
        self.seen[name] = line.span
        if name == "INTEG":
            self.method = self._method(values)
        elif name in ("I", "PLOT"):
            self.blocks_of_name[name] = self._blocks(name, values[:-1], line.span)
        else:
            self.number_of_name[name] = self._positive(values)

    def finished(self, title: str, count: int, span: Span, report: Report) -> Experiment:
        for name in ("TM",) if self.method == "auto" else ("Δ", "TM"):
            if name not in self.seen:
                report.error("missing-datum", f"the program does not give {name}", span, f"add a line {name}← after //")
        self.check_blocks(count, report)
        printed = tuple(f"Z{block}" for block in range(1, count + 1))
        spacing = None if self.method == "auto" else self.number_of_name.get("Δ")
        return self.applied_to(Experiment(0.0, spacing=spacing, method="euler", printed=printed, title=title))

    def check_blocks(self, count: int, report: Report) -> None:
        for name, blocks in self.blocks_of_name.items():
            unknown = next((block for block in blocks if block > count), None)
            if unknown is not None:
                report.error("undefined-name", f"{name}: there is no block {unknown}", self.seen[name])

    def applied_to(self, experiment: Experiment) -> Experiment:
        """The experiment with the given data replaced."""
        method = self.method or experiment.method
        blocks = self.blocks_of_name
        plotted = experiment
        if "PLOT" in blocks:
            *shown, against = blocks["PLOT"]
            plotted = replace(
                experiment, shown=tuple(map(_name_of, shown)), against=_name_of(against) if against else ""
            )
        return replace(
            plotted,
            stop=self.number_of_name.get("TM", experiment.stop),
            spacing=self.number_of_name.get("II", experiment.spacing),
            method=method,
            step=None if method == "auto" else self.number_of_name.get("Δ", experiment.step),
            printed=tuple(map(_name_of, blocks["I"])) if "I" in blocks else experiment.printed,
        )

    def _method(self, values: list[Token]) -> str:
        word, *rest = values
        if word.text.upper() not in METHODS or len(rest) != 1:
            hint = f"the methods are {', '.join(METHODS)}"
            raise Unreadable("unreadable-line", f"there is no method {describe(word)}", self._span(word), hint)
        return METHODS[word.text.upper()]

    def _blocks(self, name: str, values: list[Token], span: Span) -> tuple[int, ...]:
        """Numbers of blocks; the last one of PLOT can be 0, which is the time."""
        for position, token in enumerate(values, start=1):
            is_block = token.kind == "number" and token.text.isdecimal() and len(token.text) < 10
            if not is_block or (int(token.text) == 0 and (name, position) != ("PLOT", len(values))):
                raise Unreadable(
                    "number-expected", f"{describe(token)} is not the number of a block", self._span(token)
                )
        if len(values) < (2 if name == "PLOT" else 1):
            hint = "write for example I←1 2 or PLOT←1 0"
            raise Unreadable("number-expected", f"{name} needs more block numbers", span, hint)
        return tuple(int(token.text) for token in values)

    def _positive(self, values: list[Token]) -> float:
        token, *rest = values
        if token.kind != "number" or len(rest) != 1:
            raise Unreadable("number-expected", f"expected one number, found {describe(token)}", self._span(token))
        number = read_value(self.source, token).value
        if not number > 0.0:
            raise Unreadable("number-expected", "expected a time greater than 0", self._span(token))
        return number

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)


def with_datum(experiment: Experiment, text: str, count: int, report: Report) -> Experiment:
    """The data of a run of `count` blocks with one of them replaced, written like a line after `//`."""
    source = Source("datum", text)
    (line, *_), _ = program_lines(source)
    data = RunData(source)
    try:
        data.read_line(line)
    except Unreadable as error:
        report.error(error.code, str(error), error.span, error.hint)
    data.check_blocks(count, report)
    return data.applied_to(experiment)


def _name_of(block: int) -> str:
    return f"Z{block}"
