"""Models with arrays: from text to code, and a step of Euler's method against hand-written C.

    python3 run.py bench arrays [--large]

The C is compiled here with gcc -O3 -march=native; without gcc, only Simnon's times are printed. Times are minima of
processor time.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from simnon import load

HEAT = """CONTINUOUS SYSTEM rod
STATE T[1..n]
DER dT[1..n]
dT[1] = a*(left - 2*T[1] + T[2])
dT[i] = a*(T[i-1] - 2*T[i] + T[i+1]) FOR i = 2..n-1
dT[n] = a*(T[n-1] - 2*T[n] + right)
T: 300
left: 400
right: 300
a: 1
n: 100
END
"""
KURAMOTO = """CONTINUOUS SYSTEM kuramoto
STATE th[1..n]
DER dth[1..n]
dth[i] = w[i] + k/n*SUM(SIN(th[j] - th[i]) FOR j = 1..n) FOR i = 1..n
w[i]: i/100 FOR i = 1..n
th[i]: i/3 FOR i = 1..n
k: 2
n: 100
END
"""
C = """#include <math.h>
static void heat(int n, const double *T, double *dT)
{
    dT[0] = 400.0 - 2.0*T[0] + T[1];
    for (int i = 1; i < n - 1; i++) dT[i] = T[i-1] - 2.0*T[i] + T[i+1];
    dT[n-1] = T[n-2] - 2.0*T[n-1] + 300.0;
}
static void kuramoto(int n, const double *th, double *dth)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) sum += sin(th[j] - th[i]);
        dth[i] = (i + 1)/100.0 + 2.0/n*sum;
    }
}
#define STEPS(model) \\
    void model##_steps(int n, double *x, double *dx, int steps, double h) { \\
        for (int k = 0; k < steps; k++) { model(n, x, dx); for (int i = 0; i < n; i++) x[i] += h*dx[i]; } }
STEPS(heat)
STEPS(kuramoto)
"""
STEP = 0.001


def smallest(action: Callable[[], object], repeats: int) -> float:
    best = np.inf
    for _ in range(repeats):
        begin = time.process_time()
        action()
        best = min(best, time.process_time() - begin)
    return best


def native() -> ctypes.CDLL | None:
    if shutil.which("gcc") is None:
        return None
    folder = Path(tempfile.mkdtemp())
    (folder / "arrays.c").write_text(C)
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "arrays.c", "-o", "arrays.so", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "arrays.so"))


def compare(name: str, text: str, n: int, library: ctypes.CDLL | None) -> None:
    """Text to code, and a step: what a long run takes more than a short one, by steps."""
    compiling = smallest(lambda: load(text, choices={"n": n}), 3 if n <= 1000 else 1)
    print(f"{name}, {n:7,d} elements: text to code {1e3 * compiling:9.1f} ms")
    model = load(text, choices={"n": n})
    steps = 20_000_000 // (n * n if name == "kuramoto" else 20 * n)

    def seconds(count: int) -> float:
        return smallest(lambda: model.simulate(0, count * STEP, method="euler", step=STEP, store=()), 5)

    ours = (seconds(steps) - seconds(1)) / (steps - 1)
    if library is None:
        print(f"  a step {1e6 * ours:9.2f} us; no gcc for C: no comparison")
        return
    states, slopes = np.full(n, 300.0), np.zeros(n)
    places = [each.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for each in (states, slopes)]
    call = getattr(library, f"{name}_steps")
    theirs = smallest(lambda: call(n, *places, steps, ctypes.c_double(STEP)), 5) / steps
    print(f"  a step {1e6 * ours:9.2f} us, C {1e6 * theirs:9.2f} us, ratio {ours / theirs:6.2f}")


def main() -> None:
    is_large = "--large" in sys.argv
    library = native()
    for n in (100, 1000, 10_000) if is_large else (100, 1000):
        compare("heat", HEAT, n, library)
    for n in (30, 100) if is_large else (30,):
        compare("kuramoto", KURAMOTO, n, library)


if __name__ == "__main__":
    main()
