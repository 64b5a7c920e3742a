"""Reductions: one number from the records of a run, equal in lanes and alone, whenever the run starts."""

import math
from collections.abc import Callable

import numpy as np
import pytest

import simnon
from simnon.simulation.reductions import Reduction, reduce_rows

RAMP = "CONTINUOUS SYSTEM ramp\nSTATE x\nDER dx\ndx = k\nk: 1\nx: -1\nEND\n"
ANSWERS: dict[str, Callable[[float], float]] = {
    "final(x)": lambda k: 4 * k - 1,
    "min(x)": lambda _: -1,
    "max(x)": lambda k: 4 * k - 1,
    "mean(x)": lambda k: 2 * k - 1,
    "integral(x)": lambda k: 8 * k - 4,
    "at(x, {at})": lambda k: 3 * k - 1,
    "when(x > 0)": lambda k: 1 / k,
    "when(x >= 2)": lambda k: 3 / k,
    "when(x < -0.5)": lambda _: 0,
    "when(x > 100)": lambda _: math.nan,
    "ever(x > 2)": lambda k: float(4 * k - 1 > 2),
    "ever(x <= -2)": lambda _: 0,
}
TIMES = ("when(x > 0)", "when(x >= 2)", "when(x < -0.5)")


@pytest.mark.parametrize("start", [0.0, 2.0, -3.0, 1e6])
def test_the_numbers_of_a_ramp_whenever_it_starts(start: float) -> None:
    slopes = [0.5, 1.0, 2.0]
    answer_of_name = {name.format(at=f"{start + 3:.0f}"): answer for name, answer in ANSWERS.items()}

    ensemble = simnon.load(RAMP).sweep({"k": slopes}, start, start + 4, keep=list(answer_of_name), spacing=0.25)

    for name, answer in answer_of_name.items():
        expected = [answer(k) + (start if name in TIMES else 0) for k in slopes]
        if name == "when(x >= 2)":
            expected[0] = math.nan
        assert ensemble[name] == pytest.approx(np.array(expected), rel=1e-9, abs=1e-8, nan_ok=True), name


@pytest.mark.parametrize(
    ("reduction", "expected"),
    [
        (Reduction("mean", "y"), 1.125),
        (Reduction("integral", "y"), 4.5),
        (Reduction("min", "y"), 0.0),
        (Reduction("max", "y"), 3.0),
        (Reduction("at", "y", 5.0), 2.0),
        (Reduction("at", "y", 0.0), math.nan),
        (Reduction("when", "y", 1.5, ">"), 4.5),
        (Reduction("when", "y", 3.0, ">="), 6.0),
        (Reduction("when", "y", 3.0, ">"), math.nan),
        (Reduction("when", "y", 0.0, "<="), 2.0),
        (Reduction("ever", "y", 0.0, "<"), 0.0),
        (Reduction("ever", "y", 0.0, "<="), 1.0),
    ],
    ids=lambda each: each.label if isinstance(each, Reduction) else "",
)
def test_the_records_of_one_run_with_a_later_start(reduction: Reduction, expected: float) -> None:
    rows = np.array([[2.0, 9.0, 0.0], [3.0, 9.0, 0.0], [5.0, 9.0, 2.0], [6.0, 9.0, 3.0]])

    (found,) = reduce_rows(rows, ["x", "y"], [reduction])

    assert found == pytest.approx(expected, nan_ok=True)


def test_a_run_without_records_has_no_numbers() -> None:
    found = reduce_rows(np.zeros((0, 2)), ["y"], [Reduction("ever", "y", 0.0, ">"), Reduction("mean", "y")])

    assert found[0] == 0.0
    assert math.isnan(found[1])
