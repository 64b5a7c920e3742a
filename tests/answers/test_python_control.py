"""Linear models beside python-control, if it is installed; closed forms are tested in tests/unit/linear."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import simnon
from simnon.linear import LinearModel, transfer_function

pytestmark = pytest.mark.slow

CASCADE = """CONTINUOUS SYSTEM cascade
INPUT u
STATE upper lower T
DER dupper dlower dT
dupper = u - SQRT(upper)
dlower = SQRT(upper) - SQRT(lower)
dT = (2*u - T)/lower - 0.1*T
u: 1.5
upper: 1
lower: 1
END
"""


def control() -> Any:
    """Loaded by the first test: it takes longer than collecting hundreds of them."""
    return pytest.importorskip("control")


def linearised() -> LinearModel:
    model = simnon.load(CASCADE)
    return model.linearize(["u"], ["lower", "T"], at=model.equilibrium())


def random_model(seed: int) -> LinearModel:
    numbers = np.random.default_rng(seed)
    matrix = numbers.standard_normal((5, 5))
    matrix -= (np.linalg.eigvals(matrix).real.max() + 0.3) * np.eye(5)
    return LinearModel(
        matrix,
        numbers.standard_normal((5, 1)),
        numbers.standard_normal((1, 5)),
        np.zeros((1, 1)),
        tuple(f"x{i}" for i in range(5)),
        ("u",),
        ("y",),
    )


MODELS: dict[str, Callable[[], LinearModel]] = {
    "cascade": linearised,
    **{f"random {seed}": partial(random_model, seed) for seed in range(5)},
}


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> LinearModel:
    return MODELS[request.param]()


def test_poles_and_damping_agree(model: LinearModel) -> None:
    frequencies, damping, poles = control().damp(model.to_control(), doprint=False)
    modes = model.modes().rows

    assert np.sort_complex(model.poles()) == pytest.approx(np.sort_complex(poles), rel=1e-9)
    assert sorted(mode.natural_frequency for mode in modes) == pytest.approx(np.sort(frequencies), rel=1e-9)
    assert sorted(mode.damping for mode in modes) == pytest.approx(np.sort(damping), rel=1e-9)


@pytest.mark.parametrize("gain", [1.0, 20.0])
def test_margins_agree(model: LinearModel, gain: float) -> None:
    loop = gain * model.select("u", model.outputs[-1])
    found = loop.margins()
    gains, phases, distances, *_ = control().stability_margins(loop.to_control(), returnall=True)

    assert sorted(value for _, value in found.phase_crossings) == pytest.approx(sorted(gains), rel=1e-6)
    nearest = min((abs((phase + 180) % 360 - 180) for phase in phases), default=np.inf)
    assert abs(found.phase_margin) == pytest.approx(nearest, rel=1e-6)
    if len(distances):
        assert found.stability_margin <= min(distances) * (1 + 1e-6)


def test_step_responses_agree(model: LinearModel) -> None:
    times = np.linspace(0.0, 8.0, 81)
    ours = model.step_response(times=times).values[:, :, 0]
    theirs = control().step_response(model.to_control(), times).outputs.reshape(len(model.outputs), -1).T

    assert ours == pytest.approx(theirs, abs=1e-8)


@pytest.mark.parametrize(("ours", "theirs"), [("zoh", "zoh"), ("foh", "foh"), ("tustin", "bilinear")])
def test_discretisations_agree(model: LinearModel, ours: str, theirs: str) -> None:
    found = model.discretise(0.1, ours)
    other = control().sample_system(model.to_control(), 0.1, theirs)
    grid = np.array([0.1, 1.0, 10.0, 30.0])

    assert found.frequency_response(grid).values == pytest.approx(
        np.moveaxis(np.atleast_3d(other(np.exp(1j * 0.1 * grid)).reshape(len(model.outputs), 1, -1)), 2, 0), rel=1e-8
    )


def test_a_delay_has_the_margin_of_its_phase() -> None:
    """python-control has no delays: a Padé approximation of order 8 comes near."""
    loop = transfer_function([2], [5, 1], delay=1) * 1.5
    numerator, denominator = control().pade(1, 8)
    other = control().tf([3], [5, 1]) * control().tf(numerator, denominator)

    gain, phase, *_ = control().margin(other)
    assert loop.margins().gain_margin == pytest.approx(gain, rel=1e-6)
    assert loop.margins().phase_margin == pytest.approx(phase, rel=1e-6)
