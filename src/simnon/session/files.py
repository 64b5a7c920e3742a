"""Names of files as users give them -> files in the folder or on the path; writing that leaves no half file.

Files are read and written in the session's folder, in the folders that were allowed, and below them; they are read on
the path too. Links are followed first: what counts is where a file lies.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from simnon.source import UserError, arguments, lies_inside, nearest, whole_file


def find_file(
    name: str, folders: Iterable[Path], extensions: Iterable[str], allowed: Iterable[Path] = ()
) -> Path | None:
    """The first file called `name`, with or without one of the extensions, whatever the case of its letters.

    UserError where it lies neither in the folders nor in those allowed.
    """
    wanted = Path(name)
    searched = tuple(folders)
    found = _first_called(wanted, searched, extensions)
    if found is not None and not lies_inside(found, (*searched, *allowed)):
        raise outside(name, found)
    return found


def _first_called(wanted: Path, folders: Iterable[Path], extensions: Iterable[str]) -> Path | None:
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


def place_to_write(name: str, folder: Path, extension: str = "", allowed: Iterable[Path] = ()) -> Path:
    """Where `name` is written: inside the folder of the session or one that is allowed, or not at all."""
    arguments.file_path(name, "the file")
    path = folder / (name if Path(name).suffix or not extension else name + extension)
    if not lies_inside(path, (folder, *allowed)):
        raise outside(name, path)
    if path.is_dir():
        raise UserError("not-a-file", f"'{name}' is a folder", "give the name of a file")
    if not path.parent.is_dir():
        raise UserError("file-not-found", f"there is no folder '{path.parent.name}'", "make it first")
    return path


def outside(name: str, path: Path) -> UserError:
    """What to say of a file that lies where it may not be read or written."""
    try:
        folder = path.resolve().parent
    except (OSError, RuntimeError, ValueError):
        return UserError("outside-folder", f"'{name}' leads nowhere", "give another name")
    return UserError(
        "outside-folder",
        f"'{name}' lies outside the folder of the session, in {folder}",
        f"give a name inside it, or open that folder: ALLOW '{folder}' at the prompt, --allow on the command line",
    )


def write_file(path: Path, content: str | bytes) -> None:
    """The old file stays until the new one is complete and on the disk."""
    with whole_file(path) as place:
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return []
