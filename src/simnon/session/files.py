"""Names of files as users give them -> files in the folder or on the path; files are written completely or not at all.

Files are read and written in the session folder, in allowed folders, and below them; they are also read on the path.
Links are followed first: what counts is where a file really is. A file that Simnon did not write is replaced only with
-FORCE.
"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from simnon.source import UserError, arguments, atomic_file, in_form_of, kept_copies, lies_inside, nearest, similar_file

from .outcome import Noted, Outcome, Wrote
from .words import Arguments

FORCE = "FORCE"
"""The option of all commands that write files."""
_PLAIN = re.compile(r"[\w.][\w./-]*")
"""Names that need no quotes."""


def find_file(
    name: str, folders: Iterable[Path], extensions: Iterable[str], allowed: Iterable[Path] = ()
) -> Path | None:
    """The first file called `name`, with or without one of the extensions, regardless of case.

    UserError if it is neither in the folders nor in allowed ones.
    """
    path = _as_typed(name)
    searched = tuple(folders)
    found = _first_called(path, searched, extensions)
    if found is not None and not lies_inside(found, (*searched, *allowed)):
        raise outside(name, found)
    return found


def _as_typed(name: str) -> Path:
    """A leading ~ is the user's own folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def quoted(name: str) -> str:
    """The name as a command takes it: in quotes if it needs them."""
    return name if _PLAIN.fullmatch(name) else f"'{name}'"


def _first_called(path: Path, folders: Iterable[Path], extensions: Iterable[str]) -> Path | None:
    if path.is_absolute() or len(path.parts) > 1:
        folders = (folder / path.parent for folder in folders)
    candidates = [path.name, *(path.name + extension for extension in extensions if not path.suffix)]
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
    """The error if `find_file` found nothing."""
    suffixes, path = tuple(extensions), _as_typed(name)
    searched = tuple(folders)
    within = [folder / path.parent for folder in searched if lies_inside(folder / path.parent, searched)]
    if within and not any(map(_is_folder, within)):
        return UserError("file-not-found", f"there is no file '{name}'", f"there is no folder '{path.parent}'")
    known = [
        Path(entry).stem if Path(entry).suffix.lower() in suffixes else entry for f in within for entry in _entries(f)
    ]
    near = nearest(path.name, known) or nearest(path.stem, known)
    hint = "files are looked for in the session folder and on the path; a name with blanks needs 'quotes'"
    if near:
        hint = f"did you mean '{path.with_name(near) if len(path.parts) > 1 else near}'?"
    return UserError("file-not-found", f"there is no file '{name}'", hint)


def path_to_write(
    name: str, folder: Path, extension: str = "", allowed: Iterable[Path] = (), folders: Iterable[str] = ()
) -> Path:
    """The path to write `name` to: inside the session folder or an allowed one, or not at all.

    If its extension is one of `folders`, it is a folder itself.
    """
    arguments.file_path(name, "the file")
    typed = _as_typed(name)
    path = _as_it_is_called(folder / (typed if typed.suffix or not extension else f"{typed}{extension}"))
    if not lies_inside(path, (folder, *allowed)):
        raise outside(name, path)
    if path.is_dir() and path.suffix.lower() not in folders:
        raise UserError("not-a-file", f"'{name}' is a folder", "give the name of a file")
    if not path.parent.is_dir():
        hint = similar_file(path.parent, "create it first")
        raise UserError("file-not-found", f"there is no folder '{path.parent.name}'", hint)
    return path


def outside(name: str, path: Path) -> UserError:
    """The error for a file that cannot be read or written where it is."""
    try:
        folder = path.resolve().parent
    except (OSError, RuntimeError, ValueError):
        return UserError("outside-folder", f"'{name}' is a broken link", "give a different name")
    return UserError(
        "outside-folder",
        f"'{name}' is outside the session folder, in {folder}",
        f"use the session folder, or open that one: ALLOW '{folder}' at the prompt, --allow on the command line",
    )


def _as_it_is_called(path: Path) -> Path:
    """Files are found regardless of case, so an existing file is replaced regardless of case."""
    entries = _entries(path.parent)
    called = [entry for entry in entries if entry.casefold() == path.name.casefold()]
    return path if path.name in called or not called else path.with_name(called[0])


def write_file(path: Path, content: str | bytes, *, force: bool = False, is_edited: bool = False) -> None:
    """The old file stays until the new one is complete and on the disk; `is_edited` marks text that the user wrote."""
    with atomic_file(path, force=force, is_edited=is_edited) as place:
        place.write_bytes(content.encode() if isinstance(content, str) else content)


def write_edited(path: Path, text: str, *, keeps_encoding: bool = True) -> None:
    """The user's text after a change: its encoding, marks and ends of lines stay as they are in the file."""
    is_there = path.is_file()
    content = in_form_of(path.read_bytes(), text, keeps_encoding=keeps_encoding) if is_there else text
    write_file(path, content, is_edited=True)


def check_force(arguments: Arguments, usage: str) -> None:
    """If a file is optional, -FORCE needs one."""
    if FORCE in arguments.options and not arguments.slash:
        raise UserError("bad-command", "-FORCE needs a /file", usage)


def wrote(path: Path, arguments: Arguments, folder: Path) -> Iterator[Outcome]:
    """The outcomes for a file that a command has written; `folder` is the session folder."""
    yield Wrote(path)
    if FORCE in arguments.options and kept_copies(path):
        name = str(path.relative_to(folder) if path.is_relative_to(folder) else path)
        yield Noted(f"UNDO -FILE {quoted(name)} restores the previous version")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _entries(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except (OSError, ValueError):
        # A name with a NUL in it is a ValueError.
        return []
