"""Files -> Source; an unreadable file is a diagnostic."""

import codecs
from pathlib import Path

from .diagnostic import Report
from .nearest import similar_file
from .span import Source, Span


def read_source(path: Path, report: Report) -> Source | None:
    """Return the text of `path` with plain line ends, or None with the reason in `report`."""
    try:
        content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "it cannot be read"
        report.error("file-not-found", f"{path}: {reason}", None, similar_file(path, "check the name and the folder"))
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        _report_bytes(path, content, error.start, report)
        return None
    return Source(path.name, _with_plain_ends(text), str(path.parent))


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _report_bytes(path: Path, content: bytes, offset: int, report: Report) -> None:
    source = Source(path.name, _with_plain_ends(content.decode("utf-8", errors="replace")), str(path.parent))
    position = len(_with_plain_ends(content[:offset].decode("utf-8")))
    report.error(
        "not-utf8",
        f"the byte 0x{content[offset]:02X} is not UTF-8 text",
        Span(source, position, position + 1),
        "save the file as UTF-8",
    )
