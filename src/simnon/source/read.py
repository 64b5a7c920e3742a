"""Files -> Source; what cannot be read is a diagnostic."""

from pathlib import Path

from .diagnostic import Report
from .span import Source, Span

LONGEST_LINE = 100_000


def read_source(path: Path, report: Report) -> Source | None:
    """Return the text of `path` with plain line ends, or None with the reason in `report`."""
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        report.error("file-not-found", f"{path}: {reason}", None, "check the name and the folder")
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _report_bytes(path, content, error.start, report)
        return None
    return Source(path.name, text.replace("\r\n", "\n").replace("\r", "\n"), str(path.parent))


def _report_bytes(path: Path, content: bytes, offset: int, report: Report) -> None:
    source = Source(path.name, content.decode("latin-1").replace("\r\n", "\n"), str(path.parent))
    place = len(content[:offset].decode("utf-8", errors="replace").replace("\r\n", "\n"))
    report.error(
        "not-utf8",
        f"the byte 0x{content[offset]:02X} is not UTF-8 text",
        Span(source, place, place + 1),
        "save the file as UTF-8",
    )
