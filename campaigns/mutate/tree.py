"""A copy of the checkout in which mutants are tried; the checkout itself is never changed."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.kept_objects import VARIABLE as KEPT_OBJECTS
from tests.kept_objects import kept_folders

from ..findings import ROOT
from ..home import environment_at
from . import recording
from .mutants import Mutant
from .reached import Reached
from .replacing import replacements
from .server import Outcome, Server
from .serving import Request

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "_build", "dist", "uv.lock", "node_modules")
SECONDS_OF_A_TEST = 300
"""By the clock, for tests that wait; those that compute have less (see `serving`)."""
ANSWERS = "tests/answers"
OTHER_LANGUAGES = ("acsl", "csmp", "darep", "desire", "sial", "simnon72", "xpp", "convert")


@dataclass(frozen=True, slots=True)
class Verdict:
    """`killer` is the test that failed, or why there is none."""

    is_killed: bool
    killer: str
    seconds: float


@dataclass(slots=True)
class Tree:
    """One copy; one mutant at a time."""

    folder: Path
    _server: Server | None = None
    _reached: Reached | None = None
    _tried: int = 0

    def __post_init__(self) -> None:
        shutil.copytree(ROOT, self.copy, ignore=LEFT_OUT)

    @property
    def copy(self) -> Path:
        return self.folder / "copy"

    @property
    def source(self) -> Path:
        return self.copy / "src" / "simnon"

    def record(self, package: str) -> str:
        """Run the tests of a package without a mutant; return what fails. Its code is kept for all mutants."""
        into = self.folder / f"reached-{package}"
        into.mkdir()
        words = [*_words(package), "--tb=short", "-p", f"{__package__}.recording"]
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.copy,
            env={**self._environment(), recording.VARIABLE: os.pathsep.join((str(into), str(self.source / package)))},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        (self.folder / "home").rename(self.folder / f"home-{package}")
        return done.stdout if done.returncode != 0 else ""

    def start(self, package: str, recorded: "Tree") -> None:
        """Collect the tests of a package, which this or another copy has recorded, for all its mutants."""
        self.end()
        if recorded is not self:
            shutil.copytree(recorded.folder / f"home-{package}", self.folder / f"home-{package}")
        self._reached = Reached(recorded.folder / f"reached-{package}", recorded.source)
        self._clean(package)
        self._server = Server(_words(package), self.copy, self._environment())
        # The modules that it imports must be those without a mutant.
        assert self._server.tests is not None, f"the tests of {package} cannot be collected"

    def attempt(self, mutant: Mutant, max_seconds: float) -> Verdict:
        """Run the tests of its package with the mutant in place."""
        path = self.source / mutant.file
        text, times = path.read_text("utf-8"), path.stat()
        self._tried += 1
        self._clean(mutant.package)
        try:
            path.write_text(mutant.text, "utf-8")
            # Python takes byte code for current if the second and the size of the text are the same.
            os.utime(path, (times.st_atime, times.st_mtime + 10 * self._tried))
            return self._verdict(mutant, text, max_seconds)
        finally:
            path.write_text(text, "utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))

    def _verdict(self, mutant: Mutant, text: str, max_seconds: float) -> Verdict:
        path = str(self.source / mutant.file)
        found = replacements(path, text, mutant.text)
        assert self._server is not None
        assert self._reached is not None
        reached = self._reached
        if found and not any(reached.is_reached_on_import(mutant.file, each.lines) for each in found):
            outcome = self._ask(self._server, mutant, (path, text, mutant.text), max_seconds)
        else:
            with Server(_words(mutant.package), self.copy, self._environment()) as server:
                outcome = self._ask(server, mutant, ("", "", ""), max_seconds)
        if outcome.status == 0:
            return Verdict(False, "none", outcome.seconds)
        if outcome.is_hanging:
            return Verdict(True, f"a test that hangs: {outcome.test}", outcome.seconds)
        return Verdict(True, outcome.test or f"status {outcome.status}", outcome.seconds)

    def _ask(self, server: Server, mutant: Mutant, texts: tuple[str, str, str], max_seconds: float) -> Outcome:
        reached = self._reached
        assert reached is not None
        changed = range(mutant.line, mutant.line + max(1, len(mutant.before)))

        def request(tests: Sequence[str]) -> Request:
            order = reached.order(tests, mutant.file, changed, likeliest(mutant.file))
            usual = [reached.seconds_of_test.get(tests[index], 0.0) for index in order]
            return Request(*texts, order, usual, max_seconds)

        outcome = server.ask(request)
        if outcome.status == -signal.SIGKILL:
            # Killed from outside, for instance for lack of memory: that says nothing about the tests.
            outcome = server.ask(request)
        return outcome

    def end(self) -> None:
        """End the server, with all processes it started."""
        if self._server is not None:
            self._server.close()
        self._server = None

    def _clean(self, package: str) -> None:
        """What tests have written is removed; code compiled without a mutant is there again."""
        home = self.folder / "home"
        for each in (home, self.folder / "temporary", self.copy / ".hypothesis"):
            shutil.rmtree(each, ignore_errors=True)
        (self.folder / "temporary").mkdir()
        # Files of a home are replaced, never written into.
        shutil.copytree(self.folder / f"home-{package}", home, copy_function=os.link)

    def _environment(self) -> dict[str, str]:
        home = self.folder / "home"
        (self.folder / "temporary").mkdir(exist_ok=True)
        writing = {name: text for name, text in environment_at(home).items() if name != "PYTHONDONTWRITEBYTECODE"}
        return {
            **writing,
            "PYTHONPYCACHEPREFIX": str(self.folder / "byte-code"),
            "PYTHONPATH": str(self.copy / "src"),
            "PYTEST_DEBUG_TEMPROOT": str(self.folder / "temporary"),
            KEPT_OBJECTS: os.pathsep.join([str(home / "objects"), *_objects_without_mutants()]),
        }


def _objects_without_mutants() -> list[str]:
    """Object code that tests of this checkout have compiled: most of it is the same with a mutant."""
    return [str(folder) for folder in kept_folders(ROOT / ".pytest_cache" / "objects")]


def _words(package: str) -> list[str]:
    words = ["-m", "pytest", "-q", "-m", "not slow", f"--timeout={SECONDS_OF_A_TEST}", "--hypothesis-seed=0"]
    return [*words, "-p", "no:cacheprovider", "-p", "no:xdist", *places_of(package)]


def places_of(package: str) -> list[str]:
    """The tests of a package: its unit tests, the language pages, and known answers if they concern it."""
    answers = {"kernels": [ANSWERS], "languages": [f"{ANSWERS}/test_{name}.py" for name in OTHER_LANGUAGES]}
    return [f"tests/unit/{package}", "tests/language", *answers.get(package, [])]


def likeliest(file: str) -> list[str]:
    """Substrings of the names of a file's tests: its mirror, pages of its language, its folder, its package."""
    folder, _, name = file.rpartition("/")
    stem = name.removesuffix(".py").strip("_")
    above = folder.split("/")
    folders = ["/".join(above[: i + 1]) for i in reversed(range(len(above)))]
    is_dialect = above[0] == "languages" and len(above) > 1
    pages = [f"[{above[1]}/", f"{ANSWERS}/test_{above[1]}.py"] if is_dialect else []
    return [f"/{folder}/test_{stem}.py", *pages, *(f"tests/unit/{each}/" for each in folders), "tests/language/"]
