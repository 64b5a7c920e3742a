"""Lines of FORTRAN -> procedural steps: assignments, IF, GO TO, DO, CONTINUE, WRITE."""

from collections.abc import Callable

from simnon.source import Report, Source, Span, frozen, nearest

from ..expressions import ExpressionParser
from ..fortran import arithmetic_if, jump, read_loop_control, split_label
from ..steps import Assign, Decision, Jump, Label, Repeat, Step
from ..tokens import Token, Unreadable, describe
from .grammar import GRAMMAR
from .integers import as_assigned_to, in_our_functions
from .writing import Writing

WORDS = ("IF", "GO", "GOTO", "DO", "CONTINUE", "RETURN", "WRITE", "FORMAT")
RETURN = "RETURN"
"""The label at the end of a function."""


@frozen
class Statement:
    """The tokens of one line after its number."""

    label: str
    tokens: list[Token]

    @property
    def word(self) -> str:
        first, second = self.tokens[0], self.tokens[1] if len(self.tokens) > 1 else self.tokens[0]
        return first.text.upper() if first.kind == "name" and second.text != "=" else ""


def statement_of(tokens: list[Token]) -> Statement:
    label, rest = split_label(tokens)
    return Statement(label, list(rest))


class StatementReader:
    """Turns statements into steps; unreadable ones are reported and left out."""

    def __init__(
        self, source: Source, report: Report, spelled: Callable[[str], str], writing: Writing | None = None
    ) -> None:
        self.source = source
        self.report = report
        self.spelled = spelled
        self.writing = writing
        self.assigned_in_error: set[str] = set()

    def steps(self, statements: list[Statement]) -> tuple[Step, ...]:
        steps: list[Step] = []
        position = 0
        while position < len(statements):
            statement = statements[position]
            try:
                if statement.label and statement.word != "FORMAT":
                    steps.append(Label(statement.label, self.span(statement.tokens)))
                if statement.word == "DO":
                    position = self._loop(statements, position, steps)
                else:
                    steps += self._simple(statement.tokens, statement.word)
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
                if statement.tokens[0].kind == "name":
                    self.assigned_in_error.add(self.spelled(statement.tokens[0].text))
            position += 1
        return tuple(steps)

    def parser(self, tokens: list[Token], position: int = 0) -> ExpressionParser:
        parser = ExpressionParser(GRAMMAR, self.source, tokens, self.spelled)
        parser.position = position
        return parser

    def _loop(self, statements: list[Statement], position: int, steps: list[Step]) -> int:
        """`DO 10 I = 1, 5` up to the statement with that number, whose position is returned."""
        tokens = statements[position].tokens
        label = tokens[1].text.lstrip("0")
        end = next((i for i in range(position + 1, len(statements)) if statements[i].label == label), None)
        if not label or end is None:
            raise Unreadable(
                "unknown-label",
                f"there is no statement '{label}' after DO",
                self.span(tokens),
                "write DO 10 I = 1, 5 and the last statement as 10 CONTINUE",
            )
        loop = read_loop_control(self.parser(tokens, 2), self.span(tokens))
        first, last, step = (in_our_functions(bound) for bound in (loop.first, loop.last, loop.step))
        body = self.steps(statements[position + 1 : end + 1])
        steps.append(Repeat(loop.variable, first, last, step, body, self.span(tokens)))
        return end

    def _simple(self, tokens: list[Token], word: str) -> list[Step]:
        match word:
            case "IF":
                return self._if(tokens)
            case "GO" | "GOTO":
                return [jump(tokens, self.span(tokens))]
            case "CONTINUE":
                self.parser(tokens, 1).finish()
                return []
            case "RETURN":
                self.parser(tokens, 1).finish()
                return [Jump(RETURN, self.span(tokens))]
            case "WRITE" if self.writing is not None:
                return [self.writing.step(tokens, self.span(tokens))]
            case "WRITE":
                self.report.warn(
                    "output-left-out",
                    "a function writes nothing during a run",
                    self.span(tokens),
                    "write in a PROCED section, or show the variables after the run: DISP, PRINT, SHOW",
                )
                return []
            case "FORMAT":
                return []
            case _:
                return [self._assignment(tokens)]

    def _assignment(self, tokens: list[Token]) -> Assign:
        if tokens[0].kind != "name" or tokens[1].text != "=":
            raise self.not_a_statement(tokens, WORDS, "a statement is name = expression")
        parser = self.parser(tokens)
        target = self._name(parser)
        parser.take()
        value = parser.expression()
        parser.finish()
        return Assign(target, as_assigned_to(target, value), self.span(tokens))

    def _if(self, tokens: list[Token]) -> list[Step]:
        """`IF (condition) statement`, or `IF (number) 10, 20, 30` for negative, zero and positive."""
        parser = self.parser(tokens, 1)
        opening = parser.expect("(", "unreadable-line", "IF needs its condition in parentheses", "IF (A.GT.B) GO TO 10")
        condition = in_our_functions(parser.expression())
        if parser.token.text != ")":
            raise (
                Unreadable(
                    "unclosed-parenthesis",
                    "this parenthesis is never closed",
                    Span(self.source, opening.start, opening.end),
                    "add ')' where the condition ends",
                )
                if parser.token.kind == "end"
                else parser.unexpected(parser.token)
            )
        parser.take()
        rest = tokens[parser.position :]
        span = self.span(tokens)
        if rest[0].kind == "number":
            return [arithmetic_if(condition, rest, span)]
        inner = Statement("", rest)
        if rest[0].kind == "end" or inner.word in ("IF", "DO", "FORMAT"):
            raise Unreadable(
                "unreadable-line", f"IF cannot be followed by {describe(rest[0])}", span, "write IF (A.GT.B) GO TO 10"
            )
        return [Decision(condition, tuple(self._simple(rest, inner.word)), (), span)]

    def _name(self, parser: ExpressionParser) -> str:
        token = parser.take()
        if token.kind != "name":
            raise Unreadable(
                "unreadable-line", f"expected a name, found {describe(token)}", self.span([token]), "name = expression"
            )
        return self.spelled(token.text)

    def not_a_statement(self, tokens: list[Token], words: tuple[str, ...], hint: str) -> Unreadable:
        """The statement named by its first word."""
        if tokens[0].kind == "bad":
            return self.parser(tokens).unexpected(tokens[0])
        near = nearest(tokens[0].text.upper(), words)
        return Unreadable(
            "unreadable-line",
            f"{describe(tokens[0])} does not begin a supported DARE-P statement",
            self.span(tokens),
            f"did you mean {near}?" if near and near != tokens[0].text.upper() else hint,
        )

    def span(self, tokens: list[Token]) -> Span:
        return Span(self.source, tokens[0].start, (tokens[-2] if len(tokens) > 1 else tokens[0]).end)
