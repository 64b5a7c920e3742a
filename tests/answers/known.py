"""Systems with known answers, and the errors that runs of them can have.

The error is the largest of all records and variables, as a fraction of the largest value of the variable, or of 1.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

from simnon.kernels import METHODS
from simnon.program import Array
from simnon.simulation import StopKind, Trajectory
from tests.answers.running import ADAPTIVE, FIXED, loaded

Exact = Callable[[Array], Mapping[str, Array]]
TOLERANCES = (1e-4, 1e-6, 1e-9)
EVERY_DAY = ("dopri5", "rk4")
"""The methods for every system in the fast tests."""
OFTEN = ("rodas5p", "heun")
"""Further methods in the fast tests for systems with `in_short`."""


@dataclass(frozen=True, slots=True)
class Known:
    """`exact` gives the values of some variables at any times; `factor` is the largest error, in tolerances.

    Fixed-step methods take `steps` and twice as many; 0 if they are not tried.
    """

    name: str
    text: str
    stop: float
    exact: Exact
    factor: float = 50.0
    steps: int = 200
    start: float = 0.0
    in_short: bool = False
    least_order: int = 1
    """Fixed-step methods of a lower order would need too many."""
    slack: float = 0.7
    """How far below the order of the method is enough if events cut steps at arbitrary times."""


def with_methods(systems: Iterable[Known], methods: Iterable[str]) -> list[ParameterSet]:
    """Every system with every method; the less usual pairs are slow tests."""
    pairs = [(system, method) for system in systems for method in methods]
    return [
        pytest.param(
            system,
            method,
            id=f"{system.name}-{method}",
            marks=[] if method in EVERY_DAY or (system.in_short and method in OFTEN) else [pytest.mark.slow],
        )
        for system, method in pairs
        if not METHODS[method].is_fixed or (system.steps and METHODS[method].order > system.least_order)
    ]


def adaptive(systems: Iterable[Known]) -> list[ParameterSet]:
    return with_methods(systems, ADAPTIVE)


def fixed(systems: Iterable[Known]) -> list[ParameterSet]:
    return with_methods(systems, FIXED)


def error_of(found: Trajectory, exact: Exact) -> float:
    assert found.stop.kind is StopKind.END, found.stop
    errors = []
    for name, values in exact(found.t).items():
        largest = max(float(np.max(np.abs(values))), 1.0)
        errors.append(float(np.max(np.abs(found[name] - values))) / largest)
    return max(errors)


def assert_within_tolerance(system: Known, method: str) -> None:
    """The error of steps and of the records between them is some tolerances, for each tolerance."""
    model = loaded(system.text)
    for rtol in TOLERANCES:
        spacing = None if rtol > 1e-5 else (system.stop - system.start) / 97
        found = model.simulate(system.start, system.stop, method=method, rtol=rtol, atol=rtol, spacing=spacing)
        error = error_of(found, system.exact)
        assert error <= system.factor * rtol, f"rtol {rtol:g}: error {error:.3g} = {error / rtol:.3g} rtol"


def assert_converges(system: Known, method: str) -> None:
    """Twice as many steps reduce the error as the order of the method predicts."""
    model = loaded(system.text)
    order = METHODS[method].order - 1
    errors = []
    for count in (system.steps, 2 * system.steps):
        step = (system.stop - system.start) / count
        errors.append(error_of(model.simulate(system.start, system.stop, method=method, step=step), system.exact))
    assert errors[1] <= max(1e-11, errors[0] / 2.0 ** (order - system.slack)), errors


def system(name: str, states: Mapping[str, float], equations: Mapping[str, str], rest: str = "") -> str:
    """The text of a continuous system: states with initial values, the derivative of each, and more lines."""
    lines = [
        f"CONTINUOUS SYSTEM {name}",
        "TIME t",
        f"STATE {' '.join(states)}",
        f"DER {' '.join(f'd{state}' for state in states)}",
        *(f"d{state} = {equations[state]}" for state in states),
        *(f"{state}: {value!r}" for state, value in states.items()),
        rest,
        "END",
    ]
    return "\n".join(line for line in lines if line) + "\n"
