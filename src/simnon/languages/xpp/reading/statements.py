"""Logical lines -> Program: what each statement says, all errors of the text in one go."""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from simnon.model import Expression
from simnon.source import Report, Source, Span, nearest

from ...tokens import Token, Unreadable, describe, span_of
from ..formulas import Spelling, read_formula
from ..grammar import FUNCTIONS
from .lines import Line, Lines
from ..program import Function, GlobalEvent, Markov, NamedSet, NamedValue, Program, Residual, Setting, WienerVariable
from .tables import read_table

_REFUSED = {
    "bdry": "boundary value problems are not supported",
    "boundary": "boundary value problems are not supported",
    "volt": "integral equations are not supported",
    "volterra": "integral equations are not supported",
    "special": "convolutions of arrays are not supported",
    "export": "calls to programs in other languages are not supported",
    "options": "option files are not supported",
    "option": "option files are not supported",
}
_CURES = {
    "special": "write the sum with sum(..)of(..)",
    "options": "write the options in @ lines",
    "option": "write the options in @ lines",
}
_SETTING = re.compile(r"([^\W\d]\w*)\s*=\s*([^\s,=]+)")


_GLOBAL_HINT = "write global 1 {x-1} {x=0;y=y+1}"


class StatementReader:
    """Reads one program line by line."""

    def __init__(self, source: Source, report: Report, spelling: Spelling) -> None:
        self.source = source
        self.report = report
        self.spelling = spelling
        self.program = program = Program()
        self._markov: Markov | None = None
        self._called: set[str] = set()
        self._reported: set[tuple[str, int]] = set()
        self._statement_of_word: dict[str, Callable[[Line], None]] = {
            **dict.fromkeys(("p", "par", "param", "params", "parameter"), self._list_into(program.parameters)),
            **dict.fromkeys(("n", "num", "number", "const"), self._list_into(program.constants)),
            **dict.fromkeys(("i", "init", "initial"), self._list_into(program.initial)),
            **dict.fromkeys(("a", "aux"), self._auxiliary),
            **dict.fromkeys(("solv", "solve"), self._list_into(program.unknowns)),
            "input": self._list_into(program.inputs),
            **dict.fromkeys(("g", "global"), self._global),
            **dict.fromkeys(("t", "table", "tab"), self._table),
            **dict.fromkeys(("w", "wiener"), self._wiener),
            **dict.fromkeys(("m", "markov"), self._begin_markov),
            "set": self._set,
            "only": self._only,
            **dict.fromkeys(_REFUSED, self._refuse),
        }

    def read(self, lines: Lines) -> Program:
        self.program.comments = lines.comments
        self._called = {name for line in lines.lines for name in _called_in(line)}
        for line in lines.lines:
            try:
                self._line(line)
            except Unreadable as error:
                self._report_once(error)
                self._remember_names(line)
        self._check_markov()
        return self.program

    def _report_once(self, error: Unreadable) -> None:
        """A mistake in a line of an array is said once, not for each of its elements."""
        place = (error.code, error.span.start)
        if place not in self._reported:
            self._reported.add(place)
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
            self.program.settings += self._settings(line[1:])
        elif first.text == "!":
            self.program.derived.append(self._definition(line[1:], line))
        elif first.text == "0" and second is not None and second.text == "=":
            self.program.residuals.append(Residual(self._formula(line, 2), span_of(self.source, line)))
        elif first.kind != "name":
            raise self._unknown(line)
        elif second is not None and second.text in ("=", "'", "(", "/"):
            self._equation(line)
        elif first.text.casefold() in self._statement_of_word:
            self._statement_of_word[first.text.casefold()](line)
        else:
            raise self._unknown(line)

    def _unknown(self, line: Line) -> Unreadable:
        near = nearest(line[0].text, list(self._statement_of_word)) if len(line[0].text) > 2 else ""
        hint = f"did you mean {near}?" if near else "an equation is x'=formula, a comment begins with #"
        found = describe(line[0])
        return Unreadable(
            "unreadable-line", f"{found} does not begin an XPP statement", span_of(self.source, line), hint
        )

    def _refuse(self, line: Line) -> None:
        word = line[0].text.casefold()
        raise Unreadable(
            "unsupported-statement", f"{word}: {_REFUSED[word]}", span_of(self.source, line), _CURES.get(word, "")
        )

    def _equation(self, line: Line) -> None:
        """A line that begins with the name of what it defines."""
        texts = [token.text.casefold() for token in line[:6]]
        name = line[0].text
        match texts:
            case [_, "'", "=", *_]:
                self._state(line, name, 3)
            case [word, "/", "dt", "=", *_] if word.startswith("d") and len(word) > 1:
                self._state(line, name[1:], 4)
            case [_, "(", "t", "+", "1", ")"] if len(line) > 6 and line[6].text == "=":
                self.program.is_map = True
                self._state(line, name, 7)
            case [_, "(", "0", ")", "=", *_]:
                self.program.initial.append(self._named(line, name, 5))
            case [word, "(", "t", ")", "=", *_] if word not in self._called:
                self.program.fixed.append(self._named(line, name, 5))
            case [_, "(", *_]:
                self._function(line)
            case [_, "=", *_]:
                self.program.fixed.append(self._definition(line, line))
            case _:
                raise self._unknown(line)

    def _state(self, line: Line, name: str, position: int) -> None:
        self.program.states.append(self._named(line, name, position))

    def _definition(self, part: Line, line: Line) -> NamedValue:
        """`part` of the line, which must be name=formula."""
        if len(part) < 2 or part[0].kind != "name" or part[1].text != "=":
            raise self._wrong(part or line, "expected name=formula")
        return self._named(part, part[0].text, 2)

    def _named(self, line: Line, name: str, position: int) -> NamedValue:
        return NamedValue(self.spelling(name), self._formula(line, position), span_of(self.source, line))

    def _formula(self, line: Sequence[Token], first: int, last: int | None = None) -> Expression:
        end = line[-1].end if last is None else line[last].start
        return read_formula(self.source, line[first:last], end, self.spelling)

    def _wrong(self, line: Sequence[Token], message: str, hint: str = "") -> Unreadable:
        return Unreadable("unreadable-line", message, span_of(self.source, line), hint)

    def _function(self, line: Line) -> None:
        closing = next((i for i, token in enumerate(line) if token.text == ")"), None)
        if closing is None or closing + 1 >= len(line) or line[closing + 1].text != "=":
            raise self._wrong(line, "this line is not a statement", "a function is f(x,y)=formula")
        if line[0].text.casefold() in FUNCTIONS:
            raise Unreadable(
                "duplicate-definition",
                f"'{line[0].text}' is a function of XPP",
                span_of(self.source, line[:1]),
                "choose another name",
            )
        parameters = line[2:closing:2]
        commas = line[3:closing:2]
        if any(t.kind != "name" for t in parameters) or any(t.text != "," for t in commas) or not parameters:
            raise self._wrong(line, "the arguments of a function are names", "a function is f(x,y)=formula")
        names = tuple(self.spelling(token.text) for token in parameters)
        body = self._formula(line, closing + 2)
        span = span_of(self.source, line)
        self.program.functions.append(Function(self.spelling(line[0].text), names, body, span))

    def _list_into(self, place: list[NamedValue]) -> Callable[[Line], None]:
        return lambda line: place.extend(self._list(line))

    def _list(self, line: Line) -> list[NamedValue]:
        """`word a=1, b=2`, with commas or blanks between."""
        starts = [i for i in range(1, len(line) - 1) if line[i].kind == "name" and line[i + 1].text == "="]
        if not starts or starts[0] != 1:
            raise self._wrong(line, f"{line[0].text} needs name=value", f"write {line[0].text} a=1, b=2")
        definitions = []
        for start, end in zip(starts, [*starts[1:], len(line)], strict=True):
            part = line[start:end]
            while part[-1].text == ",":
                part.pop()
            definitions.append(self._definition(part, line))
        return definitions

    def _auxiliary(self, line: Line) -> None:
        """`aux ina=ina` only says that a fixed variable is to be seen, and all are."""
        is_seen_already = len(line) == 4 and line[2].text == "=" and line[1].text.casefold() == line[3].text.casefold()
        if not is_seen_already:
            self.program.fixed.append(self._definition(line[1:], line))

    def _global(self, line: Line) -> None:
        is_negative = len(line) > 2 and line[1].text == "-"
        position = 3 if is_negative or (len(line) > 2 and line[1].text == "+") else 2
        sign = line[position - 1].text if len(line) > position else ""
        if sign not in ("0", "1"):
            raise self._wrong(line, "global needs the direction 1, -1 or 0 first", _GLOBAL_HINT)
        groups = self._groups(line)
        if not groups or groups[-1][1] != len(line) - 1:
            raise self._wrong(line, "global needs its assignments in { } at the end", _GLOBAL_HINT)
        opening, closing = groups[-1]
        if len(groups) == 2 and groups[0][0] == position and groups[0][1] == opening - 1:
            condition = self._formula(line, position + 1, groups[0][1])
        else:
            condition = self._formula(line, position, opening)
        assignments = self._assignments(line[opening + 1 : closing], line)
        number = -int(sign) if is_negative else int(sign)
        span = span_of(self.source, line)
        self.program.events.append(GlobalEvent(number, condition, assignments, span))

    def _groups(self, line: Line) -> list[tuple[int, int]]:
        """Where each { and its } stand."""
        groups: list[tuple[int, int]] = []
        opening = None
        for i, token in enumerate(line):
            if token.text == "{" and opening is None:
                opening = i
            elif token.text == "}" and opening is not None:
                groups.append((opening, i))
                opening = None
            elif token.text in "{}":
                raise self._wrong([token], "braces do not match", "each { needs its }, and braces cannot be nested")
        if opening is not None:
            raise self._wrong([line[opening]], "this brace is never closed", "add '}'")
        return groups

    def _assignments(self, tokens: Line, line: Line) -> tuple[NamedValue, ...]:
        parts: list[Line] = [[]]
        for token in tokens:
            if token.text == ";":
                parts.append([])
            else:
                parts[-1].append(token)
        found = tuple(self._definition(part, line) for part in parts if part)
        if not found:
            raise self._wrong(line, "global assigns nothing", _GLOBAL_HINT)
        return found

    def _wiener(self, line: Line) -> None:
        for token in line[1:]:
            if token.kind == "name":
                self.program.wieners.append(WienerVariable(self.spelling(token.text), span_of(self.source, [token])))
            elif token.text != ",":
                raise self._wrong([token], f"wiener needs names, found {describe(token)}")
        if len(line) == 1:
            raise self._wrong(line, "wiener needs a name", "write wiener w")

    def _begin_markov(self, line: Line) -> None:
        hint = "write markov z 2, then a line of rates in { } for each state"
        if len(line) != 3 or line[1].kind != "name" or not line[2].text.isdecimal():
            raise self._wrong(line, "markov needs a name and the number of states", hint)
        count = int(line[2].text)
        if not 2 <= count <= 100:
            raise self._wrong(line, "a markov variable has 2 to 100 states", hint)
        self._markov = Markov(self.spelling(line[1].text), count, span_of(self.source, line))
        self.program.markovs.append(self._markov)

    def _rates(self, line: Line, markov: Markov) -> None:
        groups = self._groups(line)
        if len(groups) != markov.count:
            raise self._wrong(line, f"expected {markov.count} rates in braces, found {len(groups)}")
        markov.rates.append([self._formula(line, opening + 1, closing) for opening, closing in groups])
        if len(markov.rates) == markov.count:
            self._markov = None

    def _check_markov(self) -> None:
        """A markov variable has a line of rates for each state; one that has not is left out."""
        markov, self._markov = self._markov, None
        if markov is None:
            return
        self.program.markovs.remove(markov)
        self.program.unreadable.add(markov.name)
        message = f"markov {markov.name} has {len(markov.rates)} lines of rates, not {markov.count}"
        self._report_once(Unreadable("end-expected", message, markov.span, "write {0} {a} and {b} {0} after it"))

    def _table(self, line: Line) -> None:
        read_table(self.source, line, self.program, self.spelling)

    def _settings(self, tokens: Line) -> list[Setting]:
        """`name=text` with commas or blanks between; texts such as 5dp are not tokens of formulas."""
        if not tokens:
            return []
        first, last = tokens[0].start, tokens[-1].end
        text = self.source.text[first:last]
        settings, position = [], 0
        for match in _SETTING.finditer(text):
            self._check_gap(text, position, match.start(), first)
            position = match.end()
            span = Span(self.source, first + match.start(), first + match.end())
            settings.append(Setting(match[1].casefold(), match[2], span))
        self._check_gap(text, position, len(text), first)
        return settings

    def _check_gap(self, text: str, start: int, end: int, offset: int) -> None:
        gap = re.sub(r"[\s,\\]", "", text[start:end])
        if gap:
            span = Span(self.source, offset + start, offset + end)
            raise Unreadable("unexpected-text", f"'{gap}' is not name=value", span, "write @ total=100, dt=0.01")

    def _set(self, line: Line) -> None:
        if len(line) < 4 or line[1].kind != "name" or line[2].text != "{" or line[-1].text != "}":
            raise self._wrong(line, "a set is a name and values in braces", "write set fast {a=1,x=2}")
        self.program.sets.append(NamedSet(line[1].text, tuple(self._settings(line[3:-1]))))

    def _only(self, line: Line) -> None:
        self.program.printed += [self.spelling(token.text) for token in line[1:] if token.kind == "name"]


def _called_in(line: Line) -> Iterator[str]:
    """Names before a parenthesis, but for the one that the line defines."""
    for token, following in itertools.pairwise(line[1:]):
        if token.kind == "name" and following.text == "(":
            yield token.text.casefold()
