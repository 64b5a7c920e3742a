"""Statements -> the code of a section: IF, DO, FOR and PROCEDURAL with the statements in them.

A statement with an error is reported and left out; what it would have assigned counts as defined.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import Expression
from simnon.source import Report, Source, Span

from ...fortran import read_loop_control
from ...tokens import Unreadable
from ..syntax import Branching, Call, Code, DoLoop, GoTo, Labelled, Procedural, Program
from .declarations import read_declaration
from .lines import Statement, make_statement
from .statements import StatementParser, is_assignment, is_closing, opens_section

_OPENING = ("procedural", "do", "for")
"""Words that open a block; none can follow IF (condition)."""
MAX_BLOCKS = 25
"""One in another."""


@dataclass(slots=True)
class Cursor:
    """The statements, and which comes next."""

    statements: Sequence[Statement]
    position: int = 0
    depth: int = 0
    ends_of_loops: list[str] = field(default_factory=list)

    @property
    def present(self) -> Statement | None:
        return self.statements[self.position] if self.position < len(self.statements) else None

    def give_up(self) -> None:
        self.position = len(self.statements)


class CodeParser(StatementParser):
    """Reads blocks of statements from a cursor."""

    def __init__(self, source: Source, cursor: Cursor, program: Program, report: Report) -> None:
        super().__init__(source, program, report)
        self.cursor = cursor

    def block(self) -> list[Code]:
        """Up to a word that closes a block, or the label at which a loop ends; that statement is left to the caller."""
        made: list[Code] = []
        while (statement := self.cursor.present) is not None:
            if is_closing(statement) or opens_section(statement) or self.ends_a_loop(statement):
                break
            self.cursor.position += 1
            made += self.code(statement)
        return made

    def ends_a_loop(self, statement: Statement) -> bool:
        return bool(statement.label) and statement.label in self.cursor.ends_of_loops

    def code(self, statement: Statement) -> list[Code]:
        """One statement, with the block that belongs to it."""
        self.source = statement.span.source
        labelled: list[Code] = [Labelled(statement.label, statement.span)] if statement.label else []
        if statement.tokens[0].kind == "end":
            return labelled
        try:
            if self.cursor.depth > MAX_BLOCKS:
                self.cursor.give_up()
                raise Unreadable(
                    "nesting-too-deep",
                    f"blocks are nested more than {MAX_BLOCKS} deep",
                    statement.span,
                    "reading stops here",
                )
            self.cursor.depth += 1
            return labelled + self._code(statement)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            self._remember_target(statement)
            return labelled
        finally:
            self.cursor.depth -= 1

    def _code(self, statement: Statement) -> list[Code]:
        if is_assignment(statement):
            return [self.assignment(statement)]
        match statement.word:
            case "if":
                return [self._if(statement)]
            case "do":
                return [self._do(statement)]
            case "for":
                return [self._for(statement)]
            case "goto":
                return [GoTo(self.label(statement.rest[0]), statement.span)]
            case "schedule":
                return [self.schedule(statement)]
            case "call":
                return self.call(statement)
            case "termt":
                return [self.termt(statement)]
            case "procedural":
                return [self._procedural(statement)]
            case "continue" | "return":
                self.parser(statement.rest).finish()
                return [GoTo("return", statement.span)] if statement.word == "return" else []
            case "logd":
                return [Call("logd", (), statement.span)]
            case _:
                if not self.declare(statement):
                    raise self.unknown(statement)
                return []

    def declare(self, statement: Statement) -> bool:
        """Whether it is a declaration, which can stand among the code."""
        return read_declaration(statement, self.parser, self.program)

    def _if(self, statement: Statement) -> Branching:
        """A block after THEN, closed by ENDIF; a block on the next lines, closed by END; or one statement."""
        parser = self.parser(statement.rest)
        condition = self.condition(parser)
        rest = tuple(parser.tokens[parser.position :])
        if rest[0].kind == "end":
            return self._branches(statement, condition, ("end", "endif"))
        if rest[0].text.casefold() == "then":
            parser.take()
            parser.finish()
            return self._branches(statement, condition, ("endif",))
        inner = make_statement(rest, "", Span(self.source, rest[0].start, statement.span.end))
        if inner.word in _OPENING:
            raise Unreadable(
                "wrong-section",
                f"{inner.word.upper()} is not allowed after IF",
                statement.span,
                "put it on the next line, and END or ENDIF after it",
            )
        return Branching(((condition, tuple(self._code(inner))),), (), statement.span)

    def _branches(self, opening: Statement, condition: Expression, ends: tuple[str, ...]) -> Branching:
        branches: list[tuple[Expression, tuple[Code, ...]]] = []
        body = tuple(self.block())
        while (closing := self.cursor.present) is not None and closing.word == "elseif":
            branches.append((condition, body))
            self.cursor.position += 1
            condition = self._else_if(closing)
            body = tuple(self.block())
        branches.append((condition, body))
        otherwise: tuple[Code, ...] = ()
        if closing is not None and closing.word == "else":
            self.cursor.position += 1
            self._check_end(closing)
            otherwise = tuple(self.block())
        self.close(ends, opening, "IF")
        return Branching(tuple(branches), otherwise, opening.span)

    def _else_if(self, statement: Statement) -> Expression:
        self.source = statement.span.source
        parser = self.parser(statement.rest)
        condition = self.condition(parser)
        if parser.token.text.casefold() == "then":
            parser.take()
        parser.finish()
        return condition

    def close(self, words: tuple[str, ...], opening: Statement, name: str) -> None:
        """Take the statement that ends the block; report if a different one is there."""
        closing = self.cursor.present
        if closing is not None and closing.word in words:
            self.cursor.position += 1
            self._check_end(closing)
        else:
            word = words[0].upper()
            self.report.error("end-expected", f"this {name} has no {word}", opening.span, f"add {word}")

    def _check_end(self, closing: Statement) -> None:
        self.source = closing.span.source
        try:
            self.parser(closing.rest).finish()
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _do(self, statement: Statement) -> DoLoop:
        parser = self.parser(statement.rest)
        label = ""
        following = statement.rest[1].kind if len(statement.rest) > 1 else "end"
        if parser.token.kind == "number" or following == "name":
            label = self.label(parser.take())
            if parser.token.text == ",":
                parser.take()
        control = read_loop_control(parser, statement.span)
        return DoLoop(control, tuple(self._loop_body(statement, label)), label, statement.span)

    def _for(self, statement: Statement) -> DoLoop:
        """`FOR i = 1, n` up to END."""
        control = read_loop_control(self.parser(statement.rest), statement.span)
        body = tuple(self.block())
        self.close(("end", "endfor"), statement, "FOR")
        return DoLoop(control, body, "", statement.span)

    def _loop_body(self, opening: Statement, label: str) -> list[Code]:
        if not label:
            body = self.block()
            self.close(("enddo",), opening, "DO")
            return body
        self.cursor.ends_of_loops.append(label)
        body = self.block()
        self.cursor.ends_of_loops.pop()
        closing = self.cursor.present
        if closing is None or closing.label != label:
            self.report.error("end-expected", f"this DO has no statement {label}", opening.span, f"{label}: CONTINUE")
            return body
        body.append(Labelled(label, closing.span))
        if label not in self.cursor.ends_of_loops:
            self.cursor.position += 1
            body += self.code(make_statement(closing.tokens, "", closing.span))
        return body

    def _procedural(self, statement: Statement) -> Procedural:
        parser = self.parser(statement.rest)
        if parser.token.text == "(":
            while parser.token.text != ")":
                token = parser.take()
                if token.kind != "name" and token.text not in ("(", ",", "="):
                    raise parser.unexpected(token)
            parser.take()
        parser.finish()
        body = tuple(self.block())
        self.close(("end",), statement, "PROCEDURAL")
        return Procedural(body, statement.span)

    def _remember_target(self, statement: Statement) -> None:
        if is_assignment(statement):
            self.program.unreadable.add(self.program.spelled(statement.tokens[0].text))
