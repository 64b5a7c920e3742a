"""A copy of the checkout in which mutants are tried; the checkout itself is never touched."""

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

from ..findings import ROOT
from ..home import environment_at
from .failing_fast import VARIABLE
from .mutants import Mutant

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "_build", "dist", "uv.lock")
SECONDS_OF_A_TEST = 60
KILLER = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
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
    """The tests that have failed for mutants of a file, the last one first: they come first for the next."""
    _tried: int = 0
    _process: "subprocess.Popen[str] | None" = None

    def __post_init__(self) -> None:
        shutil.copytree(ROOT, self.folder / "copy", ignore=LEFT_OUT)

    def attempt(self, mutant: Mutant, seconds: float) -> Verdict:
        """Make the tests of its package with the mutant in place."""
        path = self.folder / "copy" / "src" / "simnon" / mutant.file
        text, times = path.read_text("utf-8"), path.stat()
        self._tried += 1
        try:
            path.write_text(mutant.text, "utf-8")
            # Byte code is taken for that of a text of the same second and size.
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
            except subprocess.TimeoutExpired:
                shown = "it takes too long"
            finally:
                self.end()
        if package == "kernels":
            # What was compiled with a mutant in the kernels is of no use to the next.
            shutil.rmtree(home, ignore_errors=True)
        return _verdict(process.returncode, shown, time.monotonic() - began)

    def end(self) -> None:
        """The tests that are being made, with all that they started."""
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
            VARIABLE: "\n".join((*self.killers.get(file, ()), *likeliest(file))),
        }


def places_of(package: str) -> list[str]:
    """The tests of a package: its unit tests, the pages of the languages, and known answers where they are about it."""
    answers = {"kernels": [ANSWERS], "languages": [f"{ANSWERS}/test_{name}.py" for name in OTHER_LANGUAGES]}
    return [f"tests/unit/{package}", "tests/language", *answers.get(package, [])]


def likeliest(file: str) -> list[str]:
    """What is in the names of tests of a file: those that mirror it, pages of its language, its folder, its package."""
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
    found = KILLER.search(shown)
    last = shown.strip().splitlines()[-1] if shown.strip() else f"status {status}"
    return Verdict(True, found[1] if found else last, seconds)
