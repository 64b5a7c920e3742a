"""The stiff methods that the diagram of work and precision compares reach the same solution of HIRES."""

import numpy as np
import pytest

from benchmarks.precision import all_solvers, problems
from simnon.program import Array

RTOL = 1e-6
HIRES = next(problem for problem in problems() if problem.name == "HIRES")
EXACT = np.array(
    [
        0.7371312573325668e-3,
        0.1442485726316185e-3,
        0.5888729740967575e-4,
        0.1175651343283149e-2,
        0.2386356198831331e-2,
        0.6238968252742796e-2,
        0.2849998395185769e-2,
        0.2850001604814231e-2,
    ]
)
"""From the test set for initial value problem solvers (Mazzia and Magherini)."""


def error(found: Array) -> float:
    return float(np.max(np.abs(found - EXACT) / np.maximum(EXACT, HIRES.size)))


@pytest.mark.parametrize("name", all_solvers())
def test_hires_at_its_end(name: str) -> None:
    found, evaluations, steps = all_solvers()[name](HIRES, RTOL)

    assert error(found) < 50 * RTOL
    assert evaluations >= steps > 50


def test_rodas5p_needs_no_more_evaluations_than_rodas4_for_the_same_error() -> None:
    solvers = all_solvers()
    looser, tighter = (solvers["RODAS4"](HIRES, rtol) for rtol in (RTOL, 0.1 * RTOL))
    own, evaluations, _ = solvers["rodas5p"](HIRES, 0.1 * RTOL)

    assert error(tighter[0]) < error(looser[0])
    assert error(own) < error(tighter[0])
    assert evaluations < tighter[1]
