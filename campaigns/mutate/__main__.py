"""`python3 run.py mutate [package ...] [--count N] [--seed S]`: do the tests notice small mistakes?

Random mutants of the packages are put, one at a time, into a copy of the checkout, and the fast tests of their package
are run with the language pages (and, for kernels, the known answers), those that reach the mutant first. A mutant is
killed if a test fails or hangs.
Survivors are written to a file: kill each with a new test, or list it in equivalents.txt with the reason why nobody can
notice it; mutants listed there are not drawn.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..findings import ROOT
from ..signals import handled
from .equivalents import read_equivalents
from .mutants import Mutant, draw
from .tree import Tree, Verdict

PACKAGES = ("analysis", "assembly", "languages", "session", "kernels")
SURVIVORS = ROOT / ".mutants" / "survived.txt"


@dataclass(slots=True)
class Score:
    """The verdicts so far."""

    survivors: Path
    verdict_of_mutant: dict[Mutant, Verdict] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        with self.lock:
            self.verdict_of_mutant[mutant] = verdict
            word = "killed" if verdict.is_killed else "SURVIVED"
            by = f" by {verdict.killer}" if verdict.is_killed else ""
            print(f"{len(self.verdict_of_mutant):>4} {word} {verdict.seconds:.0f} s {mutant.file}:{mutant.line}{by}")
            if not verdict.is_killed:
                print("\n".join(f"       {line}" for line in mutant.difference[1:]))
                with self.survivors.open("a", encoding="utf-8") as file:
                    file.write(f"# line {mutant.line}: {mutant.kind}\n" + "\n".join(mutant.difference) + "\n\n")
            sys.stdout.flush()

    def table(self, packages: Sequence[str]) -> str:
        rows = [_row(package, self._killed(package)) for package in packages]
        return "\n".join(("     package  mutants   killed    score", *rows, _row("all", self._killed(""))))

    def _killed(self, package: str) -> list[bool]:
        found = self.verdict_of_mutant.items()
        return [verdict.is_killed for mutant, verdict in found if package in ("", mutant.package)]


def main(words: Sequence[str] | None = None) -> int:
    """0 if no mutant survived."""
    parser = argparse.ArgumentParser(
        "run.py mutate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("packages", nargs="*", help=f"among {', '.join(PACKAGES)}; all by default")
    parser.add_argument("--count", type=int, default=30, help="how many mutants; the default is 30")
    parser.add_argument("--seed", type=int, default=None, help="by default different each time")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time; by default one per processor"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="of processor time: a mutant that survives this long counts as survived; no limit by default",
    )
    parser.add_argument("--to", type=Path, default=SURVIVORS, help="where survivors are written")
    given = parser.parse_args(words)
    packages = given.packages or PACKAGES
    if given.count < 1 or given.jobs < 1 or not set(packages) <= set(PACKAGES):
        parser.error(f"--count and --jobs must be positive, packages among {', '.join(PACKAGES)}")
    seed = time.time_ns() % 2**32 if given.seed is None else given.seed
    mutants = draw(ROOT / "src" / "simnon", packages, given.count, random.Random(seed), read_equivalents())
    print(f"mutate: seed {seed}, {len(mutants)} mutants, {given.jobs} jobs", flush=True)
    given.to.parent.mkdir(parents=True, exist_ok=True)
    given.to.write_text("", encoding="utf-8")
    score = Score(given.to)
    # When terminated, still print the score so far, even if a process that a test started is still writing.
    with (
        handled((signal.SIGTERM,), signal.default_int_handler),
        tempfile.TemporaryDirectory(prefix="simnon-mutate-", ignore_cleanup_errors=True) as home,
    ):
        search(Path(home), mutants, given, score)
    print(score.table(packages))
    survived = sum(not verdict.is_killed for verdict in score.verdict_of_mutant.values())
    print(f"{survived} survived: {given.to}" if survived else "none survived")
    return int(bool(survived))


def search(home: Path, mutants: list[Mutant], given: argparse.Namespace, score: Score) -> None:
    """Try all of them, one package after the other, in copies of the checkout, one copy per job."""
    trees = [Tree(home / str(job)) for job in range(given.jobs)]
    try:
        for package in PACKAGES:
            chosen = [mutant for mutant in mutants if mutant.package == package]
            if chosen:
                _search_package(trees, package, chosen, given.seconds, score)
    except KeyboardInterrupt:
        print("ended early")
    finally:
        for tree in trees:
            tree.end()


def _search_package(trees: list[Tree], package: str, mutants: list[Mutant], seconds: float, score: Score) -> None:
    began = time.monotonic()
    failures = trees[0].record(package)
    if failures:
        sys.exit(f"the tests of {package} fail without a mutant:\n{failures}")
    print(f"{package}: {len(mutants)} mutants; its tests take {time.monotonic() - began:.0f} s", flush=True)
    left, lock = iter(mutants), threading.Lock()

    def work(tree: Tree) -> None:
        tree.start(package, trees[0])
        while True:
            with lock:
                mutant = next(left, None)
            if mutant is None:
                return
            score.add(mutant, tree.attempt(mutant, seconds))

    threads = [threading.Thread(target=work, args=(tree,), daemon=True) for tree in trees]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _row(name: str, killed: list[bool]) -> str:
    share = f"{100.0 * sum(killed) / len(killed):7.1f}%" if killed else f"{'-':>8}"
    return f"{name:>12} {len(killed):>8} {sum(killed):>8} {share}"


if __name__ == "__main__":
    sys.exit(main())
