"""A copy of the checkout in which mutants are tried; the checkout itself is never changed."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.kept_objects import VARIABLE as KEPT_OBJECTS
from tests.kept_objects import kept_folders

from ..findings import ROOT
from ..home import environment_at
from .failing_fast import VARIABLE
from .mutants import Mutant

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "_build", "dist", "uv.lock")
SECONDS_OF_A_TEST = 180
TOO_LONG = 1000
"""Not an exit status of any process."""
KILLER = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
HANGING = re.compile(r'File "\S+/(tests/\S+)", line \d+, in test_')
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
    killers: dict[str, list[str]] = field(default_factory=dict)
    """The tests that failed for mutants of a file, the last one first: they run first for the next mutant."""
    _tried: int = 0
    _process: "subprocess.Popen[str] | None" = None

    def __post_init__(self) -> None:
        shutil.copytree(ROOT, self.folder / "copy", ignore=LEFT_OUT)

    def attempt(self, mutant: Mutant, seconds: float) -> Verdict:
        """Run the tests of its package with the mutant in place."""
        path = self.folder / "copy" / "src" / "simnon" / mutant.file
        text, times = path.read_text("utf-8"), path.stat()
        self._tried += 1
        try:
            path.write_text(mutant.text, "utf-8")
            # Python takes byte code for current if the second and the size of the text are the same.
            os.utime(path, (times.st_atime, times.st_mtime + 10 * self._tried))
            verdict = self.run_tests(mutant.package, mutant.file, seconds)
        finally:
            path.write_text(text, "utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))
        if verdict.is_killed and "::" in verdict.killer:
            known = self.killers.setdefault(mutant.file, [])
            self.killers[mutant.file] = [verdict.killer, *(name for name in known if name != verdict.killer)][:5]
        return verdict

    def run_tests(self, package: str, file: str, seconds: float) -> Verdict:
        """The fast tests of a package, those likeliest to notice a change of `file` first, up to the first failure."""
        began = time.monotonic()
        status, shown = self._outcome_of_tests(package, file, seconds)
        if status == -signal.SIGKILL:
            # Killed from outside, for instance for lack of memory: that says nothing about the tests.
            status, shown = self._outcome_of_tests(package, file, seconds)
        return _verdict(status, shown, time.monotonic() - began)

    def _outcome_of_tests(self, package: str, file: str, seconds: float) -> tuple[int, str]:
        """The status of pytest, or `TOO_LONG`, and its output."""
        home = self.folder / ("home" if package != "kernels" else "passing-home")
        words = ["-m", "pytest", "-x", "-q", "--tb=no", "-m", "not slow", f"--timeout={SECONDS_OF_A_TEST}"]
        words += ["-p", "no:cacheprovider", "-p", "campaigns.mutate.failing_fast", "--hypothesis-seed=0"]
        with subprocess.Popen(
            [sys.executable, *words, *places_of(package)],
            cwd=self.folder / "copy",
            env=self._environment(home, file),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            self._process = process
            try:
                shown, _ = process.communicate(timeout=seconds)
                status = process.returncode
            except subprocess.TimeoutExpired:
                status, shown = TOO_LONG, ""
            finally:
                self.end()
        if package == "kernels":
            # Code compiled with a mutant in the kernels is useless for the next.
            shutil.rmtree(home, ignore_errors=True)
        return status, shown

    def end(self) -> None:
        """Kill the running tests, with all processes they started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _environment(self, home: Path, file: str) -> dict[str, str]:
        writing = {name: text for name, text in environment_at(home).items() if name != "PYTHONDONTWRITEBYTECODE"}
        return {
            **writing,
            "PYTHONPYCACHEPREFIX": str(self.folder / "byte-code"),
            "PYTHONPATH": str(self.folder / "copy" / "src"),
            KEPT_OBJECTS: os.pathsep.join([str(home / "objects"), *_objects_without_mutants()]),
            VARIABLE: "\n".join((*self.killers.get(file, ()), *likeliest(file))),
        }


def _objects_without_mutants() -> list[str]:
    """Object code that tests of this checkout have compiled: most of it is the same with a mutant."""
    return [str(folder) for folder in kept_folders(ROOT / ".pytest_cache" / "objects")]


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


def _verdict(status: int, shown: str, seconds: float) -> Verdict:
    if status == 0:
        return Verdict(False, "none", seconds)
    found, hanging = KILLER.search(shown), HANGING.findall(shown)
    if status == TOO_LONG or (hanging and not found):
        return Verdict(True, f"a test that hangs{f': {hanging[-1]}' if hanging else ''}", seconds)
    return Verdict(True, found[1] if found else f"status {status}", seconds)
