"""Measured frequency responses: linear models by their closed forms, describing functions, sampled loops."""

import math
from pathlib import Path

import numpy as np
import pytest

import simnon
from tests.seeds import these_fast

EXAMPLES = Path(__file__).parents[2] / "examples"
RESONANT = """CONTINUOUS SYSTEM resonant
INPUT u
OUTPUT y
STATE x v
DER dx dv
dx = v
dv = u - x - 0.2*v
y = x
u: 0
END
"""


def test_a_linear_model_has_the_response_of_its_closed_form() -> None:
    frequencies = np.geomspace(0.1, 10, 9)

    found = simnon.load(RESONANT).frequency_response("u", "y", frequencies, amplitude=0.5)

    exact = 1 / (1 - frequencies**2 + 0.2j * frequencies)
    assert np.abs(found.values / exact - 1).max() < 1e-6
    assert np.abs(found.distortion).max() < 1e-5
    assert found.notes == ()


@pytest.mark.parametrize("amplitude", these_fast([0.5, 1.5, 4.0], 1.5))
def test_a_saturation_has_its_describing_function_and_harmonics(amplitude: float) -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\ny = MAX(-1, MIN(1, u))\nu: 0\nEND\n")

    found = model.frequency_response("u", "y", [2.0], amplitude=amplitude)

    ratio = min(1.0, 1 / amplitude)
    gain = 2 / math.pi * (math.asin(ratio) + ratio * math.sqrt(1 - ratio**2))
    assert found.values[0] == pytest.approx(gain, abs=1e-6)
    assert bool(found.harmonics[0, 2] > 1e-3) is (amplitude > 1)


@pytest.mark.slow
def test_a_relay_in_a_loop_has_the_response_of_its_square_wave() -> None:
    # A relay drives a lag; the square wave has harmonics 4/(pi n).
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nr = IF e > 0 THEN 1 ELSE -1\ndx = r - x\ne = -x\nEND\n"

    found = simnon.load(text).frequency_response("e", "x", [0.5, 2.0], amplitude=3.0)

    orders = np.arange(1, 6)
    waves = np.where(orders % 2 == 1, 4 / (math.pi * orders), 0.0)
    expected = waves / np.sqrt(1 + np.outer([0.5, 2.0], orders) ** 2)
    assert found.harmonics == pytest.approx(expected, abs=1e-6)
    assert found.values == pytest.approx([4 / math.pi / 3 / (1 + 0.5j), 4 / math.pi / 3 / (1 + 2j)], abs=1e-6)


def test_a_discrete_filter_is_measured_at_its_samples() -> None:
    text = (
        "DISCRETE SYSTEM filter\nINPUT u\nOUTPUT y\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\n"
        "nx = 0.5*x + u\ny = x\nts = t + 0.1\nu: 0\nEND\n"
    )

    found = simnon.load(text).frequency_response("u", "y", [0.5, 5.0, 20.0], amplitude=1)

    assert found.frequencies == pytest.approx([0.5, 5.0, 20.0], rel=0.01)
    assert found.values == pytest.approx(1 / (np.exp(0.1j * found.frequencies) - 0.5), rel=1e-6)


@pytest.mark.slow
def test_a_small_sinusoid_in_a_sampled_loop_gives_its_linear_model() -> None:
    model = simnon.load(*(EXAMPLES / name for name in ("tank.t", "regulator.t", "level.t")))
    rest = model.equilibrium(parameters={"large": 0.01})

    found = model.frequency_response("wanted", "level", [0.02, 0.1, 0.4], amplitude=1e-4, at=rest)

    linear = model.linearize(["wanted"], ["level"], at=rest)
    expected = linear.frequency_response(found.frequencies).values.ravel()
    assert np.abs(found.values / expected - 1).max() < 1e-4
    assert found.period == linear.period


@pytest.mark.slow
def test_the_loop_is_opened_at_a_variable_that_is_input_and_output() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = u - x\nu = -3*x\nEND\n"

    found = simnon.load(text).frequency_response("u", "u", [1.0], amplitude=1)

    assert found.values[0] == pytest.approx(-3 / (1 + 1j), abs=1e-6)


@pytest.mark.slow
def test_a_sampled_loop_is_opened_at_a_variable_of_one_of_its_systems() -> None:
    plant = "CONTINUOUS SYSTEM plant\nINPUT u\nOUTPUT y\nSTATE x\nDER dx\ndx = u - x\ny = x\nEND\n"
    law = "DISCRETE SYSTEM law\nINPUT y\nOUTPUT u\nTIME t\nTSAMP ts\nu = -3*y\nts = t + 0.1\nEND\n"
    joined = "CONNECTING SYSTEM joined\nu[plant] = u[law]\ny[law] = y[plant]\nEND\n"
    found = simnon.load(plant, law, joined).frequency_response("u[plant]", "u[plant]", [0.5, 5.0], amplitude=1)

    z, a = np.exp(0.1j * found.frequencies), math.exp(-0.1)
    assert found.values == pytest.approx(-3 * (1 - a) / (z - a), rel=1e-5)


def test_an_output_that_drifts_has_the_response_of_its_oscillation() -> None:
    """The mean of u^2 makes an integrator drift; each window of the response would be wrong by the same number."""
    text = "CONTINUOUS SYSTEM s\nINPUT u\nSTATE x\nDER dx\ndx = u + 0.05*u^2\nu: 0\nEND\n"
    found = simnon.load(text).frequency_response("u", "x", [0.5, 2.0], amplitude=1)

    assert found.values == pytest.approx([1 / 0.5j, 1 / 2j], abs=1e-5)
    assert found.notes == ()


def test_samples_that_drift_have_the_response_of_their_oscillation() -> None:
    text = (
        "DISCRETE SYSTEM s\nINPUT u\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\n"
        "nx = x + u + 0.05*u^2\nts = t + 0.1\nu: 0\nEND\n"
    )
    found = simnon.load(text).frequency_response("u", "x", [0.5, 5.0], amplitude=1)

    assert found.values == pytest.approx(1 / (np.exp(0.1j * found.frequencies) - 1), rel=1e-5)
    assert found.notes == ()


def test_what_cannot_be_opened_or_measured_is_refused() -> None:
    model = simnon.load(RESONANT)
    for source, target, message in (("x", "y", "cannot be an input"), ("u", "u", "does not change during a run")):
        with pytest.raises(simnon.UserError, match=message):
            model.frequency_response(source, target, [1.0], amplitude=1)
    with pytest.raises(simnon.UserError, match="frequencies: expected a positive number, found -1"):
        model.frequency_response("u", "y", [-1], amplitude=1)


def test_a_run_that_fails_says_why() -> None:
    text = "CONTINUOUS SYSTEM blow\nINPUT u\nSTATE x\nDER dx\ndx = x^2 - 1 + u\ny = x\nu: 0\nx: -1\nEND\n"

    found = simnon.load(text).frequency_response("u", "y", [0.5, 2.0], amplitude=100.0)

    assert np.isnan(found.values).all()
    (note,) = found.notes
    assert note.startswith("2 of 2 runs failed, that at 0.5 rad/s because no step from t = 0.6")
    assert note.endswith("try a smaller amplitude")


def test_a_sampled_response_without_finite_values_says_so() -> None:
    text = (
        "DISCRETE SYSTEM d\nINPUT u\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\nnx = EXP(x) + u\ny = x\nts = t + 1\nu: 0\nEND\n"
    )

    found = simnon.load(text).frequency_response("u", "y", [0.5], amplitude=1.0)

    assert "y" in found.notes[0]
    assert found.notes[0].startswith("1 of 1 runs failed, that at 0.5 rad/s because")


@pytest.mark.parametrize("nearness", [1e-4, 1e-6, 0.0, -0.5])
def test_just_below_the_nyquist_frequency_the_beat_is_bounded(nearness: float) -> None:
    """There sin(w k h) swells and fades within 1/nearness samples; at the Nyquist frequency it is zero."""
    equations = "nx = 0.5*x + u\ny = x\nts = t + 0.1"
    text = f"DISCRETE SYSTEM d\nINPUT u\nSTATE x\nNEW nx\nTIME t\nTSAMP ts\n{equations}\nu: 0\nEND\n"
    nyquist = math.pi / 0.1

    found = simnon.load(text).frequency_response("u", "y", [(1.0 - nearness) * nyquist], amplitude=1.0)

    (actual,) = found.frequencies
    assert actual == pytest.approx(0.999 * nyquist, rel=1e-4)
    assert found.values[0] == pytest.approx(1.0 / (np.exp(0.1j * actual) - 0.5), abs=1e-6)
    assert found.notes == ("the response is measured up to 31.38 rad/s, just below the Nyquist frequency",)
