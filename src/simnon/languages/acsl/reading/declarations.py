"""Statements that declare -> the constants, arrays, tables and settings of the program."""

import itertools
import math
from collections.abc import Callable, Sequence

from simnon.model import Interpolation, Table, finite_number_of
from simnon.source import Span

from ...expressions import ExpressionParser, read_number
from ...tokens import Token, Unreadable, describe
from ..grammar import FALSE, TRUE
from ..syntax import Constant, Program
from .lines import Statement

SETTINGS = {"cinterval": "cint", "nsteps": "nstp", "maxterval": "maxt", "minterval": "mint", "algorithm": "ialg"}
"""Statements that set a system constant, and its name if the program gives it no other."""
ERRORS = ("xerror", "merror")
_PLAIN_TYPES = ("integer", "logical", "real", "doubleprecision")
_TYPES = (*_PLAIN_TYPES, "dimension", "array")
DECLARING = ("constant", "parameter", *_TYPES, "table", "variable", "interval", *SETTINGS, *ERRORS, "input", "macro")
MAX_ELEMENTS = 10_000

MakeParser = Callable[[Sequence[Token]], ExpressionParser]


def read_declaration(statement: Statement, make_parser: MakeParser, program: Program) -> bool:
    """Record what the statement declares; False if it is something else."""
    reader = _Declaration(statement, make_parser(statement.rest), program)
    match statement.word:
        case "constant":
            reader.constants()
        case "parameter":
            reader.parameters()
        case "table":
            reader.table()
        case "variable":
            reader.variable()
        case "interval":
            reader.interval()
        case "input":
            reader.inputs()
        case word if word in SETTINGS:
            program.settings[word] = reader.setting()
        case word if word in _TYPES:
            reader.types(word)
        case word if word in ERRORS:
            program.errors.setdefault(word, {}).update(reader.errors())
        case _:
            return False
    return True


class _Declaration:
    def __init__(self, statement: Statement, parser: ExpressionParser, program: Program) -> None:
        self.statement = statement
        self.parser = parser
        self.program = program

    def constants(self) -> None:
        while True:
            self._constant()
            if self.parser.token.kind == "end":
                break

    def _constant(self) -> None:
        """`name = value`, or `INTEGER name = value`."""
        is_integer = self._type() == "integer"
        name = self._name()
        if is_integer:
            self.program.integers.add(self.program.spelled(name.text))
        indices = self._sizes() if self.parser.token.text == "(" else ()
        self.parser.expect("=", "number-expected", f"expected '=' and a value for '{name.text}'")
        values = self._values()
        spelled = self.program.spelled(name.text)
        self.program.constants.append(Constant(spelled, indices, values, self._span(name)))

    def _values(self) -> tuple[float, ...]:
        """Up to the end, or to the comma before the next name."""
        values = [*self._value()]
        while self.parser.token.text == ",":
            self.parser.take()
            if self.parser.token.kind == "name" and self.parser.token.text not in (TRUE, FALSE):
                break
            values += self._value()
            if len(values) > MAX_ELEMENTS:
                raise self._unreadable("number-out-of-range", f"there are more than {MAX_ELEMENTS} values")
        else:
            self.parser.finish()
        return tuple(values)

    def _value(self) -> list[float]:
        """A number, a truth value, or `n*value` for n of them."""
        token = self.parser.take()
        if token.text in (TRUE, FALSE):
            return [float(token.text == TRUE)]
        sign = 1.0
        if token.text in ("+", "-"):
            sign = -1.0 if token.text == "-" else 1.0
            token = self.parser.take()
        if token.kind != "number":
            raise Unreadable(
                "number-expected",
                f"expected a number, found {describe(token)}",
                self._span(token),
                "CONSTANT name = number",
            )
        value = sign * read_number(self.parser.source, token)
        if self.parser.token.text != "*":
            return [value]
        self.parser.take()
        if not 0 < value <= MAX_ELEMENTS:
            raise self._unreadable("number-out-of-range", f"{value:g} is not a number of values")
        return self._value() * int(value)

    def parameters(self) -> None:
        """PARAMETER (n = 3, m = 2*n)."""
        self.parser.expect("(", "unreadable-line", "expected '('", "PARAMETER (n = 3)")
        while True:
            name = self._name()
            self.parser.expect("=", "number-expected", "expected '=' and a value")
            value = finite_number_of(self.parser.expression(), self.program.parameters)
            if value is None:
                raise self._unreadable("number-expected", f"'{name.text}' has no value at this point")
            self.program.parameters[self.program.spelled(name.text)] = value
            if self.parser.token.text != ",":
                break
            self.parser.take()
        self.parser.expect(")", "unclosed-parenthesis", "expected ')'")
        self.parser.finish()

    def _type(self) -> str:
        """The type before a name, as in `DIMENSION INTEGER k` and `CONSTANT LOGICAL on = .TRUE.`; empty if none."""
        word = self.parser.token.text.casefold()
        following = self.parser.tokens[min(self.parser.position + 1, len(self.parser.tokens) - 1)]
        if word not in _PLAIN_TYPES or following.kind != "name":
            return ""
        self.parser.take()
        return word

    def errors(self) -> dict[str, tuple[float, Span]]:
        """`XERROR x = 1E-6, y = 1E-4`; of an array the smallest number."""
        found: dict[str, tuple[float, Span]] = {}
        while self.parser.token.kind != "end":
            token = self._name()
            self.parser.expect("=", "number-expected", "expected '=' and a value")
            span = Span(self.parser.source, token.start, token.end)
            found[self.program.spelled(token.text)] = min(self._values()), span
        return found

    def types(self, word: str) -> None:
        while True:
            word = self._type() or word
            name = self.program.spelled(self._name().text)
            if word == "integer":
                self.program.integers.add(name)
            if self.parser.token.text == "(":
                self.program.dimensions[name] = self._sizes()
            if self.parser.token.text != ",":
                break
            self.parser.take()
        self.parser.finish()

    def _sizes(self) -> tuple[int, ...]:
        self.parser.take()
        sizes: list[int] = []
        while True:
            value = finite_number_of(self.parser.expression(), self.program.parameters)
            if value is None or not 1 <= value <= MAX_ELEMENTS or value != int(value):
                raise self._unreadable("number-expected", f"a size must be an integer from 1 to {MAX_ELEMENTS}")
            sizes.append(int(value))
            if self.parser.token.text != ",":
                break
            self.parser.take()
        self.parser.expect(")", "unclosed-parenthesis", "expected ')'")
        if math.prod(sizes) > MAX_ELEMENTS:
            raise self._unreadable("number-out-of-range", f"an array has at most {MAX_ELEMENTS} elements")
        return tuple(sizes)

    def setting(self) -> str:
        """`CINTERVAL cint = 0.2`: the name it has in this program."""
        name = self.program.spelled(self._name().text)
        if self.parser.token.kind != "end":
            self.parser.expect("=", "number-expected", "expected '=' and a value")
            values = self._values()
            self.program.constants.append(Constant(name, (), values, self.statement.span))
        return name

    def interval(self) -> None:
        if self.program.open_discrete is None:
            raise self._unreadable("wrong-section", "INTERVAL is allowed only in a DISCRETE section")
        self.program.open_discrete.interval = self.setting()

    def variable(self) -> None:
        """`VARIABLE t = 0.0` names the time and says where it starts."""
        name = self._name()
        self.program.time = self.program.spelled(name.text)
        if self.parser.token.text == "=":
            self.parser.take()
            self.program.start = self._values()[0]
        self.parser.finish()

    def inputs(self) -> None:
        while True:
            name = self._name()
            self.program.inputs.append((self.program.spelled(name.text), self._span(name)))
            if self.parser.token.text != ",":
                break
            self.parser.take()
        self.parser.finish()

    def table(self) -> None:
        """`TABLE name, 1, n / n arguments, n values /`, or `TABLE name, 2, n, m / ... /`, first argument fastest."""
        name = self.program.spelled(self._name().text)
        counts = []
        while self.parser.token.text == ",":
            self.parser.take()
            counts += self._value()
        sizes = tuple(int(count) for count in counts[1:])
        is_whole = len(counts) > 1 and counts[0] in (1.0, 2.0) and len(sizes) == counts[0] and min(sizes) >= 2
        if not is_whole:
            raise self._unreadable("unreadable-table", "a table has one or two arguments, and at least two of each")
        self.parser.expect("/", "unreadable-table", "expected '/' before the numbers")
        numbers = self._value()
        while self.parser.token.text == ",":
            self.parser.take()
            numbers += self._value()
        self.parser.expect("/", "unreadable-table", "expected '/' after the numbers")
        self.parser.finish()
        self.program.tables.append(self._made(name, sizes, numbers))

    def _made(self, name: str, sizes: tuple[int, ...], numbers: list[float]) -> Table:
        first, second = sizes[0], sizes[1] if len(sizes) > 1 else 0
        wanted = first + second + math.prod(sizes)
        if len(numbers) != wanted:
            raise self._unreadable("unreadable-table", f"it needs {wanted} numbers, found {len(numbers)}")
        rows, columns = numbers[:first], numbers[first : first + second]
        for arguments in (rows, columns):
            if any(after <= before for before, after in itertools.pairwise(arguments)):
                raise self._unreadable("unreadable-table", "its arguments must increase")
        given = numbers[first + second :]
        values = [given[i + first * j] for i in range(first) for j in range(second)] if second else given
        return Table(
            name,
            ("x", "y")[: len(sizes)],
            Interpolation.LINEAR,
            False,
            tuple(rows),
            tuple(columns),
            tuple(values),
            self.statement.span,
        )

    def _name(self) -> Token:
        token = self.parser.take()
        if token.kind != "name" or token.text in (TRUE, FALSE):
            raise Unreadable(
                "unreadable-line",
                f"expected a name, found {describe(token)}",
                self._span(token),
                _HINTS.get(self.statement.word, ""),
            )
        return token

    def _span(self, token: Token) -> Span:
        return Span(self.parser.source, token.start, token.end)

    def _unreadable(self, code: str, message: str) -> Unreadable:
        return Unreadable(code, message, self.statement.span, _HINTS.get(self.statement.word, ""))


_HINTS = {
    "constant": "CONSTANT name = number, name = number",
    "table": "TABLE name, 1, n / n arguments, n values /",
    "interval": "INTERVAL ts = number, in a DISCRETE section",
    "dimension": "DIMENSION x(3)",
    "parameter": "PARAMETER (n = 3)",
}
