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
from simnon.compiler import compile_model
from simnon.program import values_at_start

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
/* A step of Dormand and Prince: seven stages, the last one at the new point, and the norm of the error. */
void heat_dopri5(int n, double *x, double *work, int steps, double h)
{
    static const double a[6][6] = {
        {1.0/5}, {3.0/40, 9.0/40}, {44.0/45, -56.0/15, 32.0/9},
        {19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729},
        {9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656},
        {35.0/384, 0.0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84}};
    static const double e[7] = {71.0/57600, 0.0, -71.0/16695, 71.0/1920, -17253.0/339200, 22.0/525, -1.0/40};
    double *k[7], *y = work + 7*n;
    for (int s = 0; s < 7; s++) k[s] = work + s*n;
    heat(n, x, k[0]);
    for (int step = 0; step < steps; step++) {
        for (int s = 0; s < 6; s++) {
            double a0 = h*a[s][0], a1 = h*a[s][1], a2 = h*a[s][2], a3 = h*a[s][3], a4 = h*a[s][4], a5 = h*a[s][5];
            double *restrict z = y;
            const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4], *k5 = k[5];
            switch (s) {
            case 0: for (int i = 0; i < n; i++) z[i] = x[i] + a0*k0[i]; break;
            case 1: for (int i = 0; i < n; i++) z[i] = x[i] + a0*k0[i] + a1*k1[i]; break;
            case 2: for (int i = 0; i < n; i++) z[i] = x[i] + a0*k0[i] + a1*k1[i] + a2*k2[i]; break;
            case 3: for (int i = 0; i < n; i++) z[i] = x[i] + a0*k0[i] + a1*k1[i] + a2*k2[i] + a3*k3[i]; break;
            case 4:
                for (int i = 0; i < n; i++)
                    z[i] = x[i] + a0*k0[i] + a1*k1[i] + a2*k2[i] + a3*k3[i] + a4*k4[i];
                break;
            default:
                for (int i = 0; i < n; i++) z[i] = x[i] + a0*k0[i] + a2*k2[i] + a3*k3[i] + a4*k4[i] + a5*k5[i];
            }
            heat(n, y, k[s + 1]);
        }
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            double error = h*(e[0]*k[0][i] + e[2]*k[2][i] + e[3]*k[3][i] + e[4]*k[4][i] + e[5]*k[5][i] + e[6]*k[6][i]);
            double size = 1e-9 + 1e-6*fmax(fabs(x[i]), fabs(y[i]));
            sum += (error/size)*(error/size);
        }
        if (sum/n > 1e300) return;
        double *first = k[0];
        k[0] = k[6]; k[6] = first;
        for (int i = 0; i < n; i++) x[i] = y[i];
    }
}
#define STEPS(model) \\
    void model##_steps(int n, double *x, double *dx, int steps, double h) { \\
        for (int k = 0; k < steps; k++) { model(n, x, dx); for (int i = 0; i < n; i++) x[i] += h*dx[i]; } }
STEPS(heat)
STEPS(kuramoto)
#define DERIVATIVES(model) \\
    void model##_derivatives(int n, double *x, double *dx, int count) { \\
        for (int k = 0; k < count; k++) { model(n, x, dx); __asm__ volatile("" ::: "memory"); } }
DERIVATIVES(heat)
DERIVATIVES(kuramoto)
void called(void (*entry)(double, double *, double *, double *), double *x, double *values, double *dx, int count)
{
    for (int k = 0; k < count; k++) entry(0.0, x, values, dx);
}
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
    steps = max(4, 20_000_000 // (n * n if name == "kuramoto" else 20 * n))

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
    print(f"  a step of euler {1e6 * ours:9.2f} us, C {1e6 * theirs:9.2f} us, ratio {ours / theirs:6.2f}")
    compare_derivatives(name, text, n, library)


def compare_derivatives(name: str, text: str, n: int, library: ctypes.CDLL) -> None:
    """The machine code of the derivatives, called from C, and the same in C."""
    model = compile_model(text, choices={"n": n})
    entry = model.executable.address("derivatives")  # type: ignore[attr-defined]
    values = values_at_start(model.program.layout)
    model.executable.call("initial", 0.0, np.zeros(n), values, np.zeros(n)) if name == "kuramoto" else None
    states, slopes = np.full(n, 300.0), np.zeros(n)
    x, numbers, dx = (each.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for each in (states, values, slopes))
    count = max(2, 40_000_000 // (20 * n * n if name == "kuramoto" else n))
    ours = smallest(lambda: library.called(ctypes.c_void_p(entry), x, numbers, dx, count), 9) / count
    theirs = smallest(lambda: getattr(library, f"{name}_derivatives")(n, x, dx, count), 9) / count
    print(f"  derivatives {1e6 * ours:9.2f} us, C {1e6 * theirs:9.2f} us, ratio {ours / theirs:6.2f}")


def compare_steps(n: int, library: ctypes.CDLL | None) -> None:
    """A step of dopri5: a longer run with steps of one length against a shorter one."""
    model = load(HEAT, choices={"n": n})
    steps = 2_000

    def run(count: int) -> tuple[float, int]:
        options = {"method": "dopri5", "largest_step": STEP, "rtol": 1e-2, "atol": 1e3, "store": (), "points": 1}
        taken = 0

        def once() -> None:
            nonlocal taken
            taken = model.simulate(0, count * STEP, **options).statistics.steps  # type: ignore[arg-type]

        return smallest(once, 5), taken

    (long, many), (short, few) = run(steps), run(10)
    ours = (long - short) / (many - few)
    if library is None:
        print(f"dopri5, {n:,} elements: a step {1e6 * ours:.1f} us")
        return
    states, work = np.full(n, 300.0), np.zeros(8 * n)
    places = [each.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for each in (states, work)]
    theirs = smallest(lambda: library.heat_dopri5(n, *places, steps, ctypes.c_double(STEP)), 5) / steps
    print(f"dopri5, {n:,} elements: a step {1e6 * ours:.1f} us, C {1e6 * theirs:.1f} us, ratio {ours / theirs:.2f}")


def main() -> None:
    is_large = "--large" in sys.argv
    library = native()
    for n in (100, 10_000, 1_000_000) if is_large else (100, 10_000):
        compare("heat", HEAT, n, library)
    compare_steps(10_000, library)
    for n in (100, 1_000) if is_large else (100,):
        compare("kuramoto", KURAMOTO, n, library)


if __name__ == "__main__":
    main()
