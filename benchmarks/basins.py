"""A map of basins of a double-well oscillator, 500 by 500 starts, against the same runs one by one in hand-written C.

    python3 run.py bench basins [--native]

C and Simnon run alternately, and the smallest time counts: processor time on one thread, and the clock for the whole
call of `model.basins` on all processors. C is given the wells; Simnon finds them.
"""

import math
import os
import platform
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._native import native
from simnon import load
from simnon.compiler import compile_model
from simnon.simulation import Destination, MemberOutputs, Simulator, Watching, run_members
from simnon.studies.orbits import Basins

TEXT = """CONTINUOUS SYSTEM doublewell
STATE x v
DER dx dv
dx = v
dv = x - x^3 - d*v
d: 0.25
END
"""
COUNT, RANGE, STOP = 500, 3.0, 100.0
RTOL, ATOL, NEAR = 1e-6, 1e-9, 0.02 * 2 * RANGE
BOUND = 5.0
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """The least times: of C and of lanes in seconds of processor time, of C and of the whole call by the clock."""

    c: float
    c_clock: float
    lanes: float
    whole: float
    same: float
    """The share of starts that C and Simnon lead to the same well, in percent."""
    basins: Basins


def measure(repeats: int = REPEATS, flags: tuple[str, ...] = ()) -> Measured:
    library = native(flags)
    axis = np.linspace(-RANGE, RANGE, COUNT)
    starts = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2).copy()
    model, simulator = load(TEXT), Simulator.of(compile_model(TEXT))
    near = tuple(Destination((well, 0.0), (NEAR**-2, NEAR**-2)) for well in (-1.0, 1.0))
    options = simulator.options(0, STOP, rtol=RTOL, atol=ATOL, method="dopri5")
    options = replace(options, watching=Watching(destinations=near))
    keep = MemberOutputs(final=("x", "v"))
    run_members(simulator, starts[:64], ["x", "v"], options, keep)
    model.basins({"x": axis[:16], "v": axis[:16]}, 0, STOP, method="dopri5")
    c, c_clock, lanes, whole = math.inf, math.inf, math.inf, math.inf
    wells, times = np.zeros(len(starts)), np.zeros(len(starts))
    for _ in range(repeats):
        if library is not None:
            before, clock = time.thread_time(), time.perf_counter()
            library.call("double_well_basins", 0.25, starts, len(starts), STOP, NEAR, RTOL, ATOL, wells, times)
            c, c_clock = min(c, time.thread_time() - before), min(c_clock, time.perf_counter() - clock)
        before = time.thread_time()
        found = run_members(simulator, starts, ["x", "v"], options, keep, threads=1)
        lanes = min(lanes, time.thread_time() - before)
        clock = time.perf_counter()
        basins = model.basins({"x": axis, "v": axis}, 0, STOP, method="dopri5", rtol=RTOL, atol=ATOL)
        whole = min(whole, time.perf_counter() - clock)
    same = float((np.where(found.culprits == 0, -1.0, 1.0) == wells).mean())
    return Measured(c, c_clock, lanes, whole, 100 * same, basins)


def main() -> None:
    found = measure(flags=("-march=native",) if "--native" in sys.argv else ())
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    if found.c < math.inf:
        agreement = f"{found.same:.3f} % of the wells agree"
        print(f"C, one thread: {found.c:.2f} s of processor time, {found.c_clock:.2f} s; {agreement}")
    print(f"lanes, one thread: {found.lanes:.2f} s of processor time, {found.c / found.lanes:.1f} times C")
    print(
        f"model.basins, all processors: {found.whole:.2f} s, {found.c_clock / found.whole:.1f} times C, bound {BOUND}"
    )
    print(found.basins.summary())


if __name__ == "__main__":
    main()
