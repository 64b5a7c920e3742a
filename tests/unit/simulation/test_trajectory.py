"""Trajectories as values: read by name and time, compared, copied, pickled, shown."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simnon
from simnon import Trajectory
from tests.pickling import pickled

BALL = """CONTINUOUS SYSTEM ball
STATE h v
DER dh dv
dh = v
dv = -g
WHEN h < 0
  v = -0.8*PRE(v)
  h = 0
END
g: 9.81
h: 1
END
"""
MODEL = simnon.load(BALL)
FALL = np.sqrt(2 / 9.81)


@pytest.fixture(scope="module")
def run() -> Trajectory:
    return MODEL.simulate(0, 1)


def test_a_list_of_names_gives_their_columns_side_by_side(run: Trajectory) -> None:
    assert np.array_equal(run[["v", "h"]], np.column_stack([run["v"], run["h"]]))
    assert np.array_equal(run["v", "h"], run[["v", "h"]])
    assert run[[]].shape == (len(run), 0)
    with pytest.raises(KeyError, match="no variable 'w'"):
        run[["v", "w"]]


def test_iteration_keys_and_names_list_the_stored_variables(run: Trajectory) -> None:
    assert list(run) == list(run.keys()) == list(run.names) == ["h", "v", "dh", "dv"]
    assert list(MODEL.simulate(0, 1, store=["v", "h"])) == ["v", "h"]
    assert dict(run).keys() == run.columns.keys()
    assert len(run) == len(run.t)


@pytest.mark.parametrize(("name", "is_stored"), [("h", True), ("H[ball]", True), ("g", False), ("nam", False)])
def test_in_accepts_any_name_of_a_stored_variable(run: Trajectory, name: str, is_stored: bool) -> None:
    assert (name in run) is is_stored


@pytest.mark.parametrize(("name", "code"), [("nam", "unknown-variable"), ("g", "not-stored")])
def test_a_missing_name_is_both_a_user_error_and_a_key_error(run: Trajectory, name: str, code: str) -> None:
    with pytest.raises(KeyError) as caught:
        run[name]

    assert isinstance(caught.value, simnon.UserError)
    assert caught.value.code == code
    assert str(caught.value).startswith(("there is no variable", "'g' was not stored"))


def test_a_misspelt_name_is_answered_with_the_nearest_one() -> None:
    decay = simnon.load("CONTINUOUS SYSTEM s\nSTATE level\nDER dlevel\ndlevel = -level\nEND\n").simulate(0, 1)

    with pytest.raises(simnon.SimnonError) as caught:
        decay["lebel"]

    assert caught.value.diagnostics[0].hint == "did you mean 'level'?"


def test_between_records_a_value_lies_on_the_curve(run: Trajectory) -> None:
    assert run.at(0.2, "h") == pytest.approx(1 - 9.81 * 0.02, abs=1e-9)
    assert run.at(0.2) == {name: run.at(0.2, name) for name in run}


def test_several_times_give_an_array_of_their_shape(run: Trajectory) -> None:
    found = run.at(np.array([[0.1, 0.2], [0.3, 0.9]]), "v")

    assert found.shape == (2, 2)
    assert found[1, 1] == run.at(0.9, "v")
    assert run.at(np.array([0.1]))["h"].shape == (1,)


def test_at_a_jump_the_value_is_the_one_after_it_and_nearby_that_of_its_side(run: Trajectory) -> None:
    (jump,) = np.flatnonzero(np.diff(run.t) == 0)
    time = float(run.t[jump])

    assert time == pytest.approx(FALL, abs=1e-8)
    assert run.at(time, "v") == run["v"][jump + 1] > 0
    assert run.at(time - 1e-9, "v") == pytest.approx(-9.81 * FALL, abs=1e-6)
    assert run.at(time + 1e-9, "v") == pytest.approx(0.8 * 9.81 * FALL, abs=1e-6)


def test_at_a_record_the_value_is_exactly_that_of_the_record(run: Trajectory) -> None:
    is_last = np.append(np.diff(run.t) > 0, True)

    assert np.array_equal(run.at(run.t[is_last], "h"), run["h"][is_last])


@pytest.mark.parametrize("time", [[-0.1], [1.1], [0.5, 2.0], [float("nan")]])
def test_times_outside_the_records_are_rejected(run: Trajectory, time: list[float]) -> None:
    with pytest.raises(simnon.UserError, match="lies outside the records from 0 to 1"):
        run.at(time)


def test_plot_shows_curves_against_time_or_each_other(run: Trajectory) -> None:
    (area,) = run.plot("h", "v").areas
    (plane,) = run.plot("h", against="v").areas

    assert [curve.label for curve in area.curves] == ["h", "v"]
    assert area.horizontal.label == "t"
    assert np.array_equal(plane.curves[0].x, run["v"])
    assert [curve.label for curve in run.plot().areas[0].curves] == list(run)


def test_the_repr_is_one_line(run: Trajectory) -> None:
    assert repr(run) == f"Trajectory(ball: {len(run)} records of h, v, dh, dv from t = 0 to 1; end)"


def test_a_notebook_shows_the_ends_and_extremes(run: Trajectory) -> None:
    shown = run._repr_html_()

    assert "<td>dv</td><td>-9.81</td><td>-9.81</td>" in shown
    assert shown.count("<tr>") == 5


def test_the_same_run_is_equal_and_a_different_one_is_not(run: Trajectory) -> None:
    assert run == MODEL.simulate(0, 1)
    assert run != MODEL.simulate(0, 1, parameters={"g": 9.8})
    assert run != MODEL.simulate(0, 1, rtol=1e-7)
    assert run != "run"
    with pytest.raises(TypeError, match="unhashable type: 'Trajectory'"):
        hash(run)


def test_a_copy_is_equal_and_a_deep_one_has_its_own_arrays(run: Trajectory) -> None:
    shallow, deep = copy.copy(run), copy.deepcopy(run)

    assert shallow == run == deep
    assert shallow["h"] is run["h"]
    deep["h"][0] = 7.0
    assert run["h"][0] == 1.0
    assert deep != run


def test_a_copy_can_be_continued_and_a_pickled_one_reports_why_it_cannot() -> None:
    run = MODEL.simulate(0, 0.2)
    found = pickled(run)

    with pytest.raises(simnon.UserError, match="cannot be continued"):
        MODEL.resume(found, 0.3)
    assert MODEL.resume(copy.deepcopy(run), 0.3).t[-1] == 0.3


@given(
    st.floats(0.1, 20.0),
    st.floats(0.0, 5.0),
    st.sampled_from([None, 0.1]),
    st.sampled_from([None, ("h",), ()]),
    st.sampled_from(["auto", "rk4"]),
)
def test_pickling_keeps_every_bit(
    g: float, h: float, spacing: float | None, store: tuple[str, ...] | None, method: str
) -> None:
    run = MODEL.simulate(
        0, 1, parameters={"g": g}, initial={"h": h}, spacing=spacing, store=store, method=method, rtol=1e-3
    )
    found = pickled(run)

    assert found == run
    assert found.t.tobytes() == run.t.tobytes()
    assert [column.tobytes() for column in found.columns.values()] == [c.tobytes() for c in run.columns.values()]
    assert list(found.events) == list(run.events)
    assert dict(found.final) == dict(run.final)
    assert found.statistics.seconds == run.statistics.seconds
    assert (found.names, found.units, found.notes) == (run.names, run.units, run.notes)
    assert "H[ball]" in found or store == ()


def test_nan_survives_pickling_and_compares_equal() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ny = k/k*x\ndx = 1\nk: 0\nEND\n")
    run = model.simulate(0, 1)

    assert np.isnan(run.final["y"])
    assert pickled(run) == run == model.simulate(0, 1)


def test_an_array_has_a_value_of_each_element_at_a_time() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x[1..3]\nDER dx[1..3]\ndx = ONES(3)\nx: [1, 2, 3]\nEND\n")
    run = model.simulate(0, 1)

    assert run.at(0.5, "x") == pytest.approx(np.array([1.5, 2.5, 3.5]))
    assert run.at([0.25, 0.5], "x") == pytest.approx(np.array([[1.25, 2.25, 3.25], [1.5, 2.5, 3.5]]))
    assert run.at(0.5, "x[2]") == pytest.approx(2.5)
