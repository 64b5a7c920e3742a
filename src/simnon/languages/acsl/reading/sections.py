"""Statements -> Program: the sections of PROGRAM, and the subprograms after it."""

import re

from simnon.model import Comment
from simnon.source import Report, Source

from ...tokens import Unreadable, describe
from ..syntax import Code, Discrete, Program, Subprogram
from .lines import HEADINGS, Statement
from .parser import MAX_BLOCKS, CodeParser, Cursor
from .statements import is_assignment, opens_section

_HINT = "an ACSL text is PROGRAM name ... END or MODEL name ... END, then FUNCTION ... END"


def read_program(
    source: Source, statements: list[Statement], comments: tuple[Comment, ...], report: Report
) -> Program | None:
    """The program, whatever errors it has; None if there is none."""
    if not statements:
        report.error("no-system", "the text contains no program", None, _HINT)
        return None
    heading = statements[0]
    if heading.word not in HEADINGS or is_assignment(heading):
        report.error("heading-expected", f"{describe(heading.tokens[0])} is outside a program", heading.span, _HINT)
        return None
    program = _headed(source, heading)
    program.comments = comments
    reader = _Sections(source, Cursor(statements, 1), program, report)
    reader.section(heading, program.equations)
    reader.subprograms()
    return program


def _headed(source: Source, heading: Statement) -> Program:
    span = heading.span
    title = source.text[heading.tokens[0].end : span.end].strip(": \t")
    words = re.findall(r"\w+", title)
    name = "_".join(words) or re.sub(r"\W", "_", source.name.partition(".")[0]) or "program"
    return Program(name if not name[0].isdigit() else f"p{name}", title, span)


class _Sections:
    def __init__(self, source: Source, cursor: Cursor, program: Program, report: Report) -> None:
        self.source = source
        self.cursor = cursor
        self.program = program
        self.report = report
        self.code = CodeParser(source, cursor, program, report)

    def section(self, opening: Statement, body: list[Code]) -> None:
        """Up to its END."""
        while (statement := self.cursor.present) is not None:
            if opens_section(statement):
                self.cursor.position += 1
                self._inner(statement)
                continue
            body += self.code.block()
            closing = self.cursor.present
            if closing is None or closing.word == "end":
                break
            if not opens_section(closing):
                self.cursor.position += 1
                self._stray(closing)
        self.code.close(("end",), opening, opening.word.upper())

    def _stray(self, statement: Statement) -> None:
        self.report.error(
            "unexpected-text", f"{statement.word.upper() or statement.label} has nothing to close", statement.span
        )

    def _inner(self, statement: Statement) -> None:
        if self.cursor.depth > MAX_BLOCKS:
            self.cursor.give_up()
            self.report.error("nesting-too-deep", "sections are nested too deep", statement.span)
            return
        self.cursor.depth += 1
        match statement.word:
            case "program" | "model":
                self.report.error("unexpected-text", "a text can have only one PROGRAM", statement.span, _HINT)
            case "discrete":
                self._discrete(statement)
            case "function":
                self._read_subprogram(statement)
            case "initial":
                self.section(statement, self.program.initial)
            case _:
                self.section(statement, self.program.equations)
        self.cursor.depth -= 1

    def _discrete(self, statement: Statement) -> None:
        token = statement.rest[0]
        name = token.text.casefold() if token.kind == "name" else f"discrete_{len(self.program.discrete) + 1}"
        if name in self.program.discrete:
            self.report.error(
                "duplicate-definition", f"there are two DISCRETE sections '{name}'", statement.span, "rename one"
            )
        section = Discrete(name, statement.span)
        self.program.discrete[name] = section
        outer, self.program.open_discrete = self.program.open_discrete, section
        self.section(statement, section.body)
        self.program.open_discrete = outer

    def subprograms(self) -> None:
        while (statement := self.cursor.present) is not None:
            self.cursor.position += 1
            self._read_subprogram(statement)

    def _read_subprogram(self, statement: Statement) -> None:
        try:
            self._subprogram(statement)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _subprogram(self, statement: Statement) -> None:
        self.code.source = statement.span.source
        tokens = list(statement.tokens)
        while tokens[0].text.casefold() in ("real", "integer", "logical", "double", "precision"):
            tokens.pop(0)
        word = tokens[0].text.casefold()
        if word not in ("function", "subroutine"):
            raise Unreadable("heading-expected", f"{describe(tokens[0])} is outside a program", statement.span, _HINT)
        parser = self.code.parser(tokens[1:])
        target = self.code.target(parser)
        result = target.name
        if parser.token.text == "=" and word == "function":
            parser.take()
            target = self.code.target(parser)
        parser.finish()
        body = tuple(self.code.block())
        self.code.close(("end",), statement, word.upper())
        parameters = tuple(getattr(index, "name", "?") for index in target.indices)
        self.program.subprograms[target.name.casefold()] = Subprogram(
            target.name, parameters, body, result if word == "function" else "", statement.span
        )
