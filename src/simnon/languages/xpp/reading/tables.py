"""A `table` line -> Table from its file, or the formula from which its points are computed."""

from collections.abc import Sequence
from pathlib import Path

from simnon.model import Interpolation, Table
from simnon.source import OUTSIDE_HINT, Source, Span, UserError, is_within_reach, outside_text, read_text

from ...tokens import Token, Unreadable, span_of
from ..formulas import Spelling, read_formula
from ..program import FormulaTable, Function, Program

_HINT = "write table f data.tab, or table f % 101 0 6.28 sin(t)"
MAX_POINTS = 1_000_000
_INTERPOLATIONS = {"i": Interpolation.HOLD, "s": Interpolation.SPLINE}


def read_table(source: Source, line: Sequence[Token], program: Program, spelling: Spelling) -> None:
    span = span_of(source, line)
    words = list(line[1:])
    if words and words[0].text == "%":
        words[:2] = words[1::-1]
    if len(words) < 2 or words[0].kind != "name":
        raise Unreadable("unreadable-table", "a table has a name and a file, or a formula", span, _HINT)
    name = spelling(words[0].text)
    program.unreadable.add(name)
    if words[1].text == "%":
        numbers, formula = _numbers_first(words[2:])
        if not formula:
            raise Unreadable("unreadable-table", "expected the number of points, two ends and a formula", span, _HINT)
        body = read_formula(source, formula, line[-1].end, spelling)
        program.functions.append(Function(name, (spelling("t"),), body, span))
        program.formula_tables[name] = FormulaTable(int(numbers[0]), numbers[1], numbers[2], body)
    else:
        file = source.text[words[1].start : line[-1].end].strip()
        program.tables.append(_from_file(name, Path(source.folder, file), span))
    program.unreadable.discard(name)


def _numbers_first(words: Sequence[Token]) -> tuple[list[float], Sequence[Token]]:
    """The number of points and the two ends, and what follows them."""
    numbers: list[float] = []
    position = 0
    for _ in range(3):
        sign = words[position].text if position < len(words) else ""
        position += sign in ("-", "+")
        if position >= len(words) or words[position].kind != "number":
            return [], ()
        numbers.append(float(words[position].text) * (-1.0 if sign == "-" else 1.0))
        position += 1
    return numbers, words[position:] if 1 <= numbers[0] <= MAX_POINTS else ()


def _from_file(name: str, path: Path, span: Span) -> Table:
    if not is_within_reach(path, span.source):
        raise Unreadable("outside-folder", outside_text(path.name), span, OUTSIDE_HINT)
    try:
        words = read_text(path).split()
    except (OSError, ValueError, UserError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be read"
        raise Unreadable("unreadable-table", f"the file '{path.name}': {reason}", span, _HINT) from None
    interpolation = _INTERPOLATIONS.get(words[0][:1].casefold()) if words else None
    if interpolation is not None:
        words[0] = words[0][1:]
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        raise Unreadable(
            "unreadable-table", f"'{path.name}' contains something that is not a number", span, _FORM
        ) from None
    count = int(numbers[0]) if numbers and 2 <= numbers[0] <= len(numbers) else 0
    if count < 2 or len(numbers) < count + 3 or not numbers[1] < numbers[2]:
        raise Unreadable("unreadable-table", f"'{path.name}' is not in the format of a table", span, _FORM)
    low, high = numbers[1:3]
    points = tuple(low + (high - low) * i / (count - 1) for i in range(count))
    values = tuple(numbers[3 : 3 + count])
    return Table(name, ("x",), interpolation or Interpolation.LINEAR, True, points, (), values, span)


_FORM = "a table file has the number of points, the first and the last argument, then the values"
