"""Diagnostics -> text with the source line and a marker under the position, or JSON."""

import json
from collections.abc import Iterable

from .diagnostic import Diagnostic, Severity
from .span import Span

WIDEST_EXCERPT = 100
COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """The diagnostic as the terminal shows it."""
    paint = COLOURS[diagnostic.severity] if colour else ""
    head = _painted(f"{diagnostic.severity.value}[{diagnostic.code}]", paint)
    lines = [f"{head}: {_printable(diagnostic.message)}"]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, paint)
    for related in diagnostic.related:
        lines += [f"  {_printable(related.message)}", *_excerpt(related.span, paint)]
    if diagnostic.hint:
        lines.append(f"  hint: {_printable(diagnostic.hint)}")
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    return "\n\n".join(render(diagnostic, colour=colour) for diagnostic in diagnostics)


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """One JSON array; lines and columns count from 1, and `end` is exclusive."""
    return json.dumps([_entry(diagnostic) for diagnostic in diagnostics], indent=2, ensure_ascii=False)


def _entry(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "place": _position(diagnostic.span),
        "related": [{"message": r.message, "place": _position(r.span)} for r in diagnostic.related],
    }


def _position(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    end = max(span.start, span.end - 1)
    last = Span(span.source, end, end)
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": last.line,
        "end_column": last.column + 1,
    }


def _excerpt(span: Span, paint: str) -> list[str]:
    line = span.source.line_text(span.line)
    first = span.column - 1
    cut = max(0, first - WIDEST_EXCERPT // 2) if len(line) > WIDEST_EXCERPT else 0
    shown = line[cut : cut + WIDEST_EXCERPT]
    length = max(1, min(span.end - span.start, len(shown) - (first - cut)))
    number = str(span.line)
    before = "".join("\t" if c == "\t" else " " for c in shown[: first - cut])
    return [
        f"  {span.source.name}:{number}:{span.column}",
        f"  {number} | {_printable(shown)}",
        f"  {' ' * len(number)} | {before}{_painted('^' * length, paint)}",
    ]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c in "\t\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _painted(text: str, paint: str) -> str:
    return f"\x1b[1;{paint}m{text}\x1b[0m" if paint else text
