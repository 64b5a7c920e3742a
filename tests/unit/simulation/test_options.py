"""Options: impossible ones are rejected with a hint."""

import math
from typing import Any

import pytest

import simnon
from simnon.kernels import METHODS
from simnon.simulation import RunOptions
from simnon.simulation.options import METHOD_CHOICES, check_options
from simnon.source import UserError
from tests.answers.running import PRESENT

MODEL = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -k*x\nx: 1\nk: 1\nEND\n")


@pytest.mark.parametrize(
    ("changed", "code", "words"),
    [
        ({"stop": -1.0}, "bad-option", "before it starts"),
        ({"start": math.nan}, "bad-option", "start is nan"),
        ({"stop": math.inf}, "bad-option", "stop is inf"),
        ({"rtol": 0.0}, "bad-option", "rtol is 0"),
        ({"rtol": -1e-6}, "bad-option", "rtol"),
        ({"rtol": 2.0}, "bad-option", "rtol is 2"),
        ({"rtol": math.nan}, "bad-option", "rtol is nan"),
        ({"atol": -1.0}, "bad-option", "atol is -1"),
        ({"atol": {"x": math.nan}}, "bad-option", "atol is nan"),
        ({"spacing": 0.0}, "bad-option", "spacing is 0"),
        ({"spacing": -1.0}, "bad-option", "spacing"),
        ({"spacing": math.inf}, "bad-option", "spacing is inf"),
        ({"method": "dopri"}, "unknown-method", "'dopri'"),
        ({"target": "interpeter"}, "unknown-target", "'interpeter'"),
        ({"step": 0.1}, "bad-option", "chooses its steps itself"),
        ({"method": "rk4", "step": 0.0}, "bad-option", "step is 0"),
        ({"method": "rk4", "step": -0.1}, "bad-option", "step"),
        ({"method": "euler", "step": math.nan}, "bad-option", "step is nan"),
    ],
)
def test_impossible_options_are_rejected(changed: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        check_options(RunOptions(**({"start": 0.0, "stop": 1.0} | changed)))

    assert caught.value.code == code
    assert words in str(caught.value)


def test_a_method_of_another_program_is_rejected_with_the_closest_one() -> None:
    with pytest.raises(UserError) as caught:
        check_options(RunOptions(0.0, 1.0, method="ODE15s"))

    assert caught.value.hint == "the closest method is cvode"


def test_a_misspelt_method_is_rejected_with_a_suggestion() -> None:
    with pytest.raises(UserError) as caught:
        check_options(RunOptions(0, 1, method="dopri6"))

    assert caught.value.hint == "did you mean 'dopri5'?"


def test_every_method_can_be_chosen_by_name() -> None:
    assert set(METHOD_CHOICES) == {"auto", *METHODS}
    for method in METHOD_CHOICES:
        check_options(RunOptions(0, 1, method=method))
    for method in PRESENT:
        assert MODEL.simulate(0, 1, method=method).final["x"] == pytest.approx(math.exp(-1), abs=0.01)


def test_a_fixed_step_is_used_as_given() -> None:
    found = MODEL.simulate(0, 1, method="euler", step=0.125)

    assert found.statistics.steps == 8
    assert found.final["x"] == pytest.approx(0.875**8, rel=1e-14)


def test_a_run_has_a_hundred_fixed_steps_by_default() -> None:
    assert MODEL.simulate(0, 3, method="rk4").statistics.steps == 100


def test_parameters_and_initial_values_are_not_confused() -> None:
    with pytest.raises(UserError) as parameter:
        MODEL.simulate(0, 1, parameters={"x": 2})
    with pytest.raises(UserError) as state:
        MODEL.simulate(0, 1, initial={"k": 2})

    assert (parameter.value.code, state.value.code) == ("not-a-parameter", "not-a-state")


def test_unknown_names_are_rejected_in_every_option() -> None:
    for options in ({"parameters": {"kk": 1}}, {"initial": {"y": 1}}, {"store": ["z"]}, {"atol": {"w": 1.0}}):
        with pytest.raises(UserError) as caught:
            MODEL.simulate(0, 1, **options)
        assert caught.value.code == "unknown-variable"


def test_an_absolute_tolerance_can_be_given_for_each_state() -> None:
    rough = MODEL.simulate(0, 10, rtol=1e-9, atol={"X": 1e-2})
    fine = MODEL.simulate(0, 10, rtol=1e-9, atol={"x": 1e-12})

    assert rough.statistics.steps < fine.statistics.steps / 2


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"times": [1.0, 0.5]}, "not increasing"),
        ({"times": [0.5, 4.0]}, "the run is from 0 to 3"),
        ({"times": "soon"}, "expected a list of numbers"),
        ({"times": [1.0], "spacing": 0.1}, "exclude a spacing"),
    ],
)
def test_times_that_cannot_be_recorded_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(UserError, match=why):
        simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n").simulate(0, 3, **given)
