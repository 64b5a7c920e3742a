"""Work and precision of stiff methods on six problems of the literature: a table, and a diagram in docs/pictures.

    python3 run.py bench precision [--draw]

Ours are `rodas5p` and `cvode` (SUNDIALS); RODAS4 is written here, with the coefficients of `benchmarks/c/rodas4.h`;
Radau IIA of order 5 is SciPy's. All have the same equations and exact Jacobians. The work is the number of evaluations
of the derivatives, which does not depend on who wrote a method in which language; a system of linear equations is
solved for each, by Radau IIA a real and a complex one for three. The error is the largest one of a state at the end,
relative to the state or to the size below which the absolute tolerance applies. With --draw the diagram is written
anew.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.linalg import lu_factor, lu_solve

sys.path.insert(0, str(Path(__file__).parent.parent))

import simnon
from benchmarks.models import VDPOL, brusselator
from simnon import Model
from simnon.figures import Area, Axis, Curve, Figure
from simnon.graphics import svg

Array = NDArray[np.float64]
ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "benchmarks" / "stiff-precision.svg"
TOLERANCES = tuple(10.0**-k for k in range(3, 10))
REFERENCE = 1e-12
"""The tolerance of the solution by Radau IIA with which all are compared."""
MOST_STEPS = 20_000

OREGO = """CONTINUOUS SYSTEM orego " the Belousov-Zhabotinskii reaction
STATE x y z
DER dx dy dz
dx = 77.27*(y + x*(1 - 8.375E-6*x - y))
dy = (z - (1 + x)*y)/77.27
dz = 0.161*(x - z)
x: 1
y: 2
z: 3
END
"""
HIRES = """CONTINUOUS SYSTEM hires " high irradiance responses of photomorphogenesis
STATE a b c d e f g h
DER da db dc dd de df dg dh
r = 280*f*h
da = -1.71*a + 0.43*b + 8.32*c + 0.0007
db = 1.71*a - 8.75*b
dc = -10.03*c + 0.43*d + 0.035*e
dd = 8.32*b + 1.71*c - 1.12*d
de = -1.745*e + 0.43*f + 0.43*g
df = -r + 0.69*d + 1.71*e - 0.43*f + 0.69*g
dg = r - 1.81*g
dh = -r + 1.81*g
a: 1
h: 0.0057
END
"""
E5 = """CONTINUOUS SYSTEM e5 " chemical pyrolysis
STATE a b c d
DER da db dc dd
r1 = 7.89E-10*a
r2 = 1.1E7*a*c
r3 = 1.13E9*b*c
r4 = 1.13E3*d
da = -r1 - r2
db = r1 - r3
dc = r1 - r2 - r3 + r4
dd = r2 - r4
a: 1.76E-3
END
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """Of Hairer and Wanner, Solving Ordinary Differential Equations II, second edition, section IV.10."""

    name: str
    model: Model
    stop: float
    size: float
    """The absolute tolerance is this times the relative one."""


@dataclass(frozen=True, slots=True)
class Point:
    error: float
    evaluations: int
    steps: int


Solve = Callable[[Problem, float], tuple[Array, int, int]]
"""With a tolerance: the states at the end, evaluations and steps."""


def main() -> None:
    print(f"load {os.getloadavg()[0]:.1f}; evaluations of the derivatives (steps) for an error at the end")
    solvers = all_solvers()
    areas = []
    for problem in problems():
        exact = radau(problem, REFERENCE)[0]
        points = {name: list(points_of(solve, problem, exact)) for name, solve in solvers.items()}
        print_problem(problem, points)
        areas.append(area(problem, points))
    if "--draw" in sys.argv:
        figure = Figure(3, 2, tuple(areas))
        PICTURE.write_text(svg(figure, 720, 810), encoding="utf-8")


def all_solvers() -> dict[str, Solve]:
    solvers: dict[str, Solve] = {"rodas5p": ours("rodas5p"), "RODAS4": rodas4, "Radau IIA": radau}
    return solvers if find_spec("sksundae") is None else solvers | {"CVODE": ours("cvode")}


def problems() -> list[Problem]:
    vdpol = simnon.load(VDPOL.replace("mu: 1\n", "mu: 1000\n"))
    robertson = simnon.load(ROOT / "examples" / "robertson.t")
    return [
        Problem("van der Pol, mu 1000", vdpol, 2000.0, 1e-3),
        Problem("Robertson", robertson, 1e11, 1e-8),
        Problem("Oregonator", simnon.load(OREGO), 360.0, 1e-3),
        Problem("HIRES", simnon.load(HIRES), 321.8122, 1e-4),
        Problem("E5", simnon.load(E5), 1e5, 1e-16),
        Problem("Brusselator, 24 cells", simnon.load(brusselator(24)), 10.0, 1e-3),
    ]


def points_of(solve: Solve, problem: Problem, exact: Array) -> Iterator[Point]:
    for rtol in TOLERANCES:
        found, evaluations, steps = solve(problem, rtol)
        error = float(np.max(np.abs(found - exact) / np.maximum(np.abs(exact), problem.size)))
        if np.isfinite(error):
            yield Point(error, evaluations, steps)


def print_problem(problem: Problem, points: dict[str, list[Point]]) -> None:
    """For errors of some decades: interpolated between the runs, in logarithms."""
    decades = (1e-2, 1e-4, 1e-6, 1e-8)
    print(f"{problem.name:26}" + "".join(f"{error:>18.0e}" for error in decades))
    for name, found in points.items():
        numbers = "".join(f"{work_for(error, found):>18}" for error in decades)
        print(f"  {name:24}{numbers}", flush=True)


def work_for(error: float, points: list[Point]) -> str:
    """Evaluations and steps; a dash outside the errors that were reached."""
    best = sorted(points, key=lambda point: point.evaluations)
    errors = np.minimum.accumulate([point.error for point in best])
    if not errors[-1] <= error <= errors[0]:
        return "-"
    at = np.log(errors[::-1])
    work, steps = (
        float(np.exp(np.interp(np.log(error), at, np.log([getattr(point, kind) for point in best[::-1]]))))
        for kind in ("evaluations", "steps")
    )
    return f"{work:.0f} ({steps:.0f})"


def area(problem: Problem, points: dict[str, list[Point]]) -> Area:
    curves = tuple(
        Curve(
            name,
            np.array([point.evaluations for point in found], dtype=float),
            np.array([point.error for point in found]),
            is_marked=True,
            marked_points=1,
        )
        for name, found in points.items()
    )
    across, up = Axis("evaluations", is_logarithmic=True), Axis("error", is_logarithmic=True)
    return Area(across, up, curves, title=problem.name, has_axes=True)


def ours(method: str) -> Solve:
    def solve(problem: Problem, rtol: float) -> tuple[Array, int, int]:
        run = problem.model.simulate(
            0, problem.stop, method=method, rtol=rtol, atol=rtol * problem.size, spacing=problem.stop
        )
        found = run.statistics
        return np.array([run.final[name] for name in problem.model.states]), found.evaluations, found.steps

    return solve


def start_of(problem: Problem) -> Array:
    run = problem.model.simulate(0, 0)
    return np.array([run.final[name] for name in problem.model.states])


def radau(problem: Problem, rtol: float) -> tuple[Array, int, int]:
    """SciPy does not count Newton iterations, of which each has three evaluations; it counts these."""
    model = problem.model
    found = solve_ivp(
        model.rhs,
        (0.0, problem.stop),
        start_of(problem),
        method="Radau",
        jac=model.jacobian,
        rtol=rtol,
        atol=rtol * problem.size,
    )
    return found.y[:, -1], found.nfev, len(found.t) - 1


A = (
    (),
    (1.544,),
    (0.9466785280815826, 0.2557011698983284),
    (3.314825187068521, 2.896124015972201, 0.9986419139977817),
    (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950),
    (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1.0),
)
C = (
    (),
    (-5.6688,),
    (-2.430093356833875, -0.2063599157091915),
    (-0.1073529058151375, -9.594562251023355, -20.47028614809616),
    (7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160),
    (8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054),
)
GAMMA = 0.25


def rodas4(problem: Problem, rtol: float) -> tuple[Array, int, int]:
    """With the step control of Hairer and Wanner's code (equation IV.7.22), for the autonomous systems here."""
    model, states = problem.model, start_of(problem)
    time, h, steps, evaluations, is_after_rejection = 0.0, 1e-6, 0, 0, False
    while time < problem.stop and steps < MOST_STEPS:
        h = min(h, problem.stop - time)
        matrix = lu_factor(np.eye(len(states)) / (h * GAMMA) - model.jacobian(time, states))
        stages: list[Array] = []
        for own, others in zip(A, C, strict=True):
            new = states + sum((a * k for a, k in zip(own, stages, strict=True)), np.zeros_like(states))
            right = model.rhs(time, new) + sum((c * k for c, k in zip(others, stages, strict=True)), 0.0 * states) / h
            stages.append(lu_solve(matrix, right))
        steps, evaluations = steps + 1, evaluations + len(A)
        new = new + stages[-1]
        size = rtol * (problem.size + np.maximum(np.abs(states), np.abs(new)))
        error = float(np.sqrt(np.mean((stages[-1] / size) ** 2)))
        factor = min(6.0, max(0.2, 0.9 * max(error, 1e-10) ** -0.25)) if np.isfinite(error) else 0.1
        if error <= 1.0:
            time, states = time + h, new
            factor = min(1.0, factor) if is_after_rejection else factor
        is_after_rejection = not error <= 1.0
        h *= factor
    return (states if time >= problem.stop else np.full_like(states, np.nan)), evaluations, steps


if __name__ == "__main__":
    main()
