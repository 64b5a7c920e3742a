"""Ensembles in lanes against the same members one by one in hand-written C, on one core; and on two.

    python3 run.py bench ensembles [--quick] [--width=N] [--native]

C and Simnon run alternately, Simnon with all members in one call, and the smallest processor time counts. The integrals
are states in both.
"two" is the speedup with two threads, "sweep" the same for a whole call of `model.sweep`, and "C two" the same for C,
with so many members that C takes as long as Simnon does for all of them: what the machine can do.
"compile" is the time to compile for lanes divided by that for single runs.
"""

import math
import os
import platform
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._native import Array, Native, native
from simnon.compiler import compile_model
from simnon.simulation import MemberOutputs, RunOptions, Simulator, run_members
from simnon.simulation.run_buffers import OF_MEMBERS_WITHOUT_RECORDS, OF_UNMONITORED_RUNS
from simnon.studies import Study, choose_engine, make_study, with_labels, zipped_design
from simnon.targets.llvm import natural_width

EXAMPLES = Path(__file__).parent.parent / "examples"
RTOL, ATOL = 1e-6, 1e-9
COUNT = 10_000
PIECE = 2000
COLUMNS = (
    ("lanes", 6),
    ("C ms", 9),
    ("ours ms", 9),
    ("times C", 9),
    ("bound", 7),
    ("two", 7),
    ("C two", 7),
    ("sweep", 7),
    ("compile", 9),
)
CALLS = 3
"""Runs of Simnon between two of C, which take longer."""
SECONDS_IN_TURN = 0.2
"""Runs of Simnon on one thread when one thread is compared with two; times the repeats."""
BOUNCES = 20
KNOWN = OF_MEMBERS_WITHOUT_RECORDS | OF_UNMONITORED_RUNS
"""What lane code is compiled for: no records, no stiffness detection."""

VDPOL = """CONTINUOUS SYSTEM vdpol
STATE x y s
DER dx dy ds
dx = y
dy = mu*(1 - x^2)*y - x
ds = x^2
mu: 1
x: 2
END
"""

BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g
WHEN h < 0
  v = -k*PRE(v)
  bounces = PRE(bounces) + 1
END
STOP WHEN bounces >= 20
h: 10
g: 9.81
k: 0.9
bounces: 0
END
"""

ERROR = """CONTINUOUS SYSTEM score
INPUT e
STATE s
DER ds
ds = e^2
END
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """`theirs` computes what `answer` is compared with."""

    name: str
    bound: float
    model: Simulator
    names: tuple[str, ...]
    members: Array
    options: RunOptions
    answer: str
    theirs: Callable[[Native, Array], Array]


def main() -> None:
    is_quick = "--quick" in sys.argv
    library = native(("-march=native",) if "--native" in sys.argv else ())
    chosen = next((int(word.partition("=")[2]) for word in sys.argv if word.startswith("--width=")), 0)
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    if library is None:
        print("gcc was not found: nothing to compare with.")
    print(f"{'':22}{''.join(f'{name:>{width}}' for name, width in COLUMNS)}   difference")
    for make in (vdpol, tank, ball):
        problem = make()
        for width in [chosen] if chosen else dict.fromkeys((8, natural_width(len(problem.model.states)))):
            print(measure(problem, library, width, 2 if is_quick else 10), flush=True)
    print(f"{'':22}{'first ms':>10}{'bound':>7}{'all ms':>9}   of a sweep of a new text, minima")
    for make, bound in ((vdpol, 60.0), (tank, 120.0)):
        print(measure_new_text(make(), bound, 3 if is_quick else 10), flush=True)


def measure_new_text(problem: Problem, bound: float, repeats: int) -> str:
    """From a text that was never compiled to the first members of its sweep, and to all of them."""
    first, every = math.inf, math.inf
    for number in range(repeats):
        texts = [source.text for source in problem.model.sources]
        texts[0] = texts[0].replace("END\n", f"unused = {number + time.time()}\nEND\n")
        started = time.perf_counter()
        model = Simulator.of(compile_model(*texts))
        study = study_of(replace(problem, model=model))
        running = study.resume(choose_engine())
        next(running)
        first = min(first, time.perf_counter() - started)
        for _ in running:
            pass
        every = min(every, time.perf_counter() - started)
        model.finish_compiling()  # The next text would wait for a compiler that is at work.
    return f"{problem.name:22}{1e3 * first:10.1f}{bound:7.0f}{1e3 * every:9.0f}"


def measure(problem: Problem, library: Native | None, width: int, repeats: int) -> str:
    """All members in one call, the smallest processor time of many; C in pieces, the smallest time of each.

    Two threads are compared with one by the clock, which is meaningful only on a quiet machine.
    """
    compiling = compile_time(problem, width)
    pieces = [slice(first, first + PIECE) for first in range(0, len(problem.members), PIECE)]
    theirs = dict.fromkeys(range(len(pieces)), math.inf)
    ours = math.inf
    difference = 0.0
    for _ in range(repeats):
        for _ in range(CALLS):
            before = time.thread_time()
            found, _ = run(problem, width, 1)
            ours = min(ours, time.thread_time() - before)
        if library is None:
            continue
        for number, piece in enumerate(pieces):
            before = time.thread_time()
            expected = problem.theirs(library, problem.members[piece])
            theirs[number] = min(theirs[number], time.thread_time() - before)
            difference = max(difference, float(np.max(np.abs(found[piece] - expected))))
    c = sum(theirs.values())
    sweep_time(problem, 1)
    problem.model.finish_compiling()
    fewer = problem.members[: int(len(problem.members) * min(1.0, ours / c))]
    timed: list[Callable[[int], float]] = [
        lambda threads: run(problem, width, threads)[1],
        lambda threads: sweep_time(problem, threads),
    ]
    if library is not None:
        timed.append(lambda threads: c_time(problem, library, fewer, threads))
    two, sweep, c_two = (*on_two_threads(timed, repeats * math.ceil(SECONDS_IN_TURN / ours)), math.nan)[:3]
    return (
        f"{problem.name:22}{width:6d}{1e3 * c:9.1f}{1e3 * ours:9.1f}{c / ours:9.1f}{problem.bound:7.1f}"
        f"{two:7.2f}{c_two:7.2f}{sweep:7.2f}{compiling:8.1f}x   {difference:.1e}"
    )


def run(problem: Problem, width: int, threads: int) -> tuple[Array, float]:
    keep = MemberOutputs(final=[problem.answer])
    ensemble = run_members(
        problem.model, problem.members, problem.names, problem.options, keep, width=width, threads=threads
    )
    answer = ensemble.times if problem.answer == "bounces" else next(iter(ensemble.final.values()))
    return answer, ensemble.seconds


def on_two_threads(timed: Sequence[Callable[[int], float]], calls: int) -> list[float]:
    """The speedup of each with two threads: measured alternately, the smallest time of each."""
    least = [(math.inf, math.inf) for _ in timed]
    for _ in range(calls):
        least = [(min(one, call(1)), min(two, call(2))) for call, (one, two) in zip(timed, least, strict=True)]
    return [one / two for one, two in least]


def c_time(problem: Problem, library: Native, members: Array, threads: int) -> float:
    """Wall-clock time; members are dealt out to the threads in turn, so that all have equal work."""
    parts = [np.ascontiguousarray(members[first::threads]) for first in range(threads)]
    others = [threading.Thread(target=problem.theirs, args=(library, part)) for part in parts[1:]]
    started = time.perf_counter()
    for other in others:
        other.start()
    problem.theirs(library, parts[0])
    for other in others:
        other.join()
    return time.perf_counter() - started


def sweep_time(problem: Problem, threads: int) -> float:
    """Wall-clock time from the call to the results as the user gets them; with the default lanes."""
    started = time.perf_counter()
    study_of(problem).finish(threads)
    return time.perf_counter() - started


def study_of(problem: Problem) -> Study:
    options = problem.options
    columns = dict(zip(problem.names, problem.members.T, strict=True))
    return make_study(
        problem.model,
        zipped_design(with_labels(problem.model, columns)),
        options.start,
        options.stop,
        keep=[f"final({problem.answer})"],
        parameters=options.parameters,
        rtol=RTOL,
        atol=ATOL,
        method="dopri5",
    )


def compile_time(problem: Problem, width: int) -> float:
    """Compile time of lane code, relative to that of a specialised single run, both from scratch."""
    before = os.environ.get("SIMNON_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIMNON_CACHE"] = folder
        model = Simulator.of(compile_model(*(source.text for source in problem.model.sources)))
        model.run(model.options(0, 0.01, method="dopri5"))
        started = time.process_time()
        model.finish_compiling()
        single = time.process_time() - started
        started = time.process_time()
        model.ensemble_code("dopri5", width, KNOWN)
        lanes = time.process_time() - started
    if before is None:
        del os.environ["SIMNON_CACHE"]
    else:
        os.environ["SIMNON_CACHE"] = before
    return lanes / single


def vdpol() -> Problem:
    model = Simulator.of(compile_model(VDPOL))
    members = np.linspace(0.1, 5.0, COUNT)

    def theirs(library: Native, part: Array) -> Array:
        integrals = np.zeros(len(part))
        library.call("vdpol_sweep", part, len(part), 20.0, RTOL, ATOL, integrals)
        return integrals

    options = model.options(0, 20, rtol=RTOL, atol=ATOL, method="dopri5")
    return Problem("van der Pol", 6.0, model, ("mu",), members[:, None], options, "s", theirs)


def tank() -> Problem:
    texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in ("tank.t", "regulator.t", "level.t")]
    texts[2] = texts[2].replace(
        "yref[regulator] = wanted\n", "yref[regulator] = wanted\ne[score] = wanted - level[tank]\n"
    )
    model = Simulator.of(compile_model(*texts, ERROR))
    gain, ti = np.meshgrid(np.linspace(0.2, 5.0, 100), np.linspace(10.0, 200.0, 100))
    members = np.ascontiguousarray(np.column_stack([gain.ravel(), ti.ravel()]))
    names = ("inflow_max", "area", "g", "gain", "ti", "limit", "period", "small", "large", "wanted")
    local = {name.partition("[")[0]: value for name, value in model.parameters.items()} | {"period": 1.0}
    parameters = np.array([local[name] for name in names])

    def theirs(library: Native, part: Array) -> Array:
        integrals = np.zeros(len(part))
        library.call("tank_sweep", parameters, part, len(part), 200.0, RTOL, ATOL, integrals)
        return integrals

    options = model.options(0, 200, parameters={"period": 1.0}, rtol=RTOL, atol=ATOL, method="dopri5")
    return Problem("sampled tank", 4.5, model, ("gain", "ti"), members, options, "s[score]", theirs)


def ball() -> Problem:
    model = Simulator.of(compile_model(BALL))
    members = np.linspace(0.5, 0.95, COUNT)

    def theirs(library: Native, part: Array) -> Array:
        ends = np.zeros(len(part))
        library.call("ball_sweep", part, len(part), BOUNCES, 10.0, 9.81, 100.0, RTOL, ATOL, ends)
        return ends

    options = model.options(0, 100, rtol=RTOL, atol=ATOL, method="dopri5")
    return Problem("ball, 20 bounces", 2.5, model, ("k",), members[:, None], options, "bounces", theirs)


if __name__ == "__main__":
    main()
