"""Faults around a whole process: closed streams, and damaged files in the user's own folders."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

from ..home import environment_at
from .bench import Bench
from .case import Fault
from .writers import MODEL

COMMANDS = "SYST osc; SIMU 0 5; EXPORT run.csv x; DISP x; SAVE case; JOURNAL today"
STREAMS = ("stdin closed", "stdout closed", "stderr closed", "all closed", "stdout full", "stderr full", "reader gone")
SECONDS = 600.0


def make_streams(_bench: Bench, chance: random.Random) -> Fault:
    how = chance.choice(("-c", "piped"))
    return Fault("streams-closed", f"{how} {chance.choice(STREAMS)}")


def try_streams(bench: Bench, fault: Fault) -> list[str]:
    """It can fail, but with a message, and what it wrote is complete."""
    how, _, streams = fault.writer.partition(" ")
    words = [sys.executable, "-m", "simnon", *(["-c", COMMANDS] if how == "-c" else [])]
    shown = {"stdout closed": ">&-", "stderr closed": "2>&-", "stdin closed": "<&-", "all closed": "<&- >&- 2>&-"}
    shown |= {"stdout full": ">/dev/full", "stderr full": "2>/dev/full", "reader gone": "| true"}
    piped = "" if how == "-c" else "tr ';' '\\n' <commands | "
    with bench.folder() as folder:
        (folder / "commands").write_text(COMMANDS, encoding="utf-8")
        call = f"{piped}{' '.join(map(_quoted, words))} {shown[streams]}"
        done = _run(["sh", "-c", call], folder, environment_at(bench.home / "home"))
        return _complaints(done) + _half_written(folder)


def make_damaged_home(_bench: Bench, chance: random.Random) -> Fault:
    return Fault("damaged-home", "-c", seed=chance.randrange(2**31))


def try_damaged_home(bench: Bench, fault: Fault) -> list[str]:
    """With a damaged file in the cache or the user's folder, everything works as without that file, twice."""
    good, home = bench.home / "good-home", bench.home / "home"
    with bench.folder() as folder:
        words = [sys.executable, "-m", "simnon", "-c", COMMANDS]
        if not good.exists():
            _run(words, folder, environment_at(good))
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(good, home)
        _damage(home, random.Random(fault.seed))
        for name in ("run.csv", "case.par", "today.t"):
            (folder / name).unlink(missing_ok=True)
        found = []
        for _ in range(2):
            done = _run(words, folder, environment_at(home))
            found += _complaints(done)
            if done.returncode != 0 and "not-ours" not in done.stderr:
                found.append(f"status {done.returncode}: {done.stderr[-500:]}")
        return found + _half_written(folder)


def _damage(home: Path, chance: random.Random) -> None:
    files = sorted(path for path in home.rglob("*") if path.is_file())
    file = chance.choice(files)
    content = bytearray(file.read_bytes())
    match chance.randrange(5):
        case 0:
            content = content[: chance.randrange(len(content) + 1)]
        case 1:
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        case 2:
            content = bytearray(chance.randbytes(len(content)))
        case 3:
            file.unlink()
            file.mkdir()
            return
        case _:
            file.chmod(0)
            return
    file.write_bytes(content)


def _run(words: list[str], folder: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=SECONDS,
        check=False,
    )


def _complaints(done: "subprocess.CompletedProcess[str]") -> list[str]:
    said = done.stdout + done.stderr
    found = [f"status {done.returncode}"] if done.returncode not in (0, 1, 2) else []
    return found + [
        f"{word}: {said[-1500:]}" for word in ("Traceback", "our-mistake", "Exception ignored") if word in said
    ]


def _half_written(folder: Path) -> list[str]:
    """Every file is complete, and the model is unchanged."""
    found = [f"{path.name} was left behind" for path in folder.rglob(".simnon-*.part")]
    if (folder / "osc.t").read_text("utf-8") != MODEL:
        found.append("the model was changed")
    journal = folder / "today.t"
    if journal.exists() and not journal.read_text("utf-8").endswith("END\n"):
        found.append("today.t is not complete")
    return found


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
