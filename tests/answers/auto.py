"""XPPAUT's AUTO, driven by its keys on a display that nobody sees: a program -> the labelled points of its branches."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = {name: shutil.which(name) or "" for name in ("xppaut", "Xvfb", "xdotool")}
MISSING = [name for name, path in PROGRAMS.items() if not path]

PATIENCE = 60.0
"""Seconds that one thing may take."""
LOOK, QUIET = 0.02, 12
"""Seconds between two looks at the process, and how many times it must be found waiting for keys."""
_ROW = re.compile(r"^\s*(-?\d+)\s+(-?\d+)\s+([A-Z]{2})\s+(\d+)((?:\s+[-+.\dE]+)+)\s*$")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row that AUTO has printed; `numbers` are the parameter, a norm, the variables and the period of an orbit."""

    kind: str
    label: int
    numbers: tuple[float, ...]

    @property
    def parameter(self) -> float:
        return self.numbers[0]


class Auto:
    """The window of AUTO for one program."""

    def __init__(self, process: "subprocess.Popen[bytes]", record: Path, environment: dict[str, str]) -> None:
        self.process, self.record, self.environment = process, record, environment
        main = self._window("XPP Ver")
        self._press(main, "f", "a")
        self.window = self._window("AUTO man")

    def follow_equilibria(self) -> list[Labelled]:
        return self._run("r", "s")

    def follow_orbits(self, label: int) -> list[Labelled]:
        """From the Hopf point with this label."""
        self._press(self.window, "g", *["Tab"] * (label - 1), "Return")
        return self._run("r", "p")

    def processor_seconds(self) -> float:
        fields = self._status()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _run(self, *keys: str) -> list[Labelled]:
        before = len(self._rows())
        self._press(self.window, *keys)
        return self._rows()[before:]

    def _rows(self) -> list[Labelled]:
        found = [_ROW.match(line) for line in self.record.read_text("ascii", "replace").splitlines()]
        return [Labelled(row[3], int(row[4]), tuple(map(float, row[5].split()))) for row in found if row]

    def _window(self, title: str) -> str:
        found = self._xdotool("search", "--sync", "--onlyvisible", "--name", title)
        return found.split()[-1]

    def _press(self, window: str, *keys: str) -> None:
        self._xdotool("windowfocus", "--sync", window)
        for key in keys:
            self._xdotool("key", key)
            self._wait()

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            [PROGRAMS["xdotool"], *words],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout

    def _wait(self) -> None:
        """Until the process waits for the next key."""
        quiet, last = 0, time.monotonic() + PATIENCE
        while quiet < QUIET:
            assert time.monotonic() < last, "AUTO is still busy"
            time.sleep(LOOK)
            quiet = quiet + 1 if self._status()[0] == "S" else 0

    def _status(self) -> list[str]:
        text = Path(f"/proc/{self.process.pid}/stat").read_text("ascii")
        return text.rpartition(")")[2].split()


@contextmanager
def auto(program: str, folder: Path) -> Iterator[Auto]:
    """AUTO with a program, in a folder that takes its files."""
    (folder / "program.ode").write_text(program)
    record = folder / "printed.txt"
    with _display() as display, record.open("wb") as printed:
        environment = {**os.environ, "DISPLAY": display, "HOME": str(folder)}
        process = subprocess.Popen(
            [PROGRAMS["xppaut"], "program.ode"], cwd=folder, env=environment, stdout=printed, stderr=subprocess.DEVNULL
        )
        try:
            yield Auto(process, record, environment)
        finally:
            process.kill()
            process.wait()


@contextmanager
def _display() -> Iterator[str]:
    """A display of its own, with a number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [PROGRAMS["Xvfb"], "-displayfd", str(writing), "-screen", "0", "1200x900x24"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.kill()
        server.wait()
