"""Statements -> the code of a section: assignments, IF, DO, GO TO, SCHEDULE, CALL, TERMT, PROCEDURAL.

A statement with an error is reported and left out; what it would have assigned counts as defined.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import Expression
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser
from ..fortran import closing, read_rounds
from ..tokens import Token, Unreadable, describe
from .declarations import DECLARING, read_declaration
from .grammar import GRAMMAR
from .lines import Statement, make_statement
from .syntax import (
    Assigned,
    Branching,
    Call,
    Code,
    DoLoop,
    GoTo,
    Labelled,
    Procedural,
    Program,
    Schedule,
    Target,
    Terminate,
)

CLOSING = ("end", "endif", "enddo", "else", "elseif")
"""Words that end a block of statements."""
_ORDERED = ("if", "do", "goto", "schedule", "call", "termt", "procedural", "continue", "return", "logd")
OPENING = ("procedural",)
MAX_BLOCKS = 25
"""One in another."""
_SCHEDULES = (".at.", ".xp.", ".xn.", ".xz.")


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


class CodeParser:
    """Reads blocks of statements from a cursor."""

    def __init__(self, source: Source, cursor: Cursor, program: Program, report: Report) -> None:
        self.source = source
        self.cursor = cursor
        self.program = program
        self.report = report

    def parser(self, tokens: Sequence[Token]) -> ExpressionParser:
        return ExpressionParser(GRAMMAR, self.source, list(tokens), self.program.spelled)

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

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
            return [self._assignment(statement)]
        match statement.word:
            case "if":
                return [self._if(statement)]
            case "do":
                return [self._do(statement)]
            case "goto":
                return [GoTo(self._label(statement.rest[0]), statement.span)]
            case "schedule":
                return [self._schedule(statement)]
            case "call":
                return self._call(statement)
            case "termt":
                return [self._termt(statement)]
            case "procedural":
                return [self._procedural(statement)]
            case "continue" | "return":
                self.parser(statement.rest).finish()
                return [GoTo("return", statement.span)] if statement.word == "return" else []
            case "logd":
                self.program.has_log = True
                return []
            case _:
                if not self.declare(statement):
                    raise self._unknown(statement)
                return []

    def declare(self, statement: Statement) -> bool:
        """Whether it is a declaration, which may stand among the code."""
        return read_declaration(statement, self.parser, self.program)

    def _unknown(self, statement: Statement) -> Unreadable:
        first = statement.tokens[0]
        if first.kind == "bad":
            return self.parser(statement.tokens).unexpected(first)
        known = (*_ORDERED, *DECLARING, *SECTIONS)
        near = nearest(statement.word, known) if statement.word else ""
        hint = f"did you mean {near.upper()}?" if near else "an equation is name = expression"
        return Unreadable(
            "unreadable-line", f"{describe(first)} does not begin an ACSL statement", statement.span, hint
        )

    def _assignment(self, statement: Statement) -> Assigned:
        parser = self.parser(statement.tokens)
        target = self.target(parser)
        parser.expect("=", "unreadable-line", "expected '=' after the name", "an equation is name = expression")
        value = parser.expression()
        parser.finish()
        return Assigned(target, value, statement.span)

    def target(self, parser: ExpressionParser) -> Target:
        token = parser.take()
        if token.kind != "name":
            raise parser.unexpected(token)
        return Target(self.program.spelled(token.text), self._indices(parser), self.span(token))

    def _indices(self, parser: ExpressionParser) -> tuple[Expression, ...]:
        if parser.token.text != "(":
            return ()
        parser.take()
        return self._arguments(parser)

    def _arguments(self, parser: ExpressionParser) -> tuple[Expression, ...]:
        """After the opening parenthesis, and with the closing one."""
        found: list[Expression] = []
        if parser.token.text != ")":
            found.append(parser.expression())
            while parser.token.text == ",":
                parser.take()
                found.append(parser.expression())
        parser.expect(")", "unclosed-parenthesis", "expected ')'")
        return tuple(found)

    def _if(self, statement: Statement) -> Branching:
        parser = self.parser(statement.rest)
        condition = self._condition(parser)
        if parser.token.text.casefold() != "then":
            rest = tuple(parser.tokens[parser.position :])
            if rest[0].kind == "end":
                raise Unreadable(
                    "then-expected",
                    "IF needs THEN, or a statement, after its condition",
                    statement.span,
                    "IF (condition) THEN ... ENDIF, or IF (condition) name = value",
                )
            inner = make_statement(rest, "", Span(self.source, rest[0].start, statement.span.end))
            if inner.word in OPENING or inner.word == "do":
                raise Unreadable("wrong-section", f"{inner.word.upper()} is not allowed after IF", statement.span)
            return Branching(((condition, tuple(self._code(inner))),), (), statement.span)
        parser.take()
        parser.finish()
        return self._branches(statement, condition)

    def _condition(self, parser: ExpressionParser) -> Expression:
        parser.expect("(", "expression-expected", "expected '(' and a condition")
        condition = parser.expression()
        parser.expect(")", "unclosed-parenthesis", "expected ')'")
        return condition

    def _branches(self, opening: Statement, condition: Expression) -> Branching:
        branches: list[tuple[Expression, tuple[Code, ...]]] = []
        body = tuple(self.block())
        while (closing := self.cursor.present) is not None and closing.word == "elseif":
            branches.append((condition, body))
            self.cursor.position += 1
            parser = self.parser(closing.rest)
            condition = self._condition(parser)
            parser.expect("then", "then-expected", "ELSEIF needs THEN after its condition")
            parser.finish()
            body = tuple(self.block())
        branches.append((condition, body))
        otherwise: tuple[Code, ...] = ()
        if closing is not None and closing.word == "else":
            self.cursor.position += 1
            self.parser(closing.rest).finish()
            otherwise = tuple(self.block())
        self.close("endif", opening, "IF")
        return Branching(tuple(branches), otherwise, opening.span)

    def close(self, word: str, opening: Statement, name: str) -> None:
        """Take the statement that ends the block; report where another one stands there."""
        closing = self.cursor.present
        if closing is not None and closing.word == word:
            self.cursor.position += 1
            self._check_end(closing)
        else:
            self.report.error("end-expected", f"this {name} has no {word.upper()}", opening.span, f"add {word.upper()}")

    def _check_end(self, closing: Statement) -> None:
        try:
            self.parser(closing.rest).finish()
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _do(self, statement: Statement) -> DoLoop:
        parser = self.parser(statement.rest)
        label = ""
        if parser.token.kind == "number":
            label = parser.take().text
            if parser.token.text == ",":
                parser.take()
        rounds = read_rounds(parser, statement.span)
        return DoLoop(rounds, tuple(self._loop_body(statement, label)), label, statement.span)

    def _loop_body(self, opening: Statement, label: str) -> list[Code]:
        if not label:
            body = self.block()
            self.close("enddo", opening, "DO")
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

    def _label(self, token: Token) -> str:
        if token.kind not in ("name", "number"):
            raise Unreadable("unreadable-line", f"expected a label, found {describe(token)}", self.span(token))
        return token.text.casefold()

    def _schedule(self, statement: Statement) -> Schedule:
        parser = self.parser(statement.rest)
        section = parser.take()
        if section.kind != "name":
            raise parser.unexpected(section)
        sign = parser.take()
        if sign.text not in _SCHEDULES:
            raise Unreadable(
                "unreadable-line",
                f"expected .AT., .XP., .XN. or .XZ., found {describe(sign)}",
                self.span(sign),
                "SCHEDULE name .AT. time, or SCHEDULE name .XP. expression",
            )
        value = parser.expression()
        parser.finish()
        return Schedule(section.text.casefold(), sign.text.strip("."), value, statement.span)

    def _call(self, statement: Statement) -> list[Code]:
        parser = self.parser(statement.rest)
        name = parser.take()
        if name.kind != "name":
            raise parser.unexpected(name)
        arguments = self._indices(parser)
        parser.finish()
        if name.text.casefold() == "logd":
            self.program.has_log = True
            return []
        return [Call(name.text.casefold(), arguments, statement.span)]

    def _termt(self, statement: Statement) -> Terminate:
        parser = self.parser(statement.rest)
        parser.expect("(", "expression-expected", "expected '(' and a condition")
        condition = parser.expression()
        message = ""
        if parser.token.text == ",":
            parser.take()
            text = parser.take()
            if text.kind != "text":
                raise parser.unexpected(text)
            message = text.text[1:-1]
        parser.expect(")", "unclosed-parenthesis", "expected ')'")
        parser.finish()
        return Terminate(condition, message, statement.span)

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
        self.close("end", statement, "PROCEDURAL")
        return Procedural(body, statement.span)

    def _remember_target(self, statement: Statement) -> None:
        if is_assignment(statement):
            self.program.unreadable.add(self.program.spelled(statement.tokens[0].text))


def opens_section(statement: Statement) -> bool:
    return statement.word in SECTIONS and not is_assignment(statement)


def is_closing(statement: Statement) -> bool:
    return statement.word in CLOSING and not is_assignment(statement)


def is_assignment(statement: Statement) -> bool:
    """`name =` or `name(...) =`; a statement such as IF(...) x = 1 is none, and so is one word of a declaration."""
    tokens = statement.tokens
    if tokens[0].kind != "name":
        return False
    if tokens[1].text == "=":
        return True
    if tokens[1].text != "(" or statement.word in ("if", "elseif", "termt", "procedural", "parameter"):
        return False
    end = closing(tokens, 1)
    return end is not None and tokens[end + 1].text == "="


SECTIONS = ("program", "initial", "dynamic", "derivative", "discrete", "terminal")
