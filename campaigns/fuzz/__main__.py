"""`python3 run.py fuzz`: try input that nobody would write, for a given time, and keep every finding as a test.

Each job has its own process with limits on time and memory. A finding is reduced as far as possible and written to
tests/findings/fuzz, where a test replays it, before and after it is fixed.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from ..signals import handled
from .case import FINDINGS, Case, Verdict, keep
from .children import Child
from .generating import GENERATORS
from .shrinking import smaller

SECONDS_OF_SHRINKING = 90.0
SECONDS_BETWEEN_REPORTS = 60.0


@dataclass(slots=True)
class Tally:
    """The results of all jobs."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    case_of_signature: dict[str, Case] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, case: Case, verdict: Verdict) -> bool:
        """Whether it is a new finding."""
        with self.lock:
            self.counts[case.kind, verdict.outcome] += 1
            is_new = verdict.is_finding and verdict.signature not in self.case_of_signature
            if is_new:
                self.case_of_signature[verdict.signature] = case
            return is_new

    def table(self) -> str:
        """A row for each kind of case, a column for each outcome."""
        with self.lock:
            counts = dict(self.counts)
        outcomes = sorted({outcome for _, outcome in counts})
        rows = [["kind", "tried", *outcomes]]
        for kind in GENERATORS:
            found = [counts.get((kind, outcome), 0) for outcome in outcomes]
            rows.append([kind, str(sum(found)), *map(str, found)])
        rows.append(["all", *(str(sum(int(row[i]) for row in rows[1:])) for i in range(1, len(rows[0])))])
        return "\n".join("  ".join(f"{cell:>12}" for cell in row) for row in rows)


def main(words: Sequence[str] | None = None) -> int:
    """0 if nothing was found."""
    parser = argparse.ArgumentParser("run.py fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long; the default is 5")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many processes; by default one per processor"
    )
    parser.add_argument("--seed", type=int, default=None, help="of the first job; by default different each time")
    parser.add_argument("--kinds", default=",".join(GENERATORS), help=f"what to try: {','.join(GENERATORS)}")
    parser.add_argument("--to", type=Path, default=FINDINGS, help="where findings are written")
    given = parser.parse_args(words)
    kinds = given.kinds.split(",")
    if given.jobs < 1 or not given.minutes > 0 or not set(kinds) <= set(GENERATORS):
        parser.error(f"--jobs and --minutes must be positive, --kinds among {', '.join(GENERATORS)}")
    seed = time.time_ns() % 2**32 if given.seed is None else given.seed
    given.to.mkdir(parents=True, exist_ok=True)
    print(f"fuzz: seed {seed}, {given.jobs} jobs, {given.minutes:g} minutes", flush=True)
    tally, over = Tally(), threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        over.set()

    with handled((signal.SIGINT, signal.SIGTERM), stop), tempfile.TemporaryDirectory(prefix="simnon-fuzz-") as home:
        threads = [
            threading.Thread(target=_work, args=(Path(home), seed + job, kinds, tally, over, given.to))
            for job in range(given.jobs)
        ]
        for thread in threads:
            thread.start()
        _wait(over, 60.0 * given.minutes, tally)
        for thread in threads:
            thread.join()
    print(tally.table())
    print(f"{len(tally.case_of_signature)} findings" if tally.case_of_signature else "no findings")
    return int(bool(tally.case_of_signature))


def _wait(over: threading.Event, seconds: float, tally: Tally) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not over.wait(min(left, SECONDS_BETWEEN_REPORTS)):
        with tally.lock:
            print(f"{sum(tally.counts.values())} tried, {len(tally.case_of_signature)} findings", flush=True)
    over.set()


def _work(home: Path, seed: int, kinds: list[str], tally: Tally, over: threading.Event, folder: Path) -> None:
    generator = random.Random(seed)
    with Child(home) as child:
        while not over.is_set():
            case = GENERATORS[generator.choice(kinds)](generator)
            verdict = child.judge(case)
            if tally.add(case, verdict):
                _keep_smallest(child, case, verdict, folder)


def _keep_smallest(child: Child, case: Case, verdict: Verdict, folder: Path) -> None:
    """Reduce it for a limited time, and write it to a file."""
    end = time.monotonic() + SECONDS_OF_SHRINKING

    def shows(other: Case) -> bool:
        return time.monotonic() < end and child.judge(other).signature == verdict.signature

    # Each attempt at a hang takes the full time limit of a child, so a hang is not reduced.
    smallest = case if verdict.outcome == "hang" else smaller(case, shows)
    path = keep(smallest, verdict, folder)
    print(f"finding: {verdict.signature}\n  {path}\n{_indented(verdict.account)}", flush=True)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.strip().splitlines()[-12:])


if __name__ == "__main__":
    sys.exit(main())
