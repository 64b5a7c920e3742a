"""Designs written as Simnon text, simulated with their plant: the loop answers as its linear model says."""

import numpy as np
import pytest

import simnon
from simnon.linear import LinearModel, output_feedback, state_space, transfer_function


def connected(plant: LinearModel, regulator: str, *lines: str) -> simnon.Model:
    joined = "\n".join(["CONNECTING SYSTEM loop", *lines, "END", ""])
    return simnon.load(plant.text("plant") + regulator + joined)


def unstable_plant() -> LinearModel:
    return state_space([[0, 1], [2, -1]], [[0], [1]], [[1, 0]], states=["angle", "rate"], inputs=["u"], outputs=["y"])


def test_a_linear_model_as_text_has_the_step_response_of_the_model() -> None:
    model = state_space(
        [[-1, 0.25], [-3, -0.5]],
        [[1, 0], [0.5, 2]],
        [[1, 1]],
        [[0, 0.3]],
        states=["H[TANK]", "if"],
        inputs=["a.b", "and"],
    )

    loaded = simnon.load(model.text("plant") + "CONNECTING SYSTEM c\na_b[plant] = 0\nand_2[plant] = 1\nEND\n")
    run = loaded.simulate(0, 5, rtol=1e-9, atol=1e-11)

    t = np.linspace(0, 5, 40)
    assert run.at(t, "y1[plant]") == pytest.approx(model.step_response(times=t).between("and", "y1"), abs=1e-6)
    assert {"H_TANK[plant]", "if_2[plant]"} <= set(run.names)


def test_every_keyword_can_be_the_name_of_a_signal() -> None:
    words = ["input", "output", "state", "der", "time", "end", "system", "when", "t", "table", "sort", "initial", "new"]
    model = state_space(-np.eye(13), np.ones((13, 1)), np.eye(13), states=words, outputs=[f"d{word}" for word in words])

    assert len(simnon.load(model.text("plant") + "CONNECTING SYSTEM c\nu1[plant] = 1\nEND\n").states) == 13


def test_a_delay_in_a_loop_survives_as_text() -> None:
    model = transfer_function([0.8], [1, 0.5], delay=0.7).feedback()

    run = simnon.load(model.text("plant") + "CONNECTING SYSTEM c\nu1[plant] = 1\nEND\n").simulate(
        0, 6, rtol=1e-9, atol=1e-11
    )

    t = np.unique(run.t)[1:]
    assert run.at(t, "y1[plant]") == pytest.approx(model.step_response(times=t).values[:, 0, 0], abs=1e-6)


def test_a_sampled_model_as_text_has_the_recursion_of_the_model() -> None:
    model = transfer_function([1, 0.2], [1, -1.2, 0.5], delay=1.0, period=0.5)

    run = simnon.load(model.text("plant") + "CONNECTING SYSTEM c\nu1[plant] = 1\nEND\n").simulate(0, 10.1)

    expected = model.step_response(10.0)
    assert run.at(expected.t + 0.01, "y1[plant]") == pytest.approx(expected.values[:, 0, 0], abs=1e-9)


@pytest.mark.parametrize("period", [0.0, 0.1])
def test_state_feedback_as_text_gives_the_loop_its_poles(period: float) -> None:
    plant = unstable_plant()
    design = (plant.discretise(period) if period else plant).lqr([4, 1], 0.5)

    lines = ("u[plant] = u[reg]", "angle[reg] = angle[plant]", "rate[reg] = rate[plant]", "y_ref[reg] = 1")
    run = connected(plant, design.text("reg"), *lines).simulate(0, 4, rtol=1e-9, atol=1e-11)

    # The reference enters like a step of the input, after its gain.
    closed = closed_by(design.model, design.L)
    assert design.reference_gain is not None
    expected = (closed * float(design.reference_gain[0, 0])).step_response(4.0)
    assert np.sort_complex(closed.poles()) == pytest.approx(np.sort_complex(design.poles))
    assert run.at(expected.t, "y[plant]") == pytest.approx(expected.values[:, 0, 0], abs=1e-6)
    assert run.final["y[plant]"] == pytest.approx(1.0, abs=0.02)


def closed_by(model: LinearModel, gain: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> LinearModel:
    return state_space(
        model.A - model.B @ gain, model.B, model.C - model.D @ gain, model.D, states=model.states, period=model.period
    )


@pytest.mark.parametrize("period", [0.0, 0.05])
def test_feedback_from_a_kalman_filter_as_text_stabilises_the_plant_as_computed(period: float) -> None:
    plant = unstable_plant()
    model = plant.discretise(period) if period else plant
    design = output_feedback(model.lqr(1, 1), model.kalman([0.1, 1], 0.01))

    lines = ("u[plant] = u[reg]", "y[reg] = y[plant]", "y_ref[reg] = 0")
    run = connected(plant, design.text("reg"), *lines).simulate(
        0, 5, initial={"angle[plant]": 1.0}, rtol=1e-9, atol=1e-11
    )

    loop = model.feedback(design.regulator(), sign=1)
    expected = loop.initial_response({"angle": 1.0}, 5.0)
    assert np.poly(loop.poles()) == pytest.approx(np.poly(design.poles), abs=1e-9)
    assert run.at(expected.t, "y[plant]") == pytest.approx(expected.values[:, 0, 0], abs=1e-6)


def test_an_estimator_as_text_finds_the_states() -> None:
    plant = state_space([[0, 1], [-4, -0.2]], [[0], [1]], [[1, 0]], states=["x", "v"], inputs=["u"], outputs=["y"])
    design = plant.observer([-6, -7])

    lines = ("TIME t", "u[plant] = SIN(3*t)", "u[obs] = SIN(3*t)", "y[obs] = y[plant]")
    run = connected(plant, design.text("obs"), *lines).simulate(0, 4, initial={"v[plant]": 2.0}, rtol=1e-9, atol=1e-11)

    assert run.at(0.0, "v_e[obs]") == 0.0
    assert run.final["v_e[obs]"] == pytest.approx(run.final["v[plant]"], abs=1e-7)


@pytest.mark.parametrize("kind", ["PI", "PID"])
@pytest.mark.parametrize("period", [0.0, 0.05])
def test_a_pid_as_text_answers_a_reference_as_its_linear_model_does(kind: str, period: float) -> None:
    plant = transfer_function([1], [1, 3, 3, 1])
    design = (plant.discretise(period) if period else plant).pid_for_sensitivity(1.6, kind)

    model = connected(plant, design.text("reg"), "u1[plant] = u[reg]", "y[reg] = y1[plant]")
    run = model.simulate(0, 10, initial={"x3[plant]": 1.0}, rtol=1e-9, atol=1e-11)

    # The filter of the derivative starts at the measurement, without a kick.
    start = {"x3": 1.0}
    if design.TD:
        start["d"] = 1 + design.TD / (design.N * period) if period else design.TD / design.N
    expected = design.process.feedback(design.regulator()).initial_response(start, 10.0)
    assert run.at(expected.t, "y1[plant]") == pytest.approx(expected.values[:, 0, 0], abs=1e-6)


def test_a_limited_pid_does_not_wind_up() -> None:
    plant = transfer_function([1], [1, 1, 0])
    text = transfer_function([1], [1, 1, 0], delay=0.1).lambda_tuning(0.5).text("reg")

    model = connected(plant, text, "u1[plant] = u[reg]", "y[reg] = y1[plant]", "yref[reg] = 1")
    limits = {"ulow[reg]": -0.2, "uhigh[reg]": 0.2}
    limited = model.simulate(0, 40, parameters=limits)
    wound = model.simulate(0, 40, parameters={**limits, "TT[reg]": 1e9})

    assert limited["u[reg]"].max() == pytest.approx(0.2)
    assert limited["y1[plant]"].max() < 0.7 * wound["y1[plant]"].max()
