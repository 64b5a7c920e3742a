"""Text -> the names in it, system by system, with what the text says of each: an editor explains and completes them."""

from collections.abc import Iterator
from pathlib import Path

from simnon.languages import DIALECTS
from simnon.model import System
from simnon.source import Report, Source, Span, frozen

from .information import InfoLine, declared_row, range_text


@frozen
class OutlinedName:
    """A name of a system: what the text says of it, and where it is declared."""

    row: InfoLine
    span: Span


@frozen
class SystemOutline:
    """`names` are by folded name; the system extends from its heading to the character `end`."""

    name: str
    kind: str
    span: Span
    end: int
    names: dict[str, OutlinedName]


def outline(source: Source) -> tuple[SystemOutline, ...]:
    """The systems of a text, whatever errors it has; none if it is in no language."""
    reader = DIALECTS.get(Path(source.name).suffix.lower())
    systems = reader(source, Report()) if reader is not None else ()
    return tuple(_outlined(system, source) for system in systems)


def _outlined(system: System, source: Source) -> SystemOutline:
    found: dict[str, OutlinedName] = {}
    for version in (system, *system.versions):
        for row, span in _names(version, _comments(system)):
            found.setdefault(row.name.casefold(), OutlinedName(row, span))
    has_end = 0 < system.last_line < len(source.line_starts)
    end = source.line_starts[system.last_line] if has_end else len(source.text)
    return SystemOutline(system.name, f"a {system.kind.value.lower()} system", system.span, end, found)


def _comments(system: System) -> dict[int, str]:
    return {comment.line: comment.text for comment in system.comments if not comment.is_alone}


def _names(system: System, comments: dict[int, str]) -> Iterator[tuple[InfoLine, Span]]:
    """Declarations first: a name that is declared and assigned is explained by its declaration."""
    ranges = {each.name: range_text(each) for each in system.ranges}
    for declaration in system.declarations:
        yield declared_row(declaration, ranges, comments), declaration.span
    for value in system.values:
        unit, comment = value.unit.text if value.unit else "", comments.get(value.span.line, "")
        yield (
            InfoLine(value.name, "parameter", f"{value.value:g}", unit, ranges.get(value.name, ""), comment),
            value.span,
        )
    for terminal in system.terminals:
        comment = comments.get(terminal.span.line, "")
        yield InfoLine(terminal.name, f"terminal {terminal.type}", description=comment), terminal.span
    for part in system.parts:
        yield InfoLine(part.name, part.type, description=comments.get(part.span.line, "")), part.span
    for function in system.function_definitions:
        signature = f"function of {', '.join(function.parameters)}"
        yield InfoLine(function.name, signature, description=comments.get(function.span.line, "")), function.span
    at_events = (each for when in system.whens for each in when.assignments)
    for assignment in (*system.assignments, *at_events):
        if not assignment.target.path:
            name, span = assignment.target.name, assignment.target.span or assignment.span
            comment = comments.get(assignment.span.line, "")
            yield InfoLine(name, "variable", range=ranges.get(name, ""), description=comment), span
