"""A text that is being written -> its diagnostics, and the pieces that the editor colours."""

from collections.abc import Iterator
from pathlib import Path

from simnon.languages import LEXICA, Lexicon, coloured, make_lexicon
from simnon.pictures import BLOCKS, OPERATIONS, SCALES
from simnon.session import COMMANDS, CONTROL_USAGE, Session, check_text, is_macro_text
from simnon.source import Diagnostic, Source

from .answers import path_of
from .messages import Checked, DiagnosticItem
from .positions import Positions
from .requests import Check

MAX_DIAGNOSTICS = 200
_MACRO_WORDS = ("MACRO", "END", "RESUME", "THEN", "GOTO", "TO")


def checked(session: Session, asked: Check) -> Checked:
    workspace = session.workspace
    path = path_of(session, asked.file)
    positions = Positions(asked.text)
    found = check_text(workspace, path, asked.text)
    items = tuple(_item(each, path, asked, positions, workspace.folder) for each in found[:MAX_DIAGNOSTICS])
    return Checked(asked.id, asked.file, items, tuple(_tokens(lexicon_for(path, asked.text), asked.text, positions)))


def lexicon_for(path: Path, text: str) -> Lexicon | None:
    """None if the file is not a text of a language."""
    if path.suffix.lower() == ".picture":
        simnon = LEXICA[".t"]()
        return make_lexicon(simnon.pattern, (*OPERATIONS, *BLOCKS), ("system", "then"), (*simnon.functions, *SCALES))
    make = LEXICA.get(path.suffix.lower())
    if make is None:
        return None
    if not is_macro_text(text):
        return make()
    words = (*COMMANDS, *CONTROL_USAGE, *_MACRO_WORDS)
    return make_lexicon(make().pattern, words, ("goto",), make().functions)


def _tokens(lexicon: Lexicon | None, text: str, positions: Positions) -> Iterator[int]:
    for start, end, colour in coloured(lexicon, text) if lexicon is not None else ():
        first = positions.to_browser(start)
        yield from (first, positions.to_browser(end) - first, int(colour))


def _item(diagnostic: Diagnostic, path: Path, asked: Check, positions: Positions, folder: Path) -> DiagnosticItem:
    said = diagnostic.severity.value, diagnostic.code, diagnostic.message, diagnostic.hint
    span = diagnostic.span
    if span is None:
        return DiagnosticItem(*said, "", 0, 0)
    if is_of_file(span.source, path):
        return DiagnosticItem(*said, asked.file, positions.to_browser(span.start), positions.to_browser(span.end))
    return DiagnosticItem(*said, name_of(span.source, folder) or span.source.name, span.start, span.end)


def is_of_file(source: Source, path: Path) -> bool:
    """Whether the text is that of the file, whatever language it is compiled in."""
    return Path(source.folder) == path.parent and Path(source.name).stem == path.stem


def name_of(source: Source, folder: Path) -> str:
    """The file of a text as WEDIT takes it; empty if it is none of the user's."""
    path = Path(source.folder) / source.name
    return str(path.relative_to(folder)) if path.is_relative_to(folder) and path.is_file() else ""
