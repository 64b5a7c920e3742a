"""Lines of the old form -> Program: a number of equations first, then a letter and what it declares on each line.

`v x=1`, `f z` and `a w` declare variables, fixed variables and auxiliaries; the lines `o formula` then define them in
this order. XPPAUT still reads such programs.
"""

import itertools
from collections.abc import Callable

from simnon.model import Expression
from simnon.source import Report, Span, whole_number

from ...tokens import Unreadable, span_of
from ..program import Auxiliary, BoundaryCondition, Function, NamedValue, Program, WienerVariable
from .global_events import read_global
from .line_reader import LineReader
from .lines import Line
from .option_texts import read_options, read_set
from .tables import read_table

_IGNORED = "csh"
"""An option file, and two lines that make XPP print something."""


def is_old_form(lines: tuple[Line, ...]) -> bool:
    """Whether the first line is only the number of equations."""
    return bool(lines) and len(lines[0]) == 1 and lines[0][0].text.isdecimal() and whole_number(lines[0][0].text) > 0


class CardReader:
    """Reads the lines of one program in the old form."""

    def __init__(self, pieces: LineReader, program: Program, report: Report) -> None:
        self.pieces = pieces
        self.program = program
        self.report = report
        self._variables: list[NamedValue] = []
        self._fixed: list[NamedValue] = []
        self._labels: list[str] = []
        self._formulas: list[tuple[Expression, Span, bool]] = []
        source, spelling = pieces.source, pieces.spelling
        self._statement_of_letter: dict[str, Callable[[Line], None]] = {
            "p": lambda line: program.parameters.extend(pieces.values(line)),
            "n": lambda line: program.constants.extend(pieces.values(line)),
            "v": lambda line: self._variables.extend(pieces.values(line)),
            "f": lambda line: self._fixed.extend(pieces.values(line)),
            "a": lambda line: self._labels.extend(token.text for token in line[1:] if token.kind == "name"),
            "w": self._wiener,
            "b": lambda line: program.boundaries.append(BoundaryCondition(*self._formula(line, _after_word(line)))),
            "g": lambda line: program.events.append(read_global(pieces, line)),
            "t": lambda line: read_table(source, line, program, spelling),
            "u": self._function,
            "o": lambda line: self._formulas.append((*self._formula(line, _after_word(line)), False)),
            "i": lambda line: self._formulas.append((*self._formula(line, _after_word(line)), True)),
            "x": lambda line: program.sets.append(read_set(pieces, line)),
            **dict.fromkeys("kmr", self._refuse),
        }

    def line(self, line: Line) -> None:
        first = line[0]
        if first.kind == "name" and first.text[0].casefold() in _IGNORED:
            return
        if first.text == "@":
            self.program.settings += read_options(self.pieces.source, self.report, line)
            return
        statement = self._statement_of_letter.get(first.text[0].casefold()) if first.kind == "name" else None
        if statement is not None:
            statement(line)
            return
        message = "this line is no statement of the old form and is ignored"
        hint = "the old form has v, f, p, o, u, a, t, g, b, d; without the number in the first line, write x'=formula"
        self.report.warn("unreadable-line", message, span_of(self.pieces.source, line), hint)

    def finish(self) -> None:
        """Give each formula to the name it defines."""
        names = [*self._variables, *self._fixed]
        if len(self._formulas) < len(names):
            missing = names[len(self._formulas)]
            message = f"{len(names)} variables have {len(self._formulas)} formulas; {missing.name} has none"
            self.report.error("missing-equation", message, missing.span, "write a line o formula for each variable")
            self.program.unreadable.update(name.name for name in names[len(self._formulas) :])
        for i, (value, span, is_integral) in enumerate(self._formulas):
            if i < len(self._variables):
                targets = self.program.integral_equations if is_integral else self.program.states
                targets.append(NamedValue(names[i].name, value, span))
            elif i < len(names):
                self.program.fixed.append(NamedValue(names[i].name, value, span))
            else:
                number = i - len(names)
                label = self._labels[number] if number < len(self._labels) else f"aux{number + 1}"
                self.program.auxiliaries.append(Auxiliary(label, value, span))
        self.program.initial += self._variables

    def _formula(self, line: Line, first: int) -> tuple[Expression, Span]:
        tokens = line[:-1] if line[-1].text == "$" else line
        if len(tokens) <= first:
            raise self.pieces.wrong(line, f"{line[0].text} needs a formula", "write o -x")
        return self.pieces.formula(tokens, first), span_of(self.pieces.source, line)

    def _wiener(self, line: Line) -> None:
        for token in line[1:]:
            if token.kind == "name":
                span = span_of(self.pieces.source, [token])
                self.program.wieners.append(WienerVariable(self.pieces.spelling(token.text), span))

    def _function(self, line: Line) -> None:
        """`u f 2 arg1*arg2`."""
        if (
            len(line) < 4
            or line[1].kind != "name"
            or not line[2].text.isdecimal()
            or not 1 <= whole_number(line[2].text) <= 9
        ):
            raise self.pieces.wrong(line, "u needs a name, the number of arguments and a formula", "write u f 1 arg1^2")
        names = tuple(self.pieces.spelling(f"arg{i + 1}") for i in range(whole_number(line[2].text)))
        body, span = self._formula(line, 3)
        self.program.functions.append(Function(self.pieces.spelling(line[1].text), names, body, span))

    def _refuse(self, line: Line) -> None:
        message = f"{line[0].text}: kernels and markov variables of the old form are not supported"
        hint = "write the program in the new form, with x'=formula and int{ } or markov"
        raise Unreadable("unsupported-statement", message, span_of(self.pieces.source, line), hint)


def _after_word(line: Line) -> int:
    """The position after the first blank: in `ox'= -x`, the word is `ox'=`."""
    pairs = enumerate(itertools.pairwise(line), start=1)
    return next((i for i, (before, after) in pairs if after.start > before.end), 1)
