"""Logical lines -> Program: what each statement says, all errors of the text in one go."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from simnon.source import Report, Source, whole_number

from ...tokens import Unreadable, describe, span_of
from ..formulas import Spelling
from ..grammar import FUNCTIONS
from ..program import Auxiliary, BoundaryCondition, Function, Markov, NamedValue, Program, Residual, WienerVariable
from .cards import CardReader, is_old_form
from .global_events import read_global
from .line_reader import LineReader
from .lines import Line, Lines
from .networks import read_network
from .option_texts import read_options, read_set
from .tables import read_table
from .words import DONE, is_spelled_out, nearest_word, statement_word

_UNSUPPORTED = {
    "vector": ("vectors are not supported", "write the variables with an index: x[0..9]"),
    "group": ("groups are not supported", "write the equations one by one"),
}
_IGNORED = {
    "export": ("code in other languages is not called; the names in the second braces keep their values", ""),
    "options": ("option files are ignored", "write the options in @ lines"),
}
_LISTS = ("par", "number", "init")


class StatementReader:
    """Reads one program line by line."""

    def __init__(self, source: Source, report: Report, spelling: Spelling) -> None:
        self.source = source
        self.report = report
        self.spelling = spelling
        self.pieces = LineReader(source, spelling, report)
        self.program = program = Program()
        self._markov: Markov | None = None
        self._called: set[str] = set()
        self._reported: set[tuple[str, int]] = set()
        self._statement_of_word: dict[str, Callable[[Line], None]] = {
            "par": self._list_into(program.parameters),
            "number": self._list_into(program.constants),
            "init": self._list_into(program.initial),
            "solve": self._list_into(program.unknowns),
            "input": self._list_into(program.inputs),
            "aux": self._auxiliary,
            "global": lambda line: program.events.append(read_global(self.pieces, line)),
            "table": lambda line: read_table(source, line, program, spelling),
            "wiener": self._wiener,
            "markov": self._begin_markov,
            "bdry": self._boundary,
            "volterra": lambda line: program.integral_equations.append(self.pieces.definition(line[1:], line)),
            "special": lambda line: program.networks.append(read_network(self.pieces, line)),
            "set": lambda line: program.sets.append(read_set(self.pieces, line)),
            "only": self._only,
            **dict.fromkeys(_UNSUPPORTED, self._refuse),
            **dict.fromkeys(_IGNORED, self._ignore),
        }

    def read(self, lines: Lines) -> Program:
        self.program.comments = lines.comments
        if is_old_form(lines.lines):
            cards = CardReader(self.pieces, self.program, self.report)
            self._read_each(lines.lines[1:], cards.line)
            cards.finish()
            return self.program
        self._called = {name for line in lines.lines for name in _called_in(line)}
        self._read_each(lines.lines, self._line)
        self._check_markov()
        return self.program

    def _read_each(self, lines: Sequence[Line], read: Callable[[Line], None]) -> None:
        for line in lines:
            try:
                read(line)
            except Unreadable as error:
                self._report_once(error)
                self._remember_names(line)

    def _report_once(self, error: Unreadable) -> None:
        """An error in a line of an array is reported once, not for each of its elements."""
        position = (error.code, error.span.start)
        if position not in self._reported:
            self._reported.add(position)
            self.report.error(error.code, str(error), error.span, error.hint)

    def _remember_names(self, line: Line) -> None:
        """What the line would have defined counts as defined."""
        names = [t for t, following in itertools.pairwise(line) if t.kind == "name" and following.text in "='("]
        for name in (*names, *line[:1]):
            self.program.unreadable.add(self.spelling(name.text))
            self.program.unreadable.add(self.spelling(name.text.removeprefix("d")))

    def _line(self, line: Line) -> None:
        if self._markov is not None and line[0].text == "{":
            self._rates(line, self._markov)
            return
        self._check_markov()
        first, second = line[0], line[1] if len(line) > 1 else None
        if first.text == "@":
            self.program.settings += read_options(self.source, self.report, line)
        elif first.text == "!":
            self.program.derived.append(self.pieces.definition(line[1:], line))
        elif first.text == "0" and second is not None and second.text == "=":
            self.program.residuals.append(Residual(self.pieces.formula(line, 2), span_of(self.source, line)))
        elif first.kind == "name" and second is not None and second.text in ("=", "'", "(", "/"):
            self._equation(line)
        else:
            self._worded(line)

    def _worded(self, line: Line) -> None:
        """A statement that begins with a word, of which only the first letters count."""
        text = line[0].text
        word = statement_word(text) if line[0].kind == "name" else None
        span = span_of(self.source, line)
        if word is None or word == DONE:
            near = nearest_word(text)
            hint = f"did you mean {near}?" if near else "an equation is x'=formula, a comment begins with #"
            message = f"{describe(line[0])} does not begin an XPP statement; the line is ignored"
            self.report.warn("unreadable-line", message, span, hint)
            return
        if not is_spelled_out(text):
            message = f"'{text}' is read as {word}: XPP looks at the first letters only"
            self.report.warn("unreadable-line", message, span_of(self.source, line[:1]), "a comment begins with #")
        self._statement_of_word[word](_without_tail(line) if word in _LISTS else line)

    def _refuse(self, line: Line) -> None:
        word = statement_word(line[0].text) or ""
        message, hint = _UNSUPPORTED[word]
        raise Unreadable("unsupported-statement", f"{word}: {message}", span_of(self.source, line), hint)

    def _ignore(self, line: Line) -> None:
        word = statement_word(line[0].text) or ""
        message, hint = _IGNORED[word]
        self.report.warn("setting-left-out", f"{word}: {message}", span_of(self.source, line), hint)

    def _equation(self, line: Line) -> None:
        """A line that begins with the name of what it defines."""
        texts = [token.text.casefold() for token in line[:6]]
        name = line[0].text
        match texts:
            case [_, "'", "=", *_]:
                self._state(line, name, 3)
            case [word, "/", "dt", "=", *_] if word.startswith("d") and len(word) > 1:
                self._state(line, name[1:], 4)
            case [_, "(", "t" | "n", "+", "1", ")"] if len(line) > 6 and line[6].text == "=":
                self.program.is_map = True
                self._state(line, name, 7)
            case [_, "(", "0", ")", "=", *_]:
                self._initial(line, self.pieces.named(line, name, 5))
            case [_, "(", "t", ")", "=", *_] if any(token.text.casefold() == "int" for token in line):
                self.program.integral_equations.append(self.pieces.named(line, name, 5))
            case [word, "(", "t", ")", "=", *_] if word not in self._called:
                self.program.fixed.append(self.pieces.named(line, name, 5))
            case [_, "(", *_]:
                self._function(line)
            case [_, "=", *_]:
                self.program.fixed.append(self.pieces.definition(line, line))
            case _:
                raise self.pieces.wrong(line, "this line is not a statement", "an equation is x'=formula")

    def _state(self, line: Line, name: str, position: int) -> None:
        self.program.states.append(self.pieces.named(line, name, position))

    def _initial(self, line: Line, written: NamedValue) -> None:
        """`x(0)=f`: the past of x, and a number for its start; on the line of an array only a formula for the start."""
        if "[" in self.source.text[line[0].start : line[0].end]:
            self.program.initial.append(written)
            return
        start = self.pieces.number(written.name, line[5:], written.span)
        self.program.initial.append(NamedValue(written.name, start, written.span))
        self.program.pasts.append(written)

    def _function(self, line: Line) -> None:
        closing = next((i for i, token in enumerate(line) if token.text == ")"), None)
        if closing is None or closing + 1 >= len(line) or line[closing + 1].text != "=":
            raise self.pieces.wrong(line, "this line is not a statement", "a function is f(x,y)=formula")
        if line[0].text.casefold() in FUNCTIONS:
            raise Unreadable(
                "duplicate-definition",
                f"'{line[0].text}' is a function of XPP",
                span_of(self.source, line[:1]),
                "choose a different name",
            )
        parameters = line[2:closing:2]
        commas = line[3:closing:2]
        if any(t.kind != "name" for t in parameters) or any(t.text != "," for t in commas) or not parameters:
            raise self.pieces.wrong(line, "the arguments of a function are names", "a function is f(x,y)=formula")
        names = tuple(self.spelling(token.text) for token in parameters)
        body = self.pieces.formula(line, closing + 2)
        span = span_of(self.source, line)
        self.program.functions.append(Function(self.spelling(line[0].text), names, body, span))

    def _list_into(self, target: list[NamedValue]) -> Callable[[Line], None]:
        return lambda line: target.extend(self.pieces.values(line))

    def _auxiliary(self, line: Line) -> None:
        """The label before `=` can have any characters."""
        position = next((i for i, token in enumerate(line) if token.text == "="), 0)
        if position < 2:
            raise self.pieces.wrong(line, "aux needs name=formula", "write aux power=v*i")
        label = "".join(token.text for token in line[1:position])
        value = self.pieces.formula(line, position + 1)
        self.program.auxiliaries.append(Auxiliary(label, value, span_of(self.source, line)))

    def _boundary(self, line: Line) -> None:
        """`bdry u'-v`: a name with a prime is the value at the end of the interval."""
        if len(line) < 2:
            raise self.pieces.wrong(line, "bdry needs a formula", "write bdry u-1 or bdry u'")
        self.program.boundaries.append(BoundaryCondition(self.pieces.formula(line, 1), span_of(self.source, line)))

    def _wiener(self, line: Line) -> None:
        for token in line[1:]:
            if token.kind == "name":
                self.program.wieners.append(WienerVariable(self.spelling(token.text), span_of(self.source, [token])))
            elif token.text != ",":
                raise self.pieces.wrong([token], f"wiener needs names, found {describe(token)}")
        if len(line) == 1:
            raise self.pieces.wrong(line, "wiener needs a name", "write wiener w")

    def _begin_markov(self, line: Line) -> None:
        hint = "write markov z 2, then a line of rates in { } for each state"
        if len(line) != 3 or line[1].kind != "name" or not line[2].text.isdecimal():
            raise self.pieces.wrong(line, "markov needs a name and the number of states", hint)
        count = whole_number(line[2].text)
        if not 2 <= count <= 100:
            raise self.pieces.wrong(line, "a markov variable has 2 to 100 states", hint)
        self._markov = Markov(self.spelling(line[1].text), count, span_of(self.source, line))
        self.program.markovs.append(self._markov)

    def _rates(self, line: Line, markov: Markov) -> None:
        groups = self.pieces.groups(line)
        if len(groups) != markov.count:
            raise self.pieces.wrong(line, f"expected {markov.count} rates in braces, found {len(groups)}")
        markov.rates.append([self.pieces.formula(line, opening + 1, closing) for opening, closing in groups])
        if len(markov.rates) == markov.count:
            self._markov = None

    def _check_markov(self) -> None:
        """A markov variable needs a line of rates for each state; without them it is left out."""
        markov, self._markov = self._markov, None
        if markov is None:
            return
        self.program.markovs.remove(markov)
        self.program.unreadable.add(markov.name)
        message = f"markov {markov.name} has {len(markov.rates)} lines of rates, not {markov.count}"
        self._report_once(Unreadable("end-expected", message, markov.span, "write {0} {a} and {b} {0} after it"))

    def _only(self, line: Line) -> None:
        self.program.printed += [self.spelling(token.text) for token in line[1:] if token.kind == "name"]


def _called_in(line: Line) -> Iterator[str]:
    """Names before a parenthesis, except the one that the line defines."""
    for token, following in itertools.pairwise(line[1:]):
        if token.kind == "name" and following.text == "(":
            yield token.text.casefold()


def _without_tail(line: Line) -> Line:
    """The first word ends at a blank: `par1-3 a=1` is `par a=1`."""
    end = next((i for i in range(1, len(line)) if line[i].start > line[i - 1].end), len(line))
    return [line[0], *line[end:]]
