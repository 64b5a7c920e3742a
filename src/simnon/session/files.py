"""Names of files as users give them -> files in the folder or on the path; writing that leaves no half file.

Reading looks in the session's folder, then along the path. Writing stays inside the folder, and replaces what Simnon
did not write only with the option -FORCE.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from simnon.source import UserError, kept_copies, nearest, whole_file

from .outcome import Noted, Outcome, Wrote
from .words import Arguments


def find_file(name: str, folders: Iterable[Path], extensions: Iterable[str]) -> Path | None:
    """The first file called `name`, with or without one of the extensions, whatever the case of its letters."""
    wanted = Path(name)
    if wanted.is_absolute() or len(wanted.parts) > 1:
        folders = (folder / wanted.parent for folder in folders)
    candidates = [wanted.name, *(wanted.name + extension for extension in extensions if not wanted.suffix)]
    by_folded = {candidate.casefold(): i for i, candidate in reversed(list(enumerate(candidates)))}
    for folder in folders:
        found = sorted(
            (by_folded[entry.casefold()], entry != candidates[by_folded[entry.casefold()]], entry)
            for entry in _entries(folder)
            if entry.casefold() in by_folded
        )
        for _, _, entry in found:
            if (folder / entry).is_file():
                return folder / entry
    return None


def missing_file(name: str, folders: Iterable[Path], extensions: Iterable[str]) -> UserError:
    """What to say where `find_file` found nothing."""
    wanted = tuple(extensions)
    known = [
        Path(entry).stem if Path(entry).suffix.lower() in wanted else entry for f in folders for entry in _entries(f)
    ]
    near = nearest(Path(name).name, known)
    hint = f"did you mean '{near}'?" if near else "files are looked for in the folder of the session and on its path"
    return UserError("file-not-found", f"there is no file '{name}'", hint)


FORCE = "FORCE"
"""The option of all commands that write files."""


def place_to_write(name: str, folder: Path, extension: str = "", folders: Iterable[str] = ()) -> Path:
    """Where `name` is written: inside the folder of the session, or not at all.

    What has one of the extensions `folders` is a folder itself.
    """
    if "\0" in name:
        raise UserError("bad-name", f"{name!r} cannot be the name of a file", "give another name")
    path = _as_it_is_called(folder / (name if Path(name).suffix or not extension else name + extension))
    inside = path.resolve().is_relative_to(folder.resolve())
    if not inside:
        raise UserError("outside-folder", f"'{name}' lies outside the folder of the session", "give a name inside it")
    if path.is_dir() and path.suffix.lower() not in folders:
        raise UserError("not-a-file", f"'{name}' is a folder", "give the name of a file")
    if not path.parent.is_dir():
        raise UserError("file-not-found", f"there is no folder '{path.parent.name}'", "make it first")
    return path


def _as_it_is_called(path: Path) -> Path:
    """A file is found whatever the case of its letters, so it is written so too."""
    entries = _entries(path.parent)
    called = [entry for entry in entries if entry.casefold() == path.name.casefold()]
    return path if path.name in called or not called else path.with_name(called[0])


def write_file(path: Path, content: str | bytes, *, force: bool = False, is_edited: bool = False) -> None:
    """The old file stays until the new one is complete and on the disk; `is_edited` is what the user wrote."""
    with whole_file(path, force=force, is_edited=is_edited) as place:
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def check_force(arguments: Arguments, usage: str) -> None:
    """Where a file need not be written, -FORCE needs one that is."""
    if FORCE in arguments.options and not arguments.slash:
        raise UserError("bad-command", "-FORCE belongs to /file", usage)


def wrote(path: Path, arguments: Arguments) -> Iterator[Outcome]:
    """What is said of a file that a command has written."""
    yield Wrote(path)
    if FORCE in arguments.options and kept_copies(path):
        yield Noted(f"UNDO -FILE {path.name} puts the one before back")


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except (OSError, ValueError):
        # A name with a NUL in it is a ValueError.
        return []
