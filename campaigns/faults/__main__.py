"""`python3 run.py faults`: machine faults at random moments, for a given time; every finding becomes a test.

After each fault the old file or the new one exists, complete; the reason is reported; the session continues; and
nothing is left behind once the next session has started.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..home import own_home
from ..signals import handled
from .bench import Bench
from .case import FINDINGS, Fault, keep
from .kinds import KINDS

SECONDS_BETWEEN_REPORTS = 60.0
SECONDS_OF_SHRINKING = 60.0


def main(words: Sequence[str] | None = None) -> int:
    """0 if nothing was found."""
    parser = argparse.ArgumentParser("run.py faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long; the default is 5")
    parser.add_argument("--seed", type=int, default=None, help="by default different each time")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"what to try: {','.join(KINDS)}")
    parser.add_argument("--to", type=Path, default=FINDINGS, help="where findings are written")
    given = parser.parse_args(words)
    kinds = given.kinds.split(",")
    if not given.minutes > 0 or not set(kinds) <= set(KINDS):
        parser.error(f"--minutes must be positive, --kinds among {', '.join(KINDS)}")
    seed = time.time_ns() % 2**32 if given.seed is None else given.seed
    print(f"faults: seed {seed}, {given.minutes:g} minutes", flush=True)
    # When terminated, still print the counts and unmount the small disks.
    with (
        handled((signal.SIGTERM,), signal.default_int_handler),
        tempfile.TemporaryDirectory(prefix="simnon-faults-") as home,
        own_home(Path(home)),
    ):
        return search(Bench(Path(home)), random.Random(seed), kinds, given.minutes, given.to)


def search(bench: Bench, chance: random.Random, kinds: list[str], minutes: float, to: Path) -> int:
    tried, found = Counter[str](), Counter[str]()
    end, reported = time.monotonic() + 60 * minutes, time.monotonic()
    weights = [KINDS[kind].weight for kind in kinds]
    try:
        while time.monotonic() < end:
            kind = chance.choices(kinds, weights)[0]
            fault = KINDS[kind].make(bench, chance)
            complaints = KINDS[kind].attempt(bench, fault)
            tried[kind] += 1
            if complaints:
                found[kind] += 1
                _report(bench, fault, complaints, to)
            if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                print(f"{tried.total()} faults, {found.total()} findings", flush=True)
    except KeyboardInterrupt:
        print("ended early")
    for kind in kinds:
        print(f"{kind:>15} {tried[kind]:>6} tried {found[kind]:>5} findings")
    print(f"{'all':>15} {tried.total():>6} tried {found.total():>5} findings")
    return int(bool(found))


def _report(bench: Bench, fault: Fault, complaints: list[str], to: Path) -> None:
    smallest = smaller(bench, fault)
    path = keep(smallest, complaints, to)
    lines = "\n".join(f"    {line}" for complaint in complaints for line in complaint.splitlines()[-12:])
    print(f"finding: {smallest}\n  {path}\n{lines}", flush=True)


def smaller(bench: Bench, fault: Fault) -> Fault:
    """A kill at some time as a kill at the first step that shows the same; unchanged if none does."""
    if fault.kind != "kill":
        return fault
    end = time.monotonic() + SECONDS_OF_SHRINKING
    for event in range(1, bench.known(fault.writer)[3] + 1):
        at_step = replace(fault, event=event, seconds=0.0)
        if time.monotonic() > end:
            break
        if KINDS[fault.kind].attempt(bench, at_step):
            return at_step
    return fault


if __name__ == "__main__":
    sys.exit(main())
