"""REQUIRE in runs: parameters that do not meet it are refused, however they are given."""

import itertools
from contextlib import nullcontext

import numpy as np
import pytest

import simnon
from simnon.compiler import compile_model
from simnon.simulation.requirements import check_requirements_of_members

SERVO = """
CONTINUOUS SYSTEM motor
INPUT u
OUTPUT w
w = gain*u
gain = k/R
k: 2
R: 4
REQUIRE k > 0 AND gain < 3 'the gain must be small'
END

CONTINUOUS SYSTEM servo
SYSTEM m[1..n]: motor
m[i].u = 1 FOR i = 1..n
STATE x
DER dx
dx = -low*x + m[1].w
n: 2
low: 1
high: 2
REQUIRE low < high 'the limits are in the wrong order'
REQUIRE n >= 2
END
"""
GAIN = "'m[2]' requires k > 0 AND gain < 3, but k is 2, gain is 20: the gain must be small"


@pytest.fixture(scope="module")
def servo() -> simnon.Model:
    return simnon.load(SERVO)


def test_every_member_of_a_study_must_meet_it(servo: simnon.Model) -> None:
    with pytest.raises(simnon.UserError, match="requires low < high, but low is 3, high is 2"):
        servo.sweep({"low": [1.0, 2.0, 3.0]}, 0.0, 1.0, parameters={"high": 2.5})
    assert servo.sweep({"low": [1.0, 2.0, 3.0]}, 0.0, 1.0, parameters={"high": 4.0}).is_complete


def test_members_are_checked_with_the_same_functions_as_runs() -> None:
    condition = "IF SQRT(a) > b^3 THEN -a/b + 1 < c ELSE NOT MAX(a, b) >= 2 OR INT(a) = 7"
    text = f"CONTINUOUS SYSTEM s\ny = a + b + c\nc = b*2\na: 1\nb: 1\nREQUIRE {condition}\nEND\n"
    requirements = compile_model(text).analysed.declared.requirements
    numbers = [-1.0, 0.0, 1.0, 2.0, 7.5]
    refused = {}
    for pair in itertools.product(numbers, numbers):
        refused[pair] = bool(list(requirements.failures(dict(zip("ab", pair, strict=True)))))
        with pytest.raises(simnon.UserError) if refused[pair] else nullcontext():
            check_requirements_of_members(requirements, {}, ["a", "b"], np.array([[1.0, 1.0], pair]))

    assert set(refused.values()) == {True, False}


def test_the_text_and_its_structure_are_checked_when_it_is_loaded() -> None:
    with pytest.raises(simnon.SimnonError, match="'servo' requires n >= 2, but n is 1"):
        simnon.load(SERVO, choices={"n": 1})
    with pytest.raises(simnon.SimnonError) as caught:
        simnon.load(SERVO.replace("n: 2", "m[2].R: 0.1\nn: 2"))
    assert GAIN in str(caught.value)
    assert "'m[2].R' is given here" in str(caught.value)


def test_what_is_required_to_be_so_cannot_change_with_time(servo: simnon.Model) -> None:
    with pytest.raises(simnon.UserError, match=r"'m\[1\]\.R' cannot change with time"):
        servo.simulate(0.0, 1.0, inputs={"m[1].R": "1 + t"})
