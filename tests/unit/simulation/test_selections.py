"""Names of arrays: wholes, slices and elements of runs and of what runs are given."""

import re

import numpy as np
import pytest

import simnon
from simnon import UserError

TEXT = """CONTINUOUS SYSTEM s
STATE x[1..3] [m]
DER dx[1..3]
dx = -k*x
P[i,j] = i*x[1] + j FOR i = 0..1, j = 1..2
k: 1
x: [1, 2, 3]
END
"""


@pytest.fixture(scope="module")
def model() -> simnon.Model:
    return simnon.load(TEXT)


@pytest.fixture(scope="module")
def run(model: simnon.Model) -> simnon.Trajectory:
    return model.simulate(0, 1)


def test_a_whole_array_has_a_row_for_each_time(run: simnon.Trajectory) -> None:
    assert run["x"].shape == (len(run), 3)
    assert run["P"].shape == (len(run), 2, 2)
    assert np.array_equal(run["x"][:, 1], run["x[2]"])
    assert np.array_equal(run["P"][:, 1, 0], run["P[1,1]"])


@pytest.mark.parametrize(
    ("name", "same"),
    [("x[2..3]", ["x[2]", "x[3]"]), ("X[2..END]", ["x[2]", "x[3]"]), ("x[..]", ["x[1]", "x[2]", "x[3]"]),
     ("P[1, ..]", ["P[1,1]", "P[1,2]"]), ("P[..,2]", ["P[0,2]", "P[1,2]"])],
)  # fmt: skip
def test_a_slice_is_its_columns(run: simnon.Trajectory, name: str, same: list[str]) -> None:
    assert np.array_equal(run[name], np.stack([run[each] for each in same], axis=-1))


def test_the_last_index_is_end(run: simnon.Trajectory) -> None:
    assert np.array_equal(run["x[END]"], run["x[3]"])
    assert np.array_equal(run["x[END-1]"], run["x[2]"])
    assert "x" in run
    assert "x[7]" not in run


@pytest.mark.parametrize(
    ("name", "hint"), [("x[4]", "END is the last index"), ("P[1]", "one index for each"), ("x[a..2]", "write x[2]")]
)
def test_an_index_that_does_not_exist_is_explained(run: simnon.Trajectory, name: str, hint: str) -> None:
    with pytest.raises(UserError, match=re.escape(hint)):
        run[name]


def test_values_are_given_as_arrays_or_one_for_all(model: simnon.Model) -> None:
    run = model.simulate(0, 1, initial={"x": np.array([4.0, 5.0, 6.0])}, parameters={"k": 0})
    same = model.simulate(
        0,
        1,
        initial={
            "x": 7,
        },
        parameters={"k": 0},
    )
    some = model.simulate(0, 1, initial={"x[2..3]": [8, 9]}, parameters={"k": 0})

    assert np.asarray(run.final["x"]).tolist() == [4, 5, 6]
    assert np.asarray(same.final["x"]).tolist() == [7, 7, 7]
    assert np.asarray(some.final["x"]).tolist() == [1, 8, 9]
    assert model.array("x").tolist() == [1, 2, 3]


def test_values_of_a_different_shape_are_refused(model: simnon.Model) -> None:
    with pytest.raises(UserError, match="'x' is a vector of 3, but its value is a vector of 2"):
        model.simulate(0, 1, initial={"x": [1, 2]})
    with pytest.raises(UserError, match="are the same variable"):
        model.simulate(0, 1, initial={"x": 1, "x[2]": 2})


def test_where_one_variable_is_expected_an_array_is_refused(run: simnon.Trajectory) -> None:
    with pytest.raises(UserError, match=r"'x' is a vector of 3; name one element: x\[1\]"):
        run.lookup.find("x")


def test_what_is_stored_can_be_a_whole_or_a_slice(model: simnon.Model) -> None:
    assert model.simulate(0, 1, store=["x[1..2]", "P"]).names == (
        "x[1]", "x[2]", "P[0,1]", "P[1,1]", "P[0,2]", "P[1,2]",
    )  # fmt: skip


def test_a_dataset_has_one_variable_for_an_array(run: simnon.Trajectory) -> None:
    pytest.importorskip("xarray")
    dataset = run.to_xarray()

    assert dataset["P"].dims == ("t", "P_1", "P_2")
    assert dataset["x"].attrs == {"units": "m"}
    assert np.array_equal(dataset["x"].to_numpy(), run["x"])


def test_a_large_array_is_stored_only_if_it_is_named() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE y x[1..1001]\nDER dy dx[1..1001]\ndy = 1\ndx = -x\nEND\n"
    model = simnon.load(text)

    usual = model.simulate(0, 1, method="euler", step=0.5)
    named = model.simulate(0, 1, method="euler", step=0.5, store=["x[1..2]", "y"])

    assert usual.names == ("y", "dy")
    assert any("more than 1,000 elements" in note for note in usual.notes)
    assert named.names == ("x[1]", "x[2]", "y")
    assert not named.notes
