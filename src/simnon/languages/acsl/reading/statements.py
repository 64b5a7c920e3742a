"""Statements without a block -> code: assignments, SCHEDULE, CALL, TERMT; and which word a statement begins with."""

from collections.abc import Sequence

from simnon.model import Expression
from simnon.source import Report, Source, Span, nearest

from ...expressions import ExpressionParser
from ...fortran import closing
from ...tokens import Token, Unreadable, describe
from ..grammar import GRAMMAR
from ..syntax import Assigned, Call, Code, Program, Schedule, Target, Terminate
from .declarations import DECLARING
from .lines import HEADINGS, Statement

CLOSING = ("end", "endif", "enddo", "endfor", "else", "elseif")
"""Words that end a block of statements."""
_ORDERED = ("if", "do", "for", "goto", "schedule", "call", "termt", "procedural", "continue", "return", "logd")
_SCHEDULES = ("at", "xp", "xn", "xz")
_OUTPUT = "leave it out: DISP, PRINT and ASHOW show values of a run"
_UNSUPPORTED = {
    **dict.fromkeys(("write", "format", "print", "read"), _OUTPUT),
    **dict.fromkeys(("character", "data"), "a model has numbers only: CONSTANT gives them their values"),
    **dict.fromkeys(("common", "equivalence", "external"), "a subprogram has what its arguments give it"),
}
"""Statements of ACSL or its Fortran, and what to do without them."""
SECTIONS = (*HEADINGS, "initial", "dynamic", "derivative", "discrete", "terminal", "function")


class StatementParser:
    """Reads statements that stand by themselves; `source` is the text of the present one."""

    def __init__(self, source: Source, program: Program, report: Report) -> None:
        self.source = source
        self.program = program
        self.report = report

    def parser(self, tokens: Sequence[Token]) -> ExpressionParser:
        return ExpressionParser(GRAMMAR, self.source, list(tokens), self.program.spelled)

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def unknown(self, statement: Statement) -> Unreadable:
        first = statement.tokens[0]
        if first.kind == "bad":
            return self.parser(statement.tokens).unexpected(first)
        if statement.word in _UNSUPPORTED:
            message = f"{statement.word.upper()} is not supported"
            return Unreadable("unsupported-statement", message, statement.span, _UNSUPPORTED[statement.word])
        known = (*_ORDERED, *DECLARING, *SECTIONS)
        near = nearest(statement.word, known) if statement.word else ""
        hint = f"did you mean {near.upper()}?" if near else "an equation is name = expression"
        return Unreadable(
            "unreadable-line", f"{describe(first)} does not begin an ACSL statement", statement.span, hint
        )

    def assignment(self, statement: Statement) -> Assigned:
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
        return Target(self.program.spelled(token.text), self.indices(parser), self.span(token))

    def indices(self, parser: ExpressionParser) -> tuple[Expression, ...]:
        if parser.token.text != "(":
            return ()
        parser.take()
        return self._arguments(parser, (",",))

    def _arguments(self, parser: ExpressionParser, separators: tuple[str, ...]) -> tuple[Expression, ...]:
        """After the opening parenthesis, and with the closing one."""
        found: list[Expression] = []
        if parser.token.text != ")":
            found.append(parser.expression())
            while parser.token.text in separators:
                parser.take()
                found.append(parser.expression())
        parser.expect(")", "unclosed-parenthesis", "expected ')'")
        return tuple(found)

    def condition(self, parser: ExpressionParser) -> Expression:
        """The condition of an IF: in parentheses, or all that stands before THEN or the end of the statement."""
        end = closing(parser.tokens, parser.position) if parser.token.text == "(" else None
        if end is None or parser.tokens[end + 1].text in GRAMMAR.infix:
            return parser.expression()
        parser.take()
        condition = parser.expression()
        parser.expect(")", "unclosed-parenthesis", "expected ')'")
        return condition

    def label(self, token: Token) -> str:
        if token.kind not in ("name", "number"):
            raise Unreadable("unreadable-line", f"expected a label, found {describe(token)}", self.span(token))
        return token.text.casefold()

    def schedule(self, statement: Statement) -> Schedule:
        parser = self.parser(statement.rest)
        section = parser.take()
        if section.kind != "name":
            raise parser.unexpected(section)
        sign = parser.take()
        kind = sign.text.strip(".").casefold()
        if kind not in _SCHEDULES:
            raise Unreadable(
                "unreadable-line",
                f"expected AT, XP, XN or XZ, found {describe(sign)}",
                self.span(sign),
                "SCHEDULE name AT time, or SCHEDULE name XP expression; the words can stand between dots",
            )
        value = parser.expression()
        parser.finish()
        return Schedule(section.text.casefold(), kind, value, statement.span)

    def call(self, statement: Statement) -> list[Code]:
        """`CALL name(a, b)`, or `CALL name(results = arguments)`, which are its parameters in this order."""
        parser = self.parser(statement.rest)
        name = parser.take()
        if name.kind != "name":
            raise parser.unexpected(name)
        arguments: tuple[Expression, ...] = ()
        if parser.token.text == "(":
            parser.take()
            arguments = self._arguments(parser, (",", "="))
        parser.finish()
        return [Call(name.text.casefold(), arguments, statement.span)]

    def termt(self, statement: Statement) -> Terminate:
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
