"""Text to callable code: the time of each phase, against the project's own bounds.

python3 run.py bench compile [--large]
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._process import read_processes, time_processes
from benchmarks.models import VDPOL, acsl_plant, diffusion, network
from simnon.analysis import make_hybrid, order_equations
from simnon.assembly import assemble
from simnon.compiler import Analysed, compile_jacobian, compile_model, read_sources, read_systems
from simnon.compiler.garbage import paused_collection
from simnon.lowering import lower_model
from simnon.source import Report, Source
from simnon.targets.llvm import compile_program

EXAMPLES = Path(__file__).parent.parent / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
PHASES = ("read", "assemble", "analyse", "order", "lower", "target")


def time_phases(sources: Sequence[Source]) -> list[float]:
    """Seconds for each phase of one compilation."""
    report = Report()
    with paused_collection():
        clock = [time.perf_counter()]
        systems = read_systems(sources, report)
        clock.append(time.perf_counter())
        flat = assemble(systems, report)
        assert flat is not None
        clock.append(time.perf_counter())
        model = make_hybrid(flat, report)
        assert model is not None
        clock.append(time.perf_counter())
        schedule = order_equations(model)
        clock.append(time.perf_counter())
        program = lower_model(model, schedule, {})
        clock.append(time.perf_counter())
        compile_program(program)
        clock.append(time.perf_counter())
    return [after - before for before, after in pairwise(clock)]


def measure(name: str, sources: Sequence[Source], bound: float, repeats: int) -> None:
    runs = [time_phases(sources) for _ in range(repeats)]
    total = min(sum(run) for run in runs)
    phases = " ".join(f"{phase} {1e3 * min(run[i] for run in runs):.2f}" for i, phase in enumerate(PHASES))
    print(f"{name:28s} {1e3 * total:10.2f} ms   bound {1e3 * bound:7.0f}   ratio {total / bound:5.2f}   ({phases})")


def measure_cold(name: str, words: list[str], bound: float, repeats: int) -> None:
    best = min(time_processes(words, repeats))
    print(f"{name:28s} {1e3 * best:10.2f} ms   bound {1e3 * bound:7.0f}   ratio {best / bound:5.2f}")


def measure_function(name: str, function: Callable[[], object], repeats: int) -> None:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    print(f"{name:28s} {1e3 * min(times):10.2f} ms")


IMPORT_TIME = """
import time
start = time.perf_counter()
import simnon
print(time.perf_counter() - start)
"""


def measure_import(bound: float, repeats: int) -> None:
    runs = [float(printed) for printed in read_processes(["-c", IMPORT_TIME], repeats)]
    print(
        f"{'import simnon':28s} {1e3 * min(runs):10.2f} ms   bound {1e3 * bound:7.0f}   ratio {min(runs) / bound:5.2f}"
    )


def main() -> None:
    tank = read_sources(TANK, Report())
    measure("van der Pol", [Source("vdpol.t", VDPOL)], 8e-3, 200)
    measure("tank loop", tank, 12e-3, 100)
    measure("200 states", [Source("diffusion.t", diffusion(200))], 60e-3, 30)
    measure("10,000 equations", [Source("network.t", network(10_000))], 3.0, 3)
    measure("ACSL, 4,000 lines", [Source("plant.csl", acsl_plant(4000))], 2.0, 3)
    if "--large" in sys.argv:
        measure("100,000 equations", [Source("network.t", network(100_000))], 30.0, 1)
    measure_import(0.25, 10)
    measure_cold("simnon check, cold", ["-m", "simnon", "check", *map(str, TANK)], 0.4, 10)
    for name, text in (("Jacobian, van der Pol", VDPOL), ("Jacobian, 200 states", diffusion(200))):
        measure_function(name, partial(make_jacobian, compile_model(text).analysed), 20)


def make_jacobian(analysed: Analysed) -> None:
    program = compile_jacobian(analysed)
    assert program is not None
    compile_program(program)


if __name__ == "__main__":
    main()
