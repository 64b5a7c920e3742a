"""Runs against hand-written C, and the time from a change to its result; against the project's own bounds.

    python3 run.py bench runs [--quick] [--generic] [--fma] [--library-power]

C and Simnon run alternately and the smallest time of each counts, so that other load on the machine affects both alike.
The C is compiled for this processor, as ours is; with --generic for any. With --fma ours rounds products and sums
once, as gcc does. The ratio is that of whole calls of `simulate`, as a user makes them: with rows stored, and events
read where it says so. Stiff problems are compared at equal error: ours runs with the tolerance at which its final
states are as close to a reference as those of C.
Both are compiled in advance, including the specialised run loop, which is otherwise compiled during the first runs.
On a machine that is never quiet for long, the beginning of a long problem is more reliable than the whole of it.
The C is in `benchmarks/c`; without gcc, only Simnon's times are printed.
"""

import math
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

import simnon
from benchmarks._native import FLAGS, Array, Counts, Native, native
from benchmarks._process import read_processes, time_processes
from benchmarks.models import BALL, RELAY, VDPOL, brusselator, brusselator_start
from simnon import Model, Trajectory
from simnon.kernels import METHODS

EXAMPLES = Path(__file__).parent.parent / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
STIFF = next((name for name in METHODS if "rodas" in name), None)
load = partial(simnon.load, fma="--fma" in sys.argv)
RTOL, ATOL = 1e-6, 1e-9
FLAG_OF_OPTION = {"--library-power": "-DLIBRARY_POWER"}
TIGHTER = tuple(10.0 ** (-k / 4) for k in range(17))
"""Factors of the tolerance that are tried for equal error."""
BOUNCES = 60
HALF_PERIOD = 1.1549519707222298
"""Between two switchings of the relay."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a run of either: the counts, and the numbers that must agree."""

    seconds: float
    steps: int
    answer: Array
    whole: float = 0.0
    """Seconds of the whole call of `simulate`."""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    name: str
    model: Model
    bound: float
    ours: Callable[[], Compared] | None
    theirs: Callable[[Native], Compared]
    repeats: int
    seconds: float = 5.0
    """Time limit for all repetitions."""


def main() -> None:
    is_quick = "--quick" in sys.argv
    more_flags = tuple(flag for option, flag in FLAG_OF_OPTION.items() if option in sys.argv)
    if "--generic" not in sys.argv:
        more_flags = ("-march=native", *more_flags)
    library = native(more_flags)
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {compiler(more_flags)}")
    if library is None:
        print("gcc was not found: no ratios.")
    print(HEAD)
    problems: list[Callable[[], Problem]] = [
        lorenz,
        vdpol,
        robertson,
        partial(tank, 1000.0),
        partial(tank, 1000.0, spacing=0.01),
        partial(tank, 10.0),
        ball,
        partial(relay, 10_000),
        partial(relay, 10_000, reads_events=True),
        partial(relay, 100),
        partial(brusselators, 500),
        partial(brusselators, 2000),
    ]
    if find_spec("sksundae") is not None:
        problems += [partial(brusselators, 500, "cvode"), partial(brusselators, 2000, "cvode")]
    missed = [name for make in problems if (name := measure(make(), library, is_quick))]
    print(f"bounds missed: {'; '.join(missed)}" if missed else "all bounds are met")
    print()
    measure_changes(3 if is_quick else 1)


def compiler(more_flags: Sequence[str]) -> str:
    """Which gcc, and with which flags: the ratios mean nothing without them."""
    if shutil.which("gcc") is None:
        return "no gcc"
    version = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout.split("\n")[0]
    return " ".join([version, *FLAGS, *more_flags])


HEAD = (
    f"{'':26}{'C ms':>9}{'whole ms':>10}{'ratio':>8}{'bound':>7}{'run ms':>9}{'beyond us':>11}"
    f"{'C steps':>10}{'ours':>9}{'C ns':>7}{'ours ns':>9}   difference"
)


def measure(problem: Problem, library: Native | None, is_quick: bool) -> str:
    """Run both alternately; print the smallest time of each, the ratio, and the difference of their answers.

    Return the name if the bound is missed.
    """
    if problem.ours is not None:
        problem.ours()
        problem.model.finish_compiling()
    started = time.perf_counter()
    ours: list[Compared] = []
    theirs: list[Compared] = []
    for _ in range(max(3, problem.repeats // (10 if is_quick else 1))):
        if library is not None:
            theirs.append(problem.theirs(library))
        if problem.ours is not None:
            ours.append(problem.ours())
        if time.perf_counter() - started > problem.seconds:
            break
    own, reference = least(ours), least(theirs)
    print(line(problem, own, reference), flush=True)
    is_missed = own is not None and reference is not None and own.whole > problem.bound * reference.seconds
    return problem.name if is_missed else ""


def least(runs: list[Compared]) -> Compared | None:
    """The fastest run, with the smallest time of the whole call."""
    if not runs:
        return None
    best = min(runs, key=lambda run: run.seconds)
    return Compared(best.seconds, best.steps, best.answer, min(run.whole for run in runs), best.notes)


def line(problem: Problem, ours: Compared | None, theirs: Compared | None) -> str:
    words = [
        f"{problem.name:26}",
        f"{1e3 * theirs.seconds:9.3f}" if theirs else " " * 9,
        f"{1e3 * ours.whole:10.3f}" if ours else " " * 10,
        f"{ours.whole / theirs.seconds:8.2f}" if ours and theirs else " " * 8,
        f"{problem.bound:7.2f}",
        f"{1e3 * ours.seconds:9.3f}{1e6 * (ours.whole - ours.seconds):11.1f}" if ours else " " * 20,
        f"{theirs.steps:10d}" if theirs else " " * 10,
        f"{ours.steps:9d}" if ours else " " * 9,
        f"{1e9 * theirs.seconds / theirs.steps:7.0f}" if theirs else " " * 7,
        f"{1e9 * ours.seconds / ours.steps:9.0f}" if ours else " " * 9,
        "   ",
    ]
    if ours is None:
        return "".join(words) + "no stiff method"
    return "".join(words) + (difference(ours.answer, theirs.answer) if theirs else "") + ours.notes


def difference(ours: Array, theirs: Array) -> str:
    if len(ours) != len(theirs):
        return f"{len(ours)} results against {len(theirs)} "
    return f"{np.max(np.abs(ours - theirs)):.1e} "


def timed(
    simulate: Callable[[], Trajectory],
    answer: Callable[[Trajectory], Array],
    notes: Callable[[Trajectory], str] = lambda _: "",
    read: Callable[[Trajectory], object] = lambda _: None,
) -> Compared:
    """`read` is what a user reads of the results, and counts; `answer` is what is compared, and does not."""
    before = time.perf_counter()
    run = simulate()
    read(run)
    whole = time.perf_counter() - before
    return Compared(run.statistics.seconds, run.statistics.steps, answer(run), whole, notes(run))


def counted(counts: Counts, answer: Array) -> Compared:
    return Compared(counts.seconds, counts.steps, answer)


def lorenz() -> Problem:
    """The first tenth of the record is compared: later the solution amplifies every rounding error."""
    model = load(EXAMPLES / "lorenz.t")
    rows = np.zeros((1001, 4))
    parameters = np.array([10.0, 28.0, 8 / 3])

    def ours() -> Compared:
        return timed(lambda: model.simulate(0, 100, spacing=0.1), lambda run: run["x"][:100])

    def theirs(library: Native) -> Compared:
        return counted(library.call("lorenz", parameters, 100.0, 0.1, RTOL, ATOL, rows), rows[:100, 1])

    return Problem("Lorenz", model, 1.05, ours, theirs, 1000)


def vdpol() -> Problem:
    final = np.zeros(2)

    def theirs(library: Native) -> Compared:
        return counted(library.call("vdpol", 1000.0, 3000.0, RTOL, ATOL, final), final.copy())

    problem = Stiff(load(VDPOL), 3000.0, ATOL, ("x", "y"), {"mu": 1000.0})
    return at_equal_error("van der Pol, mu 1000", problem, 1.2, theirs, 500)


def robertson() -> Problem:
    final, rates = np.zeros(3), np.array([0.04, 3e7, 1e4])

    def theirs(library: Native) -> Compared:
        return counted(library.call("robertson", rates, 1e11, RTOL, 1e-14, final), final.copy())

    model = load(EXAMPLES / "robertson.t")
    return at_equal_error("Robertson", Stiff(model, 1e11, 1e-14, ("a", "b", "c")), 1.3, theirs, 500)


def brusselators(cells: int, method: str | None = STIFF) -> Problem:
    final = np.zeros(2 * cells)

    def theirs(library: Native) -> Compared:
        final[0::2], final[1::2] = brusselator_start(cells), 3.0
        return counted(library.call("brusselator", cells, 0.02, 10.0, RTOL, ATOL, final), final.copy())

    names = tuple(f"{'uv'[i % 2]}{i // 2}" for i in range(2 * cells))
    name = f"Brusselator, {cells}" if method == STIFF else f"same with {method}"
    return at_equal_error(name, Stiff(load(brusselator(cells)), 10.0, ATOL, names, method=method), 1.3, theirs, 10)


@dataclass(frozen=True, slots=True)
class Stiff:
    """A stiff problem of which only the end is recorded; `names` are the states in the order of the C."""

    model: Model
    stop: float
    atol: float
    names: tuple[str, ...]
    parameters: dict[str, float] = field(default_factory=dict)
    method: str | None = STIFF

    def run(self, factor: float, method: str) -> Compared:
        """With both tolerances times `factor`."""
        return timed(
            lambda: self.model.simulate(
                0,
                self.stop,
                parameters=self.parameters,
                method=method,
                rtol=RTOL * factor,
                atol=self.atol * factor,
                spacing=self.stop,
                store=self.names[:1],
            ),
            lambda run: np.array([run.final[name] for name in self.names]),
        )


def at_equal_error(
    name: str, problem: Stiff, bound: float, theirs: Callable[[Native], Compared], repeats: int
) -> Problem:
    """Ours with the loosest tolerance whose error is no larger than that of C; without gcc, with the tolerance of C."""
    method = problem.method
    if method is None:
        return Problem(name, problem.model, bound, None, theirs, repeats)
    library = native()
    factor, notes = 1.0, ""
    if library is not None:
        exact = problem.run(TIGHTER[-1], STIFF or method).answer
        limit = error_of(theirs(library).answer, exact)
        errors = ((factor, error_of(problem.run(factor, method).answer, exact)) for factor in TIGHTER)
        factor, error = next(((f, e) for f, e in errors if e <= limit), (TIGHTER[-1], math.nan))
        notes = f"rtol {RTOL * factor:.1e}: error {error:.1e}, C {limit:.1e}"

    def ours() -> Compared:
        return replace(problem.run(factor, method), notes=notes)

    return Problem(name, problem.model, bound, ours, theirs, repeats)


def error_of(found: Array, exact: Array) -> float:
    """The largest deviation of a state, as a fraction of the largest state of the reference where it is small."""
    return float(np.max(np.abs(found - exact) / np.maximum(np.abs(exact), 1e-3 * np.max(np.abs(exact)))))


def tank(stop: float, spacing: float = 1.0) -> Problem:
    """A step to each sample; the level is recorded once a second, or at every sample."""
    model = load(*TANK)
    rows = np.zeros((round(stop / spacing) + 1, 2))
    names = ("inflow_max", "area", "g", "gain", "ti", "limit", "period", "small", "large", "wanted")
    local = {name.partition("[")[0]: value for name, value in model.parameters.items()}
    parameters = np.array([(local | {"period": 0.01, "ti": 50.0})[name] for name in names])

    def ours() -> Compared:
        return timed(
            lambda: model.simulate(0, stop, parameters={"period": 0.01, "ti": 50}, spacing=spacing, store=["level"]),
            lambda run: run["level"],
        )

    def theirs(library: Native) -> Compared:
        return counted(library.call("tank", parameters, stop, spacing, RTOL, ATOL, rows), rows[:, 1])

    stored = "" if spacing == 1.0 else ", all rows"
    return Problem(f"tank, {100 * stop:,.0f}{stored}", model, 1.1, ours, theirs, int(2e5 / stop))


def bounce_times() -> Array:
    """The times of the bounces, exact except for rounding."""
    fall = math.sqrt(2 * 10 / 9.81)
    return np.array([fall * (1 + 2 * math.fsum(0.9**i for i in range(1, n + 1))) for n in range(BOUNCES + 1)])


def ball() -> Problem:
    model = load(BALL)
    right = bounce_times()
    stop = float(0.5 * (right[-1] + right[-2]))
    bounces = np.zeros(BOUNCES + 10)

    def found(run: Trajectory) -> Array:
        return run.events.of("v").time

    def notes(run: Trajectory) -> str:
        times = found(run)
        if len(times) != BOUNCES:
            return f"{len(times)} bounces instead of {BOUNCES}: {run.stop.code}"
        return f"{BOUNCES} bounces, correct to {np.max(np.abs(times - right[:BOUNCES])):.1e}"

    def ours() -> Compared:
        return timed(lambda: model.simulate(0, stop, spacing=stop), found, notes)

    def theirs(library: Native) -> Compared:
        counts = library.call("ball", 10.0, 9.81, 0.9, stop, RTOL, ATOL, bounces)
        return counted(counts, bounces[: counts.events])

    return Problem("ball, 60 bounces", model, 3.0, ours, theirs, 1000, seconds=2.0)


def relay(count: int, *, reads_events: bool = False) -> Problem:
    model = load(RELAY)
    stop = count * HALF_PERIOD
    switchings, final = np.zeros(2 * count), np.zeros(2)

    def found(run: Trajectory) -> Array:
        return run.events.of("u").time

    def ours() -> Compared:
        read = found if reads_events else lambda _: None
        return timed(lambda: model.simulate(0, stop, spacing=stop, store=["x2"]), found, read=read)

    def theirs(library: Native) -> Compared:
        counts = library.call("relay", 0.1, stop, RTOL, ATOL, switchings, final)
        return counted(counts, switchings[: counts.events])

    name, bound = (f"relay, {count:,}, events read", 1.4) if reads_events else (f"relay, {count:,} events", 1.2)
    return Problem(name, model, bound, ours, theirs, 1_000_000 // count)


def measure_changes(divisor: int) -> None:
    """The time from a change of text or of a parameter to the result, and from a cold start."""
    texts = [path.read_text(encoding="utf-8") for path in TANK]
    stiff = [(EXAMPLES / "robertson.t").read_text(encoding="utf-8")]
    count = 60 // divisor
    report("changed text, vdpol", 5.0, [run_of_changed_text([VDPOL], "mu: 1\n", i, 10) for i in range(count)])
    report("changed text, tank", 10.0, [run_of_changed_text(texts, "gain: 1\n", i, 100) for i in range(count)])
    report(
        "changed text, Robertson",
        12.0,
        [run_of_changed_text(stiff, "unused: 1\n", i, 1e11, STIFF) for i in range(count)],
    )
    cold = time_processes(["-c", COLD, *map(str, TANK)], 20 // divisor)
    report("cold process, tank", 150.0, cold)
    report("simnon --version", 60.0, time_processes(["-m", "simnon", "--version"], 20 // divisor))
    report("simnon --help", 60.0, time_processes(["-m", "simnon", "--help"], 20 // divisor))
    if Path("/proc/self/status").exists():
        memory = [float(kibibytes) / 1024 for kibibytes in read_processes(["-c", MEMORY], 3)]
        print(f"{'import simnon':26}{min(memory):9.1f} MiB  bound {55.0:6.1f}")
    for name, model, parameter, stop in (
        ("changed mu, vdpol", load(VDPOL), "mu", 10),
        ("changed gain, tank", load(*TANK), "gain", 100),
    ):
        report(name, 0.01, [beyond_the_run(model, parameter, i, stop) for i in range(1000 // divisor)])


MEMORY = "import simnon; print(next(l for l in open('/proc/self/status') if l.startswith('VmHWM')).split()[1])"
"""The most memory that the process has had, in KiB; Linux only."""
COLD = "import sys, simnon; simnon.load(*sys.argv[1:]).simulate(0, 100)"


def report(name: str, bound: float, seconds: list[float]) -> None:
    best, middle = 1e3 * min(seconds), 1e3 * sorted(seconds)[len(seconds) // 2]
    print(f"{name:26}{best:9.3f} ms   bound {bound:6.2f}   median {middle:8.3f}", flush=True)


def run_of_changed_text(texts: list[str], place: str, number: int, stop: float, method: str | None = None) -> float:
    """Seconds from a new text, with one of its equations changed too, to the result."""
    changed = [text.replace(place, f"{place.partition(':')[0]}: {1 + 1e-3 * number!r}\n") for text in texts]
    changed[0] = changed[0].replace("END\n", f"unused{number} = {number}\nEND\n")
    before = time.perf_counter()
    load(*changed).simulate(0, stop, method=method or "auto")
    return time.perf_counter() - before


def beyond_the_run(model: Model, parameter: str, number: int, stop: float) -> float:
    """Seconds of a call of `simulate` that are not spent in the run itself."""
    before = time.perf_counter()
    run = model.simulate(0, stop, parameters={parameter: 1 + 1e-4 * number})
    return time.perf_counter() - before - run.statistics.seconds


if __name__ == "__main__":
    main()
