#!/usr/bin/env python3
"""The single entry point: run, check, test, benchmark, document. Needs only Python 3.11 and pip.

It uses `uv` from the PATH, or fetches it into `.tools/`; uv then creates `.venv/` with everything else.
Its syntax is valid in every Python 3, so that an old one gives a clear message.
"""

import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Simnon needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

ROOT = Path(__file__).resolve().parent
TOOLS = ROOT / ".tools"

USAGE = """\
python3 run.py demo                 show what Simnon does
python3 run.py session              open a session
python3 run.py window [FILES]       open a session in the browser
python3 run.py test [pytest words]  run the tests: all of them, or those you name
python3 run.py lint                 format, lint, types, imports
python3 run.py check                the same and the fast tests
python3 run.py bench [NAME]         run one benchmark, or list them
python3 run.py fuzz [--minutes N]   try input that nobody would write; findings become tests
python3 run.py faults [--minutes N] kill writers, fill disks, damage files; findings become tests
python3 run.py mutate [PACKAGE ...] [--count N] [--seed S]
                                    insert small mistakes and see whether the tests notice
python3 run.py coverage             lines and branches that the fast tests reach; at least 95 %
python3 run.py docs                 build the manual into docs/_build
python3 run.py check FILE ...       check a model: these and all other words go to simnon itself"""

NO_UV = """\
uv was not found, and could not be fetched with pip or in a virtual environment:

%s

Install uv, or pip for this Python (%s), and try again."""

NO_ENVIRONMENT = """
The environment could not be created. uv does not read pip's settings: if your packages come from
a private index, tell uv too (UV_DEFAULT_INDEX, UV_FIND_LINKS, SSL_CERT_FILE)."""

LINT = (
    ("format", ("ruff", "format", "--check")),
    ("lint", ("ruff", "check", "--quiet")),
    ("types", ("mypy",)),
    ("imports", ("pytest", "--quiet", "tests/architecture")),
    ("page", ("python", "web/build.py", "check")),
)
EVERY_CORE = ("-n", "auto", "--dist", "worksteal")
"""Neighbouring tests stay together: they share fixtures and what was compiled once for a module."""
FAST_TESTS = ("tests", ("pytest", "--quiet", *EVERY_CORE, "-m", "not slow", "--ignore", "tests/architecture"))


SECONDS_UNDER_COVERAGE = 300
WORST_FILES = 15
COVERED = (
    ("all but kernels", ["--omit=src/simnon/kernels/*"], 95),
    ("kernels as plain Python", ["--include=src/simnon/kernels/*"], 0),
)
"""Kernels run as machine code, which is not measured; their lines count when tests call them as plain Python."""

CAMPAIGNS = ("fuzz", "faults", "mutate")
"""The packages of campaigns/, by the word that starts them."""


def main(words: list[str]) -> int:
    """Perform the action that `words` name and return the exit status."""
    if not words or words[0] in {"-h", "--help", "help"}:
        print(USAGE)
        return 0
    word, rest = words[0], words[1:]
    if word == "lint":
        return check(LINT)
    if word == "check" and not rest:
        return check((*LINT, FAST_TESTS))
    if word == "test":
        return follow(in_environment("pytest", *(rest or EVERY_CORE), needs_node=True), cwd=ROOT)
    if word == "window":
        status = follow(in_environment("python", str(ROOT / "web" / "build.py"), needs_node=True))
        return status or follow(in_environment("simnon", *words))
    if word == "docs":
        sphinx = ["sphinx-build", "-E", "-W", "--keep-going", "--quiet", "docs", "docs/_build", *rest]
        return follow(in_environment(*sphinx, options=["--group", "docs"]), cwd=ROOT)
    if word == "bench":
        return bench(rest)
    if word == "coverage":
        return coverage(rest)
    if word in CAMPAIGNS:
        return follow(in_environment("python", "-m", f"campaigns.{word}", *rest), cwd=ROOT)
    return follow(in_environment("simnon", *(rest if word == "session" else words)))


def check(steps: "tuple[tuple[str, tuple[str, ...]], ...]") -> int:
    """Run every step, even after a failure; report what failed and how long each took."""
    if subprocess.call([find_uv(), "sync", "--inexact", "--quiet", "--project", str(ROOT)]) != 0:
        print(NO_ENVIRONMENT, file=sys.stderr)
        return 1
    summary = []
    for name, command in steps:
        print(f"-- {name}: {' '.join(command)}", flush=True)
        start = time.perf_counter()
        status = subprocess.call(in_environment(*command, options=["--no-sync"], needs_node=True), cwd=ROOT)
        summary.append((name, status, time.perf_counter() - start))
    print("-- summary")
    for name, status, seconds in summary:
        print(f"{name:8} {seconds:6.1f} s  {'ok' if status == 0 else 'FAILED'}")
    return 1 if any(status != 0 for _, status, _ in summary) else 0


def bench(words: list[str]) -> int:
    """Run one benchmark, or list them."""
    names = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem[0] != "_")
    if not words:
        print("\n".join(names) if names else "There are no benchmarks.")
        return 0
    name = words[0]
    if name not in names:
        print(f"There is no benchmark '{name}'; there are: {', '.join(names) or 'none'}.", file=sys.stderr)
        return 2
    return follow(in_environment("python", str(ROOT / "benchmarks" / f"{name}.py"), *words[1:], needs_node=True))


def coverage(words: list[str]) -> int:
    """Measure the coverage of the fast tests, including child processes; print the worst files and the verdict."""
    os.environ["COVERAGE_FILE"] = str(ROOT / ".coverage" / "data")
    shutil.rmtree(ROOT / ".coverage", ignore_errors=True)
    (ROOT / ".coverage").mkdir()
    tests = ["-m", "pytest", "--quiet", *EVERY_CORE, "-m", "not slow", f"--timeout={SECONDS_UNDER_COVERAGE}", *words]
    status = follow(in_environment("coverage", "run", *tests), cwd=ROOT)
    if status != 0:
        return status
    subprocess.call(in_environment("coverage", "combine", "--quiet"), cwd=ROOT)
    statuses = []
    for name, files, floor in COVERED:
        print(f"-- {name}: the worst files, statements and branches, at least {floor} %")
        report = in_environment("coverage", "report", "--sort=cover", f"--fail-under={floor}", *files)
        done = subprocess.run(report, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        lines = done.stdout.splitlines()
        print("\n".join([*lines[: 2 + WORST_FILES], *lines[-3:]]), flush=True)
        statuses.append(done.returncode)
    return max(statuses)


def with_node() -> list[str]:
    """Options of uv that bring Node, for the page in web/; none if the PATH has it, or there is no page."""
    build = ROOT / "web" / "build.py"
    wheels = runpy.run_path(str(build))["wheels_for_node"]() if build.is_file() else []
    return [word for wheel in wheels for word in ("--with", wheel)]


def in_environment(*command: str, options: "list[str] | None" = None, needs_node: bool = False) -> list[str]:
    """Return the command line that runs `command` with the project's own packages."""
    uv = [find_uv(), "run", "--project", str(ROOT), *(options or [])]
    return [*uv, *(with_node() if needs_node else []), *command]


def follow(command: list[str], cwd: "Path | None" = None) -> int:
    """Run `command` until it ends. Ctrl-C goes only to it: a session stops its run and continues."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        status = subprocess.call(command, cwd=cwd)
    finally:
        signal.signal(signal.SIGINT, before)
    return status if status >= 0 else 128 - status


def find_uv() -> str:
    """Return the path of uv, fetching it into `.tools/` if necessary."""
    found = shutil.which("uv") or installed_uv()
    if found:
        return found
    print("Fetching uv into .tools/ ...", file=sys.stderr, flush=True)
    complaints = ""
    target = ["-m", "pip", "install", "--quiet", "--target", str(TOOLS), "uv"]
    own = TOOLS / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    for commands in (
        [[sys.executable, *target]],
        [[sys.executable, *target, "--break-system-packages"]],
        [
            [sys.executable, "-m", "venv", str(TOOLS / "venv")],
            [str(own), "-m", "pip", "install", "--quiet", "uv"],
        ],
    ):
        complaints += "".join(complaint_of(command) for command in commands)
        found = installed_uv()
        if found:
            return found
    sys.exit(NO_UV % (complaints.strip(), sys.executable))


def installed_uv() -> "str | None":
    """Return the uv fetched earlier, if any: pip puts scripts in different folders."""
    folders = [TOOLS / "bin", TOOLS / "Scripts", TOOLS / "venv" / "bin", TOOLS / "venv" / "Scripts"]
    return shutil.which("uv", path=os.pathsep.join(map(str, folders)))


def complaint_of(command: list[str]) -> str:
    """Run one step of an installation and return its output if it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except OSError as error:
        return f"{error}\n"
    return done.stdout if done.returncode != 0 else ""


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
