"""IF that compares continuous signals for equality: between conditions, and where a logarithm has no value."""

import math

import numpy as np
import pytest

from tests.answers.running import loaded, run


def test_an_if_with_an_equality_can_choose_between_conditions() -> None:
    text = "STATE x\nDER dx\nb = IF x = 0.5 THEN x > 2 ELSE 1/x > 3\ndx = IF b THEN 0 ELSE -1\nx: 1"
    model = loaded(f"CONTINUOUS SYSTEM s\n{text}\nEND")

    assert model.simulate(0, 2, method="rodas5p")["x"][-1] == pytest.approx(1 / 3, abs=1e-6)


@pytest.mark.parametrize("logarithm", ["LN(x)", "LOG(x)", "x*LN(2*x)"])
def test_an_if_with_an_equality_avoids_the_logarithm_of_zero(logarithm: str) -> None:
    text = f"STATE x\nDER dx\ny = IF x = 0 THEN 7 ELSE {logarithm}\ndx = 1\nx: 0"
    found = loaded(f"CONTINUOUS SYSTEM s\n{text}\nEND").simulate(0, 1)

    assert found["y"][0] == 7.0
    assert found["y"][-1] == pytest.approx({"LN(x)": 0.0, "LOG(x)": 0.0, "x*LN(2*x)": math.log(2.0)}[logarithm])


@pytest.mark.parametrize("singular", ["x*x^(-1)", "x/x"])
def test_a_quotient_and_a_power_are_avoided_where_signals_meet(singular: str) -> None:
    found = run(f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 1\nz = IF x = 0 THEN 7 ELSE {singular}\nx: 0\nEND\n", 1)

    assert found["z"][0] == 7.0
    assert np.isfinite(found["z"]).all()
