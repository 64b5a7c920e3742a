"""Source -> System: the text compiled line by line, all errors reported, the lines executed in order."""

import re
from collections.abc import Iterator
from pathlib import PurePath

from simnon.model import (
    Apply,
    Assignment,
    Comment,
    Declaration,
    Declared,
    FunctionDefinition,
    GivenValue,
    Interpolation,
    Name,
    Number,
    Section,
    System,
    SystemKind,
    Table,
    functions_in,
)
from simnon.source import Report, Source, Span

from ..procedural import execute
from ..steps import Assign
from .accepted import Accepted
from .description import Description
from .messages import MESSAGES
from .syntax import NumberedError
from .words import INDEXED, MAX_INDEX, TRANSFER_OF_SIGN, WordKind

LONGEST_LINE = 100_000


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the text, whatever errors it has."""
    description = Description(is_forgiving=True)
    lines = len(source.line_starts)
    for line in range(1, lines + 1):
        problems = _problems(source, line, description)
        for problem in problems:
            _report(source, problem, report)
        if description.accepted.is_ended:
            if not problems:
                _report_rest(source, line + 1, report)
            break
    accepted = description.accepted
    whole = Span(source, 0, 0)
    if not accepted.is_ended:
        at = len(source.text.rstrip())
        report.error("end-expected", "the description has no *END", Span(source, at, at + 1), "add a line *END")
    elif accepted.is_closed:
        at = source.text.upper().rfind("CLOSE")
        report.error(
            "simnon72-closed",
            "a description that ends with *CLOSE was not tested and cannot be executed",
            Span(source, at, at + 5),
            "end it with *END",
        )
    return (_system(source, accepted, report, whole),)


def _problems(source: Source, line: int, description: Description) -> tuple[NumberedError, ...]:
    text = source.line_text(line)
    if len(text) > LONGEST_LINE:
        return (NumberedError(36, source.line_starts[line - 1]),)
    return description.take(source, line)


def _report(source: Source, problem: NumberedError, report: Report) -> None:
    text, hint = MESSAGES[problem.number]
    names = f": {', '.join(problem.names)}" if problem.names else ""
    span = Span(source, problem.position, problem.position + 1)
    report.error("simnon72-error", f"ERR{problem.number}: {text}{names}", span, hint)


def _report_rest(source: Source, line: int, report: Report) -> None:
    """Report lines after *END, which would be skipped silently."""
    for number in range(line, len(source.line_starts) + 1):
        text = source.line_text(number)
        if text.partition('"')[0].strip():
            start = source.line_starts[number - 1] + len(text) - len(text.lstrip())
            report.error(
                "unexpected-text",
                "this line comes after *END",
                Span(source, start, start + len(text.strip())),
                "a file has one description, which ends with *END",
            )
            return


def _system(source: Source, accepted: Accepted, report: Report, span: Span) -> System:
    steps = [Assign(statement.target, statement.value, statement.span) for statement in accepted.statements]
    executed = execute(
        steps, report, is_taken=lambda _name: False, is_held=lambda _name: False, constant=lambda _value: None
    )
    assignments = tuple(
        Assignment(Name(version.name, version.span), version.value, Section.NONE, version.span)
        for version in executed.versions
    )
    return System(
        _name(source),
        SystemKind.CONTINUOUS,
        span,
        _declarations(accepted, span),
        _values(accepted),
        assignments,
        functions=_functions(accepted, span),
        tables=tuple(
            Table(f"FCN{f.index}", ("A",), Interpolation.LINEAR, True, f.arguments, (), f.values, f.span or span)
            for f in accepted.functions
        ),
        unreadable=frozenset(_all_names(accepted)) if report.has_errors else frozenset(),
        comments=_comments(source),
    )


def _name(source: Source) -> str:
    """The name of the file, with an S before a leading digit."""
    stem = re.sub(r"\W", "_", PurePath(source.name).stem.upper())
    return stem if re.match(r"[^\W\d_]", stem) else f"S{stem}"


def _declarations(accepted: Accepted, span: Span) -> tuple[Declaration, ...]:
    states = range(1, accepted.defined.get(WordKind.DERIVATIVE, 0) + 1)
    outputs = range(1, accepted.defined.get(WordKind.OUTSIGNAL, 0) + 1)
    return (
        *(Declaration(Declared.STATE, f"X{i}", None, span) for i in states),
        *(Declaration(Declared.DER, f"DX{i}", None, span) for i in states),
        *(Declaration(Declared.OUTPUT, f"Y{i}", None, span) for i in outputs),
        Declaration(Declared.TIME, "T", None, span),
    )


def _values(accepted: Accepted) -> tuple[GivenValue, ...]:
    return (
        *(GivenValue(name, given.value, None, given.span) for name, given in accepted.parameters.items()),
        *(GivenValue(f"X{index}", given.value, None, given.span) for index, given in accepted.initial.items()),
    )


def _functions(accepted: Accepted, span: Span) -> tuple[FunctionDefinition, ...]:
    """FORTRAN's SIGN, if it is used."""
    if not any(TRANSFER_OF_SIGN in functions_in(statement.value) for statement in accepted.statements):
        return ()
    size = Apply("abs", (Name("A", span),), span)
    is_positive = Apply(">=", (Name("B", span), Number(0.0, span)), span)
    body = Apply("if", (is_positive, size, Apply("neg", (size,), span)), span)
    return (FunctionDefinition(TRANSFER_OF_SIGN, ("A", "B"), body, span),)


def _all_names(accepted: Accepted) -> Iterator[str]:
    """Includes names that lines with errors may have defined, so that nothing is reported about them."""
    yield from accepted.address_of_name
    yield from accepted.variables
    for kind in INDEXED:
        yield from (f"{kind.value}{index}" for index in range(1, MAX_INDEX + 1))


def _comments(source: Source) -> tuple[Comment, ...]:
    found = []
    for number in range(1, len(source.line_starts) + 1):
        before, mark, text = source.line_text(number).partition('"')
        if mark:
            found.append(Comment(number, text.strip(), not before.strip()))
    return tuple(found)
