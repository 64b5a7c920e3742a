"""Linear systems against their closed forms and matrix exponentials."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from simnon.program import Array
from tests.answers.known import Exact, Known, adaptive, assert_converges, assert_within_tolerance, fixed, system
from tests.answers.running import ADAPTIVE_CASES, loaded

FULL = [
    [-0.5, 1.0, 0.2, 0.0, -0.3],
    [-1.0, -0.4, 0.0, 0.5, 0.1],
    [0.3, 0.0, -1.0, 2.0, 0.0],
    [0.0, -0.2, -2.0, -0.7, 0.4],
    [0.1, 0.6, 0.0, -0.4, -0.2],
]
SKEW = [[0.0, -3.0, 2.0], [3.0, 0.0, -1.0], [-2.0, 1.0, 0.0]]
HEAT = [[-2.0 if i == j else 1.0 if abs(i - j) == 1 else 0.0 for j in range(12)] for i in range(12)]


def by_eigenvalues(matrix: Sequence[Sequence[float]], initial: Sequence[float]) -> Exact:
    """exp(A t) x0, by the eigenvalues and eigenvectors of A."""
    values, vectors = np.linalg.eig(np.array(matrix, dtype=complex))
    weights = np.linalg.solve(vectors, np.array(initial, dtype=complex))

    def exact(t: Array) -> dict[str, Array]:
        solution = (vectors * weights) @ np.exp(np.outer(values, t))
        return {f"x{i + 1}": solution[i].real for i in range(len(initial))}

    return exact


def linear(name: str, matrix: Sequence[Sequence[float]], initial: Sequence[float], stop: float, **more: float) -> Known:
    rows = {
        f"x{i + 1}": " + ".join(f"({a!r})*x{j + 1}" for j, a in enumerate(row) if a) or "0"
        for i, row in enumerate(matrix)
    }
    text = system(name, {f"x{i + 1}": value for i, value in enumerate(initial)}, rows)
    return Known(name, text, stop, by_eigenvalues(matrix, initial), **more)  # type: ignore[arg-type]


def damped(name: str, damping: float, stop: float) -> Known:
    """x'' + 2 damping x' + x = 0 with x = 1 at rest."""
    return linear(name, [[0, 1], [-1, -2 * damping]], [1, 0], stop)


SYSTEMS = [
    Known("decay", system("decay", {"x": 1}, {"x": "-x"}), 5, lambda t: {"x": np.exp(-t)}, in_short=True),
    Known("growth", system("growth", {"x": 1}, {"x": "x"}), 3, lambda t: {"x": np.exp(t)}),
    Known(
        "integrators",
        system("chain", {"x": 0, "y": 0, "z": 0}, {"x": "1", "y": "x", "z": "y"}),
        10,
        lambda t: {"x": t, "y": t**2 / 2, "z": t**3 / 6},
    ),
    Known(
        "driven",
        system("driven", {"x": 0}, {"x": "SIN(t) - x"}),
        10,
        lambda t: {"x": (np.sin(t) - np.cos(t) + np.exp(-t)) / 2},
    ),
    linear("harmonic", [[0, 1], [-1, 0]], [1, 0], 20, factor=200, in_short=True),
    linear("fast_harmonic", [[0, 1], [-400, 0]], [1, 0], 3, factor=300, steps=800),
    damped("underdamped", 0.1, 20),
    damped("overdamped", 2, 10),
    Known(
        "critically_damped",
        system("critical", {"x": 1, "v": 0}, {"x": "v", "v": "-x - 2*v"}),
        10,
        lambda t: {"x": (1 + t) * np.exp(-t), "v": -t * np.exp(-t)},
    ),
    Known(
        "resonance",
        system("resonance", {"x": 0, "v": 0}, {"x": "v", "v": "COS(t) - x"}),
        20,
        lambda t: {"x": t * np.sin(t) / 2, "v": (np.sin(t) + t * np.cos(t)) / 2},
        factor=100,
    ),
    linear("full_matrix", FULL, [1, -1, 0.5, 2, 0], 10),
    linear("rotation", SKEW, [1, 2, 3], 10, factor=200, steps=600),
    linear("heat", HEAT, [1] + [0] * 11, 4),
    Known(
        "bell", system("bell", {"x": 1}, {"x": "-2*t*x"}), 3, lambda t: {"x": np.exp(-(t**2))}, start=0.0, in_short=True
    ),
    Known("power", system("power", {"x": 1}, {"x": "-2*x/t"}), 6, lambda t: {"x": 1 / t**2}, start=1.0),
    Known(
        "step_response",
        system("step", {"x": 0}, {"x": "u - x"}, "u = IF t < 1 THEN 0 ELSE 1"),
        5,
        lambda t: {"x": np.where(t < 1, 0, -np.expm1(-(t - 1)))},
        in_short=True,
    ),
    Known(
        "two_tanks",
        system("tanks", {"a": 2, "b": 0}, {"a": "-k*a", "b": "k*a - l*b"}, "k: 0.7\nl: 0.2"),
        10,
        lambda t: {"a": 2 * np.exp(-0.7 * t), "b": 2 * 0.7 / 0.5 * (np.exp(-0.2 * t) - np.exp(-0.7 * t))},
    ),
]


@pytest.mark.parametrize(("known", "method"), adaptive(SYSTEMS))
def test_the_error_is_some_tolerances(known: Known, method: str) -> None:
    assert_within_tolerance(known, method)


@pytest.mark.parametrize(("known", "method"), fixed(SYSTEMS))
def test_fixed_steps_converge(known: Known, method: str) -> None:
    assert_converges(known, method)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-9])
def test_interpolated_records_are_as_accurate_as_stability_limited_steps(method: str, rtol: float) -> None:
    """The fast part has died away; the interpolant must not bring it back."""
    text = system("slow_and_fast", {"x": 1.0, "y": 0.0}, {"x": "y", "y": "-20*y - 2*x"})
    slow, fast = -10 + math.sqrt(98), -10 - math.sqrt(98)

    found = loaded(text).simulate(0, 10, method=method, rtol=rtol, atol=rtol, spacing=0.01)

    exact = (fast * np.exp(slow * found.t) - slow * np.exp(fast * found.t)) / (fast - slow)
    assert float(np.max(np.abs(found["x"] - exact))) < 30 * rtol


def test_the_reference_of_a_rotation_turns_once() -> None:
    turn = 2 * math.pi / math.sqrt(14)
    once = by_eigenvalues(SKEW, [1, 2, 3])(np.array([turn]))

    assert [float(once[f"x{i}"][0]) for i in (1, 2, 3)] == pytest.approx([1, 2, 3])
