"""Workspace -> the parts of the page."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import islice
from pathlib import Path

from simnon.doors import loaded_on_use
from simnon.session import Page, Session, ValueRow, Workspace
from simnon.source import UserError, lies_inside

from .frames import figure_part
from .messages import (
    EventItem,
    EventsPart,
    FigurePart,
    FileItem,
    FolderPart,
    Listing,
    ModelPart,
    PromptPart,
    SettingsPart,
    ValueItem,
    ValuesPart,
    WindowItem,
    WindowsPart,
)
from .requests import Browse
from .runs import runs_part
from .undoing import undone_text

with loaded_on_use(__name__):
    from simnon.session import value_rows

BESIDE = (".view", ".icons")
"""Files beside a text on which its diagram depends."""
MAX_EVENTS = 2000
"""The browser shows the first ones."""
MAX_FILES, MAX_NAMES = 2000, 50_000
"""The browser lists the first ones by name, of so many, and says so (`web/src/windows/Folder.svelte`)."""


def parts_of(session: Session) -> Iterator[object]:
    """All parts as they are now, except for the pages."""
    for make in PARTS:
        yield make(session)


class Pages:
    """What the graphics windows show; a page that was not drawn anew is not thinned out again."""

    def __init__(self) -> None:
        self._made: Mapping[str, tuple[Page, FigurePart]] = {}

    def of(self, workspace: Workspace) -> tuple[FigurePart, ...]:
        """In whatever thread."""
        before = self._made
        made = {}
        for name, page in {**workspace.pages, workspace.page_name: workspace.page}.items():
            known, part = before.get(name, (None, None))
            is_same = part is not None and known is not None and known.figure is page.figure and known.area == page.area
            made[name] = (page, part if is_same and part else figure_part(name, page.area, 0, page.figure))
        self._made = made
        return tuple(part for _, part in made.values())


def prompt_part(session: Session) -> PromptPart:
    workspace = session.workspace
    return PromptPart(session.prompt, False, session.is_over, len(workspace.undone), undone_text(workspace))


def settings_part(session: Session) -> SettingsPart:
    settings, switches = session.workspace.settings, session.workspace.switches
    states = {each.name.upper(): bool(getattr(switches, each.name)) for each in fields(switches)}
    return SettingsPart(settings.start, settings.stop, settings.method, settings.rtol, states)


def model_part(session: Session) -> ModelPart:
    loaded = session.workspace.loaded
    if loaded is None:
        return ModelPart((), "", 0, 0, ())
    files = tuple(_near(path, session.workspace.folder) for path in loaded.files)
    name = " ".join(path.stem.upper() for path in loaded.files)
    changed = tuple(_changed_at(each) for path in loaded.files for each in (path, *map(path.with_suffix, BESIDE)))
    return ModelPart(files, name, len(loaded.model.states), len(loaded.model.parameters), changed)


def _changed_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def values_part(session: Session) -> ValuesPart:
    return values_in(session.workspace)


def values_in(workspace: Workspace) -> ValuesPart:
    """Everything DISP shows, with the value of the text and the range of each."""
    if workspace.loaded is None:
        return ValuesPart(())
    model = workspace.loaded.model
    ranges = {limit.name: (limit.low, limit.high) for limit in model.analysed.declared.limits}
    variables = {variable.name: variable for variable in model.variables}

    def item(row: ValueRow) -> ValueItem:
        variable = variables[row.name]
        low, high = ranges.get(row.name, (float("-inf"), float("inf")))
        start = model.parameters.get(row.name, variable.start)
        return ValueItem(
            variable.owner,
            variable.local or row.name,
            row.name,
            variable.role.value,
            row.value,
            row.value if start is None else start,
            workspace.given.initial.get(row.name, 0.0 if variable.start is None else variable.start),
            row.unit,
            low,
            high,
            model.descriptions.get(row.name, ""),
        )

    return ValuesPart(tuple(item(row) for row in value_rows(workspace)))


def events_part(session: Session) -> EventsPart:
    run = session.workspace.runs.get("")
    if run is None:
        return EventsPart(0, "", ())
    items = tuple(EventItem(e.time, e.name, e.before, e.after) for e in islice(run.events, MAX_EVENTS))
    return EventsPart(len(run.events), run.stop.message, items)


def windows_part(session: Session) -> WindowsPart:
    workspace = session.workspace
    return WindowsPart(
        workspace.page_name,
        tuple(WindowItem(window.kind.value, window.subject, window.is_icon) for window in workspace.windows),
    )


def folder_part(session: Session) -> FolderPart:
    workspace = session.workspace
    return FolderPart(str(workspace.folder), _files(workspace, workspace.folder))


def _files(workspace: Workspace, folder: Path) -> tuple[FileItem, ...]:
    loaded = workspace.loaded.files if workspace.loaded is not None else ()
    entries = sorted(islice(_entries(folder), MAX_NAMES), key=lambda path: path.name.casefold())
    return tuple(item for path in entries[:MAX_FILES] for item in _file(path, loaded))


def browsed(session: Session, asked: Browse) -> Listing:
    """UserError if it is not a folder below that of the session, links followed."""
    workspace = session.workspace
    folder = workspace.folder / asked.folder
    if "\0" in asked.folder or not lies_inside(folder, (workspace.folder, *workspace.allowed)):
        raise UserError("outside-folder", f"{asked.folder} is outside the folder of the session")
    if not folder.is_dir():
        raise UserError("file-not-found", f"there is no folder '{asked.folder}'", "WFDIR shows the session folder")
    return Listing(asked.id, asked.folder, _files(workspace, folder))


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from (path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return


def _file(path: Path, loaded: tuple[Path, ...]) -> Iterator[FileItem]:
    try:
        status = path.stat()
    except OSError:
        return
    yield FileItem(path.name, status.st_size, status.st_mtime, path.is_dir(), path in loaded)


def _near(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


PARTS = (
    prompt_part,
    settings_part,
    model_part,
    values_part,
    runs_part,
    events_part,
    windows_part,
    folder_part,
)
