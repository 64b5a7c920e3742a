"""Statements -> statements: an INCLUDE line is replaced by the statements of the file it names.

The file is looked for beside the text. Its statements keep their own source, so that a message points into the file.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from simnon.source import OUTSIDE_HINT, Report, is_within_reach, outside_text, read_source

from ...tokens import Unreadable
from .lines import Statement, read_statements

MAX_DEPTH = 10
_HINT = "INCLUDE 'file.csl'"


def expand_includes(statements: Iterable[Statement], report: Report, depth: int = 0) -> list[Statement]:
    """The statements with those of the files in place; a file that cannot be read is reported."""
    made: list[Statement] = []
    for statement in statements:
        if statement.word != "include" or statement.tokens[1].text == "=":
            made.append(statement)
            continue
        try:
            made += _included(statement, report, depth)
        except Unreadable as error:
            report.error(error.code, str(error), error.span, error.hint)
    return made


def _included(statement: Statement, report: Report, depth: int) -> list[Statement]:
    source, named = statement.span.source, statement.tokens[1]
    if named.kind != "text":
        raise Unreadable("unreadable-line", "INCLUDE needs the name of a file in quotes", statement.span, _HINT)
    if depth >= MAX_DEPTH:
        raise Unreadable(
            "nesting-too-deep",
            f"files include each other more than {MAX_DEPTH} deep",
            statement.span,
            "a file must not include itself",
        )
    name = named.text.strip("'\"")
    path = Path(source.folder) / name
    if not is_within_reach(path, source):
        raise Unreadable("outside-folder", outside_text(name), statement.span, OUTSIDE_HINT)
    if not _is_file(path):
        raise Unreadable(
            "file-not-found", f"there is no file '{name}' to include", statement.span, f"put it into {source.folder}"
        )
    text = read_source(path, report)
    if text is None:
        return []
    found, _comments = read_statements(replace(text, open_folders=source.open_folders), report)
    return expand_includes(found, report, depth + 1)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a name that the system does not take names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
