"""Derivatives, sensitivities, fits, linear models, diagrams and basins: ratios to plain runs, scipy, AUTO and C.

    python3 run.py bench studies [--quick] [NAME ...]

What is compared runs alternately, and the smallest time of each counts, so that other load on the machine affects both
alike. Everything is compiled in advance unless the line says otherwise. A figure is a function in FIGURES that yields
its rows.
"""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import basins
from benchmarks.models import diffusion, enzymes
from simnon import load
from simnon.compiler import compile_formulas, compile_jacobian, compile_model
from simnon.simulation import Instant, RunOptions, Simulator, run_members
from simnon.simulation.ensemble_plan import MemberOutputs
from simnon.studies import Branches
from tests.answers.auto import MISSING, Labelled, auto

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
AXON = ROOT / "tests" / "answers" / "diagrams" / "axon.ode"
TANK = tuple(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t"))
RTOL, ATOL = 1e-6, 1e-9
SHORT_ONES = 10
"""Repetitions of what is short between two of what takes longer."""
AUTO_POINTS = 65
"""So many orbits lead AUTO from the first Hopf point to the second one; it would go back from there."""
CALLS = 200
"""Calls of code that takes less than a microsecond, timed together."""


@dataclass(frozen=True, slots=True)
class Row:
    """A measured number beside its bound, nan if it has none; `is_least` if it must not be smaller than that."""

    what: str
    found: float
    bound: float
    unit: str = ""
    is_least: bool = False
    note: str = ""


def main(words: list[str]) -> None:
    repeats = 5 if "--quick" in words else 30
    chosen = [word for word in words if not word.startswith("-")]
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    for figure in FIGURES:
        if not chosen or figure.__name__ in chosen:
            for row in figure(repeats):
                print(line(row), flush=True)


def line(row: Row) -> str:
    if np.isnan(row.bound):
        return f"{row.what:52s}{row.found:10.3g} {row.unit:3s} {'':17s}{row.note}"
    is_met = row.found >= row.bound if row.is_least else row.found <= row.bound
    sign = ">=" if row.is_least else "<="
    verdict = "met" if is_met else "missed"
    return f"{row.what:52s}{row.found:10.3g} {row.unit:3s} {sign} {row.bound:<6g}{verdict:8s}{row.note}"


def alternately(repeats: int, *timed: Callable[[], float]) -> list[float]:
    """The smallest result of each."""
    least = [np.inf] * len(timed)
    for _ in range(repeats):
        least = [min(old, call()) for old, call in zip(least, timed, strict=True)]
    return least


def seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def jacobian(repeats: int) -> Iterator[Row]:
    """The formulas of a sparse Jacobian against the derivatives themselves, both less the call from Python."""
    model = compile_model(diffusion(200))
    simulator = Simulator.of(model)
    program = compile_jacobian(model.analysed)
    assert program is not None
    formulas = compile_formulas(model, program)
    instant = Instant(model.executable, simulator.start_values(RunOptions(0.0, 0.0)))
    instant.start(0.0)
    states, values, out = instant.states, instant.values, np.zeros(max(200, program.layout.jacobian_size))

    def many(call: Callable[..., object], entry: str) -> Callable[[], float]:
        return lambda: seconds(lambda: [call(entry, 0.0, states, values, out) for _ in range(CALLS)]) / CALLS

    nothing = compile_model(CONSTANT).executable.call
    derivatives, matrix, call = alternately(
        10 * repeats,
        many(model.executable.call, "derivatives"),
        many(formulas.call, "jacobian"),
        many(nothing, "derivatives"),
    )
    entries = len(program.layout.jacobian)
    note = f"{1e9 * (derivatives - call):.0f} and {1e9 * (matrix - call):.0f} ns, {entries} entries"
    yield Row("Jacobian of 200 states / derivatives", (matrix - call) / (derivatives - call), 3.0, note=note)


CONSTANT = """CONTINUOUS SYSTEM constant
STATE x
DER dx
dx = 0
END
"""


def sensitivities(repeats: int) -> Iterator[Row]:
    """Eight states and sixteen parameters; the time of the run alone, with the specialised loop."""
    model = Simulator.of(compile_model(enzymes(8)))
    names = tuple(model.parameters)
    plain = timed_run(model)
    for count in (1, 10, 16):
        extended = timed_run(model.with_sensitivities(names[:count], ()))
        one, all_of_them = alternately(10 * repeats, plain, extended)
        note = f"{1e6 * one:.0f} and {1e6 * all_of_them:.0f} us"
        yield Row(f"sensitivities by {count} / plain run", all_of_them / one, (1 + count) * 1.1, note=note)


def timed_run(model: Simulator) -> Callable[[], float]:
    options = model.options(0, 200, method="dopri5", rtol=RTOL, atol=ATOL, store=())
    model.run(options)
    model.finish_compiling()
    return lambda: model.run(options).statistics.seconds


def sensitivities_of_members(repeats: int) -> Iterator[Row]:
    """The same model with all its derivatives, many members side by side in lanes."""
    model = Simulator.of(compile_model(enzymes(8)))
    names = tuple(model.parameters)
    plain = timed_run(model)
    extended = model.with_sensitivities(names, ())
    members = np.linspace(0.9, 1.1, 64)[:, None]
    options = extended.options(0, 200, method="dopri5", rtol=RTOL, atol=ATOL)

    def in_lanes() -> float:
        before = time.thread_time()
        run_members(extended, members, names[:1], options, MemberOutputs(final=["x0"]), width=8, threads=1)
        return (time.thread_time() - before) / len(members)

    in_lanes()
    one, member = alternately(repeats, lambda: min(plain() for _ in range(SHORT_ONES)), in_lanes)
    runs, note = 17 * 1.1, f"{1e6 * one:.0f} and {1e6 * member:.0f} us a member"
    what = f"sensitivities by 16 in lanes, faster than {runs:.1f} plain runs"
    yield Row(what, runs * one / member, 4.0, is_least=True, note=note)


def kinetic_fit(repeats: int) -> Iterator[Row]:
    """Two rate constants and an initial value of A -> B -> C from 100 noisy values of B; processor time."""
    model = load(KINETICS)
    times = np.linspace(0.0, 20.0, 100)
    start = {"k1": 0.5, "k2": 0.1, "a": 0.8}
    truth = kinetic_values(times, 0.8, 0.3, 1.0)
    data = {"t": times, "b": truth + 0.005 * np.random.default_rng(1).standard_normal(100)}

    def ours() -> dict[str, float]:
        return dict(model.fit(data, start, rtol=RTOL, atol=ATOL, method="dopri5").values)

    def theirs() -> dict[str, float]:
        found = least_squares(lambda p: kinetic_run(times, *p) - data["b"], list(start.values()))
        return dict(zip(start, found.x.tolist(), strict=True))

    mine, other = ours(), theirs()
    model.finish_compiling()
    our_time, their_time = alternately(
        max(3, repeats // 3),
        lambda: min(processor_seconds(ours) for _ in range(SHORT_ONES)),
        lambda: processor_seconds(theirs),
    )
    difference = max(abs(mine[name] - other[name]) for name in start)
    yield Row("fit, 3 parameters to 100 points", 1e3 * our_time, 10.0, "ms", note=f"{difference:.0e} from scipy's")
    note = f"scipy {1e3 * their_time:.0f} ms"
    yield Row(
        "the same, faster than least_squares and solve_ivp", their_time / our_time, 50.0, is_least=True, note=note
    )


KINETICS = """CONTINUOUS SYSTEM kinetics
STATE a b c
DER da db dc
da = -k1*a
db = k1*a - k2*b
dc = k2*b
k1: 0.5
k2: 0.1
a: 1
END
"""


def kinetic_values(times: np.ndarray, k1: float, k2: float, a: float) -> np.ndarray:
    return a * k1 / (k2 - k1) * (np.exp(-k1 * times) - np.exp(-k2 * times))


def kinetic_run(times: np.ndarray, k1: float, k2: float, a: float) -> np.ndarray:
    def slopes(_t: float, x: np.ndarray) -> list[float]:
        return [-k1 * x[0], k1 * x[0] - k2 * x[1], k2 * x[1]]

    found = solve_ivp(slopes, (0.0, 20.0), [a, 0.0, 0.0], rtol=RTOL, atol=ATOL, t_eval=times)
    return np.asarray(found.y[1])


def linear_model(repeats: int) -> Iterator[Row]:
    """The tank with its sampled regulator, from the wanted level to the level."""
    firsts = []
    for _ in range(3):
        model = load(*TANK)
        firsts.append(seconds(partial(model.linearize, ["wanted"], ["level"])))
    (again,) = alternately(repeats, lambda: seconds(lambda: model.linearize(["wanted"], ["level"])))
    note = f"the first time, with compiling, {1e3 * min(firsts):.1f} ms"
    yield Row("linear model of the tank loop", 1e3 * again, 2.0, "ms", note=note)


def diagram(repeats: int) -> Iterator[Row]:
    """Equilibria of Hodgkin and Huxley and the orbits from the first Hopf point, also by AUTO."""
    model = load(AXON)

    def ours() -> Branches:
        rest = model.continuation("i", 0, 200)
        return rest + model.continuation("i", 0, 200, start=rest.at("HB1"))

    found = ours()
    clock, processor = alternately(max(3, repeats // 3), lambda: seconds(ours), lambda: processor_seconds(ours))
    folds = [each["i"] for each in found.special if each.kind == "LPC"]
    note = f"of processor time; {clock:.2f} s by the clock, {sum(map(len, found))} points"
    yield Row("diagram of Hodgkin and Huxley with its orbits", processor, 1.0, "s", note=note)
    if MISSING:
        print(f"AUTO: {', '.join(MISSING)} not installed")
        return
    theirs, rows = auto_seconds()
    difference = max(min(abs(row.parameter - fold) for row in rows if row.kind == "LP") for fold in folds)
    note = f"AUTO {theirs:.2f} s of processor time, {AUTO_POINTS} points, folds {difference:.0e} from ours"
    yield Row("the same, in AUTO's times", processor / theirs, np.nan, note=note)


def processor_seconds(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def auto_seconds() -> tuple[float, list[Labelled]]:
    """The least processor time of three, and what AUTO has labelled on the orbits."""
    least, rows = np.inf, []
    text = AXON.read_text().replace("nmax=400", f"nmax={AUTO_POINTS}")
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder, auto(text, Path(folder)) as theirs:
            before = theirs.processor_seconds()
            equilibria = theirs.follow_equilibria()
            rows = theirs.follow_orbits(next(row.label for row in equilibria if row.kind == "HB"))
            least = min(least, theirs.processor_seconds() - before)
    return least, rows


def basin_map(repeats: int) -> Iterator[Row]:
    """500 by 500 starts of a double-well oscillator, against C run by run; `bench basins` has more about it."""
    found = basins.measure(3 if repeats > 5 else 1)
    if found.c == np.inf:
        print("basins: no C compiler was found")
        return
    note = f"C {found.c:.2f} s, {found.same:.3f} % of the wells agree"
    yield Row("basin map, one thread, times faster than C", found.c / found.lanes, 5.0, is_least=True, note=note)
    note = f"C {found.c_clock:.2f} s on one thread"
    yield Row("the whole call of model.basins", found.c_clock / found.whole, 5.0, is_least=True, note=note)


FIGURES: tuple[Callable[[int], Iterator[Row]], ...] = (
    jacobian,
    sensitivities,
    sensitivities_of_members,
    kinetic_fit,
    linear_model,
    diagram,
    basin_map,
)

if __name__ == "__main__":
    main(sys.argv[1:])
