"""Exports: from text to an FMU for five systems, co-simulation beside our own runs, C code beside C written by hand.

    python3 run.py bench export

The export is timed by the clock, in processes of their own as `simnon export` starts them; run it on a quiet machine.
The other times are processor time, minima of several, measured alternately in one process. If PythonFMU is installed,
an FMU of the same model, in Python with the classical Runge-Kutta method and fixed steps, is stepped beside ours.
"""

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fmpy
from fmpy.fmi2 import FMU2Slave
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
    print(f"the first export, which may compile the loop: {processor_seconds() - start:.3g} s of processor time")
    clock = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        export()
        clock.append(time.perf_counter() - begun)
    cores, load = os.cpu_count() or 1, os.getloadavg()[0]
    print(f"processor time of an export: {least(export, 1):.3g} s, on {cores} cores at load {load:.1f}")
    report("text to FMU for five systems, by the clock", min(clock), MAX_SECONDS, "s")
    print(f"median {sorted(clock)[len(clock) // 2]:.3g} s")
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
    python_fmu(folder, numbers["ours"][-1])


IN_PYTHON = """from math import sqrt
from pythonfmu import Fmi2Causality, Fmi2Slave, Real


class Tank(Fmi2Slave):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.level = self.nsum = self.u = self.next = 0.0
        self.register_variable(Real("level", causality=Fmi2Causality.output))

    def derivative(self, t, level):
        hole = 0.01 if t < 100.0 else 0.05
        opening = max(0.0, min(self.u, 1.0))
        return (opening - hole * sqrt(2.0 * 9.81 * max(level, 0.0))) / 10.0

    def do_step(self, t, length):
        count = 10
        h = length / count
        for i in range(count):
            now = t + i * h
            if now >= self.next - 1e-9:
                total = self.nsum
                e = 2.0 - self.level
                self.u = e + total
                self.nsum = total + (5.0 / 50.0 * e if abs(e) < 1.0 else 0.0)
                self.next += 5.0
            a = self.derivative(now, self.level)
            b = self.derivative(now + h / 2, self.level + h / 2 * a)
            c = self.derivative(now + h / 2, self.level + h / 2 * b)
            d = self.derivative(now + h, self.level + h * c)
            self.level += h / 6 * (a + 2 * b + 2 * c + d)
        return True
"""
"""The tank for PythonFMU, with ten steps of a Runge-Kutta method to a communication step."""


def python_fmu(folder: Path, expected: float) -> None:
    """The same steps with an FMU that calls Python, if PythonFMU is installed."""
    if find_spec("pythonfmu") is None:
        print("PythonFMU is not installed: no comparison with it")
        return
    (folder / "tank.py").write_text(IN_PYTHON)
    words = [sys.executable, "-m", "pythonfmu", "build", "-f", "tank.py"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    path = folder / "Tank.fmu"
    description = fmpy.read_model_description(str(path))
    unzipped = fmpy.extract(str(path), str(folder / "python"))
    slave: Any = FMU2Slave(guid=description.guid, unzipDirectory=unzipped, modelIdentifier="Tank", instanceName="t")
    level = next(v.valueReference for v in description.modelVariables if v.name == "level")
    found = []
    times = []
    for _ in range(REPEATS):
        slave.instantiate()
        slave.setupExperiment(startTime=0.0)
        slave.enterInitializationMode()
        slave.exitInitializationMode()
        start = processor_seconds()
        for i in range(STEPS):
            slave.doStep(currentCommunicationPoint=float(i), communicationStepSize=1.0)
            found = slave.getReal([level])
        times.append(processor_seconds() - start)
        slave.fmi2FreeInstance(slave.component)
    assert abs(found[0] - expected) < 1e-2, "the FMU of PythonFMU gives another level"
    print(f"the same steps with PythonFMU, in fixed steps: {1e3 * min(times):.3g} ms, {path.stat().st_size} bytes")


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
