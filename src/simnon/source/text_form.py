"""A changed text -> bytes that differ from those of its file by the change alone.

The file keeps its encoding, its byte order mark, the mark at its end, and the ends of its lines: each line that was
not changed keeps its own, and new lines have the one that most lines have.
"""

import codecs
import re
from collections import Counter
from difflib import SequenceMatcher

from .read import END_OF_FILE, UTF8, UTF16, WINDOWS, decode, with_plain_ends

_CODECS = {UTF8: "utf-8", UTF16: "utf-16", WINDOWS: "cp1252"}
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END = re.compile(r"[\r\n]+$")


def in_form_of(content: bytes, text: str, *, keeps_encoding: bool = True) -> bytes:
    """The text as bytes in the form of what its file holds; UnicodeDecodeError if that is no text.

    Without `keeps_encoding`, an old encoding becomes UTF-8.
    """
    encoding = decode(content).encoding
    mark, codec = _mark_and_codec(content, encoding)
    body = content.removeprefix(mark)
    ended = b"" if encoding == UTF16 or not body.endswith(END_OF_FILE) else END_OF_FILE
    lines = _LINES.findall(body.removesuffix(ended).decode(codec))
    changed = _with_ends_of(lines, with_plain_ends(text))
    if not keeps_encoding and encoding != UTF8:
        return changed.encode()
    try:
        found = mark + changed.encode(codec) + ended
    except UnicodeEncodeError:
        return changed.encode()
    # Some letters of Windows-1252 beside each other are a letter of UTF-8.
    return found if decode(found).encoding == encoding or changed.isascii() else changed.encode()


def _mark_and_codec(content: bytes, encoding: str) -> tuple[bytes, str]:
    if encoding == UTF16:
        is_little = content.startswith(codecs.BOM_UTF16_LE)
        return content[:2], "utf-16-le" if is_little else "utf-16-be"
    return codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b"", _CODECS[encoding]


def _with_ends_of(lines: list[str], text: str) -> str:
    ends = Counter(found[0] for line in lines if (found := _END.search(line)))
    usual = max(ends, key=ends.__getitem__, default="\n")
    if len(ends) < 2:
        return text.replace("\n", usual)
    new: list[str] = _LINES.findall(text)
    kept = [line.replace("\n", usual) for line in new]
    for start, place, length in _common([with_plain_ends(line) for line in lines], new):
        kept[place : place + length] = lines[start : start + length]
    return "".join(kept)


def _common(old: list[str], new: list[str]) -> list[tuple[int, int, int]]:
    """Runs of lines that both have: where they are in the old ones and in the new ones, and how many."""
    shorter = min(len(old), len(new))
    before = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    rest = shorter - before
    after = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    matcher = SequenceMatcher(None, old[before : len(old) - after], new[before : len(new) - after], autojunk=False)
    middle = [(before + i, before + j, length) for i, j, length in matcher.get_matching_blocks()]
    return [(0, 0, before), *middle, (len(old) - after, len(new) - after, after)]
