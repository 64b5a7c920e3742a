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

from benchmarks._native import native_with_wheel
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
BRUSSELATOR = """CONTINUOUS SYSTEM brusselator
STATE u[1..n, 1..n] v[1..n, 1..n]
DER du[1..n, 1..n] dv[1..n, 1..n]
w[i, j] = u[i, j] FOR i = 1..n, j = 1..n
w[0, j] = u[1, j] FOR j = 1..n
w[n+1, j] = u[n, j] FOR j = 1..n
w[i, 0] = u[i, 1] FOR i = 1..n
w[i, n+1] = u[i, n] FOR i = 1..n
z[i, j] = v[i, j] FOR i = 1..n, j = 1..n
z[0, j] = v[1, j] FOR j = 1..n
z[n+1, j] = v[n, j] FOR j = 1..n
z[i, 0] = v[i, 1] FOR i = 1..n
z[i, n+1] = v[i, n] FOR i = 1..n
du[i,j] = 1 + u[i,j]^2*v[i,j] - 4.4*u[i,j] + d*(w[i-1,j]+w[i+1,j]+w[i,j-1]+w[i,j+1]-4*u[i,j]) FOR i = 1..n, j = 1..n
dv[i,j] = 3.4*u[i,j] - u[i,j]^2*v[i,j] + d*(z[i-1,j]+z[i+1,j]+z[i,j-1]+z[i,j+1]-4*v[i,j]) FOR i = 1..n, j = 1..n
INITIAL
u[i, j] = 0.5 + j/n FOR i = 1..n, j = 1..n
v[i, j] = 1 + 5*i/n FOR i = 1..n, j = 1..n
d = 0.002*n^2
n: 200
END
"""
CHAIN = """CONTINUOUS SYSTEM chain
STATE u[1..n] v[1..n]
DER du[1..n] dv[1..n]
w[0] = 1
w[i] = u[i] FOR i = 1..n
w[n+1] = 1
z[0] = 3
z[i] = v[i] FOR i = 1..n
z[n+1] = 3
du[i] = 1 + u[i]^2*v[i] - 4*u[i] + d*(w[i-1] - 2*w[i] + w[i+1]) FOR i = 1..n
dv[i] = 3*u[i] - u[i]^2*v[i] + d*(z[i-1] - 2*z[i] + z[i+1]) FOR i = 1..n
INITIAL
u[i] = 1 + SIN(6.283185307179586*i/(n + 1)) FOR i = 1..n
d = (n + 1)^2/50
v: 3
n: 500
END
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


def compare_grid(side: int, repeats: int) -> None:
    """The two-dimensional Brusselator by BDF and GMRES, and the same in C with the same library."""
    begin = time.process_time()
    model = load(BRUSSELATOR, choices={"n": side})
    compiling = time.process_time() - begin
    options = {"method": "cvode", "rtol": 1e-6, "atol": 1e-8, "store": ("u[1,1]",), "points": 1}
    begin = time.process_time()
    model.simulate(0, 1e-6, **options)  # type: ignore[arg-type]
    first = time.process_time() - begin
    print(f"brusselator, {side} x {side}: text to code {1e3 * compiling:.0f} ms, first run {1e3 * first:.0f} ms")
    native = native_with_wheel()
    places = np.arange(1, side + 1) / side
    start = np.concatenate([np.repeat(0.5 + places, side), np.tile(1 + 5 * places, side)])
    ratios = []
    for _ in range(repeats):
        begin = time.process_time()
        run = model.simulate(0, 11.5, **options)  # type: ignore[arg-type]
        ours = time.process_time() - begin
        if native is None:
            print(f"  a stiff run {ours:.2f} s, {run.statistics.steps} steps; no gcc or no SUNDIALS: no comparison")
            continue
        states = start.copy()
        theirs = native.call("brusselator_grid_cvode", side, 0.002 * side**2, 11.5, 1e-6, 1e-8, 20, states)
        ratios.append(ours / theirs.seconds)
        difference = abs(float(run["u[1,1]"][-1]) - float(states[0]))
        print(
            f"  a stiff run {ours:.2f} s, {run.statistics.steps} steps; C {theirs.seconds:.2f} s, {theirs.steps} steps;"
            f" difference {difference:.1e}, ratio {ratios[-1]:.2f}"
        )
    if ratios:
        print(f"  least ratio {min(ratios):.2f}")


def stiff_lines() -> None:
    """Stiff methods on lines of cells, from text to the end of the run."""
    for name, text, cells, stop in (("heat", HEAT, 10_000, 100.0), ("brusselator", CHAIN, 2_000, 10.0)):
        begin = time.process_time()
        model = load(text, choices={"n": cells})
        compiled = time.process_time()
        run = model.simulate(0, stop, method="rodas5p", store=(), points=1)
        ended = time.process_time()
        again = smallest(lambda: model.simulate(0, stop, method="rodas5p", store=(), points=1), 3)  # noqa: B023
        print(
            f"{name}, {cells:,} cells, rodas5p: text to code {1e3 * (compiled - begin):.0f} ms, first run"
            f" {1e3 * (ended - compiled):.0f} ms, others {1e3 * again:.0f} ms, {run.statistics.steps} steps"
        )


def main() -> None:
    is_large = "--large" in sys.argv
    library = native()
    for n in (100, 10_000, 1_000_000) if is_large else (100, 10_000):
        compare("heat", HEAT, n, library)
    compare_steps(10_000, library)
    for n in (100, 1_000) if is_large else (100,):
        compare("kuramoto", KURAMOTO, n, library)
    stiff_lines()
    compare_grid(200 if is_large else 100, 3)


if __name__ == "__main__":
    main()
