"""A line being typed -> its pieces with their styles."""

import re

from simnon.session import COMMANDS, CONTROL_USAGE, Session, find_file
from simnon.source import UserError

STYLES = {
    "command": "bold",
    "macro": "bold italic",
    "unknown": "underline ansired",
    "option": "ansicyan",
    "number": "ansigreen",
    "text": "ansiyellow",
    "comment": "dim italic",
    "plain": "",
}
STATEMENTS = (*CONTROL_USAGE, "MACRO", "END", "RESUME")
_PIECE = re.compile(
    r"(?P<comment>\"[^\n]*)|(?P<text>'[^'\n]*'?)|(?P<option>(?<!\S)-\s*[A-Za-z]+)"
    r"|(?P<number>(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!\w))|(?P<plain>[^\W\d]\w*|\s+|.|\n)"
)
_FIRST = re.compile(r"\s*([^\W\d]\w*)")


def pieces(session: Session, line: str) -> list[tuple[str, str]]:
    """Pairs of a style's name and a text; together they are the line."""
    if session.workspace.editing is not None or session.is_asking:
        return [("plain", line)]
    first = _FIRST.match(line)
    if first is None:
        return _arguments(line)
    word, end = first.group(1), first.end(1)
    head = line[: first.start(1)]
    return [*([("plain", head)] if head else []), (_kind(session, word, line[end:]), word), *_arguments(line[end:])]


def _kind(session: Session, word: str, rest: str) -> str:
    upper = word.upper()
    if session.dialect is not None:
        return "command" if upper in session.dialect.usages else "plain"
    if upper in COMMANDS or upper in STATEMENTS:
        return "command"
    workspace = session.workspace
    if upper in workspace.macros or _is_file(session, upper):
        return "macro"
    is_beginning = not rest and any(known.startswith(upper) for known in (*COMMANDS, *STATEMENTS, *workspace.macros))
    return "plain" if is_beginning else "unknown"


def _is_file(session: Session, word: str) -> bool:
    workspace = session.workspace
    try:
        return find_file(word, workspace.folders, (".t",), workspace.allowed) is not None
    except UserError:
        return False


def _arguments(text: str) -> list[tuple[str, str]]:
    return [(match.lastgroup or "plain", match.group()) for match in _PIECE.finditer(text)]
