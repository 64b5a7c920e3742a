"""process: the distillation column against an independent solution of its balances."""

import math

import numpy as np
import pytest

from tests.answers.running import final, run

COLUMN = """CONNECTING SYSTEM distilled
SYSTEM column: process.column
END
"""


def equilibrium(x: np.ndarray, alpha: float) -> np.ndarray:
    return alpha * x / (1 + (alpha - 1) * x)


def steady_state(feed: float, z: float, reflux: float, boilup: float, alpha: float, feed_stage: int) -> np.ndarray:
    """The liquid of drum, nine trays and reboiler, by Newton's method on the balances of the stages.

    From the operating lines of McCabe and Thiele: above the feed the liquid flow is the reflux, below it the
    reflux and the feed.
    """
    x = np.linspace(0.9, 0.1, 11)
    liquid = np.where(np.arange(11) < feed_stage, reflux, reflux + feed)
    distillate, bottoms = boilup - reflux, reflux + feed - boilup
    for _ in range(50):
        y = equilibrium(x, alpha)
        slope = alpha / (1 + (alpha - 1) * x) ** 2
        balance = np.zeros(11)
        matrix = np.zeros((11, 11))
        balance[0] = boilup * y[1] - (reflux + distillate) * x[0]
        matrix[0, 0], matrix[0, 1] = -(reflux + distillate), boilup * slope[1]
        for k in range(1, 10):
            balance[k] = liquid[k - 1] * x[k - 1] - liquid[k] * x[k] + boilup * (y[k + 1] - y[k])
            balance[k] += feed * z if k == feed_stage else 0.0
            matrix[k, k - 1] = liquid[k - 1]
            matrix[k, k] = -liquid[k] - boilup * slope[k]
            matrix[k, k + 1] = boilup * slope[k + 1]
        balance[10] = liquid[9] * x[9] - boilup * y[10] - bottoms * x[10]
        matrix[10, 9], matrix[10, 10] = liquid[9], -boilup * slope[10] - bottoms
        step = np.linalg.solve(matrix, balance)
        x = x - step
        if np.max(np.abs(step)) < 1e-14:
            break
    return x


STAGES = ("column.drum.x", *(f"column.tray[{k}].x" for k in range(1, 10)), "column.reboiler.x")


@pytest.mark.parametrize(
    ("feed", "z", "reflux", "boilup", "alpha"), [(1.0, 0.5, 1.5, 2.0, 2.0), (2.0, 0.4, 2.5, 3.2, 2.5)]
)
def test_a_column_converges_to_zero_balances(feed: float, z: float, reflux: float, boilup: float, alpha: float) -> None:
    given = {"feed": feed, "z": z, "reflux": reflux, "boilup": boilup, "alpha": alpha}
    parameters = {f"column.{name}": value for name, value in given.items()}
    found = run(COLUMN, 5000.0, parameters=parameters, rtol=1e-9, atol=1e-12)
    expected = steady_state(**given, feed_stage=5)
    assert [final(found, name) for name in STAGES] == pytest.approx(expected, abs=1e-7)
    product = final(found, "column.drum.distillate") * final(found, "column.xd")
    rest = final(found, "column.reboiler.bottoms") * final(found, "column.xb")
    assert product + rest == pytest.approx(feed * z, abs=1e-6)


def test_without_products_the_column_separates_by_the_equation_of_fenske() -> None:
    text = COLUMN.replace("END", "column.feed: 0\ncolumn.reflux: 2\nEND")
    found = run(text, 2000.0, rtol=1e-9, atol=1e-12)
    top, bottom = final(found, "column.xd"), final(found, "column.xb")
    assert math.log(top / (1 - top) * (1 - bottom) / bottom) / math.log(2.0) == pytest.approx(10.0, abs=1e-5)


def test_the_number_of_trays_is_chosen_in_the_text() -> None:
    text = COLUMN.replace("END", "column.n: 4\ncolumn.feed_tray: 2\ncolumn.feed: 0\ncolumn.reflux: 2\nEND")
    found = run(text, 2000.0, rtol=1e-9, atol=1e-12)
    top, bottom = final(found, "column.xd"), final(found, "column.xb")
    assert math.log(top / (1 - top) * (1 - bottom) / bottom) / math.log(2.0) == pytest.approx(5.0, abs=1e-5)


def test_a_single_tray_reaches_its_steady_state() -> None:
    text = """CONTINUOUS SYSTEM boiler
TERMINAL up: process.vapour
up.flow = 2
up.y = 0.3
END

CONTINUOUS SYSTEM drip
TERMINAL down: process.liquid
down.flow = 2
down.x = 0.6
END

CONNECTING SYSTEM alone
SYSTEM tray: process.tray
SYSTEM b: boiler
SYSTEM d: drip
CONNECT b.up tray.from_below
CONNECT d.down tray.from_above
tray.alpha: 3
END
"""
    # x + y(x) = 0.6 + 0.3 with y = 3*x/(1 + 2*x)
    expected = max(np.roots([2, 4 - 1.8, -0.9]))
    assert final(run(text, 50.0, rtol=1e-9, atol=1e-12), "tray.x") == pytest.approx(expected, abs=1e-8)
