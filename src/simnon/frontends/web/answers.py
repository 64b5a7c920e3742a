"""Requests that change nothing in the session -> their answers."""

import hashlib
import warnings
from pathlib import Path

import numpy as np

from simnon.languages import DIALECTS
from simnon.session import Session, find_file, page_of, table_of
from simnon.source import UserError, atomic_file, in_form_of, lies_inside, read_text

from ..suggestions import suggest
from ..usage_line import usage_line
from .frames import thinned
from .messages import FileText, Outlines, Rows, SuggestionItem, Suggestions, Zoomed
from .requests import Complete, Open, Outline, Save, Tabulate, Zoom

MAX_SUGGESTIONS = 100
MAX_ROWS = 1000
MAX_COLUMNS = 200
MAX_OUTLINES = 500
COLUMNS_OF_OUTLINE = 30
MAX_PROMPT = 10_000
"""Characters of a line that is completed."""
MAX_TEXT = 4_000_000
"""Bytes of a file that can be edited; a request must hold it."""
SAVED = frozenset((*DIALECTS, ".t", ".csv", ".dat", ".md", ".picture", ".txt"))
"""What the browser can write: texts for Simnon, nothing that another program would run."""


def completed(session: Session, asked: Complete) -> Suggestions:
    if len(asked.text) > MAX_PROMPT:
        return Suggestions(asked.id, "", ())
    found = suggest(session, asked.text)[:MAX_SUGGESTIONS]
    items = tuple(SuggestionItem(each.text, each.start, each.meaning) for each in found)
    return Suggestions(asked.id, usage_line(session, asked.text), items)


def opened(session: Session, asked: Open) -> FileText:
    """A file that is not there yet has no text."""
    path = path_of(session, asked.file)
    if not path.is_file():
        return FileText(asked.id, asked.file, "", "", path.suffix.lower())
    if path.stat().st_size > MAX_TEXT:
        raise UserError("too-long", f"{asked.file} is too long to be edited here", "use an editor of your own")
    text = read_text(path)
    return FileText(asked.id, asked.file, text, _digest(path), path.suffix.lower())


def saved(session: Session, asked: Save) -> FileText:
    """UserError if the file was changed by someone else since it was opened."""
    path = path_of(session, asked.file)
    if path.resolve().suffix.lower() not in SAVED or _is_hidden(path, session.workspace.folder):
        raise UserError("not-a-text", f"{asked.file} is not written from a browser", "use an editor of your own")
    now = _digest(path) if path.is_file() else ""
    if now != asked.before:
        raise UserError(
            "changed-elsewhere", f"{asked.file} was changed by another program", "open it again, or copy your text"
        )
    content = in_form_of(path.read_bytes(), asked.text, keeps_encoding=False) if path.is_file() else asked.text.encode()
    with atomic_file(path, is_edited=True) as partial:
        partial.write_bytes(content)
    return FileText(asked.id, asked.file, asked.text, _digest(path), path.suffix.lower())


def path_of(session: Session, name: str) -> Path:
    """A file below the folder of the session, links followed."""
    if not name or not name.isprintable():
        raise UserError("bad-name", f"{name!r} is not the name of a file")
    workspace = session.workspace
    found = find_file(name, workspace.folders, DIALECTS, workspace.allowed)
    path = found or (workspace.folder / name)
    if not lies_inside(path, (workspace.folder, *workspace.allowed)):
        raise UserError("outside-folder", f"{name} is outside the folder of the session", "--allow opens another one")
    return path


def _is_hidden(path: Path, folder: Path) -> bool:
    """Settings of other programs are: those of git could make it run something."""
    real, base = path.resolve(), folder.resolve()
    return any(part.startswith(".") for part in (real.relative_to(base) if real.is_relative_to(base) else real).parts)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def zoomed(session: Session, asked: Zoom) -> Zoomed:
    page = page_of(session.workspace, asked.window)
    if page is None or not 0 <= asked.area < len(page.figure.areas):
        raise UserError("no-window", f"there is no area {asked.area} in the window '{asked.window}'")
    pairs = [thinned(curve.x, curve.y, asked.low, asked.high) for curve in page.figure.areas[asked.area].curves]
    return Zoomed(asked.id, asked.window, asked.area, tuple(x for x, _ in pairs), tuple(y for _, y in pairs))


def tabulated(session: Session, asked: Tabulate) -> Rows:
    """Some rows of a table of any length."""
    workspace = session.workspace
    run = workspace.run_named("")
    if len(asked.names) > MAX_COLUMNS:
        raise UserError("too-many", f"a table has at most {MAX_COLUMNS} columns")
    table = table_of(workspace, run, asked.names or tuple(run.columns))
    total = len(table.columns[0]) if table.columns else 0
    first = min(max(0, asked.first), total)
    rows = slice(first, first + min(max(0, asked.count), MAX_ROWS))
    return Rows(asked.id, table.names, table.units, first, total, tuple(column[rows] for column in table.columns))


def outlined(session: Session, asked: Outline) -> Outlines:
    """What was not stored is left out."""
    run = session.workspace.runs.get("")
    stored = run.columns if run is not None else {}
    names = tuple(name for name in asked.names[:MAX_OUTLINES] if name in stored)
    if run is None or not names or len(run.t) == 0:
        return Outlines(asked.id, (), (), (), (), ())
    pairs = [thinned(run.t, stored[name], columns=COLUMNS_OF_OUTLINE) for name in names]
    with warnings.catch_warnings():
        # A curve of nothing but gaps has no least value.
        warnings.simplefilter("ignore", RuntimeWarning)
        low = tuple(float(np.nanmin(stored[name])) for name in names)
        high = tuple(float(np.nanmax(stored[name])) for name in names)
    return Outlines(asked.id, names, low, high, tuple(x for x, _ in pairs), tuple(y for _, y in pairs))
