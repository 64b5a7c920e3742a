"""A run controlled from Python: where it is, what it reads, what changes on the way."""

import math

import numpy as np
import pytest

import simnon
from simnon import StopKind

LAG = """CONTINUOUS SYSTEM lag
INPUT u
STATE x
DER dx
dx = k*u - x
STOP WHEN x > 5
u: 0
k: 2
END
"""
MODEL = simnon.load(LAG)


def stepped(values: list[float], method: str = "auto", **options: float) -> simnon.simulation.SteppedRun:
    """The lag with a different input each second."""
    run = MODEL.begin(0, len(values), method=method, **options)  # type: ignore[arg-type]
    for second, value in enumerate(values, start=1):
        run.set({"u": value})
        run.advance_to(second)
    return run


def exact(values: list[float]) -> float:
    x = 0.0
    for u in values:
        x = 2 * u + (x - 2 * u) * math.exp(-1)
    return x


@pytest.mark.parametrize("method", ["auto", "rodas5p", "hampc", "rk4"])
def test_inputs_held_between_steps_give_the_exact_answer(method: str) -> None:
    values = [1.0, 0.0, 2.0, 2.0, -1.0]
    run = stepped(values, method, **({"step": 0.01} if method == "rk4" else {}))

    assert run.time == 5.0
    assert run["x"] == pytest.approx(exact(values), abs=1e-5)


def test_the_same_calls_give_the_same_bits() -> None:
    values = [1.0, 0.0, 2.0]

    assert stepped(values).trajectory() == stepped(values).trajectory()


def test_a_run_in_one_advance_is_the_run_of_simulate() -> None:
    run = MODEL.begin(0, 3, parameters={"u": 1})
    run.advance_to()
    whole = MODEL.simulate(0, 3, parameters={"u": 1})

    assert run.trajectory().t.tobytes() == whole.t.tobytes()
    assert run.trajectory()["x"].tobytes() == whole["x"].tobytes()


def test_it_is_read_by_any_name_before_and_after_it_moves() -> None:
    run = MODEL.begin(0, 3, initial={"x": 1})

    assert (run.time, run["x"], run["X[lag]"], run["dx"], run["u"]) == (0.0, 1.0, 1.0, -1.0, 0.0)
    run.set({"u": 1})
    assert (run["u"], run["dx"], run.parameters) == (1.0, 1.0, {"u": 1.0, "k": 2.0})


def test_a_jump_with_a_parameter_is_recorded_on_both_sides() -> None:
    run = stepped([1.0, 0.0])
    trajectory = run.trajectory()
    (jump,) = np.flatnonzero((trajectory.t[:-1] == 1.0) & (trajectory.t[1:] == 1.0))

    assert trajectory["dx"][jump + 1] - trajectory["dx"][jump] == -2.0
    assert trajectory["x"][jump + 1] == trajectory["x"][jump]


def test_it_stops_early_if_the_model_does_and_can_be_continued() -> None:
    run = MODEL.begin(0, 20, parameters={"u": 10})
    reason = run.advance_to(5)

    assert reason is run.stop
    assert reason.kind is StopKind.CONDITION
    assert run.time == pytest.approx(math.log(20 / 15))
    assert run.advance_to(5).kind is StopKind.END
    assert run.time == 5.0


def test_it_can_advance_beyond_its_stop_time() -> None:
    run = MODEL.begin(0, 1)

    assert run.advance_to().time == 1.0
    assert run.advance_to(3).time == 3.0


def test_an_interrupted_run_keeps_its_record_and_can_be_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    run = MODEL.begin(0, 2, parameters={"u": 1})
    run.advance_to(1)
    with monkeypatch.context() as patch:
        patch.setattr(run._run, "advance", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run.advance_to(2)

    assert run.stop is not None
    assert run.stop.kind is StopKind.USER
    assert run.advance_to(2).kind is StopKind.END


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("time", "message"), [(0.5, "already at t = 1"), (math.inf, "found inf"), (math.nan, "nan")])
def test_it_does_not_go_back(time: float, message: str) -> None:
    run = MODEL.begin(0, 2)
    run.advance_to(1)

    with pytest.raises(simnon.UserError, match=message):
        run.advance_to(time)
    assert run.time == 1.0


def test_a_run_that_has_not_moved_has_nothing_recorded() -> None:
    run = MODEL.begin(0, 2)

    assert run.stop is None
    assert len(run.trajectory()) == 0
    assert repr(run) == "SteppedRun(lag at t = 0)"


def test_the_time_has_a_name_too_and_unknown_names_are_rejected() -> None:
    run = MODEL.begin(1, 2)

    assert run["t"] == 1.0
    with pytest.raises(KeyError):
        run["nosuch"]


@pytest.mark.parametrize(("name", "code"), [("x", "not-a-parameter"), ("nosuch", "unknown-variable")])
def test_only_parameters_can_be_set(name: str, code: str) -> None:
    run = MODEL.begin(0, 2)

    with pytest.raises(simnon.UserError) as caught:
        run.set({name: 1})
    assert caught.value.code == code
    assert run.parameters == {"u": 0.0, "k": 2.0}
