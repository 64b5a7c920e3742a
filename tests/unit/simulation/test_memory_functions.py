"""Functions with memory are parts: each remembers by itself, and breaks loops if its output depends on states alone."""

import numpy as np
import pytest

import simnon
from simnon import Model

LAG = """CONTINUOUS SYSTEM lag
INPUT u
OUTPUT y
STATE x
DER dx
T: 2
dx = (u - x)/T
y = {output}
END
CONTINUOUS SYSTEM feedback
SYSTEM a b: lag
e = 1 - b.y
a.u = 4*e
b.u = a.y
a.T: 0.5
END
"""
LAG_WRITTEN_OUT = """CONTINUOUS SYSTEM feedback
STATE ax bx
DER dax dbx
e = 1 - bx
dax = (4*e - ax)/aT
dbx = (ax - bx)/bT
aT: 0.5
bT: 2
END
"""
DELAY = """DISCRETE SYSTEM last
INPUT u
OUTPUT y
STATE x
NEW nx
nx = u
y = x
END
DISCRETE SYSTEM fibonacci
SYSTEM one two: last
OUTPUT f
TIME t
TSAMP ts
f = one.y + two.y
one.u = f
two.u = one.y
one.x: 1
ts = t + 1
END
"""


def codes_of(model: Model) -> list[str]:
    return [diagnostic.code for diagnostic in model.diagnostics]


def test_parts_remember_as_the_same_equations_written_out_do() -> None:
    model, expected = simnon.load(LAG.format(output="x")), simnon.load(LAG_WRITTEN_OUT)
    run, other = model.simulate(0, 10), expected.simulate(0, 10)

    assert codes_of(model) == []
    assert np.array_equal(run.t, other.t)
    assert np.array_equal(run["a.x"], other["ax"])
    assert np.array_equal(run["b.x"], other["bx"])


def test_a_part_that_passes_its_input_on_breaks_no_loop() -> None:
    assert codes_of(simnon.load(LAG.format(output="x + u"))) == ["algebraic-loop"]


def test_a_part_of_a_discrete_system_remembers_from_sample_to_sample() -> None:
    run = simnon.load(DELAY).simulate(0, 7)

    assert run["f"][-1] == pytest.approx(34)
    assert sorted(set(run["f"].tolist()) - {0.0}) == [1, 2, 3, 5, 8, 13, 21, 34]
