"""Structured models: a ladder of cells from text to code, and its run against CVODE called from C.

Then grids of nonlinear resistors, each one large algebraic loop.

    python3 run.py bench structure [--large]

The C is in `benchmarks/c/sundials`; without gcc or SUNDIALS, only Simnon's times are printed.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks._native import Native, native_with_sundials
from benchmarks.models import cubic_grid, ladder
from simnon import Model, load
from simnon.compiler import compile_model

COMPILE_BOUND = {1000: 0.5, 10_000: 0.5, 100_000: 0.5}
RATIO_BOUND = 2.0
GRID_BOUND = {10: 1.0, 20: 3.0, 30: 8.0}
STOP, RTOL, ATOL, RATE = 10.0, 1e-6, 1e-9, 100.0


def compile_ladder(cells: int, repeats: int) -> Model:
    """The model; prints the smallest processor time from its text to code."""
    best = np.inf
    text = ladder(cells)
    for _ in range(repeats):
        begin = time.process_time()
        model = load(text)
        best = min(best, time.process_time() - begin)
    bound = COMPILE_BOUND[cells]
    print(f"text to code, {cells:6d} cells {best:8.3f} s   bound {bound:4.1f}   ratio {best / bound:5.2f}")
    return model


def run_explicitly(model: Model, cells: int) -> None:
    """A few steps of a method for systems that are not stiff."""
    best = np.inf
    for _ in range(3):
        begin = time.process_time()
        run = model.simulate(0.0, 0.1, method="dopri5", store=())
        best = min(best, time.process_time() - begin)
    print(f"run, {cells:6d} cells, dopri5   {1e3 * best:9.1f} ms   {run.statistics.steps} steps up to t = 0.1")


def compare_runs(model: Model, cells: int, native: Native | None, repeats: int) -> None:
    names = [f"cell[{k}].C.v" for k in range(1, cells + 1)]
    ours = theirs = np.inf
    for method in ("auto", "cvode", "rodas5p"):
        best = np.inf
        for _ in range(repeats):
            begin = time.perf_counter()
            run = model.simulate(0.0, STOP, method=method, rtol=RTOL, atol=ATOL, store=())
            best = min(best, time.perf_counter() - begin)
        steps = run.statistics.steps
        print(f"run, {cells:6d} cells, {method:8s} {1e3 * best:9.1f} ms   {steps} steps   {run.statistics.method}")
        ours = min(ours, best) if method == "auto" else ours
    final = np.array([run.final[name] for name in names])
    if native is None:
        print("no gcc or no SUNDIALS for C (Debian: libsundials-dev): no comparison")
        return
    found = np.zeros(cells)
    for _ in range(repeats):
        counts = native.call("ladder_cvode", cells, RATE, STOP, RTOL, ATOL, found)
        theirs = min(theirs, counts.seconds)
    difference = float(np.max(np.abs(final - found)))
    print(
        f"run, {cells:6d} cells, CVODE from C {1e3 * theirs:7.1f} ms   {counts.steps} steps"
        f"   ratio {ours / theirs:5.2f}   bound {RATIO_BOUND:.0f}   largest difference {difference:.1e}"
    )


def compile_grid(side: int, repeats: int) -> None:
    """Prints the smallest times from its text to code, and of a run that solves the loop once from zero."""
    text = cubic_grid(side)
    best = shortest = np.inf
    for _ in range(repeats):
        begin = time.perf_counter()
        model = load(text)
        best = min(best, time.perf_counter() - begin)
    for _ in range(repeats):
        begin = time.perf_counter()
        run = model.simulate(0.0, 0.0, store=())
        shortest = min(shortest, time.perf_counter() - begin)
    unknowns = sum(len(loop.unknowns) for loop in compile_model(text).program.layout.loops)
    print(
        f"grid {side} by {side}, {unknowns:5d} unknowns: text to code {best:6.2f} s   bound {GRID_BOUND[side]:4.1f}"
        f"   solved in {1e3 * shortest:6.1f} ms   {run.stop.code}"
    )


def main(words: list[str]) -> None:
    native = native_with_sundials()
    sizes = [1000, 10_000] if "--large" in words else [1000]
    for cells in COMPILE_BOUND:
        model = compile_ladder(cells, 5)
        run_explicitly(model, cells)
        if cells in sizes:
            compare_runs(model, cells, native, 5)
    for side in GRID_BOUND:
        compile_grid(side, 3)


if __name__ == "__main__":
    main(sys.argv[1:])
