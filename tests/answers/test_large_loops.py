"""Algebraic loops of hundreds of unknowns, against Newton's method written here and other solvers."""

import importlib
import random
import threading
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import spsolve

import simnon
from benchmarks.models import cubic_grid
from simnon.compiler import analyse, lower
from simnon.model import Iteration
from simnon.program import Values
from simnon.source import Report, Source
from simnon.targets import TARGETS
from tests.answers.test_networks import CUBIC, PARTS, edges_of_a_connected_graph
from tests.seeds import seeds

Array = NDArray[np.float64]
Edges = list[tuple[int, int]]
tearing = importlib.import_module("simnon.analysis.tear_loops")


def network(nodes: int, edges: Edges, source: int, charged: list[int], current: str = "3") -> str:
    """Cubic resistors along the edges, a current into the node `source`, capacitors from some nodes to node 0."""
    lines = ["CONNECTING SYSTEM network", "SYSTEM s: current", "SYSTEM g: ground", f"SYSTEM r[1..{len(edges)}]: cubic"]
    ends: dict[int, list[str]] = {node: [] for node in range(nodes)}
    for k, (a, b) in enumerate(edges, start=1):
        ends[a].append(f"r[{k}].p")
        ends[b].append(f"r[{k}].n")
    ends[source].append("s.p")
    ends[0] += ["s.n", "g.p"]
    if charged:
        lines.append(f"SYSTEM c[1..{len(charged)}]: capacitor")
    for k, node in enumerate(charged, start=1):
        ends[node].append(f"c[{k}].p")
        ends[0].append(f"c[{k}].n")
    lines += [f"CONNECT {' '.join(terminals)}" for terminals in ends.values() if len(terminals) > 1]
    return PARTS + CUBIC + "\n".join([*lines, f"s.I: {current}", "END", ""])


def grid_edges(side: int) -> Edges:
    nodes = range(side * side)
    return [(k, k + 1) for k in nodes if (k + 1) % side] + [(k, k + side) for k in nodes if k + side < side * side]


class Nodal:
    """Nodal analysis of a network of cubic resistors: the current out of each node."""

    def __init__(self, nodes: int, edges: Edges) -> None:
        self.nodes = nodes
        self.first, self.second = np.array(edges).T

    def outflow(self, v: Array) -> Array:
        u = v[self.first] - v[self.second]
        out = np.zeros(self.nodes)
        np.add.at(out, self.first, u + 0.1 * u**3)
        np.add.at(out, self.second, -(u + 0.1 * u**3))
        return out

    def slopes(self, v: Array) -> csc_matrix:
        u = v[self.first] - v[self.second]
        g = 1.0 + 0.3 * u**2
        rows = np.concatenate([self.first, self.second, self.first, self.second])
        columns = np.concatenate([self.first, self.second, self.second, self.first])
        return csc_matrix((np.concatenate([g, g, -g, -g]), (rows, columns)), (self.nodes, self.nodes))

    def solve(self, v: Array, free: list[int], injected: Array) -> Array:
        """The voltages of the free nodes at which the currents balance, starting from `v`."""
        for _ in range(100):
            off = (self.outflow(v) - injected)[free]
            step = spsolve(self.slopes(v)[free][:, free], -off)
            v = v.copy()
            v[free] += step
            if np.max(np.abs(step)) <= 1e-12 * np.max(np.abs(v)):
                return v
        raise AssertionError("Newton's method did not converge")


def is_large(model: simnon.Model) -> bool:
    analysed = model._simulator.analysed.model
    solutions = analysed.solutions + analysed.initial_solutions
    return any(isinstance(part, Iteration) and part.elimination is not None for part in solutions)


@pytest.mark.parametrize("seed", seeds([2, 0, 1, *range(3, 10)], 1))
def test_voltages_of_a_large_network_of_cubic_resistors(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    nodes = dice.randrange(60, 250)
    edges = edges_of_a_connected_graph(dice, nodes)
    edges += edges_of_a_connected_graph(dice, nodes)
    source = dice.randrange(1, nodes)
    model = simnon.load(network(nodes, edges, source, []))
    run = model.simulate(0.0, 1.0)
    injected = np.zeros(nodes)
    injected[source] = 3.0
    expected = Nodal(nodes, edges).solve(np.zeros(nodes), list(range(1, nodes)), injected)
    assert is_large(model)
    assert run.stop.code == "end"
    found = [run.final[f"r[{k}].p.v"] for k in range(1, len(edges) + 1)]
    np.testing.assert_allclose(found, [expected[a] for a, _ in edges], rtol=1e-10, atol=1e-12)


CHARGED = list(range(5, 400, 39))


@cache
def charges_of_the_grid() -> tuple[float, ...]:
    """At t = 5, with the other nodes found for each derivative."""
    nodal = Nodal(400, grid_edges(20))
    free = [node for node in range(1, 400) if node not in CHARGED]
    injected, last = np.zeros(400), np.zeros(400)
    injected[399] = 3.0

    def slopes(_t: float, x: Array) -> Array:
        last[CHARGED] = x
        last[:] = nodal.solve(last, free, injected)
        return -nodal.outflow(last)[CHARGED]

    return tuple(solve_ivp(slopes, (0.0, 5.0), np.zeros(len(CHARGED)), rtol=1e-7, atol=1e-9).y[:, -1])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["dopri5", "rodas5p", "cvode", "ida"])
def test_charges_in_a_grid_of_nonlinear_resistors(method: str) -> None:
    run = simnon.load(network(400, grid_edges(20), 399, CHARGED)).simulate(0.0, 5.0, method=method, rtol=1e-7)
    assert run.stop.code == "end"
    found = [run.final[f"c[{k}].v"] for k in range(1, len(CHARGED) + 1)]
    np.testing.assert_allclose(found, charges_of_the_grid(), rtol=1e-5, atol=1e-8)


def ring(size: int, own: str = "", *, reads: str = "x") -> list[str]:
    """Equations in a ring, each of which needs its own value and its neighbours'."""
    return [
        f"y{i} = 0.3*SIN(y{(i - 1) % size}) + 0.3*COS(y{(i + 1) % size}) + 0.2*ATAN(y{i}) + {0.1 * i!r}*{reads}{own}"
        for i in range(size)
    ]


def solution_of_ring(size: int, x: float, added: float = 0.0) -> Array:
    """It is a contraction."""
    y = np.zeros(size)
    constant = 0.1 * np.arange(size) * x + added
    for _ in range(300):
        y = 0.3 * np.sin(np.roll(y, 1)) + 0.3 * np.cos(np.roll(y, -1)) + 0.2 * np.arctan(y) + constant
    return y


def finals(run: simnon.Trajectory, size: int) -> list[float]:
    return [run.final[f"y{i}"] for i in range(size)]


def test_a_large_loop_of_a_discrete_system_is_solved_when_it_is_sampled() -> None:
    size = 40
    head = ["DISCRETE SYSTEM d", "STATE x", "NEW nx", "TIME t", "TSAMP ts", "nx = x + 0.25", "ts = t + 1"]
    model = simnon.load("\n".join([*head, *ring(size), "END", ""]))
    run = model.simulate(0.0, 2.5)
    assert is_large(model)
    np.testing.assert_allclose(finals(run, size), solution_of_ring(size, 0.5), rtol=1e-12)


def test_a_large_loop_through_a_discrete_system_is_closed_only_at_its_samples() -> None:
    """Values of the continuous system follow the state, those of the discrete one are held."""
    size = 30
    continuous = ["CONTINUOUS SYSTEM c", "STATE x", "DER dx", "dx = 1"]
    discrete = ["DISCRETE SYSTEM d", "TIME t", "TSAMP ts", "ts = t + 1"]
    connections = ["CONNECTING SYSTEM net"]
    for i in range(size):
        continuous += [f"INPUT z{i}", f"OUTPUT y{i}", f"y{i} = 0.5*z{i} + 0.3*ATAN(z{(i + 1) % size}) + x"]
        discrete += [f"INPUT y{i}", f"OUTPUT z{i}", f"z{i} = 0.4*COS(y{(i - 1) % size}) + 0.2*SIN(y{i})"]
        connections += [f"z{i}[c] = z{i}[d]", f"y{i}[d] = y{i}[c]"]
    text = "\n".join([*continuous, "END", "", *discrete, "END", "", *connections, "END", ""])
    model = simnon.load(text)
    run = model.simulate(0.0, 1.5)
    z = np.zeros(size)
    for _ in range(300):
        y = 0.5 * z + 0.3 * np.arctan(np.roll(z, -1)) + 1.0
        z = 0.4 * np.cos(np.roll(y, 1)) + 0.2 * np.sin(y)
    assert is_large(model)
    np.testing.assert_allclose([run.final[f"z{i}[d]"] for i in range(size)], z, rtol=1e-11)
    np.testing.assert_allclose([run.final[f"y{i}[c]"] for i in range(size)], y + 0.5, rtol=1e-11)


def test_a_large_loop_in_initial_is_solved_before_the_run() -> None:
    size = 40
    head = ["CONTINUOUS SYSTEM s", "STATE z", "DER dz", "INITIAL", *ring(size, reads="p"), f"z = y{size - 1}"]
    model = simnon.load("\n".join([*head, "DYNAMICS", "dz = 0", "p: 0.5", "END", ""]))
    run = model.simulate(0.0, 1.0)
    assert is_large(model)
    assert run.final["z"] == pytest.approx(solution_of_ring(size, 0.5)[-1], rel=1e-12)


def test_a_switch_within_a_large_loop_is_an_event() -> None:
    """Once one of its variables is large enough, a term is added to all."""
    size = 40
    threshold = float(solution_of_ring(size, 0.5)[7])
    head = ["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = 1", f"w = IF y7 > {threshold!r} THEN 0.5 ELSE 0"]
    model = simnon.load("\n".join([*head, *ring(size, " + w"), "END", ""]))
    run = model.simulate(0.0, 1.0)
    assert is_large(model)
    assert [entry.time for entry in run.events] == pytest.approx([0.5], abs=1e-9)
    np.testing.assert_allclose(finals(run, size), solution_of_ring(size, 1.0, 0.5), rtol=1e-12)


def test_a_switch_by_a_state_changes_a_large_loop_at_once() -> None:
    size = 40
    head = ["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = 1", "w = IF x > 0.5 THEN 1 ELSE x"]
    model = simnon.load("\n".join([*head, *ring(size, reads="w"), "END", ""]))
    run = model.simulate(0.0, 1.0)
    times = np.asarray(run.t)
    assert is_large(model)
    np.testing.assert_allclose(finals(run, size), solution_of_ring(size, 1.0), rtol=1e-12)
    before = int(np.searchsorted(times, 0.5, side="right")) - 2
    assert run["y39"][before] == pytest.approx(solution_of_ring(size, times[before])[39], rel=1e-9)


def random_loop(dice: random.Random, size: int) -> list[str]:
    """Equations that need each other, some of them steep, with a solution near zero."""
    lines = []
    for i in range(size):
        terms = [
            f"{dice.uniform(-0.4, 0.4):.3f}*{dice.choice(['SIN', 'ATAN', 'TANH'])}(y{j})"
            for j in dice.sample(range(size), min(size, 3))
        ]
        lines.append(f"y{i} = {' + '.join(terms)} + {dice.uniform(-1, 1):.3f}*x + 0.01*y{(i + 1) % size}^3")
    return lines


@pytest.mark.parametrize("seed", seeds(range(60), 1))
def test_sparse_elimination_and_tearing_give_the_same_solution(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(seed)  # noqa: S311
    size = dice.randrange(1, 12)
    lines = random_loop(dice, size)
    text = "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = y0 - x", *lines, "x: 0.5", "END", ""])
    torn = simnon.load(text).simulate(0.0, 1.0)
    monkeypatch.setattr(tearing, "MAX_TORN", 0)
    model = simnon.load(text)
    sparse = model.simulate(0.0, 1.0)
    assert is_large(model)
    assert (torn.stop.code, sparse.stop.code) == ("end", "end")
    np.testing.assert_allclose(finals(sparse, size), finals(torn, size), rtol=1e-10, atol=1e-12)


def test_a_large_linear_loop_whose_coefficients_change_is_solved() -> None:
    """Each needs itself, so that all would have to be torn."""
    size = 260
    head = ["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = 1"]
    lines = [f"y{i} = 0.2*x*y{(i - 1) % size} - 0.1*x*y{i} + 0.3*x*y{(i + 1) % size} + {i % 7}" for i in range(size)]
    model = simnon.load("\n".join([*head, *lines, "END", ""]))
    run = model.simulate(0.0, 1.0)
    matrix = 1.1 * np.eye(size) - 0.2 * np.roll(np.eye(size), -1, axis=1) - 0.3 * np.roll(np.eye(size), 1, axis=1)
    assert is_large(model)
    np.testing.assert_allclose(finals(run, size), np.linalg.solve(matrix, np.arange(size) % 7), rtol=1e-11)


def test_a_large_loop_without_a_solution_is_named_by_its_first_variables() -> None:
    size = 40
    lines = ring(size)
    lines[3] = "y3 = y3^2 + 1 + 0.01*y4"
    run = simnon.load("\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "dx = 1", *lines, "END", ""])).simulate(
        0, 1
    )
    assert run.stop.code == "algebraic-loop-failed"
    assert "y0, y1, y2" in run.stop.message
    assert "y11 and 28 more" in run.stop.message


def test_members_of_an_ensemble_are_single_runs() -> None:
    model = simnon.load(cubic_grid(7))
    swept = model.sweep({"s.I": [1.0, 2.0, 3.0]}, 0.0, 1.0, keep=["final(r[20].u)"])
    for i, current in enumerate([1.0, 2.0, 3.0]):
        single = model.simulate(0.0, 1.0, parameters={"s.I": current})
        assert swept["final(r[20].u)"][i] == single.final["r[20].u"]


@pytest.mark.slow
def test_a_large_loop_needs_no_large_stack() -> None:
    model = simnon.load(cubic_grid(18))
    codes: list[str] = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: codes.append(model.simulate(0.0, 1.0, store=()).stop.code))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert codes == ["end"]


@pytest.mark.slow
def test_what_is_recorded_does_not_change_the_solution_of_a_large_loop() -> None:
    model = simnon.load(network(49, grid_edges(7), 48, [10]))
    finals_of_runs = [
        dict(model.simulate(0.0, 2.0, **options).final)
        for options in ({}, {"store": ("c[1].v",)}, {"spacing": 0.01}, {"spacing": 0.7})
    ]
    assert all(final == finals_of_runs[0] for final in finals_of_runs)


def test_a_delay_and_a_large_loop_do_not_share_buffers() -> None:
    """Both store their numbers after the slots."""
    size = 40
    head = ["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", "dx = COS(100*t)", "w = DELAY(x, 1)"]
    model = simnon.load("\n".join([*head, *ring(size, reads="w"), "END", ""]))
    run = model.simulate(0.0, 3.0, rtol=1e-8, atol=1e-10)
    assert is_large(model)
    np.testing.assert_allclose(finals(run, size), solution_of_ring(size, np.sin(200.0) / 100), rtol=1e-6, atol=1e-8)


def values_at_the_start(target: str, text: str) -> Array:
    """On one target, after the entries that a start calls."""
    analysed = analyse([Source("a.t", text)], Report())
    assert analysed is not None
    program = lower(analysed)
    executable = TARGETS[target].build(program)
    at_start = Values.at_start(program.layout)
    out = np.zeros(len(program.layout.slots) + 1)
    for entry in ("initial", "held", "times", "derivatives", "outputs"):
        if entry in program.entries:
            executable.call(entry, 0.0, at_start.states, at_start.values, out)
    return at_start.values


def test_targets_agree_on_a_large_loop_bit_for_bit() -> None:
    text = network(36, grid_edges(6), 35, [7, 20])
    interpreted, compiled = (values_at_the_start(target, text) for target in ("interpreter", "llvm"))
    assert interpreted.tobytes() == compiled.tobytes()
