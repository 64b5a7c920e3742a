"""Files -> text and Source; old encodings are accepted with a note, and an unreadable file is a diagnostic.

Every text that Simnon reads goes through here: models, macros, cases, the tables of data files. A file should be UTF-8.
One that is not is taken for Windows-1252, which includes Latin-1, as old editors wrote it, or for UTF-16 if it says so.
"""

import codecs
from pathlib import Path

from .diagnostic import UserError
from .frozen import frozen
from .nearest import similar_file
from .report import Report
from .span import Source, Span

UTF8, UTF16, WINDOWS, DOS = "UTF-8", "UTF-16", "WINDOWS-1252", "CP850"
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
END_OF_FILE = b"\x1a"
"""CP/M and DOS ended a text with it."""
_IN_NO_TEXT = bytes({*range(0x20), 0x7F} - {*b"\t\n\v\f\r"})


@frozen
class DecodedText:
    """A text with plain line ends, its encoding, and the position of the first character that is not UTF-8."""

    text: str
    encoding: str
    position: int = 0


def read_source(path: Path, report: Report) -> Source | None:
    """Return the text of `path` with plain line ends, or None with the reason in `report`."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "it cannot be read"
        report.error("file-not-found", f"{path}: {reason}", None, similar_file(path, "check the name and the folder"))
        return None
    try:
        decoded = decode(content)
    except UnicodeDecodeError as error:
        _report_bytes(path, error, report)
        return None
    source = Source(path.name, decoded.text, str(path.parent))
    if decoded.encoding != UTF8:
        span = Span(source, decoded.position, decoded.position + 1)
        report.note("not-utf8", _note(decoded.encoding), span, _cure(path, decoded.encoding))
    return source


def read_text(path: Path) -> str:
    """The text of a file with plain line ends; a UserError if it is not a text."""
    return _decoded(path).text


def encoding_note(path: Path) -> str:
    """What to tell the user about the encoding of a text; nothing if it is UTF-8."""
    encoding = _decoded(path).encoding
    return "" if encoding == UTF8 else f"{path.name}: {_note(encoding)}; {_cure(path, encoding)}"


def _decoded(path: Path) -> DecodedText:
    try:
        return decode(path.read_bytes())
    except UnicodeDecodeError as error:
        raise UserError("not-utf8", f"{path.name}: {_refusal(error)}", _cure(path, DOS)) from None


def decode(content: bytes) -> DecodedText:
    """Raises UnicodeDecodeError at the first byte that belongs to none of the encodings."""
    if content.startswith(_UTF16_MARKS):
        return DecodedText(with_plain_ends(content.decode("utf-16")), UTF16)
    is_marked = content.startswith(codecs.BOM_UTF8)
    content = content.removeprefix(codecs.BOM_UTF8).removesuffix(END_OF_FILE)
    try:
        return DecodedText(with_plain_ends(content.decode("utf-8")), UTF8)
    except UnicodeDecodeError as error:
        # With proper UTF-8 beside it, the wrong byte is damage, and all other letters would come out wrong.
        has_utf8 = not content.decode("utf-8", errors="ignore").isascii()
        if is_marked or has_utf8 or content.translate(None, _IN_NO_TEXT) != content:
            raise
        position = len(with_plain_ends(content[: error.start].decode("ascii")))
    return DecodedText(with_plain_ends(content.decode("cp1252")), WINDOWS, position)


def with_plain_ends(text: str) -> str:
    """Windows ends lines with two characters, and old machines with the other one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _note(encoding: str) -> str:
    return f"this text is not UTF-8; it is read as {encoding}{' (Latin-1)' if encoding == WINDOWS else ''}"


def _cure(path: Path, encoding: str) -> str:
    return f"save it as UTF-8 in your editor, or convert it: iconv -f {encoding} -t UTF-8 {path.name} > new"


def _refusal(error: UnicodeDecodeError) -> str:
    expected = {"utf-8": "UTF-8", "charmap": "UTF-8 or Windows-1252"}.get(error.encoding, "UTF-16")
    return f"the byte 0x{error.object[error.start]:02X} is not {expected} text"


def _report_bytes(path: Path, error: UnicodeDecodeError, report: Report) -> None:
    shown = "utf-16" if error.encoding.startswith("utf-16") else "utf-8"
    source = Source(path.name, with_plain_ends(error.object.decode(shown, errors="replace")), str(path.parent))
    position = len(with_plain_ends(error.object[: error.start].decode(shown, errors="replace")))
    report.error("not-utf8", _refusal(error), Span(source, position, position + 1), _cure(path, DOS))
