"""Source -> System: a DARE-P program with its model, values and output requests; all errors are reported together.

A program is the model ($D1 and $F, to END in columns 1 to 3), values (to END), output requests (to END). Block marks
have their $ in column 2. The equations need no order; a PROCED section is executed in order.
"""

import re
from enum import Enum

from simnon.model import Apply, Assignment, Comment, Name, Number, Section, Stop, System
from simnon.source import Report, Source, Span

from ..expressions import ExpressionParser
from ..tokens import Token, Unreadable, describe
from .builder import Builder
from .functions import FunctionReader
from .grammar import tokens_of
from .integers import as_assigned_to, in_our_functions, is_integer_name
from .output_requests import read_output
from .program import Procedure, Program
from .statements import StatementReader, statement_of
from .writing import Writing

MODEL_WORDS = ("PROCED", "ENDPRO", "TERMINATE", "END")
_BLOCK = re.compile(r"( *)\$(\w*)")
_EQUATION_HINT = "an equation is name = expression or name. = expression"


class ProgramSection(Enum):
    MODEL = "the model"
    VALUES = "the values"
    OUTPUT = "the output requests"
    AFTER = "the end"


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the program, whatever errors it has."""
    reader = _Reader(source, report)
    for number, start in enumerate(source.line_starts, 1):
        reader.read_line(number, start, source.line_text(number))
    return reader.finish()


class _Reader:
    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.part = ProgramSection.MODEL
        self.block = ""
        self.program = Program()
        self.statements = StatementReader(source, report, self.program.spelled, Writing(source, self.program.is_taken))
        self.functions = FunctionReader(source, report, StatementReader(source, report, self.program.spelled))
        self.procedure: Procedure | None = None
        self._has_model = False

    def read_line(self, number: int, start: int, text: str) -> None:
        text = self._without_comment(number, text)
        if not text.strip():
            return
        try:
            if re.fullmatch(r"END\s*", text, re.IGNORECASE):
                self._end(Span(self.source, start, start + 3))
            else:
                self._line(start, text)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _without_comment(self, number: int, text: str) -> str:
        """Drop text after '!', and model lines with C or * in column 1, as in FORTRAN; *title is output."""
        is_output = self.part in (ProgramSection.OUTPUT, ProgramSection.AFTER)
        begins_comment = re.match(r"[cC](?![\w.])(?!\s*=)", text) if self.part is ProgramSection.MODEL else None
        if begins_comment or (text.startswith("*") and not is_output):
            self.program.comments.append(Comment(number, text[1:].strip(), is_alone=True))
            return ""
        before, mark, comment = text.partition("!")
        if mark and before.count("'") % 2 == 0:
            self.program.comments.append(Comment(number, comment.strip(), is_alone=not before.strip()))
            return before.rstrip()
        return text.rstrip()

    def _end(self, span: Span) -> None:
        match self.part:
            case ProgramSection.MODEL:
                self._close_block("END")
                self.part = ProgramSection.VALUES
            case ProgramSection.VALUES:
                self.part = ProgramSection.OUTPUT
            case ProgramSection.OUTPUT:
                self.part = ProgramSection.AFTER
            case ProgramSection.AFTER:
                raise Unreadable("unexpected-text", "this END comes after the end of the program", span, "remove it")

    def _line(self, start: int, text: str) -> None:
        tokens = tokens_of(self.source, start, text)
        match self.part:
            case ProgramSection.MODEL:
                self._model_line(start, text, tokens)
            case ProgramSection.VALUES:
                self._values(tokens)
            case ProgramSection.OUTPUT:
                read_output(start, text, tokens, self.program, self.statements)
            case ProgramSection.AFTER:
                raise Unreadable(
                    "unexpected-text",
                    "this line comes after the end of the program",
                    self.statements.span(tokens),
                    "remove it",
                )

    def _model_line(self, start: int, text: str, tokens: list[Token]) -> None:
        block = _BLOCK.match(text)
        if block:
            self._block(start, text, block)
        elif self.block == "F":
            self.functions.read_line(tokens)
        elif self.block == "D1":
            self._dynamic(tokens)
        elif not self._has_model:
            self._has_model = True
            raise Unreadable(
                "heading-expected",
                f"{describe(tokens[0])} comes before $D1",
                self.statements.span(tokens),
                "begin with $D1",
            )

    def _block(self, start: int, text: str, found: re.Match[str]) -> None:
        self._close_block(text.strip())
        name = found.group(2).upper()
        span = Span(self.source, start + found.end(1), start + found.end())
        self.block = name
        self._has_model = self._has_model or name == "D1"
        if found.end() != len(text):
            self.report.error("unexpected-text", f"'{text[found.end() :].strip()}' does not belong here", span)
        if len(found.group(1)) != 1:
            self.report.error(
                "wrong-column",
                f"the $ of ${name} is in column {len(found.group(1)) + 1}",
                span,
                "put it in column 2",
            )
        if name not in ("D1", "F"):
            raise Unreadable(
                "unreadable-line",
                f"there is no block ${name}",
                span,
                "$D1 holds the equations, $F the FORTRAN functions",
            )

    def _close_block(self, found: str) -> None:
        self.functions.close(found)
        if self.procedure is not None:
            self.report.error(
                "end-expected", f"this PROCED has no ENDPRO before {found}", self.procedure.span, "add a line ENDPRO"
            )
            self.procedure = None

    def _dynamic(self, tokens: list[Token]) -> None:
        statement = statement_of(tokens)
        word = statement.word
        if word == "ENDPRO":
            self.statements.parser(tokens, 1).finish()
            if self.procedure is None:
                raise Unreadable("unexpected-text", "ENDPRO ends no PROCED", self.statements.span(tokens), "remove it")
            self.procedure = None
        elif word == "END":
            raise Unreadable(
                "wrong-column",
                "this END is not in columns 1 to 3",
                self.statements.span(tokens),
                "begin it in column 1",
            )
        elif self.procedure is not None:
            self.procedure.statements.append(statement)
        elif word == "PROCED":
            self._open_procedure(tokens)
        elif word == "TERMINATE":
            self._terminate(tokens)
        else:
            self._equation(tokens)

    def _open_procedure(self, tokens: list[Token]) -> None:
        """`PROCED out, out = in, in`."""
        self.procedure = Procedure([], [], self.statements.span(tokens))
        equals = next((i for i, token in enumerate(tokens) if token.text == "="), len(tokens) - 1)
        lists = (tokens[1:equals], tokens[equals + 1 : -1])
        if not lists[0] or any(
            token.kind != "name" if i % 2 == 0 else token.text != "," for part in lists for i, token in enumerate(part)
        ):
            raise Unreadable(
                "unreadable-line",
                "PROCED needs its outputs and its inputs",
                self.statements.span(tokens),
                "write PROCED A, B = X, Y",
            )
        outputs, inputs = ([token for token in part if token.kind == "name"] for part in lists)
        self.procedure.outputs = [self.program.spelled(token.text) for token in outputs]
        self.procedure.inputs = inputs
        self.program.procedures.append(self.procedure)

    def _terminate(self, tokens: list[Token]) -> None:
        parser = self.statements.parser(tokens, 1)
        value = in_our_functions(parser.expression())
        parser.finish()
        if self.program.stops:
            raise Unreadable(
                "duplicate-definition",
                "a program can have only one TERMINATE",
                self.statements.span(tokens),
                "join the conditions in one expression that becomes negative, such as AMIN1(H, -V)",
            )
        self.program.stops.append(
            Stop(Apply("<", (value, Number(0.0)), value.span), "TERMINATE", self.statements.span(tokens))
        )

    def _equation(self, tokens: list[Token]) -> None:
        first, second = tokens[0], tokens[1] if len(tokens) > 1 else tokens[0]
        is_derivative = second.text == "." and len(tokens) > 2 and tokens[2].text == "="
        if first.kind != "name" or not (is_derivative or second.text == "="):
            raise self.statements.not_a_statement(tokens, MODEL_WORDS, _EQUATION_HINT)
        name = self.program.spelled(first.text)
        try:
            parser = self.statements.parser(tokens, 3 if is_derivative else 2)
            value = parser.expression()
            parser.finish()
        except Unreadable:
            self.program.unreadable.add(name)
            raise
        target = Name(name, Span(self.source, first.start, first.end))
        if not is_derivative:
            self.program.assignments.append(
                Assignment(target, as_assigned_to(name, value), Section.NONE, self.statements.span(tokens))
            )
            return
        self.program.derivatives.append(
            (name, Assignment(target, in_our_functions(value), Section.NONE, self.statements.span(tokens)))
        )
        if is_integer_name(name):
            self.report.error(
                "integer-name",
                f"'{name}' is INTEGER, as are all names that begin with I to N: it cannot be integrated",
                target.span,
                f"call it X{name}",
            )

    def _values(self, tokens: list[Token]) -> None:
        """`NAME = number, NAME = number`; a name or a formula of constants is computed at the start of a run."""
        parser = self.statements.parser(tokens)
        while True:
            self._value(parser)
            if parser.token.text != ",":
                break
            parser.take()
            if parser.token.kind == "end":
                break
        parser.finish()

    def _value(self, parser: ExpressionParser) -> None:
        token = parser.take()
        if token.kind != "name" or parser.token.text != "=":
            raise Unreadable(
                "unreadable-line",
                f"expected NAME = value, found {describe(token)}",
                Span(self.source, token.start, token.end),
                "the values end with END in column 1",
            )
        parser.take()
        name = self.program.spelled(token.text)
        self.program.unreadable.add(name)
        first = parser.position
        value = as_assigned_to(name, parser.expression())
        self.program.unreadable.discard(name)
        target = Name(name, Span(self.source, token.start, token.end))
        end = parser.tokens[max(first, parser.position - 1)].end
        self.program.given.append(Assignment(target, value, Section.INITIAL, Span(self.source, token.start, end)))

    def finish(self) -> tuple[System, ...]:
        if self.part is ProgramSection.MODEL and not self._has_model:
            self.report.error("heading-expected", "the text contains no block $D1", None, "begin with $D1")
        elif self.part in (ProgramSection.MODEL, ProgramSection.VALUES):
            last = len(self.source.text.rstrip())
            last_character = Span(self.source, max(last - 1, 0), last)
            missing = "the model has no END" if self.part is ProgramSection.MODEL else "the values have no END"
            self._close_block("the end of the text")
            self.report.error("end-expected", missing, last_character, "add a line END that begins in column 1")
        if not self._has_model:
            return ()
        return (Builder(self.source, self.program, self.statements, self.functions, self.report).system(),)
