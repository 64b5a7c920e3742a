"""A file of numbers beside the text -> the values of an array: rows are lines, separated by commas or blanks."""

import math
from pathlib import Path

from simnon.model import Counts
from simnon.source import OUTSIDE_HINT, Report, Span, is_within_reach, outside_text

_MOST_BYTES = 100_000_000


def numbers_in_file(file: str, name: str, span: Span, report: Report) -> tuple[Counts, tuple[float, ...]] | None:
    """One line or one column is a vector; None (reported) if the file is not a table of numbers."""
    path = Path(file)
    if not is_within_reach(path, span.source):
        report.error("outside-folder", outside_text(path.name), span, OUTSIDE_HINT)
        return None
    try:
        if path.stat().st_size > _MOST_BYTES:
            report.error("unreadable-values", f"'{path.name}' is larger than 100 MB", span, "make it smaller")
            return None
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a text"
        report.error("file-not-found", f"'{path.name}', the values of '{name}', cannot be read: {reason}", span, _HINT)
        return None
    rows = _rows(text, path.name, span, report)
    if rows is None:
        return None
    counts: Counts = (len(rows), len(rows[0]))
    if 1 in counts:
        counts = (max(counts),)
    return counts, tuple(number for column in zip(*rows, strict=True) for number in column)


def _rows(text: str, name: str, span: Span, report: Report) -> list[list[float]] | None:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.replace(";", ",").replace(",", " ").split()
        if not fields or fields[0].startswith(("#", '"')):
            continue
        try:
            rows.append([_finite(field) for field in fields])
        except ValueError:
            message = f"line {number} of '{name}' has something other than numbers"
            report.error("unreadable-values", message, span, _HINT)
            return None
        if len(rows[-1]) != len(rows[0]):
            message = f"line {number} of '{name}' has {len(rows[-1])} numbers, but the first line has {len(rows[0])}"
            report.error("unreadable-values", message, span, _HINT)
            return None
    if not rows:
        report.error("unreadable-values", f"'{name}' has no numbers", span, _HINT)
        return None
    return rows


def _finite(field: str) -> float:
    number = float(field)
    if not math.isfinite(number):
        raise ValueError(field)
    return number


_HINT = "a file has a line for each row, with numbers separated by commas"
