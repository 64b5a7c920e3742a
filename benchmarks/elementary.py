"""Elementary functions: nanoseconds per call, Simnon's own against those of the machine's C library.

python3 run.py bench elementary
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.models import PENDULUM
from simnon import load
from simnon.kernels import ELEMENTARY
from simnon.lowering import ELEMENTARY_LIBRARY, elementary_program
from simnon.program import (
    ENTRY_PARAMETERS,
    Call,
    Constant,
    Executable,
    Expression,
    For,
    Function,
    Load,
    Local,
    Operation,
    Store,
    Type,
)
from simnon.targets import TARGETS, USUAL_TARGET

COUNT = 4000
REPEATS = 60
RANGES = {"log": (0.1, 100.0), "log10": (0.1, 100.0), "pow": (0.1, 10.0), "asin": (-1.0, 1.0), "acos": (-1.0, 1.0)}
OTHERS = (-10.0, 10.0)
"""The range of the arguments; second arguments are between -3 and 3."""


def entry(name: str, value: Expression) -> Function:
    """One value after the other, from the arrays `states` and `values` to `out`."""
    count = Operation("int", (Local("time", Type.FLOAT),), Type.INT)
    loop = For("i", Constant(0, Type.INT), count, 1, (Store("out", Local("i", Type.INT), value),))
    return Function(name, ENTRY_PARAMETERS, None, (loop,))


def compiled() -> Executable:
    """An entry for each function, `own.sin` and `libm.sin`."""
    library = elementary_program()
    arity_of_name = {function.name: len(function.parameters) for function in library.functions}
    entries = []
    for operator, name in zip(ELEMENTARY, library.entries, strict=True):
        arrays = ("states", "values")[: arity_of_name[name]]
        arguments = tuple(Load(array, Local("i", Type.INT)) for array in arrays)
        entries.append(entry(f"own.{operator}", Call(name, arguments, Type.FLOAT)))
        entries.append(entry(f"libm.{operator}", Operation(operator, arguments, Type.FLOAT)))
    names = tuple(function.name for function in entries)
    program = replace(library, functions=(*library.functions, *entries), entries=names)
    return TARGETS[USUAL_TARGET].build(program, ELEMENTARY_LIBRARY)


def nanoseconds(executable: Executable, name: str, operator: str) -> float:
    random = np.random.default_rng(1977)
    first = random.uniform(*RANGES.get(operator, OTHERS), COUNT)
    second, out = random.uniform(-3.0, 3.0, COUNT), np.zeros(COUNT)
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        executable.call(name, float(COUNT), first, second, out)
        best = min(best, time.perf_counter() - start)
    return 1e9 * best / COUNT


def pendulum(math: str) -> float:
    """Milliseconds for 63,000 steps, each with six dependent sines."""
    model = load(PENDULUM, math=math)
    runs = [
        model.simulate(0, 5000, rtol=1e-9, method="dopri5", store=["x"], spacing=100.0).statistics.seconds
        for _ in range(8)
    ]
    return 1e3 * min(runs)


def main() -> None:
    executable = compiled()
    for operator in ELEMENTARY:
        own, other = (nanoseconds(executable, f"{whose}.{operator}", operator) for whose in ("own", "libm"))
        print(f"{operator:8s} own {own:6.1f} ns   libm {other:6.1f} ns   ratio {own / other:5.2f}")
    own, other = pendulum("own"), pendulum("libm")
    print(f"pendulum own {own:6.2f} ms   libm {other:6.2f} ms   ratio {own / other:5.2f}")


if __name__ == "__main__":
    main()
