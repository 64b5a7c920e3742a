"""Source -> Systems: the statements of the Simnon language; all errors in the text are reported together.

A line with an error is reported and left out; the names it would have defined count as
defined, so that one mistake gives one message.
"""

from collections.abc import Callable
from dataclasses import replace

from simnon.doors import loaded_on_use
from simnon.model import (
    Apply,
    Assignment,
    Comment,
    Convention,
    Declaration,
    Declared,
    Expression,
    ForeignSystem,
    FunctionDefinition,
    GivenValue,
    IndexRange,
    Name,
    Redefinition,
    Relation,
    Remark,
    Require,
    Section,
    Stop,
    System,
    SystemKind,
    Unit,
    When,
)
from simnon.source import Related, Report, Source, Span, nearest

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe, span_of
from .foreign_idioms import with_hints
from .given_arrays import read_given, read_shape, read_units
from .grammar import GRAMMAR
from .lines import logical_lines
from .open_system import OpenSystem, OpenWhen
from .quantities import read_number_with_unit, read_range, read_unit
from .structure import read_condition, read_connect, read_loop, read_parts, read_terminals, split_loop
from .tables import TableRows

with loaded_on_use(__name__):
    from .functions import read_foreign, read_foreign_system, read_signature

KINDS = {kind.value.casefold(): kind for kind in SystemKind if kind is not SystemKind.TERMINAL}
DECLARATIONS = {kind.value.casefold(): kind for kind in Declared}
SECTIONS = {section.value.casefold(): section for section in Section if section.value}
REMARKS = {remark.value.casefold(): remark for remark in Remark}
OTHER_WORDS = (
    "end", "when", "stop", "function", "table", "terminal", "system", "version", "range", "require", "order", *REMARKS
)  # fmt: skip
RESERVED = ("if", "then", "else", "and", "or", "not")
KEYWORDS = (*KINDS, *DECLARATIONS, *SECTIONS, *OTHER_WORDS)


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """Every system of the text, whatever errors it has."""
    found = Report(report.strict)
    reader = _Reader(source, found)
    lines, comments = logical_lines(source, found)
    for line in lines:
        reader.read_line(line)
    systems = reader.finish()
    for diagnostic in with_hints(found.diagnostics):
        report.add(diagnostic)
    return _with_comments(systems, comments)


def _with_comments(systems: tuple[System, ...], comments: list[Comment]) -> tuple[System, ...]:
    """Each system with the comments in it and before it, the last one also with those after it."""
    commented, given = [], 0
    for system in systems:
        is_last = system is systems[-1]
        end = next((i for i, c in enumerate(comments) if c.line > system.last_line and not is_last), len(comments))
        commented.append(replace(system, comments=tuple(comments[given:end])))
        given = end
    return tuple(commented)


class _Reader:
    """Reads one text line by line; tracks the open system, WHEN or TABLE."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.systems: list[System] = []
        self.system: OpenSystem | None = None
        self.when: OpenWhen | None = None
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
        is_keyword = word in KEYWORDS and line[1].text not in ("=", ":", "[", ".")
        if is_keyword and word in KINDS and line[1].text.casefold() == "system":
            self._heading(line)
            return
        if self.system is None:
            if is_keyword and word == "terminal":
                self._terminal_type(line)
            else:
                self._outside(line)
        elif not is_keyword:
            self._equation_or_value(line, self.system)
        elif word == "end":
            self._end(line)
        elif self.when is not None and word in ("order", "version"):
            self._act(word, line, self.when)
        elif self.when is not None:
            raise self._misplaced(line, "only equations are allowed inside WHEN", "end the WHEN with END first")
        elif word in SECTIONS and line[1].kind == "end":
            self._reject_in_terminal(line, self.system)
            self.system.section = SECTIONS[word]
            self.system.has_initial |= self.system.section is Section.INITIAL
            self._check_section(line, self.system)
        elif word in DECLARATIONS:
            self._declaration(line, DECLARATIONS[word], self.system)
        elif word == "connect":
            self._connect(line, self.system)
        elif word in SECTIONS:
            raise self._parser(line, 1).unexpected(line[1])
        else:
            self._worded_statement(word, line, self.system)

    def _worded_statement(self, word: str, line: list[Token], system: OpenSystem) -> None:
        statements: dict[str, Callable[[list[Token], OpenSystem], None]] = {
            "when": self._when,
            "stop": self._stop,
            "function": self._function,
            "table": self._table,
            "terminal": self._terminals,
            "system": self._parts,
            "version": self._version,
            "range": self._range,
            "require": self._require,
            **dict.fromkeys(REMARKS, self._remark),
        }
        if word == "order":
            raise self._misplaced(line, "ORDER is allowed only in a WHEN", "write WHEN condition, ORDER name, END")
        if word not in statements:
            raise self._misplaced(line, f"{word.upper()} must be followed by SYSTEM and a name", "")
        statements[word](line, system)

    def _heading(self, line: list[Token]) -> None:
        if self.system is not None:
            self._missing_end(self.system.span, f"the system '{self.system.name}' has no END")
            self._close_system()
        name = line[2]
        span = span_of(self.source, line[:-1])
        if name.kind != "name":
            self.report.error("heading-expected", f"a system needs a name, found {describe(name)}", span, _HEADING_HINT)
        text = name.text if name.kind == "name" else "?"
        self.system = OpenSystem(text, KINDS[line[0].text.casefold()], span)
        if name.kind == "name" and line[3].kind != "end":
            self._take_from_file(line, self.system)

    def _take_from_file(self, line: list[Token], system: OpenSystem) -> None:
        """Without a readable file, what it would compute counts as unreadable, not as missing."""
        span = span_of(self.source, line[:-1])
        if line[3].text.casefold() == "from":
            system.file = ForeignSystem("", "", Convention.PYTHON, span)
        if system.file is not None and system.kind is SystemKind.CONNECTING:
            raise self._misplaced(line, "a connecting system cannot come from a file", "take the systems it connects")
        file = read_foreign_system(self._parser(line, 3), span)
        if file.has_jacobian and system.kind is SystemKind.DISCRETE:
            raise self._misplaced(line, "a discrete system has no JACOBIAN", "leave it out: only derivatives need it")
        system.file = file

    def _terminal_type(self, line: list[Token]) -> None:
        """`TERMINAL name` outside a system begins a type of terminals."""
        span = span_of(self.source, line[:-1])
        name = line[1].text if line[1].kind == "name" else "?"
        self.system = OpenSystem(name, SystemKind.TERMINAL, span)
        if line[1].kind != "name" or line[2].kind != "end":
            hint = "a type of terminal begins with TERMINAL name; in a system write TERMINAL name: type"
            self.report.error("heading-expected", "a type of terminal needs a name", span, hint)

    def _terminals(self, line: list[Token], system: OpenSystem) -> None:
        system.terminals += read_terminals(self._parser(line, 1))

    def _parts(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_in_terminal(line, system)
        system.parts += read_parts(self._parser(line, 1))

    def _connect(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_in_terminal(line, system)
        line, loop = self._without_loop(line)
        system.connects.append(read_connect(self._parser(line, 1), line, loop))

    def _reject_in_terminal(self, line: list[Token], system: OpenSystem) -> None:
        if system.kind is SystemKind.TERMINAL:
            hint = "use ACROSS, THROUGH, INPUT, OUTPUT and FIXED names with their RANGEs, and TERMINALs of other types"
            raise self._misplaced(line, "this is not allowed in a type of terminal", hint)

    def _without_loop(self, line: list[Token]) -> tuple[list[Token], IndexRange | None]:
        statement, words = split_loop(line)
        return statement, read_loop(self._parser(words, 0)) if words else None

    def _version(self, line: list[Token], system: OpenSystem) -> None:
        """`VERSION name` begins a description that ends at the next one, or at the END of the system."""
        self._reject_in_terminal(line, system)
        if line[1].kind != "name" or line[2].kind != "end":
            raise Unreadable(
                "unreadable-line", "a version needs a name", span_of(self.source, line[:-1]), "write VERSION name"
            )
        if (system.version_of or system).file is not None:
            raise self._misplaced(line, "a system from a file has no versions", "write a system for each version")
        whole = self._close_version(system)
        known = next((v for v in whole.versions if v.name.casefold() == line[1].text.casefold()), None)
        if known is not None:
            self.report.error(
                "duplicate-declaration",
                f"there are two versions '{line[1].text}'",
                self._span(line[1]),
                "rename one of them",
                (Related("the first one is here", known.span),),
            )
        self.system = OpenSystem(line[1].text, whole.kind, span_of(self.source, line[:-1]), spelling=whole.spelling)
        self.system.version_of = whole

    def _close_version(self, system: OpenSystem) -> OpenSystem:
        """The system that has the versions, with the one being read added."""
        whole = system.version_of
        if whole is None:
            return system
        whole.versions.append(system.closed())
        whole.unreadable |= system.unreadable
        whole.last_line = system.last_line
        self.system = whole
        return whole

    def _act(self, word: str, line: list[Token], when: OpenWhen) -> None:
        """What a WHEN can do besides assigning: order something, or change the version."""
        parser = self._parser(line, 1)
        if word == "order":
            when.orders.append(parser.path())
        else:
            token = parser.take()
            if token.kind != "name":
                raise Unreadable("unreadable-line", "expected the name of a version", self._span(token))
            when.version = token.text
        parser.finish()

    def _range(self, line: list[Token], system: OpenSystem) -> None:
        system.ranges.append(read_range(self._parser(line, 1), system, self.report))

    def _remark(self, line: list[Token], system: OpenSystem) -> None:
        text = self.source.text[line[1].start : line[-2].end].strip() if len(line) > 2 else ""
        if len(text) > 1 and text[0] == text[-1] == "'":
            text = text[1:-1]
        system.remarks.append((REMARKS[line[0].text.casefold()], " ".join(text.split())))

    def _outside(self, line: list[Token]) -> None:
        if not self._is_outside_reported:
            self.report.error(
                "heading-expected",
                f"{describe(line[0])} is outside a system",
                self._span(line[0]),
                _HEADING_HINT,
            )
        self._is_outside_reported = True

    def _end(self, line: list[Token]) -> None:
        if line[1].kind != "end":
            self.report.error("unexpected-text", f"{describe(line[1])} is not allowed after END", self._span(line[1]))
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
            when, orders = self.when, tuple(self.when.orders)
            assignments = tuple(when.assignments)
            self.system.whens.append(
                When(self.when.condition, assignments, when.span, orders, when.version, loop=when.loop)
            )
        self.when = None

    def _close_system(self) -> None:
        assert self.system is not None
        if self.when is not None:
            self._missing_end(self.when.span, "this WHEN has no END")
            self._close_when()
        if self.table is not None:
            self._missing_end(self.table.span, "this TABLE has no END")
            self.table = None
        self.system = self._close_version(self.system)
        self.systems.append(self.system.closed())
        self.system = None
        self._is_outside_reported = False

    def _missing_end(self, span: Span, message: str) -> None:
        self.report.error("end-expected", message, span, "add a line END")

    def _check_section(self, line: list[Token], system: OpenSystem) -> None:
        is_connecting = system.kind is SystemKind.CONNECTING
        allowed = {Section.INITIAL, Section.SORT} | (
            {Section.CONNECT} if is_connecting else {Section.OUTPUT, Section.DYNAMICS}
        )
        if system.section not in allowed:
            names = ", ".join(section.value for section in Section if section in allowed)
            raise self._misplaced(
                line, f"a {system.kind.value.lower()} system has no {system.section.value}", f"it has {names}"
            )

    def _declaration(self, line: list[Token], kind: Declared, system: OpenSystem) -> None:
        self._check_declaration(line, kind, system)
        line, sources = self._without_sources(line, kind, system)
        position, before = 1, len(system.declarations)
        while line[position].kind != "end":
            token = line[position]
            position += 1
            if token.text == ",":
                continue
            if token.kind != "name":
                raise self._parser(line, position).unexpected(token)
            unit, name = None, system.spelled(token.text)
            shape: tuple[tuple[Expression, Expression], ...] = ()
            units: tuple[Unit | None, ...] = ()
            if line[position].text == "[":
                shape, position = read_shape(self._parser(line, position), self.report)
            if shape:
                units, position = read_units(self._parser(line, position), self.report)
                unit, units = (units[0], ()) if len(units) == 1 else (None, units)
            elif line[position].text == "[":
                unit, position = read_unit(self.source, line, position, self.report)
            system.declarations.append(Declaration(kind, name, unit, self._span(token), sources, shape, units))
        if position == 1:
            self.report.error(
                "empty-declaration",
                f"{kind.value} names nothing",
                self._span(line[0]),
                f"write {kind.value} followed by names",
            )
        self._note_unit_of_last(system.declarations[before:])

    def _without_sources(
        self, line: list[Token], kind: Declared, system: OpenSystem
    ) -> tuple[list[Token], tuple[Name, ...]]:
        """`OUTPUT y FROM x v`: what outputs from a file depend on."""
        words = [token.text.casefold() for token in line]
        if kind is not Declared.OUTPUT or system.file is None or "from" not in words[2:]:
            return line, ()
        cut = words.index("from", 2)
        declared, names = [*line[:cut], line[-1]], [token for token in line[cut + 1 : -1] if token.text != ","]
        wrong = next((token for token in names if token.kind != "name"), None if names else line[-1])
        if wrong is not None:
            place = self._span(wrong if names else line[cut])
            hint = "write OUTPUT y FROM x v, with the states, inputs and parameters that y depends on"
            self.report.error("unreadable-line", f"FROM needs names, found {describe(wrong)}", place, hint)
            return declared, ()
        return declared, tuple(Name(system.spelled(token.text), self._span(token)) for token in names)

    def _note_unit_of_last(self, declared: list[Declaration]) -> None:
        """`STATE h1 h2 h3 [m]` looks as if the unit were that of all three."""
        if len(declared) < 3 or declared[-1].unit is None or any(each.unit for each in declared[:-1]):
            return
        last, names = declared[-1], ", ".join(each.name for each in declared[:-1])
        self.report.note(
            "unit-of-last-name",
            f"the unit belongs to {last.name} alone; {names} have none",
            last.span,
            "write a unit after each name",
        )

    def _check_declaration(self, line: list[Token], kind: Declared, system: OpenSystem) -> None:
        allowed = DECLARED_IN[system.kind]
        if kind not in allowed:
            names = ", ".join(kind.value for kind in allowed)
            system.unreadable.update(system.spelled(token.text) for token in line[1:] if token.kind == "name")
            raise self._misplaced(line, f"a {system.kind.value.lower()} system has no {kind.value}", f"it has {names}")

    def _equation_or_value(self, line: list[Token], system: OpenSystem) -> None:
        first, second = line[0], line[1]
        if first.kind == "bad":
            raise self._parser(line, 0).unexpected(first)
        system.has_brackets = system.has_brackets or any(token.text == "[" for token in line)
        if first.kind == "name" and first.text.casefold() in RESERVED:
            raise Unreadable(
                "unreadable-line", f"{first.text} cannot be a name", self._span(first), "choose a different name"
            )
        line, loop = self._without_loop(line)
        if first.kind == "name" and second.text == ":":
            self._value(line, system)
        elif first.kind == "name" and second.text in ("=", "[", "."):
            self._equation(line, loop, system)
        elif first.text != "=" and _has_equals_sign(line):
            self._relation(line, loop, system)
        else:
            raise self._unreadable_line(line)

    def _unreadable_line(self, line: list[Token]) -> Unreadable:
        near = nearest(line[0].text, KEYWORDS)
        hint = f"did you mean {near.upper()}?" if near else "an equation is name = expression"
        return Unreadable("unreadable-line", "this line is not a statement", span_of(self.source, line[:-1]), hint)

    def _equation(self, line: list[Token], loop: IndexRange | None, system: OpenSystem) -> None:
        """An assignment or a redefinition; a relation if more than a name is on the left."""
        self._reject_in_terminal(line, system)
        parser = self._parser(line, 0)
        target, places = parser.target()
        if parser.token.text == ":" and (target.path or places):
            self._given_to(line, parser.position + 1, (target, places, loop), system)
            return
        if parser.token.text != "=" and _has_equals_sign(line[parser.position :]):
            self._relation(line, loop, system)
            return
        parser.expect("=", "unreadable-line", "expected '=' after the name", "an equation is name = expression")
        value = parser.expression()
        parser.finish()
        span = Span(self.source, line[0].start, line[-2].end)
        assignment = Assignment(target, value, system.section, span, loop, places)
        (system.assignments if self.when is None else self.when.assignments).append(assignment)

    def _relation(self, line: list[Token], loop: IndexRange | None, system: OpenSystem) -> None:
        parser = self._parser(line, 0)
        equality = parser.expression()
        parser.finish()
        span = Span(self.source, line[0].start, line[-2].end)
        if not isinstance(equality, Apply) or equality.function != "=":
            raise self._unreadable_line(line)
        left, right = equality.arguments
        if self.when is not None or system.section is Section.INITIAL or system.kind is SystemKind.DISCRETE:
            context = "a WHEN" if self.when is not None else "the INITIAL section"
            context = "a discrete system" if system.kind is SystemKind.DISCRETE else context
            raise Unreadable(
                "misplaced-relation",
                f"in {context}, an equation must assign one name",
                left.span or span,
                "write name = expression",
            )
        self._reject_in_terminal(line, system)
        system.relations.append(Relation(left, right, system.section, span, loop))

    def _given_to(
        self,
        line: list[Token],
        position: int,
        to: tuple[Name, tuple[Expression, ...], IndexRange | None],
        system: OpenSystem,
    ) -> None:
        """A value for a part, or for elements of an array; it is at the position."""
        target, places, loop = to
        index = target.path[0].name if len(target.path) == 1 and line[1].text == "[" else ""
        if loop is not None and any(each.index.casefold() == index.casefold() for each in loop.ranges()):
            target, places = Name(target.name, target.span), (Name(index, target.span),)
        if not target.path:
            self._reject_value_in_when(line)
            self._array_value(line, position, system, (target.name, places, loop))
        else:
            redefinition = self._redefinition(line, position, target, loop)
            if places:
                given = read_given(self._parser(line, position), places, loop, self.report)
                redefinition = replace(redefinition, given=given)
            system.redefinitions.append(redefinition)

    def _array_value(
        self,
        line: list[Token],
        position: int,
        system: OpenSystem,
        to: tuple[str, tuple[Expression, ...], IndexRange | None],
    ) -> None:
        name, places, loop = to
        given = read_given(self._parser(line, position), places, loop, self.report)
        unit = given.units[0] if len(given.units) == 1 else None
        system.values.append(GivenValue(name, 0.0, unit, Span(self.source, line[0].start, line[-2].end), given))

    def _redefinition(self, line: list[Token], position: int, target: Name, loop: IndexRange | None) -> Redefinition:
        """`part.name: number [unit]` or `part.version: name`; the value is at the position."""
        span = Span(self.source, line[0].start, line[-2].end)
        if line[position].text == "[" or line[position].kind == "text":
            given = read_given(self._parser(line, position), (), loop, self.report)
            unit = given.units[0] if len(given.units) == 1 else None
            return Redefinition(target, 0.0, "", unit, span, loop, given)
        if line[position].kind == "name" and line[position + 1].kind == "end":
            return Redefinition(target, 0.0, line[position].text, None, span, loop)
        number, unit = read_number_with_unit(self.source, line, position, self.report)
        return Redefinition(target, number, "", unit, span, loop)

    def _value(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_value_in_when(line)
        self._reject_in_terminal(line, system)
        if line[2].text == "[" or line[2].kind == "text":
            self._array_value(line, 2, system, (system.spelled(line[0].text), (), None))
            return
        if line[0].text.casefold() == "version" and line[2].kind == "name":
            target = Name(system.spelled(line[0].text), self._span(line[0]))
            system.redefinitions.append(self._redefinition(line, 2, target, None))
            return
        number, unit = read_number_with_unit(self.source, line, 2, self.report)
        name = system.spelled(line[0].text)
        system.values.append(GivenValue(name, number, unit, Span(self.source, line[0].start, line[-2].end)))

    def _reject_value_in_when(self, line: list[Token]) -> None:
        if self.when is not None:
            raise self._misplaced(line, "only equations are allowed inside WHEN", "move the value out of the WHEN")

    def _when(self, line: list[Token], system: OpenSystem) -> None:
        self.when = OpenWhen(None, span_of(self.source, line[:-1]))
        self._reject_in_terminal(line, system)
        if system.kind is SystemKind.DISCRETE:
            raise self._misplaced(line, "a discrete system has no WHEN", "declare EVENT e and write e = expression")
        line, self.when.loop = self._without_loop(line)
        parser = self._parser(line, 1)
        self.when.condition = parser.expression()
        parser.finish()

    def _stop(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_in_terminal(line, system)
        parser = self._parser(line, 1)
        parser.expect("when", "unreadable-line", "expected STOP WHEN", "write STOP WHEN condition 'message'")
        condition, message = read_condition(parser)
        system.stops.append(Stop(condition, message, span_of(self.source, line[:-1])))

    def _require(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_in_terminal(line, system)
        span = span_of(self.source, line[:-1])
        line, loop = self._without_loop(line)
        condition, message = read_condition(self._parser(line, 1))
        system.requires.append(Require(condition, message, span, loop))

    def _function(self, line: list[Token], system: OpenSystem) -> None:
        self._reject_in_terminal(line, system)
        parser = self._parser(line, 1)
        signature = read_signature(parser, system, self.report)
        name, parameters, part, units = signature.name, signature.parameters, signature.part, signature.units
        span = span_of(self.source, line[:-1])
        if parser.token.text.casefold() == "from":
            parser.take()
            system.foreign.append(read_foreign(parser, signature, span))
        else:
            parser.expect("=", "unreadable-line", "expected '=' or FROM", "write FUNCTION f(x) = expression")
            body = parser.expression()
            parser.finish()
            if units:
                hint = "it takes the units of its arguments; only TABLE and FUNCTION ... FROM have units"
                raise Unreadable("unexpected-text", "a function with an expression has no units", span, hint)
            system.functions.append(FunctionDefinition(name, parameters, body, span, part))
        system.unreadable.discard(name)

    def _table(self, line: list[Token], system: OpenSystem) -> None:
        parser = self._parser(line, 1)
        span = span_of(self.source, line[:-1])
        self.table = TableRows(self.source, span)
        self._reject_in_terminal(line, system)
        signature = read_signature(parser, system, self.report)
        self.table.units = signature.units
        words = line[parser.position : -1]
        self.table.read_heading(signature.name, signature.parameters, words, signature.part)

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


def _has_equals_sign(tokens: list[Token]) -> bool:
    return any(token.text == "=" for token in tokens)


DECLARED_IN = {
    SystemKind.CONTINUOUS: (
        Declared.INPUT,
        Declared.OUTPUT,
        Declared.STATE,
        Declared.DER,
        Declared.TIME,
        Declared.VARIABLE,
        Declared.EVENT,
    ),
    SystemKind.DISCRETE: (
        Declared.INPUT,
        Declared.OUTPUT,
        Declared.STATE,
        Declared.NEW,
        Declared.TIME,
        Declared.TSAMP,
        Declared.EVENT,
    ),
    SystemKind.CONNECTING: (Declared.TIME, Declared.INPUT, Declared.OUTPUT, Declared.VARIABLE, Declared.EVENT),
    SystemKind.TERMINAL: (Declared.ACROSS, Declared.THROUGH, Declared.INPUT, Declared.OUTPUT, Declared.FIXED),
}
_HEADING_HINT = "a system begins with CONTINUOUS, DISCRETE or CONNECTING SYSTEM and a name"
