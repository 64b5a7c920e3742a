"""The Reference FMUs of the Modelica Association give the results that are published with them.

They are not part of this repository: name a folder with BouncingBall.fmu, VanDerPol.fmu, Dahlquist.fmu and
Stair.fmu, of FMI 2.0 or 3.0, in the variable SIMNON_REFERENCE_FMUS. The numbers are rows of the files `*_ref.csv`
beside their sources (github.com/modelica/Reference-FMUs).
"""

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from lxml import etree  # type: ignore[import-untyped]

import simnon
from simnon.simulation import StopKind, data_system_text

FOLDER = os.environ.get("SIMNON_REFERENCE_FMUS")
pytestmark = pytest.mark.skipif(not FOLDER, reason="SIMNON_REFERENCE_FMUS names no folder")

HEIGHTS = {0.5: 0.138778, 1.0: 0.225043, 1.5: 0.0533682, 2.0: 0.0423756}
OSCILLATION = {
    0.5: (1.83897, -0.537587), 1.0: (1.50967, -0.7809), 2.0: (0.334108, -1.82007), 5.0: (-0.874403, 1.27374),
    7.0: (1.95028, -0.421237),
}  # fmt: skip
DECAY = {1.0: 0.367857, 2.0: 0.135306, 5.0: 0.00673565, 10.0: 4.53932e-05}


def unit(name: str) -> Path:
    assert FOLDER is not None
    return Path(FOLDER) / f"{name}.fmu"


def with_one_interface(name: str, folder: Path, other: str) -> Path:
    """The FMU without its other interface."""
    path = folder / f"{name}.fmu"
    with zipfile.ZipFile(unit(name)) as given, zipfile.ZipFile(path, "w") as kept:
        for each in given.namelist():
            data = given.read(each)
            if each == "modelDescription.xml":
                root = etree.fromstring(data)
                root.remove(next(root.iter(other)))
                data = etree.tostring(root)
            kept.writestr(each, data)
    return path


def test_the_ball_bounces_at_the_instants_of_its_closed_form(tmp_path: Path) -> None:
    model = simnon.load(with_one_interface("BouncingBall", tmp_path, "CoSimulation"), trust=True)
    run = model.simulate(0, 3, rtol=1e-9, atol=1e-12)
    times, speeds = np.asarray(run.t), np.asarray(run["v"])
    bounces = times[1:][(np.diff(times) == 0.0) & (np.abs(np.diff(speeds)) > 1e-9)]
    fall = (2.0 / 9.81) ** 0.5
    expected = [fall * (1.0 + 2.0 * sum(0.7**i for i in range(1, n + 1))) for n in range(11)]

    assert bounces == pytest.approx(expected, abs=1e-9)


def test_the_ball_is_as_high_as_published(tmp_path: Path) -> None:
    model = simnon.load(with_one_interface("BouncingBall", tmp_path, "CoSimulation"), trust=True)
    run = model.simulate(0, 3, rtol=1e-9, atol=1e-12, spacing=0.01)

    for time, height in HEIGHTS.items():
        assert float(run.at(time)["h"]) == pytest.approx(height, abs=1e-4), time


def test_the_oscillator_in_co_simulation_has_the_published_digits(tmp_path: Path) -> None:
    path = with_one_interface("VanDerPol", tmp_path, "ModelExchange")
    assert "period: 0.01" in data_system_text(path)
    run = simnon.load(path, trust=True).simulate(0, 7.1)

    for time, (first, second) in OSCILLATION.items():
        found = run.at(time + 1e-6)
        assert (float(found["x0"]), float(found["x1"])) == pytest.approx((first, second), abs=6e-6), time


def test_the_decay_in_model_exchange_is_as_published(tmp_path: Path) -> None:
    model = simnon.load(with_one_interface("Dahlquist", tmp_path, "CoSimulation"), trust=True)
    run = model.simulate(0, 10, rtol=1e-9, atol=1e-12, spacing=0.5)

    for time, value in DECAY.items():
        assert float(run.at(time)["x"]) == pytest.approx(value, abs=5e-5), time


def test_the_stair_counts_the_seconds_and_ends_the_simulation() -> None:
    run = simnon.load(unit("Stair"), trust=True).simulate(0, 10)

    for second in range(8):
        assert float(run.at(second + 0.5)["counter"]) == second + 1
    assert run.stop.kind is StopKind.FAILURE
    assert "at t = 9" in run.stop.message
    assert "it ended the simulation" in run.notes[0]
