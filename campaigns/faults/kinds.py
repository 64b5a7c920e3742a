"""The kinds of faults: each draws a fault from a random generator, and tries it on the bench."""

import math
import os
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .bench import Bench
from .case import Fault
from .forked import fork, in_fork
from .outside import make_damaged_home, make_streams, try_damaged_home, try_streams
from .streams import STREAMED, stream_seconds, try_full_stream, try_killed_stream
from .writers import WRITERS, execute

Make = Callable[[Bench, random.Random], Fault]
Try = Callable[[Bench, Fault], list[str]]
ALLOWED_WHEN_FULL = ("file-not-written", "file-trouble")


def make_kill(bench: Bench, chance: random.Random) -> Fault:
    """At a step, which is reproducible; or at any time, even while a library writes."""
    name = chance.choice(sorted(WRITERS))
    _, _, seconds, events = bench.known(name)
    if chance.random() < 0.5:
        return Fault("kill", name, event=chance.randint(1, events))
    return Fault("kill", name, seconds=max(1e-4, chance.random() * seconds))


def try_kill(bench: Bench, fault: Fault) -> list[str]:
    writer = WRITERS[fault.writer]
    bench.known(fault.writer)
    with bench.folder() as folder:
        bench.put_old(writer, folder)
        ended = bench.execute(bench.second, writer, folder, event=fault.event, seconds=fault.seconds)
        return ended.complaints + bench.complaints(fault.writer, folder)


def make_full(_bench: Bench, chance: random.Random) -> Fault:
    name = chance.choice(sorted(WRITERS))
    return Fault("full", name, room=int(2 ** (chance.random() * math.log2(200_000))))


def try_full(bench: Bench, fault: Fault) -> list[str]:
    writer = WRITERS[fault.writer]
    bench.known(fault.writer)
    with small_disk(bench.home) as place, bench.folder(place) as folder:
        bench.put_old(writer, folder)
        limits = {}
        ballast = folder / "ballast"
        if place is None:
            limits["size"] = fault.room
        else:
            _fill(ballast, fault.room)
        ended = in_fork(
            lambda: [execute(bench.second, *writer.lines), execute(bench.second, "Q", "DISP x")], folder, **limits
        )
        found = ended.complaints
        failed, afterwards = ended.reply or ([], [])
        found += [f"the reason is {reason}" for reason in failed if not reason.startswith(ALLOWED_WHEN_FULL)]
        # Q leaves the editor, if the writer was one.
        found += [
            f"the session does not continue: {each}" for each in afterwards if not each.startswith("unknown-command")
        ]
        ballast.unlink(missing_ok=True)
        return found + bench.complaints(fault.writer, folder)


def _fill(ballast: Path, room: int) -> None:
    free = os.statvfs(ballast.parent)
    ballast.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - room)))


@contextmanager
def small_disk(home: Path) -> Iterator[Path | None]:
    """A disk of two megabytes, if permitted; None if the size of files is limited instead."""
    place = Path(tempfile.mkdtemp(dir=home))
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(place)]
    is_made = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield place if is_made else None
    finally:
        if is_made:
            subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=True)
        place.rmdir()


def make_two(_bench: Bench, chance: random.Random) -> Fault:
    name = chance.choice([name for name, writer in sorted(WRITERS.items()) if not writer.is_over_a_note])
    return Fault("two", name, seed=chance.randrange(2**31))


def try_two(bench: Bench, fault: Fault) -> list[str]:
    """Two sessions write the same file again and again; one is killed if the seed is odd."""
    writer = WRITERS[fault.writer]
    bench.known(fault.writer)
    with bench.folder() as folder:
        bench.put_old(writer, folder)
        chance = random.Random(fault.seed)
        other = fork()
        if other == 0:
            for _ in range(3):
                bench.execute(bench.first, writer, folder)
            os._exit(0)
        found = []
        for _ in range(3):
            seconds = chance.random() * bench.known(fault.writer)[2] if fault.seed % 2 else 0.0
            ended = bench.execute(bench.second, writer, folder, seconds=seconds)
            found += ended.complaints + (ended.reply or [])
        os.waitpid(other, 0)
        return found + bench.complaints(fault.writer, folder, is_alone=False)


def make_stream(bench: Bench, chance: random.Random) -> Fault:
    name = chance.choice(sorted(STREAMED))
    return Fault("stream", name, seconds=max(1e-3, chance.random() * stream_seconds(bench, name)))


def make_full_stream(_bench: Bench, chance: random.Random) -> Fault:
    return Fault("full-stream", chance.choice(sorted(STREAMED)), room=int(2 ** (chance.random() * math.log2(2e6))))


def _try_full_stream(bench: Bench, fault: Fault) -> list[str]:
    with small_disk(bench.home) as place, bench.folder(place) as folder:
        ballast = folder / "ballast"
        if place is not None:
            _fill(ballast, fault.room)
        return try_full_stream(fault, folder, None if place is not None else fault.room)


@dataclass(frozen=True, slots=True)
class Kind:
    make: Make
    attempt: Try
    weight: int


KINDS: dict[str, Kind] = {
    "kill": Kind(make_kill, try_kill, 12),
    "stream": Kind(make_stream, try_killed_stream, 4),
    "full": Kind(make_full, try_full, 6),
    "full-stream": Kind(make_full_stream, _try_full_stream, 2),
    "two": Kind(make_two, try_two, 2),
    "streams-closed": Kind(make_streams, try_streams, 1),
    "damaged-home": Kind(make_damaged_home, try_damaged_home, 1),
}
