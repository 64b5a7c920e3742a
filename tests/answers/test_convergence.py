"""Every method converges with the order it claims, at the end of a run and between its steps."""

from functools import cache

import numpy as np
import pytest

import simnon
from simnon import Model
from simnon.kernels import METHODS
from simnon.program import Array
from tests.answers.stepping import Errors, largest_difference, run_with_steps

SMOOTH = """CONTINUOUS SYSTEM smooth
STATE x y
DER dx dy
TIME t
dx = 2*t*x*LN(y)
dy = -2*t*y*LN(x)
x: 1
y: 2.718281828459045
END
"""
STOP = 1.5
RECORDS = 487

ORDERS = {
    "euler": (1, 1, (96, 192, 384)),
    "heun": (2, 2, (48, 96, 192)),
    "rk4": (4, 4, (24, 48, 96)),
    "adams2": (2, 2, (192, 384, 768)),
    "simpson": (2, 2, (48, 96, 192)),
    "dopri5": (5, 5, (24, 48, 96)),
    "hampc": (5, 5, (200, 400, 800)),
    "rodas5p": (5, 5, (48, 96, 192)),
    "dop853": (8, 8, (16, 20, 25)),
}
"""Of each method: its order at the end, that of its interpolant, and in how many steps to run."""


def exact(t: Array) -> dict[str, Array]:
    return {"x": np.exp(np.sin(t * t)), "y": np.exp(np.cos(t * t))}


@cache
def smooth() -> Model:
    return simnon.load(SMOOTH)


@cache
def measured(method: str) -> Errors:
    at_end, anywhere = [], []
    counts = ORDERS[method][2]
    for count in counts:
        run = run_with_steps(smooth(), method, STOP, STOP / count)
        at_end.append(max(abs(run.final[name] - values[-1]) for name, values in exact(run.t).items()))
        grid = run_with_steps(smooth(), method, STOP, STOP / count, spacing=STOP / RECORDS)
        anywhere.append(largest_difference(grid, exact(grid.t)))
    return Errors([STOP / count for count in counts], at_end, anywhere)


def test_every_method_has_a_measured_order() -> None:
    assert set(ORDERS) == {name for name, method in METHODS.items() if not method.has_library_steps}


@pytest.mark.parametrize("method", ORDERS)
def test_the_error_at_the_end_has_the_order_of_the_method(method: str) -> None:
    assert -0.25 < measured(method).order_at_end() - ORDERS[method][0] < 0.5


@pytest.mark.parametrize("method", ORDERS)
def test_the_error_between_steps_has_the_order_of_the_interpolant(method: str) -> None:
    assert -0.25 < measured(method).order_anywhere() - ORDERS[method][1] < 0.5


def test_simpsons_rule_is_exact_for_the_integral_of_a_cubic() -> None:
    cubic = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nTIME t\ndx = 4*t^3 - 6*t^2\nEND\n")

    run = cubic.simulate(0, 2, method="simpson", step=0.5)

    assert run.final["x"] == pytest.approx(0.0, abs=1e-14)


def test_adams_method_starts_with_a_step_of_heun_also_after_an_event() -> None:
    ramp = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nTIME t\ndx = IF t < 1 THEN 2*t ELSE 10*(t - 1)\nEND\n")

    run = ramp.simulate(0, 2, method="adams2", step=0.5)

    # Each is exact for the integral of a line: with the slope of before the event the first step after it would not be.
    assert run.final["x"] == pytest.approx(6.0, abs=1e-12)
