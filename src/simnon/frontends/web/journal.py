"""The lines of a session -> a file that survives the process, so that a session that was killed can be restored.

It is in the user's state folder, not in the folder of the session; one process at a time keeps it.
"""

import hashlib
import json
import os
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from simnon.session import AT_THE_START, Window, WindowKind
from simnon.source import is_private_folder, state_folder

LINES, LOST, ARRANGEMENT = "lines.jsonl", "lost.jsonl", "arrangement.json"
WINDOWS = "windows.json"
MAX_ARRANGEMENT = 200_000
MAX_BYTES = 50_000_000
"""Of lines; a session that gives more is not kept beyond them."""


def journal_folder(folder: Path) -> Path | None:
    """Where the journal of sessions in a folder is kept; None if there is no such place."""
    own = state_folder()
    if own is None:
        return None
    digest = hashlib.sha256(str(folder.resolve()).encode(errors="surrogateescape")).hexdigest()[:16]
    place = own / "windows" / digest
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return place if is_private_folder(place) else None


class KeptJournal:
    """`lost` are the lines of a session that ended without STOP, until someone has decided about them.

    `trouble` says why lines are not kept; empty if they are.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder or Path()
        self._file: IO[str] | None = None
        self._size = 0
        self._held: tuple[str, ...] = ()
        self._lock = _locked(folder / "lock") if folder is not None else None
        self.lost: tuple[str, ...] = ()
        self.trouble = ""
        if folder is None:
            self.trouble = "there is no folder of yours in which it could be kept"
        elif self._lock is None:
            self.trouble = "another session in this folder keeps its own"
        else:
            self._set_aside()

    def _set_aside(self) -> None:
        """What the session before has left, if anything."""
        try:
            if _read_lines(self._folder / LINES):
                (self._folder / LINES).replace(self._folder / LOST)
            self.lost = _read_lines(self._folder / LOST)
        except OSError as error:
            self._give_up(error)

    def add(self, *lines: str) -> None:
        """Before they are executed; they are on the disk when this returns, or there is `trouble`."""
        self._append((*self._held, *lines))
        self._held = ()

    def hold(self, line: str) -> None:
        """Keep it with the next one: alone it is not worth restoring."""
        self._held = (*self._held, line)

    def take_over(self) -> tuple[str, ...]:
        """The lost lines, which belong to this session from now on: a process that is killed meanwhile loses none."""
        lines, self.lost = self.lost, ()
        self._append((*self._held, *lines))
        self._held = ()
        if not self.trouble:
            self._remove(LOST)
        return lines

    def forget(self) -> None:
        """The lost lines are not wanted."""
        self.lost = ()
        if self._lock is not None:
            self._remove(LOST)

    def close(self, *, is_over: bool) -> None:
        """After STOP there is nothing to restore."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None
        if self._lock is not None:
            if is_over:
                self._remove(LINES)
            self._lock.close()
            self._lock = None

    @property
    def windows(self) -> tuple[Window, ...]:
        return read_windows(self._folder)

    @windows.setter
    def windows(self, windows: tuple[Window, ...]) -> None:
        if self._lock is not None:
            write_windows(self._folder, windows)

    @property
    def arrangement(self) -> str:
        """Where the windows were; empty if nobody has said."""
        try:
            return (self._folder / ARRANGEMENT).read_text(encoding="utf-8")[:MAX_ARRANGEMENT]
        except (OSError, UnicodeDecodeError):
            return ""

    @arrangement.setter
    def arrangement(self, tree: str) -> None:
        if self._lock is None or len(tree) > MAX_ARRANGEMENT:
            return
        whole = self._folder / f"{ARRANGEMENT}.new"
        with suppress(OSError):
            whole.write_text(tree, encoding="utf-8")
            whole.replace(self._folder / ARRANGEMENT)

    def _append(self, lines: tuple[str, ...]) -> None:
        if self.trouble:
            return
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self._size += len(text)
        if self._size > MAX_BYTES:
            self.trouble = "it is too long"
            return
        try:
            if self._file is None:
                self._file = (self._folder / LINES).open("w", encoding="utf-8")
            self._file.write(text)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.trouble = (error.strerror or str(error)).lower()

    def _remove(self, name: str) -> None:
        with suppress(OSError):
            (self._folder / name).unlink(missing_ok=True)


def read_windows(folder: Path) -> tuple[Window, ...]:
    """The windows that were open when the last session ended; those of a new session if nobody knows."""
    try:
        found = json.loads((folder / WINDOWS).read_text(encoding="utf-8"))
        return tuple(Window(WindowKind(kind), str(subject), is_icon is True) for kind, subject, is_icon in found)
    except (OSError, ValueError, TypeError):
        return AT_THE_START


def write_windows(folder: Path, windows: tuple[Window, ...]) -> None:
    whole = folder / f"{WINDOWS}.new"
    with suppress(OSError):
        whole.write_text(json.dumps([(each.kind.value, each.subject, each.is_icon) for each in windows]))
        whole.replace(folder / WINDOWS)


def _read_lines(path: Path) -> tuple[str, ...]:
    """A last line that is not complete was not executed; what is beyond the size that is kept was not written by us."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ()
    found = []
    for line in text.splitlines():
        try:
            given = json.loads(line)
        except (ValueError, RecursionError):
            break
        if isinstance(given, str):
            found.append(given)
    return tuple(found)


def _locked(path: Path) -> IO[bytes] | None:
    """None if another process has it; it ends with the process. A system without locks has none."""
    try:
        file = path.open("ab")
    except OSError:
        return None
    if find_spec("fcntl"):
        locks = import_module("fcntl")
        try:
            locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
        except OSError:
            file.close()
            return None
    return file
