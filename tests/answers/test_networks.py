"""Random networks composed of parts, against nodal analysis and matrix exponentials."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.optimize import root

import simnon
from tests.seeds import seeds

Array = NDArray[np.float64]

PARTS = """
TERMINAL pin
ACROSS v [V]
THROUGH i [A]
END

CONTINUOUS SYSTEM resistor
TERMINAL p, n: pin
p.v - n.v = R*p.i
p.i + n.i = 0
R: 1 [Ohm]
END

CONTINUOUS SYSTEM capacitor
TERMINAL p, n: pin
STATE v [V]
DER dv
v = p.v - n.v
C*dv = p.i
p.i + n.i = 0
C: 1 [F]
END

CONTINUOUS SYSTEM current
TERMINAL p, n: pin
p.i = -I
p.i + n.i = 0
I: 1 [A]
END

CONTINUOUS SYSTEM ground
TERMINAL p: pin
p.v = 0
END
"""


def edges_of_a_connected_graph(dice: random.Random, nodes: int) -> list[tuple[int, int]]:
    """A random tree, and some edges besides."""
    edges = [(dice.randrange(i), i) for i in range(1, nodes)]
    edges += [tuple(dice.sample(range(nodes), 2)) for _ in range(dice.randrange(nodes))]  # type: ignore[misc]
    return [edge if dice.random() < 0.5 else edge[::-1] for edge in edges]


def laplacian(nodes: int, edges: list[tuple[int, int]], conductances: list[float]) -> Array:
    matrix = np.zeros((nodes, nodes))
    for (a, b), g in zip(edges, conductances, strict=True):
        matrix[[a, b], [a, b]] += g
        matrix[[a, b], [b, a]] -= g
    return matrix


def connections(ends: dict[int, list[str]], dice: random.Random) -> list[str]:
    """Each node as one CONNECT, or as several that share a terminal."""
    lines = []
    for terminals in (each for each in ends.values() if len(each) > 1):
        dice.shuffle(terminals)
        if dice.random() < 0.5:
            lines.append(f"CONNECT {' '.join(terminals)}")
        else:
            lines += [f"CONNECT {terminals[0]} {other}" for other in terminals[1:]]
    dice.shuffle(lines)
    return lines


@pytest.mark.parametrize("seed", seeds(range(60), 2))
def test_voltages_of_a_network_of_resistors(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    nodes = dice.randrange(2, 12)
    edges = edges_of_a_connected_graph(dice, nodes)
    resistances = [round(dice.uniform(0.5, 5.0), 3) for _ in edges]
    source = dice.randrange(1, nodes)
    lines = [
        "CONNECTING SYSTEM network",
        f"SYSTEM r[1..{len(edges)}]: resistor",
        "SYSTEM s: current",
        "SYSTEM g: ground",
    ]
    ends: dict[int, list[str]] = {node: [] for node in range(nodes)}
    for k, (a, b) in enumerate(edges, start=1):
        lines.append(f"r[{k}].R: {resistances[k - 1]}")
        ends[a].append(f"r[{k}].p")
        ends[b].append(f"r[{k}].n")
    ends[source].append("s.p")
    ends[0] += ["s.n", "g.p"]
    text = PARTS + "\n".join([*lines, *connections(ends, dice), "s.I: 2", "END", ""])
    run = simnon.load(text).simulate(0.0, 1.0)
    injected = np.zeros(nodes)
    injected[source] = 2.0
    matrix = laplacian(nodes, edges, [1.0 / r for r in resistances])
    voltages = np.zeros(nodes)
    voltages[1:] = np.linalg.solve(matrix[1:, 1:], injected[1:])
    for k, (a, b) in enumerate(edges, start=1):
        current = (voltages[a] - voltages[b]) / resistances[k - 1]
        assert run.final[f"r[{k}].p.v"] == pytest.approx(voltages[a], rel=1e-9, abs=1e-12)
        assert run.final[f"r[{k}].p.i"] == pytest.approx(current, rel=1e-9, abs=1e-12)
        assert run.final[f"r[{k}].n.i"] == -run.final[f"r[{k}].p.i"]


@pytest.mark.parametrize("seed", seeds(range(40), 2))
def test_charges_of_a_network_with_a_capacitor_at_some_nodes(seed: int) -> None:
    """Nodes without a capacitor are eliminated by hand, and by the compiler."""
    dice = random.Random(seed)  # noqa: S311
    nodes = dice.randrange(3, 10)
    edges = edges_of_a_connected_graph(dice, nodes)
    charged = sorted(dice.sample(range(1, nodes), dice.randrange(1, nodes)))
    starts = [round(dice.uniform(-2.0, 2.0), 3) for _ in charged]
    lines = ["CONNECTING SYSTEM network", f"SYSTEM r[1..{len(edges)}]: resistor", "SYSTEM g: ground"]
    lines.append(f"SYSTEM c[1..{len(charged)}]: capacitor")
    ends: dict[int, list[str]] = {node: [] for node in range(nodes)}
    for k, (a, b) in enumerate(edges, start=1):
        ends[a].append(f"r[{k}].p")
        ends[b].append(f"r[{k}].n")
    for k, node in enumerate(charged, start=1):
        ends[node].append(f"c[{k}].p")
        ends[0].append(f"c[{k}].n")
        lines.append(f"c[{k}].v: {starts[k - 1]}")
    ends[0].append("g.p")
    text = PARTS + "\n".join([*lines, *connections(ends, dice), "END", ""])
    run = simnon.load(text).simulate(0.0, 1.5, rtol=1e-9, atol=1e-12)
    matrix = laplacian(nodes, edges, [1.0] * len(edges))
    free = [node for node in range(1, nodes) if node not in charged]
    reduced = matrix[np.ix_(charged, charged)]
    if free:
        inner = np.linalg.solve(matrix[np.ix_(free, free)], matrix[np.ix_(free, charged)])
        reduced = reduced - matrix[np.ix_(charged, free)] @ inner
    expected = expm(-1.5 * reduced) @ np.array(starts)
    found = [run.final[f"c[{k}].v"] for k in range(1, len(charged) + 1)]
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


CUBIC = """
CONTINUOUS SYSTEM cubic
TERMINAL p, n: pin
VARIABLE u [V]
u = p.v - n.v
p.i = u + k*u^3
p.i + n.i = 0
k: 0.1
END
"""


@pytest.mark.parametrize("seed", seeds(range(40), 2))
def test_voltages_of_a_network_of_cubic_resistors(seed: int) -> None:
    """Many unknowns at once by Newton's method, from zero, at which all terms of most equations vanish too."""
    dice = random.Random(seed)  # noqa: S311
    nodes = dice.randrange(4, 14)
    edges = edges_of_a_connected_graph(dice, nodes)
    source = dice.randrange(1, nodes)
    lines = ["CONNECTING SYSTEM network", "SYSTEM s: current", "SYSTEM g: ground", f"SYSTEM r[1..{len(edges)}]: cubic"]
    ends: dict[int, list[str]] = {node: [] for node in range(nodes)}
    for k, (a, b) in enumerate(edges, start=1):
        ends[a].append(f"r[{k}].p")
        ends[b].append(f"r[{k}].n")
    ends[source].append("s.p")
    ends[0] += ["s.n", "g.p"]
    text = PARTS + CUBIC + "\n".join([*lines, *connections(ends, dice), "s.I: 3", "END", ""])
    run = simnon.load(text).simulate(0.0, 1.0)

    def off(free: Array) -> Array:
        voltages = np.concatenate([[0.0], free])
        into = np.zeros(nodes)
        into[source] = 3.0
        for a, b in edges:
            u = voltages[a] - voltages[b]
            into[a] -= u + 0.1 * u**3
            into[b] += u + 0.1 * u**3
        return into[1:]

    expected = np.concatenate([[0.0], root(off, np.zeros(nodes - 1), tol=1e-12).x])
    assert run.stop.code == "end"
    for k, (a, _) in enumerate(edges, start=1):
        assert run.final[f"r[{k}].p.v"] == pytest.approx(expected[a], rel=1e-7, abs=1e-9)
