"""Exports: from text to an FMU for five systems, co-simulation beside our own runs, C code beside C written by hand.

    python3 run.py bench export

Times are processor time, minima of several, measured alternately in one process: the machine may be busy.
"""

import ctypes
import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fmpy
from fmpy.fmi3 import FMU3Slave

import simnon
from simnon.exports import write_c

EXAMPLES = Path(__file__).parents[1] / "examples"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
STOP, STEPS = 200.0, 200
REPEATS = 5
MAX_SECONDS, MAX_SIZE, MAX_OVERHEAD, MAX_C = 1.5, 250_000, 1.2, 1.1
BY_HAND = """typedef struct { double y, yref, u, gain, ti, limit, period, sum, nsum, e, k; } pi_t;
void pi_step(pi_t *p, double t)
{
    (void)t;
    p->sum = p->nsum;
    p->e = p->yref - p->y;
    p->u = p->gain * (p->e + p->sum);
    p->nsum = p->sum + ((__builtin_fabs(p->e) < p->limit) ? p->k * p->e : 0.0);
}
"""
LOOP = """#include "{name}.h"
double drive(long n) {{ {type} m; double s = 0.0; {init}
  for (long i = 0; i < n; i++) {{ m.y = (double)(i % 7) * 0.5; m.yref = 2.0; {step}(&m, 5.0 * (double)i); s += m.u; }}
  return s; }}
"""


def processor_seconds() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def least(work: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = processor_seconds()
        work()
        times.append(processor_seconds() - start)
    return min(times)


def report(what: str, value: float, bound: float, unit: str) -> None:
    print(f"{what}: {value:.4g} {unit} (bound {bound:g}: {'met' if value <= bound else 'NOT met'})")


def export_times(folder: Path) -> Path:
    path = folder / "tank.fmu"

    def export() -> None:
        simnon.load(*TANK).to_fmu(path, stop=STOP, method="dopri5", force=True)

    start = processor_seconds()
    export()
    print(f"the first export, which compiles the loop: {processor_seconds() - start:.3g} s of processor time")
    spent = least(export, 3)
    cores = min(5, os.cpu_count() or 1)
    print(f"text to FMU for five systems: {spent:.3g} s of processor time on {cores} cores")
    report("text to FMU, if the cores are free", spent / min(2, cores), MAX_SECONDS, "s")
    report("size of the tank", path.stat().st_size, MAX_SIZE, "bytes")
    return path


def co_simulation(path: Path, folder: Path) -> None:
    model = simnon.load(*TANK)
    description = fmpy.read_model_description(str(path))
    unzipped = fmpy.extract(str(path), str(folder / "unzipped"))
    slave: Any = FMU3Slave(guid=description.guid, unzipDirectory=unzipped, modelIdentifier="level")
    slave.instantiate()
    level = next(v.valueReference for v in description.modelVariables if v.name == "level[tank]")
    numbers: dict[str, list[float]] = {}

    def theirs() -> None:
        slave.reset()
        slave.enterInitializationMode(startTime=0.0)
        slave.exitInitializationMode()
        found = []
        for i in range(STEPS):
            slave.doStep(currentCommunicationPoint=float(i), communicationStepSize=1.0)
            found += slave.getFloat64([level])
        numbers["theirs"] = found

    def ours() -> None:
        run = model.begin(0.0, STOP, method="dopri5")
        run.advance_to(0.0)
        found = []
        for i in range(STEPS):
            run.advance_to(float(i + 1))
            found.append(run["level[tank]"])
        numbers["ours"] = found

    ours()
    model.finish_compiling()
    pairs = [(least(theirs, 3), least(ours, 3)) for _ in range(REPEATS)]
    assert numbers["theirs"] == numbers["ours"], "the FMU and our own run differ"
    fmu, own = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    print(f"{STEPS} communication steps of the tank: FMU in FMPy {1e3 * fmu:.3g} ms, our own run {1e3 * own:.3g} ms")
    report("co-simulation against our own run", fmu / own, MAX_OVERHEAD, "x")


def c_code(folder: Path) -> None:
    code = write_c(simnon.load(EXAMPLES / "regulator.t", open_inputs=True)._simulator)  # noqa: SLF001
    (folder / "regulator.h").write_text(code.header)
    generated = code.implementation + LOOP.format(
        name="regulator",
        type="regulator_t",
        init="regulator_init(&m); regulator_start(&m, 0.0);",
        step="regulator_step",
    )
    (folder / "pi.h").write_text(BY_HAND)
    by_hand = LOOP.format(
        name="pi", type="pi_t", init="m = (pi_t){.gain = 1.0, .limit = 1.0, .k = 0.1};", step="pi_step"
    )
    drives = []
    for name, text in (("generated", generated), ("by_hand", by_hand)):
        (folder / f"{name}.c").write_text(text)
        library = folder / f"{name}.so"
        subprocess.run(
            [
                "gcc",
                "-std=gnu99",
                "-ffp-contract=off",
                "-O2",
                "-shared",
                "-fPIC",
                "-o",
                library,
                folder / f"{name}.c",
                "-lm",
            ],
            check=True,
        )
        drive = ctypes.CDLL(str(library)).drive
        drive.restype = ctypes.c_double
        drives.append(drive)
    count = 5_000_000
    assert drives[0](1000) == drives[1](1000), "the C codes differ"
    pairs = [[_seconds(drive, count) for drive in drives] for _ in range(REPEATS)]
    times = [min(column) for column in zip(*pairs, strict=True)]
    print(
        f"a sample of the regulator: generated {1e9 * times[0] / count:.3g} ns, by hand {1e9 * times[1] / count:.3g} ns"
    )
    report("generated C against C by hand", times[0] / times[1], MAX_C, "x")


def _seconds(drive: Callable[[int], float], count: int) -> float:
    start = time.process_time()
    drive(count)
    return time.process_time() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = export_times(folder)
        co_simulation(path, folder)
        c_code(folder)


if __name__ == "__main__":
    main()
