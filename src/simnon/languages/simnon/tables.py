"""The lines of a TABLE -> Table: pairs for one argument, a grid for two."""

import itertools
from collections.abc import Sequence

from simnon.model import Interpolation, PartPath, Table, Unit
from simnon.source import Report, Source, Span

from ..expressions import read_number
from ..tokens import Token, Unreadable, describe

_HINT = "write TABLE f(x) LINEAR, HOLD or SPLINE, then lines of numbers, then END"


class TableRows:
    """A table being read."""

    def __init__(self, source: Source, span: Span) -> None:
        self.source = source
        self.span = span
        self.name = ""
        self.units: tuple[Unit | None, ...] = ()
        self._parameters: tuple[str, ...] = ()
        self._part: PartPath = ()
        self._interpolation = Interpolation.LINEAR
        self._is_extrapolated = False
        self._rows: list[list[float]] = []
        self._is_broken = True

    def read_heading(self, name: str, parameters: tuple[str, ...], words: Sequence[Token], part: PartPath = ()) -> None:
        self.name, self._parameters, self._part = name, parameters, part
        interpolations: list[str] = []
        for word in words:
            text = word.text.upper()
            if text == "EXTRAPOLATED" and not self._is_extrapolated:
                self._is_extrapolated = True
            elif text in Interpolation.__members__ and not interpolations:
                interpolations.append(text)
                self._interpolation = Interpolation[text]
            elif text == "EXTRAPOLATED" or text in Interpolation.__members__:
                before = interpolations[0] if interpolations and text != "EXTRAPOLATED" else text
                raise self._unreadable(word, f"{text} is not allowed after {before}")
            else:
                raise self._unreadable(word, f"{describe(word)} is not an interpolation keyword")
        if self._is_extrapolated and self._interpolation is Interpolation.HOLD:
            raise self._unreadable(words[-1], "HOLD cannot be EXTRAPOLATED")
        if len(parameters) > 2:
            raise Unreadable("unreadable-table", "a table has one or two arguments", self.span, _HINT)
        self._is_broken = False

    def read_row(self, line: list[Token]) -> None:
        row = []
        sign = 1.0
        for token in line[:-1]:
            if token.kind == "number":
                row.append(sign * read_number(self.source, token))
                sign = 1.0
            elif token.text in ("-", "+"):
                sign = -1.0 if token.text == "-" else 1.0
            elif token.text != ",":
                self._is_broken = True
                raise self._unreadable(token, f"expected numbers, found {describe(token)}")
        self._rows.append(row)

    def closed(self, report: Report) -> Table | None:
        """The table, or None if its numbers do not form one (reported, unless there was an earlier error)."""
        if self._is_broken:
            return None
        problem = self._problem_of_pairs() if len(self._parameters) == 1 else self._problem_of_grid()
        if problem:
            report.error("unreadable-table", f"table '{self.name}': {problem}", self.span, _HINT)
            return None
        if len(self._parameters) == 1:
            return self._table([row[0] for row in self._rows], [], [row[1] for row in self._rows])
        second, *rows = self._rows
        return self._table([row[0] for row in rows], second, [value for row in rows for value in row[1:]])

    def _table(self, first: list[float], second: list[float], values: list[float]) -> Table:
        return Table(
            self.name,
            self._parameters,
            self._interpolation,
            self._is_extrapolated,
            tuple(first),
            tuple(second),
            tuple(values),
            self.span,
            self._part,
            units=self.units,
        )

    def _problem_of_pairs(self) -> str:
        if len(self._rows) < 2:
            return "it needs at least two lines, each an argument and a value"
        if any(len(row) != 2 for row in self._rows):
            return "each line is an argument and a value"
        return _problem_of_order([row[0] for row in self._rows])

    def _problem_of_grid(self) -> str:
        if len(self._rows) < 3 or len(self._rows[0]) < 2:
            return "it needs a line of second arguments, then lines of a first argument and the values"
        columns = len(self._rows[0]) + 1
        if any(len(row) != columns for row in self._rows[1:]):
            return f"each line after the first needs {columns} numbers"
        first = [row[0] for row in self._rows[1:]]
        return _problem_of_order(first) or _problem_of_order(self._rows[0])

    def _unreadable(self, token: Token, message: str) -> Unreadable:
        return Unreadable("unreadable-table", message, Span(self.source, token.start, token.end), _HINT)


def _problem_of_order(arguments: list[float]) -> str:
    for before, after in itertools.pairwise(arguments):
        if after <= before:
            return f"its arguments must increase, but {after:g} comes after {before:g}"
    return ""
