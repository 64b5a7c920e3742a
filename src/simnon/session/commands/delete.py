"""`DELETE` and `RENAME`: files of the session folder, and parts of the model."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from simnon.source import UserError, remove_file, rename_file

from ..files import find_file, missing_file, path_to_write, quoted
from ..outcome import Noted, Outcome
from ..words import read_files
from ..workspace import WindowKind, Workspace
from .command import Command
from .parts import rename_part

_FOLDERS = (".zarr",)


def parse_delete(text: str) -> tuple[str, ...]:
    words = read_files(text).words
    if not words:
        raise UserError("bad-command", "DELETE needs the name of a file", DELETE.usage)
    return words


def delete(workspace: Workspace, names: tuple[str, ...]) -> Iterator[Outcome]:
    paths = [_own_file(workspace, name) for name in names]
    for path in dict.fromkeys(paths):
        remove_file(path)
        yield Noted(f"UNDO -FILE {quoted(_inside(workspace, path))} restores it")


def parse_rename(text: str) -> tuple[str, str, str]:
    """The old name, the new one, and the system after IN."""
    words = read_files(text).words
    system = words[3] if len(words) == 4 and words[2].upper() == "IN" else ""
    if len(words) != 2 and not system:
        raise UserError("bad-command", "RENAME needs a file or a part, and a new name", RENAME.usage)
    return words[0], words[1], system


def rename(workspace: Workspace, names: tuple[str, str, str]) -> Iterator[Outcome]:
    old, new, system = names
    if system or (_is_part(workspace, old) and not (workspace.folder / old).exists()):
        yield from rename_part(workspace, old, new, system)
        return
    path = _own_file(workspace, old)
    target = path_to_write(new, workspace.folder, path.suffix, folders=_FOLDERS)
    if target == path:
        # Files are found regardless of case: the new name differs in nothing else.
        target = path.with_name(Path(new).name if Path(new).suffix else f"{Path(new).name}{path.suffix}")
    _refuse_hidden(new, target, workspace)
    rename_file(path, target)
    before, now = _inside(workspace, path), _inside(workspace, target)
    key = (WindowKind.EDITOR, before.casefold())
    if any(window.key == key for window in workspace.windows):
        workspace.windows = tuple(
            replace(window, subject=now) if window.key == key else window for window in workspace.windows
        )
    yield Noted(f"{before} is now {now}")


def _is_part(workspace: Workspace, name: str) -> bool:
    """Whether the model has a part of this name, rather than the folder a file."""
    if workspace.loaded is None or not workspace.loaded.files:
        return False
    top = workspace.model.analysed.declared.parts
    return any(path.partition(".")[0].partition("[")[0].casefold() == name.casefold() for path, _ in top)


def _own_file(workspace: Workspace, name: str) -> Path:
    """A file below the session folder, by its full name; not a link, behind which a different file would change."""
    path = path_to_write(name, workspace.folder, folders=_FOLDERS)
    _refuse_hidden(name, path, workspace)
    if path.is_symlink():
        raise UserError("not-a-file", f"'{name}' is a link", "give the name of the file that it stands for")
    if not path.exists():
        found = find_file(name, (workspace.folder,), (".t",))
        if found is None:
            raise missing_file(name, (workspace.folder,), ())
        raise UserError("file-not-found", f"there is no file '{name}'", f"did you mean '{_inside(workspace, found)}'?")
    return path


def _refuse_hidden(name: str, path: Path, workspace: Workspace) -> None:
    """Kept versions, settings of other programs: they are not the user's work."""
    if not path.is_relative_to(workspace.folder):
        raise UserError("outside-folder", f"'{name}' leads out of the session folder", "name it from there")
    if any(step.startswith(".") for step in path.relative_to(workspace.folder).parts):
        raise UserError("outside-folder", f"'{name}' is a hidden file", "Simnon leaves hidden files and folders alone")


def _inside(workspace: Workspace, path: Path) -> str:
    return path.relative_to(workspace.folder).as_posix()


DELETE = Command(
    "DELETE",
    "DELETE file ...",
    "Delete files of the session folder.",
    parse_delete,
    delete,
    "Give the full name, with the extension. A version is kept: UNDO -FILE restores it.",
    ("DELETE old.t", "UNDO -FILE old.t"),
    repeats=False,
)
RENAME = Command(
    "RENAME",
    "RENAME file name | RENAME part name [IN system]",
    "Rename a file of the session folder, or a part of the model.",
    parse_rename,
    rename,
    "A file keeps its extension if the new name has none. No existing file is replaced. A part is renamed in the "
    "text, with everything that refers to it; UNDO reverts that.",
    ("RENAME tank.t basin.t", "RENAME motor drive"),
    repeats=False,
)
