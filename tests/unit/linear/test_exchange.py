"""Linear models in other programs: dictionaries, scipy, python-control, files of MATLAB."""

import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import scipy.io
import scipy.signal

from simnon import SimnonError
from simnon.linear import LinearModel, state_space, transfer_function

MODELS = {
    "plain": state_space([[-1, 2], [0, -3]], [[1], [0.1]], [[1, 0]], [[0.5]], states=["H[TANK]", "speed"]),
    "sampled": transfer_function([1, 0.2], [1, -0.5, 0.3], period=0.1),
    "delayed": transfer_function([1], [1, 1], delay=0.3).feedback(),
    "static": transfer_function([2], [1]),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_comes_back_from_json_and_from_a_file_of_matlab(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    model.write_mat(tmp_path / "model.mat")

    assert LinearModel.from_dict(json.loads(json.dumps(model.to_dict()))) == model
    assert LinearModel.read_mat(tmp_path / "model.mat") == model


def test_the_file_of_matlab_has_plain_matrices_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    model = MODELS["plain"]
    for name in ("one.mat", "two.mat"):
        model.write_mat(tmp_path / name)

    assert (tmp_path / "one.mat").read_bytes() == (tmp_path / "two.mat").read_bytes()
    assert scipy.io.loadmat(tmp_path / "one.mat")["A"].tolist() == [[-1, 2], [0, -3]]
    (tmp_path / "mine.mat").write_text("the user's own")
    with pytest.raises(SimnonError, match="not written by Simnon"):
        model.write_mat(tmp_path / "mine.mat")


def test_a_model_goes_to_scipy_and_comes_back() -> None:
    for name in ("plain", "sampled", "static"):
        back = LinearModel.from_scipy(MODELS[name].to_scipy())
        assert back.frequency_response([1.0]).values == pytest.approx(MODELS[name].frequency_response([1.0]).values)
        assert back.period == MODELS[name].period

    assert LinearModel.from_scipy(scipy.signal.TransferFunction([1], [1, 2])).poles() == pytest.approx([-2])
    assert len(LinearModel.from_scipy(transfer_function([1], [1, -0.5], delay=2, period=1).to_scipy()).states) == 3


def test_a_model_goes_to_python_control_and_comes_back() -> None:
    pytest.importorskip("control")
    for name in ("plain", "sampled"):
        assert LinearModel.from_control(MODELS[name].to_control()) == MODELS[name]


class SpaceOfControl:
    """As much of control.StateSpace as we use, for machines on which python-control is not installed."""

    def __init__(self, A: Any, B: Any, C: Any, D: Any, dt: Any, **labels: list[str]) -> None:  # noqa: N803
        self.A, self.B, self.C, self.D, self.dt = A, B, C, D, dt
        self.state_labels, self.input_labels, self.output_labels = labels["states"], labels["inputs"], labels["outputs"]


@pytest.fixture
def control(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    spec, transfer = ModuleSpec("control", None), type("TransferFunction", (), {})
    found = SimpleNamespace(
        StateSpace=SpaceOfControl,
        TransferFunction=transfer,
        ss=lambda model: model,
        __spec__=spec,
    )
    monkeypatch.setitem(sys.modules, "control", cast(ModuleType, found))
    return found


def test_names_and_the_period_go_to_python_control_and_come_back(control: SimpleNamespace) -> None:
    plain, sampled = MODELS["plain"].to_control(), MODELS["sampled"].to_control()

    assert (plain.state_labels, plain.dt, sampled.dt) == (["H[TANK]", "speed"], 0.0, 0.1)
    for name in ("plain", "sampled", "static"):
        assert LinearModel.from_control(MODELS[name].to_control()) == MODELS[name]


def test_a_model_without_a_period_in_seconds_and_what_is_none_are_refused(control: SimpleNamespace) -> None:
    unknown = MODELS["sampled"].to_control()
    unknown.dt = True

    with pytest.raises(SimnonError, match="a model with a sampling period in seconds"):
        LinearModel.from_control(unknown)
    with pytest.raises(SimnonError, match="a linear model of python-control"):
        LinearModel.from_control(3)
    with pytest.raises(SimnonError, match="without delays"):
        MODELS["delayed"].to_control()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"A": [[1]]}, "has no B, C, D"),
        ({**MODELS["plain"].to_dict(), "A": [[1]]}, "A is 1 by 1, expected 2 by 2"),
        ({**MODELS["plain"].to_dict(), "periods": 1}, "did you mean 'period'"),
        ({**MODELS["plain"].to_dict(), "delays": {"lags": [1]}}, "a dictionary with lags"),
        ({**MODELS["plain"].to_dict(), "period": -1}, "not negative"),
        (3, "expected a dictionary"),
    ],
)
def test_a_dictionary_that_is_no_model_is_reported(value: dict[str, object], message: str) -> None:
    with pytest.raises(SimnonError, match=message):
        LinearModel.from_dict(value)


def test_files_that_hold_no_model_are_reported(tmp_path: Path) -> None:
    (tmp_path / "text.mat").write_text("not a file of MATLAB")
    scipy.io.savemat(tmp_path / "other.mat", {"x": np.eye(2)})

    for name, message in (("text.mat", "not a file"), ("other.mat", "no matrix A"), ("none.mat", "there is no")):
        with pytest.raises(SimnonError, match=message):
            LinearModel.read_mat(tmp_path / name)


def test_models_that_others_cannot_hold_are_refused() -> None:
    with pytest.raises(SimnonError, match="without delays"):
        MODELS["delayed"].to_scipy()
    with pytest.raises(SimnonError, match=r"a linear model of scipy\.signal"):
        LinearModel.from_scipy(3)


def test_python_control_finds_the_same_margins_zeros_and_gains() -> None:
    control = pytest.importorskip("control")
    model = transfer_function([4, 1], [1, 3, 3, 1, 0.2])
    other = model.to_control()

    gain, phase, *_ = control.margin(other)
    assert model.margins().phase_margin == pytest.approx(phase, rel=1e-6)
    assert model.margins().gain_margin == pytest.approx(gain, rel=1e-6)
    assert model.zeros() == pytest.approx(control.zeros(other))
    assert np.asarray(model.lqr(1, 1).L) == pytest.approx(np.asarray(control.lqr(other, np.eye(4), np.eye(1))[0]))


def test_numbers_of_a_text_have_no_more_digits_than_they_need() -> None:
    text = state_space([[-0.05, 1 / 3], [0, -3.0]], [[0.1], [1e300]], [[1, 0]]).text("s")

    assert "a11: -0.05\n" in text
    assert "b1: 0.1\n" in text
    assert "a22: -3\n" in text
    assert float(text.split("a12: ")[1].split()[0]) == 1 / 3
