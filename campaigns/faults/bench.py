"""The prepared sessions, a folder for each case, and what must hold there after any fault."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from simnon.session import Session
from simnon.source import UserError, kept_copies

from .forked import Ended, in_fork
from .writers import NOTE, WRITERS, Writer, execute, prepared


class Bench:
    """This process only prepares and forks: the file libraries start threads, which do not survive a fork."""

    def __init__(self, home: Path) -> None:
        self.home = home
        for name in ("first", "second"):
            (home / name).mkdir()
        self.first, self.second = prepared(home / "first", 1.0), prepared(home / "second", 2.0)
        self.seconds_of_stream: dict[str, float] = {}
        self._values: dict[str, tuple[str, str, float, int]] = {}
        self._load()

    def _load(self) -> None:
        """Load what the writers need, once for all forks; their threads are not started."""
        with self.folder() as folder:
            lines = [line for writer in WRITERS.values() for line in writer.lines if line.startswith("EXPORT")]

            def loaded() -> list[str]:
                execute(self.first, *lines)
                for writer in WRITERS.values():
                    _value(writer, folder / writer.file)
                return sorted(sys.modules)

            ended = in_fork(loaded, folder, seconds=300.0)
            for name in ended.reply:
                with suppress(ImportError):
                    import_module(name)

    @contextmanager
    def folder(self, place: Path | None = None) -> Iterator[Path]:
        """With the systems, and the two sessions in it."""
        folder = (place or self.home) / "case"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in ("osc.t", "con.t"):
            shutil.copy(self.home / "first" / name, folder)
        for session in (self.first, self.second):
            session.workspace.folder = folder
        yield folder
        shutil.rmtree(folder, ignore_errors=True)

    def put_old(self, writer: Writer, folder: Path) -> None:
        if writer.is_over_a_note:
            (folder / writer.file).write_text(NOTE, encoding="utf-8")
        else:
            ended = self.execute(self.first, writer, folder)
            assert ended.reply == [], (writer, ended)

    def execute(self, session: Session, writer: Writer, folder: Path, **fault: Any) -> Ended:
        return in_fork(lambda: execute(session, *writer.lines), folder, **fault)

    def known(self, name: str) -> tuple[str, str, float, int]:
        """The contents of the old file and of the new one; how long writing takes, and in how many steps."""
        if name not in self._values:
            writer = WRITERS[name]
            with self.folder() as folder:
                self.put_old(writer, folder)
                old = self.value(writer, folder)
                ended = self.execute(self.second, writer, folder)
                assert ended.reply == [], (name, ended)
                self._values[name] = old, self.value(writer, folder), ended.seconds, ended.events
        return self._values[name]

    def value(self, writer: Writer, folder: Path) -> str:
        """The contents of the file as read by a different process, or why it cannot be read."""
        return str(in_fork(lambda: _value(writer, folder / writer.file), folder).reply)

    def complaints(self, name: str, folder: Path, *, is_alone: bool = True) -> list[str]:
        """What is wrong after a fault, with either the old or the new file; the next session cleans up.

        Of files written by Simnon the last one replaced is kept; with two sessions it can be that of either.
        """
        writer, (old, new, _, _) = WRITERS[name], self.known(name)
        found = []
        value = self.value(writer, folder)
        if value not in (old, new):
            found.append(f"{writer.file} is neither the old nor the new one: {value}")
        if is_alone and value == new and old not in self._kept(writer, folder):
            found.append(f"the old {writer.file} was not kept")
        in_fork(lambda: bool(Session(folder)), folder)
        found += [f"{path.name} was left behind" for path in folder.rglob(".simnon-*.part")]
        found += [f"{path} was left behind" for path in folder.rglob("*.partial")]
        again = self.execute(self.second, writer, folder)
        if again.reply != [] or self.value(writer, folder) != new:
            found.append(f"it cannot be written again: {again}")
        return found

    def _kept(self, writer: Writer, folder: Path) -> list[str]:
        copies = kept_copies(folder / writer.file)
        return [str(in_fork(lambda copy=copy: _kept_value(writer, copy), folder).reply) for copy in copies]  # type: ignore[misc]


def _value(writer: Writer, path: Path) -> str:
    try:
        return writer.read(path)
    except (UserError, OSError) as error:
        return f"{type(error).__name__}: {error}"


def _kept_value(writer: Writer, copy: Path) -> str:
    """Copies have a different name: how they are read depends on the extension."""
    named = copy.parent / f"look{Path(writer.file).suffix}"
    copy.rename(named)
    try:
        return _value(writer, named)
    finally:
        named.rename(copy)
