"""Large stiff systems: band and sparse matrices agree with SciPy's Radau IIA at a tight tolerance."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import simnon
from benchmarks.models import brusselator, brusselator_start
from simnon import Model
from simnon.program import Array, BandSlots, SparseSlots
from tests.seeds import first_fast

CELLS = 24
ALPHA = 0.02


def brusselator_slopes(_: float, states: Array) -> Array:
    """Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.10, problem BRUSS-1D."""
    u, v = states[0::2], states[1::2]
    flow = ALPHA * (CELLS + 1) ** 2
    u_wide, v_wide = np.concatenate([[1.0], u, [1.0]]), np.concatenate([[3.0], v, [3.0]])
    slopes = np.empty_like(states)
    slopes[0::2] = 1.0 + u * u * v - 4.0 * u + flow * (u_wide[:-2] - 2.0 * u + u_wide[2:])
    slopes[1::2] = 3.0 * u - u * u * v + flow * (v_wide[:-2] - 2.0 * v + v_wide[2:])
    return slopes


def hub(arms: int) -> str:
    """Reactants that decay at very different rates, and all feed one that feeds them: an arrow, no band."""
    head = ["CONTINUOUS SYSTEM hub", "STATE m", "DER dm", "m: 1"]
    head += [line for i in range(arms) for line in (f"STATE u{i}", f"DER du{i}")]
    total = " + ".join(f"u{i}" for i in range(arms))
    lines = [f"du{i} = {2.0 ** (i // 2)!r}*(m^2 - u{i})" for i in range(arms)]
    return "\n".join([*head, f"dm = ({total})/{arms} - m^3", *lines, "END", ""])


def hub_slopes(_: float, states: Array) -> Array:
    m, u = states[0], states[1:]
    return np.concatenate([[np.mean(u) - m**3], 2.0 ** (np.arange(len(u)) // 2) * (m * m - u)])


def reference(slopes: object, start: Array, stop: float) -> Array:
    found = solve_ivp(slopes, (0.0, stop), start, method="Radau", rtol=1e-10, atol=1e-12)
    assert found.success
    return np.asarray(found.y[:, -1])


@cache
def brusselator_end() -> Array:
    start = np.ravel(np.column_stack([brusselator_start(CELLS), np.full(CELLS, 3.0)]))
    return reference(brusselator_slopes, start, 10.0)


def final(model: Model, stop: float, method: str, rtol: float) -> Array:
    run = model.simulate(0, stop, method=method, rtol=rtol, atol=1e-3 * rtol, spacing=stop)
    return np.array([run.final[state] for state in model.states])


@pytest.mark.parametrize("method", ["rodas5p", "auto"])
@pytest.mark.parametrize("rtol", first_fast([1e-8, 1e-5]))
def test_the_brusselator_agrees_with_radau(method: str, rtol: float) -> None:
    model = simnon.load(brusselator(CELLS))

    found = final(model, 10.0, method, rtol)

    assert model._simulator._jacobian is not None
    assert isinstance(model._simulator._jacobian.layout.matrix, BandSlots)
    assert float(np.max(np.abs(found - brusselator_end()))) < 20 * rtol


@pytest.mark.parametrize("rtol", first_fast([1e-8, 1e-5]))
def test_a_sparse_system_agrees_with_radau(rtol: float) -> None:
    model = simnon.load(hub(30))

    found = final(model, 5.0, "rodas5p", rtol)

    assert model._simulator._jacobian is not None
    assert isinstance(model._simulator._jacobian.layout.matrix, SparseSlots)
    assert float(np.max(np.abs(found - reference(hub_slopes, np.array([1.0] + [0.0] * 30), 5.0)))) < 20 * rtol
