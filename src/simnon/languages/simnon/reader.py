"""Source -> Systems: the statements of the Simnon language, all errors of the text in one go.

A line with an error is reported and left out; the names it would have defined count as
defined, so that one mistake gives one message.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from simnon.model import (
    KNOWN_UNITS,
    Assignment,
    Comment,
    Convention,
    Declaration,
    Declared,
    Expression,
    ForeignDefinition,
    FunctionDefinition,
    GivenValue,
    Name,
    Section,
    Stop,
    System,
    SystemKind,
    Table,
    Unit,
    UnreadableUnit,
    When,
    parse_unit,
)
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser, read_number
from ..tokens import Token, Unreadable, describe, span_of
from .grammar import GRAMMAR
from .lines import logical_lines
from .tables import TableRows

KINDS = {kind.value.casefold(): kind for kind in SystemKind}
DECLARATIONS = {kind.value.casefold(): kind for kind in Declared}
SECTIONS = {section.value.casefold(): section for section in Section if section.value}
OTHER_WORDS = ("end", "when", "stop", "function", "table")
RESERVED = ("if", "then", "else", "and", "or", "not")
KEYWORDS = (*KINDS, *DECLARATIONS, *SECTIONS, *OTHER_WORDS)


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """Every system of the text, whatever errors it has."""
    reader = _Reader(source, report)
    lines, comments = logical_lines(source, report)
    for line in lines:
        reader.read_line(line)
    return _with_comments(reader.finish(), comments)


def _with_comments(systems: tuple[System, ...], comments: list[Comment]) -> tuple[System, ...]:
    """Each system with the comments in it and before it, the last one with those after it too."""
    commented, given = [], 0
    for system in systems:
        is_last = system is systems[-1]
        end = next((i for i, c in enumerate(comments) if c.line > system.last_line and not is_last), len(comments))
        commented.append(replace(system, comments=tuple(comments[given:end])))
        given = end
    return tuple(commented)


@dataclass(slots=True)
class _OpenWhen:
    condition: Expression | None
    span: Span
    assignments: list[Assignment] = field(default_factory=list)


@dataclass(slots=True)
class _OpenSystem:
    """A system being read."""

    name: str
    kind: SystemKind
    span: Span
    section: Section = Section.NONE
    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    foreign: list[ForeignDefinition] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    spelling: dict[str, str] = field(default_factory=dict)
    """Each name as first written, by its name without case."""
    last_line: int = 0

    def spelled(self, text: str) -> str:
        return self.spelling.setdefault(text.casefold(), text)

    def closed(self) -> System:
        return System(
            self.name,
            self.kind,
            self.span,
            tuple(self.declarations),
            tuple(self.values),
            tuple(self.assignments),
            tuple(self.whens),
            tuple(self.stops),
            tuple(self.functions),
            tuple(self.tables),
            tuple(self.foreign),
            frozenset(self.unreadable),
            last_line=self.last_line,
        )


class _Reader:
    """Reads one text line by line; knows which system, WHEN or TABLE is open."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.systems: list[System] = []
        self.system: _OpenSystem | None = None
        self.when: _OpenWhen | None = None
        self.table: TableRows | None = None
        self._is_outside_reported = False

    def read_line(self, line: list[Token]) -> None:
        try:
            if self.table is not None:
                self._table_line(line)
            else:
                self._statement(line)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            self._remember_target(line)

    def finish(self) -> tuple[System, ...]:
        if self.system is not None:
            self._missing_end(self.system.span, f"the system '{self.system.name}' has no END")
            self._close_system()
        return tuple(self.systems)

    def _statement(self, line: list[Token]) -> None:
        word = line[0].text.casefold() if line[0].kind == "name" else ""
        is_keyword = word in KEYWORDS and line[1].text not in ("=", ":", "[")
        if is_keyword and word in KINDS and line[1].text.casefold() == "system":
            self._heading(line)
            return
        if self.system is None:
            self._outside(line)
        elif not is_keyword:
            self._equation_or_value(line, self.system)
        elif word == "end":
            self._end(line)
        elif self.when is not None:
            raise self._misplaced(line, "inside WHEN only equations can stand", "end the WHEN with END first")
        elif word in SECTIONS and line[1].kind == "end":
            self.system.section = SECTIONS[word]
            self._check_section(line, self.system)
        elif word in DECLARATIONS:
            self._declaration(line, DECLARATIONS[word], self.system)
        elif word in SECTIONS:
            raise self._parser(line, 1).unexpected(line[1])
        else:
            self._worded_statement(word, line, self.system)

    def _worded_statement(self, word: str, line: list[Token], system: _OpenSystem) -> None:
        statements: dict[str, Callable[[list[Token], _OpenSystem], None]] = {
            "when": self._when,
            "stop": self._stop,
            "function": self._function,
            "table": self._table,
        }
        if word not in statements:
            raise self._misplaced(line, f"{word.upper()} is followed by SYSTEM and a name", "")
        statements[word](line, system)

    def _heading(self, line: list[Token]) -> None:
        if self.system is not None:
            self._missing_end(self.system.span, f"the system '{self.system.name}' has no END")
            self._close_system()
        name = line[2]
        span = span_of(self.source, line[:-1])
        if name.kind != "name":
            self.report.error("heading-expected", f"a system needs a name, found {describe(name)}", span, _HEADING_HINT)
        elif line[3].kind != "end":
            self.report.error(
                "unexpected-text", f"{describe(line[3])} does not belong to the heading", self._span(line[3])
            )
        text = name.text if name.kind == "name" else "?"
        self.system = _OpenSystem(text, KINDS[line[0].text.casefold()], span)

    def _outside(self, line: list[Token]) -> None:
        if not self._is_outside_reported:
            self.report.error(
                "heading-expected",
                f"{describe(line[0])} stands outside a system",
                self._span(line[0]),
                _HEADING_HINT,
            )
        self._is_outside_reported = True

    def _end(self, line: list[Token]) -> None:
        if line[1].kind != "end":
            self.report.error("unexpected-text", f"{describe(line[1])} does not belong after END", self._span(line[1]))
        if self.when is not None:
            self._close_when()
        else:
            assert self.system is not None
            self.system.last_line = self._span(line[0]).line
            self._close_system()

    def _close_when(self) -> None:
        assert self.when is not None
        assert self.system is not None
        if self.when.condition is not None:
            self.system.whens.append(When(self.when.condition, tuple(self.when.assignments), self.when.span))
        self.when = None

    def _close_system(self) -> None:
        assert self.system is not None
        if self.when is not None:
            self._missing_end(self.when.span, "this WHEN has no END")
            self._close_when()
        if self.table is not None:
            self._missing_end(self.table.span, "this TABLE has no END")
            self.table = None
        self.systems.append(self.system.closed())
        self.system = None
        self._is_outside_reported = False

    def _missing_end(self, span: Span, message: str) -> None:
        self.report.error("end-expected", message, span, "add a line END")

    def _check_section(self, line: list[Token], system: _OpenSystem) -> None:
        is_connecting = system.kind is SystemKind.CONNECTING
        allowed = {Section.INITIAL, Section.SORT} | (
            {Section.CONNECT} if is_connecting else {Section.OUTPUT, Section.DYNAMICS}
        )
        if system.section not in allowed:
            names = ", ".join(section.value for section in Section if section in allowed)
            raise self._misplaced(
                line, f"a {system.kind.value.lower()} system has no {system.section.value}", f"it has {names}"
            )

    def _declaration(self, line: list[Token], kind: Declared, system: _OpenSystem) -> None:
        self._check_declaration(line, kind, system)
        position = 1
        while line[position].kind != "end":
            token = line[position]
            position += 1
            if token.text == ",":
                continue
            if token.kind != "name":
                raise self._parser(line, position).unexpected(token)
            unit = None
            name = system.spelled(token.text)
            if line[position].text == "[":
                unit, position = self._unit(line, position)
            system.declarations.append(Declaration(kind, name, unit, self._span(token)))
        if position == 1:
            self.report.error(
                "empty-declaration",
                f"{kind.value} names nothing",
                self._span(line[0]),
                f"write {kind.value} followed by names",
            )

    def _check_declaration(self, line: list[Token], kind: Declared, system: _OpenSystem) -> None:
        allowed = DECLARED_IN[system.kind]
        if kind not in allowed:
            names = ", ".join(kind.value for kind in allowed)
            system.unreadable.update(system.spelled(token.text) for token in line[1:] if token.kind == "name")
            raise self._misplaced(line, f"a {system.kind.value.lower()} system has no {kind.value}", f"it has {names}")

    def _equation_or_value(self, line: list[Token], system: _OpenSystem) -> None:
        first, second = line[0], line[1]
        if first.kind == "bad":
            raise self._parser(line, 0).unexpected(first)
        if first.kind != "name" or second.text not in ("=", ":", "["):
            raise self._unreadable_line(line)
        if first.text.casefold() in RESERVED:
            raise Unreadable(
                "unreadable-line", f"{first.text} cannot be a name", self._span(first), "choose another name"
            )
        if second.text == ":":
            self._value(line, system)
        else:
            self._equation(line, system)

    def _unreadable_line(self, line: list[Token]) -> Unreadable:
        near = nearest(line[0].text, KEYWORDS)
        hint = f"did you mean {near.upper()}?" if near else "an equation is name = expression"
        return Unreadable("unreadable-line", "this line is not a statement", span_of(self.source, line[:-1]), hint)

    def _equation(self, line: list[Token], system: _OpenSystem) -> None:
        parser = self._parser(line, 0)
        target = self._target(parser)
        parser.expect("=", "unreadable-line", "expected '=' after the name", "an equation is name = expression")
        value = parser.expression()
        parser.finish()
        span = Span(self.source, line[0].start, line[-2].end)
        assignment = Assignment(target, value, system.section, span)
        (system.assignments if self.when is None else self.when.assignments).append(assignment)

    def _target(self, parser: ExpressionParser) -> Name:
        token = parser.take()
        if parser.token.text != "[":
            return Name(parser.spelled(token.text), self._span(token))
        parser.take()
        owner = parser.take()
        if owner.kind != "name":
            raise Unreadable(
                "expression-expected",
                f"expected the name of a system after '[', found {describe(owner)}",
                self._span(owner),
            )
        closing = parser.expect("]", "unexpected-text", "expected ']'", "write name[SYSTEM]")
        return Name(parser.spelled(token.text), Span(self.source, token.start, closing.end), owner.text)

    def _value(self, line: list[Token], system: _OpenSystem) -> None:
        if self.when is not None:
            raise self._misplaced(line, "inside WHEN only equations can stand", "move the value out of the WHEN")
        position = 2
        sign = -1.0 if line[position].text == "-" else 1.0
        position += line[position].text in ("-", "+")
        if line[position].kind != "number":
            raise Unreadable(
                "number-expected",
                f"'{line[0].text}:' needs a number, found {describe(line[position])}",
                self._span(line[position]),
                "a value that is computed is an equation in the INITIAL section",
            )
        number = sign * read_number(self.source, line[position])
        position += 1
        unit = None
        if line[position].text == "[":
            unit, position = self._unit(line, position)
        if line[position].kind != "end":
            raise Unreadable(
                "unexpected-text",
                f"{describe(line[position])} does not belong after the number",
                self._span(line[position]),
                "a value that is computed is an equation in the INITIAL section",
            )
        name = system.spelled(line[0].text)
        system.values.append(GivenValue(name, number, unit, Span(self.source, line[0].start, line[-2].end)))

    def _unit(self, line: list[Token], position: int) -> tuple[Unit | None, int]:
        opening = line[position]
        closing = next((i for i in range(position, len(line)) if line[i].text == "]"), None)
        if closing is None:
            raise Unreadable("unreadable-unit", "this unit has no ']'", self._span(opening), "write [m/s^2]")
        span = Span(self.source, opening.start, line[closing].end)
        try:
            return parse_unit(self.source.text[opening.end : line[closing].start]), closing + 1
        except UnreadableUnit as error:
            near = nearest(error.name, sorted(KNOWN_UNITS)) if error.name else ""
            hint = f"did you mean '{near}'?" if near else "write for example [m/s^2] or [N*m]"
            self.report.error("unreadable-unit", str(error), span, hint)
            return None, closing + 1

    def _when(self, line: list[Token], system: _OpenSystem) -> None:
        self.when = _OpenWhen(None, span_of(self.source, line[:-1]))
        if system.kind is SystemKind.DISCRETE:
            raise self._misplaced(line, "a discrete system has no WHEN", "declare EVENT e and write e = expression")
        parser = self._parser(line, 1)
        self.when.condition = parser.expression()
        parser.finish()

    def _stop(self, line: list[Token], system: _OpenSystem) -> None:
        parser = self._parser(line, 1)
        parser.expect("when", "unreadable-line", "expected STOP WHEN", "write STOP WHEN condition 'message'")
        condition = parser.expression()
        message = ""
        if parser.token.kind == "text":
            message = parser.take().text[1:-1]
        parser.finish()
        system.stops.append(Stop(condition, message, span_of(self.source, line[:-1])))

    def _function(self, line: list[Token], system: _OpenSystem) -> None:
        parser = self._parser(line, 1)
        name, parameters, units = self._signature(parser, system)
        span = span_of(self.source, line[:-1])
        if parser.token.text.casefold() == "from":
            parser.take()
            system.foreign.append(replace(self._foreign(parser, name, parameters, span), units=units))
        else:
            parser.expect("=", "unreadable-line", "expected '=' or FROM", "write FUNCTION f(x) = expression")
            body = parser.expression()
            parser.finish()
            if units:
                hint = "its units are those of what it is called with; TABLE and FUNCTION ... FROM have units"
                raise Unreadable("unexpected-text", "a function with an expression has no units", span, hint)
            system.functions.append(FunctionDefinition(name, parameters, body, span))
        system.unreadable.discard(name)

    def _signature(
        self, parser: ExpressionParser, system: _OpenSystem
    ) -> tuple[str, tuple[str, ...], tuple[Unit | None, ...]]:
        """Name, parameters, and the units of these and of the value, if any has one.

        Until its whole definition has been read, the name counts as unreadable.
        """
        name = parser.take()
        if name.kind != "name":
            raise Unreadable("unreadable-line", "a function needs a name", self._span(name), _FUNCTION_HINT)
        spelled = system.spelled(name.text)
        system.unreadable.add(spelled)
        if name.text.casefold() in GRAMMAR.functions:
            raise Unreadable(
                "duplicate-definition",
                f"'{name.text}' is a built-in function",
                self._span(name),
                "choose another name",
            )
        parser.expect("(", "unreadable-line", "expected '(' after the name", _FUNCTION_HINT)
        parameters, units = [parser.take()], [self._unit_if_any(parser)]
        while parser.token.text == ",":
            parser.take()
            parameters.append(parser.take())
            units.append(self._unit_if_any(parser))
        for token in parameters:
            if token.kind != "name":
                raise Unreadable(
                    "unreadable-line", f"{describe(token)} is not a name", self._span(token), _FUNCTION_HINT
                )
        parser.expect(")", "unclosed-parenthesis", "expected ')' after the parameters", _FUNCTION_HINT)
        units.append(self._unit_if_any(parser))
        return spelled, tuple(system.spelled(token.text) for token in parameters), tuple(units) if any(units) else ()

    def _unit_if_any(self, parser: ExpressionParser) -> Unit | None:
        if parser.token.text != "[":
            return None
        unit, parser.position = self._unit(parser.tokens, parser.position)
        return unit

    def _foreign(
        self, parser: ExpressionParser, name: str, parameters: tuple[str, ...], span: Span
    ) -> ForeignDefinition:
        is_fortran = parser.token.text.casefold() == "fortran"
        if is_fortran:
            parser.take()
        path = parser.take()
        if path.text == "'":
            raise parser.unexpected(path)
        if path.kind != "text":
            raise Unreadable("unreadable-line", "FROM needs a file in quotes", self._span(path), _FROM_HINT)
        symbol = name
        if parser.token.text.casefold() == "as":
            parser.take()
            symbol = parser.take().text.strip("'")
        parser.finish()
        file = Path(self.source.folder, path.text[1:-1])
        convention = Convention.PYTHON if file.suffix == ".py" else Convention.C
        if is_fortran:
            convention = Convention.FORTRAN
        return ForeignDefinition(name, parameters, str(file), symbol, convention, span)

    def _table(self, line: list[Token], system: _OpenSystem) -> None:
        parser = self._parser(line, 1)
        span = span_of(self.source, line[:-1])
        self.table = TableRows(self.source, span)
        name, parameters, self.table.units = self._signature(parser, system)
        words = line[parser.position : -1]
        self.table.read_heading(name, parameters, words)

    def _table_line(self, line: list[Token]) -> None:
        assert self.table is not None
        assert self.system is not None
        if line[0].text.casefold() == "end" and line[1].kind == "end":
            rows, self.table = self.table, None
            table = rows.closed(self.report)
            if table is not None:
                self.system.tables.append(table)
                self.system.unreadable.discard(table.name)
        elif line[0].kind == "name" and line[0].text.casefold() in KEYWORDS:
            rows, self.table = self.table, None
            self._missing_end(rows.span, "this TABLE has no END")
            self._statement(line)
        else:
            self.table.read_row(line)

    def _remember_target(self, line: list[Token]) -> None:
        if self.system is not None and line[0].kind == "name":
            self.system.unreadable.add(self.system.spelled(line[0].text))

    def _misplaced(self, line: list[Token], message: str, hint: str) -> Unreadable:
        return Unreadable("wrong-section", message, span_of(self.source, line[:-1]), hint)

    def _parser(self, line: list[Token], position: int) -> ExpressionParser:
        assert self.system is not None
        parser = ExpressionParser(GRAMMAR, self.source, line, self.system.spelled)
        parser.position = position
        return parser

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)


DECLARED_IN = {
    SystemKind.CONTINUOUS: (Declared.INPUT, Declared.OUTPUT, Declared.STATE, Declared.DER, Declared.TIME),
    SystemKind.DISCRETE: (
        Declared.INPUT,
        Declared.OUTPUT,
        Declared.STATE,
        Declared.NEW,
        Declared.TIME,
        Declared.TSAMP,
        Declared.EVENT,
    ),
    SystemKind.CONNECTING: (Declared.TIME,),
}
_HEADING_HINT = "a system begins with CONTINUOUS, DISCRETE or CONNECTING SYSTEM and a name"
_FUNCTION_HINT = "write FUNCTION f(x) = expression"
_FROM_HINT = "write FUNCTION f(x) FROM 'file.py'"
