"""Replaced files are kept in a folder beside them and can be restored; one session at a time does this.

The user's versions are kept until the user deletes them; of those written by Simnon, only the last one.
"""

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from ..diagnostic import UserError
from .alone import alone_in
from .exchange import exchange
from .leftovers import new_temporary
from .written import is_ours

REPLACED = ".simnon-replaced"
_OWN = ".own"
"""Suffix of copies that Simnon wrote."""


def kept_copies(path: Path) -> tuple[Path, ...]:
    """The copies of the file or folder `path`, or of the target of a link, oldest first."""
    path = Path(os.path.realpath(path))
    pattern = re.compile(rf"{re.escape(path.name)}\.(\d+)(?:{re.escape(_OWN)})?")
    try:
        names = sorted(os.scandir(path.parent / REPLACED), key=lambda entry: entry.name)
    except OSError:
        return ()
    numbered = [(int(match[1]), entry.name) for entry in names if (match := pattern.fullmatch(entry.name))]
    return tuple(path.parent / REPLACED / name for _, name in sorted(numbered))


def replace_file(temporary: Path, path: Path) -> None:
    """Rename the file at `temporary` to `path` atomically; the old file is kept."""
    if path.exists():
        _keep_file(path)
    temporary.replace(path)
    _forget_own(path)


def replace_folder(temporary: Path, path: Path) -> None:
    """The same for a folder; if a system cannot swap two names, the folder is missing for a moment."""
    if not path.exists():
        temporary.rename(path)
        return
    kept = _new_name(path)
    temporary.rename(kept)
    if not exchange(kept, path):
        if path.exists():
            path.rename(_new_name(path))
        kept.rename(path)
    _forget_own(path)


def remove_file(path: Path) -> None:
    """Delete the file or folder; it is kept as a replaced one is."""
    with alone_in(path.parent):
        if path.is_dir():
            path.rename(_new_name(path))
        else:
            _keep_file(path)
            path.unlink()
        _forget_own(path)


def rename_file(path: Path, target: Path) -> None:
    """UserError if there is a file of the new name: renaming replaces nothing."""
    with alone_in(target.parent):
        if os.path.lexists(target) and not (target.exists() and target.samefile(path)):
            raise UserError("file-exists", f"there is already a file '{target.name}'", "use a different name")
        path.rename(target)


def restore_replaced(path: Path) -> None:
    """Restore what was replaced last; the current file takes its place."""
    path = Path(os.path.realpath(path))
    with alone_in(path.parent):
        _restore(path)


def _restore(path: Path) -> None:
    copies = kept_copies(path)
    if not copies:
        raise UserError(
            "nothing-to-undo",
            f"there is no previous version of '{path.name}'",
            f"previous versions are kept in {REPLACED}",
        )
    last = copies[-1]
    if last.is_dir():
        if path.exists():
            path.rename(_new_name(path))
        last.rename(path)
    else:
        if path.exists():
            _keep_file(path)
        last.replace(path)
    _forget_own(path)


def _new_name(path: Path) -> Path:
    folder = path.parent / REPLACED
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        # Whoever can replace files here can keep copies here; and they do not belong in a repository.
        folder.chmod(path.parent.stat().st_mode & 0o777)
        with suppress(OSError):
            (folder / ".gitignore").write_text("*\n", encoding="ascii")
    copies = kept_copies(path)
    last = int(copies[-1].name.removesuffix(_OWN).rpartition(".")[2]) if copies else 0
    return folder / f"{path.name}.{last + 1}{_OWN if is_ours(path) else ''}"


def _keep_file(path: Path) -> None:
    while True:
        kept = _new_name(path)
        try:
            kept.hardlink_to(path)
        except FileExistsError:
            # A different session has just kept one under this name.
            continue
        except OSError:
            _copy(path, kept)
        return


def _copy(path: Path, kept: Path) -> None:
    """For disks on which a file can have only one name."""
    with new_temporary(path.parent) as temporary:
        shutil.copy2(path, temporary)
        temporary.replace(kept)


def _forget_own(path: Path) -> None:
    for copy in [copy for copy in kept_copies(path) if copy.name.endswith(_OWN)][:-1]:
        # Under a temporary name first: an incomplete copy must not count.
        with new_temporary(path.parent, is_folder=True) as gone:
            copy.rename(gone / copy.name)
