"""Files of MATLAB, read back by SciPy."""

from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.simulation.mat_file import mat_bytes, matlab_names

scipy_io = pytest.importorskip("scipy.io")


def test_a_run_is_read_back_bit_for_bit(tmp_path: Path) -> None:
    run = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nx: 1\nEND\n").simulate(0, 1)

    run.write(tmp_path / "run.mat")

    found = scipy_io.loadmat(tmp_path / "run.mat")
    assert np.array_equal(found["t"][:, 0], run.t)
    assert np.array_equal(found["x"][:, 0], run["x"])
    assert "x x" in str(found["names"][0])


def test_special_numbers_and_empty_columns_survive(tmp_path: Path) -> None:
    path = tmp_path / "a.mat"
    path.write_bytes(mat_bytes({"a": np.array([np.nan, np.inf, -0.0, 5e-324]), "b": np.zeros(0)}))

    found = scipy_io.loadmat(path)
    assert np.array_equal(found["a"][:, 0], [np.nan, np.inf, 0.0, 5e-324], equal_nan=True)
    assert np.signbit(found["a"][2, 0])
    assert found["b"].size == 0


def test_names_become_those_of_matlab() -> None:
    names = matlab_names(["H[TANK]", "H_TANK", "motor.R", "3x", "å", "names", "x" * 80])

    assert list(names.values())[:5] == ["H_TANK", "H_TANK_2", "motor_R", "x3x", "x"]
    assert len(set(names.values())) == 7
    assert all(name.isidentifier() and len(name) <= 63 for name in names.values())


def test_the_same_columns_give_the_same_bytes() -> None:
    assert mat_bytes({"x": np.arange(3.0)}) == mat_bytes({"x": np.arange(3.0)})
