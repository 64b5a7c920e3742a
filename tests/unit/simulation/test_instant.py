"""Instant: all values of a model at one point, without a run."""

import numpy as np
import pytest

import simnon
from simnon.program import values_at_start
from simnon.simulation import Instant

SWITCH = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\na = IF x > 1 THEN 5 ELSE 7\nb = IF a > 6 THEN 1 ELSE 2\ndx = a*b\nEND\n"
COUNTER = """DISCRETE SYSTEM c
STATE n
NEW m
OUTPUT y
TIME t
TSAMP ts
y = 10*n
m = n + 1
ts = t + 1
END
"""


def instant_of(text: str) -> Instant:
    simulator = simnon.load(text)._simulator
    instant = Instant(simulator.executable, values_at_start(simulator.layout))
    instant.start(0.0)
    return instant


@pytest.mark.parametrize(("x", "slope"), [(0.0, 7.0), (2.0, 10.0)])
def test_comparisons_that_depend_on_each_other_are_consistent(x: float, slope: float) -> None:
    instant = instant_of(SWITCH)
    instant.move_to(0.0, np.array([x]))

    assert instant.derivatives().tolist() == [slope]


def test_discrete_systems_are_sampled_with_the_states_given() -> None:
    instant = instant_of(COUNTER)
    slots = instant.layout.slot_of_name()
    instant.move_to(3.0, np.zeros(1), np.array([4.0]))

    assert [instant.values[slots[name]] for name in ("n", "y", "m", "ts")] == [4.0, 40.0, 5.0, 4.0]


def test_without_new_states_they_keep_what_they_have() -> None:
    instant = instant_of(COUNTER)
    slots = instant.layout.slot_of_name()
    instant.move_to(3.0, np.zeros(1))

    assert instant.values[slots["y"]] == 0.0
