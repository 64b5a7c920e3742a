"""CVODE and IDA: known answers within the tolerance, and the semantics of runs."""

import math
import signal
from pathlib import Path

import numpy as np
import pytest

import simnon
from benchmarks.models import brusselator
from simnon.program import Array
from simnon.simulation import StopKind, equations
from simnon.source import libraries
from tests.answers.known import Known, error_of, system
from tests.answers.running import HAS_SUNDIALS, LIBRARY_METHODS, ended, final, loaded, run, times_of
from tests.seeds import first_fast

EXAMPLES = Path(__file__).parents[2] / "examples"
BALL = (EXAMPLES / "ball.t").read_text("utf-8")
TANK = tuple(str(EXAMPLES / name) for name in ("tank.t", "regulator.t", "level.t"))
ROBERTSON = (EXAMPLES / "robertson.t").read_text("utf-8")
VDPOL = system("vdpol", {"x": 2.0, "y": 0.0}, {"x": "y", "y": "mu*(1 - x^2)*y - x"}, "mu: 1000")
STIFF_LINEAR = system("fast_and_slow", {"x": 2.0, "y": 0.0}, {"x": "-1000*(x - COS(t)) - SIN(t)", "y": "x - y"})
"""x = COS(t) + EXP(-1000*t), and y follows it."""
needs_sundials = pytest.mark.skipif(not HAS_SUNDIALS, reason="scikit-sundae is not installed")


def fast_and_slow(t: Array) -> dict[str, Array]:
    fast = np.exp(-1000 * t)
    slow = 0.5 * (np.cos(t) + np.sin(t) - np.exp(-t)) + (np.exp(-t) - fast) / 999
    return {"x": np.cos(t) + fast, "y": slow}


LINEAR = Known("fast and slow", STIFF_LINEAR, 5.0, fast_and_slow)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
@pytest.mark.parametrize("spacing", [None, 0.05])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
def test_a_stiff_linear_system_is_correct_to_some_tolerances(method: str, rtol: float, spacing: float | None) -> None:
    found = run(LINEAR.text, LINEAR.stop, method=method, rtol=rtol, atol=rtol, spacing=spacing)

    assert error_of(found, LINEAR.exact) < 30 * rtol
    assert found.statistics.steps < 5000


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_robertson_has_the_printed_values(method: str) -> None:
    """Hairer and Wanner, Solving Ordinary Differential Equations II, and the test set for IVP solvers: t = 1e11."""
    found = run(ROBERTSON, 1e11, method=method, atol=1e-14)

    assert final(found, "a") == pytest.approx(0.2083340149701255e-7, rel=1e-4)
    assert final(found, "c") == pytest.approx(0.9999999791665050, rel=1e-6)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_van_der_pol_agrees_with_a_tighter_run_of_a_different_method(method: str) -> None:
    found = run(VDPOL, 2000, method=method)
    reference = run(VDPOL, 2000, method="rodas5p", rtol=1e-10, atol=1e-12)

    assert final(found, "x") == pytest.approx(final(reference, "x"), rel=1e-4)
    assert 0 < found.statistics.rejected < found.statistics.steps < 3000
    assert found.statistics.evaluations < 2 * found.statistics.steps


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_ball_bounces_when_it_should(method: str) -> None:
    found = run(BALL, 9, method=method, rtol=1e-9, atol=1e-12)
    fall = math.sqrt(2 * 10 / 9.81)
    expected = [fall * (1 + 2 * sum(0.9**i for i in range(1, n + 1))) for n in range(4)]

    assert times_of(found, "v")[:4] == pytest.approx([t for t in expected if t < 9][:4], abs=1e-7)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_two_crossings_within_a_step_are_found(method: str) -> None:
    """Without other events, one step extends from before 0.9 to beyond 1.005: the guard has one sign at both ends."""
    plain = run(system("dip", {"x": 1.0}, {"x": "2*(t - 1)"}), 10, method=method, rtol=1e-10, atol=1e-10)
    assert not np.any((plain.t > 0.9) & (plain.t < 1.005))
    text = system("dip", {"x": 1.0}, {"x": "2*(t - 1)"}, "below = IF x < 0.00001 THEN 1 ELSE 0")
    found = run(text, 10, method=method, rtol=1e-10, atol=1e-10)

    assert len(found.events) == 2
    assert [entry.time for entry in found.events] == pytest.approx([1 - math.sqrt(1e-5), 1 + math.sqrt(1e-5)], abs=1e-5)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_sampled_tank_agrees_with_a_different_method(method: str) -> None:
    model = simnon.load(*TANK)
    found = model.simulate(0, 100, method=method, spacing=1.0)
    reference = model.simulate(0, 100, method="dop853", spacing=1.0, rtol=1e-10)

    assert found.statistics.samples == reference.statistics.samples
    assert found["level"] == pytest.approx(reference["level"], abs=1e-4)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_large_system_agrees_with_a_different_method(method: str) -> None:
    text = brusselator(100)
    found = run(text, 10, method=method, store=["u50", "v20"], spacing=0.5)
    reference = run(text, 10, method="rodas5p", rtol=1e-8, atol=1e-10, store=["u50", "v20"], spacing=0.5)

    for name in ("u50", "v20"):
        assert found[name] == pytest.approx(reference[name], rel=5e-5)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_sparse_and_dense_matrices_give_the_same(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dense = run(STIFF_LINEAR, 5, method=method)
    monkeypatch.setattr(equations, "MAX_STATES_OF_DENSE", 0)
    sparse = run(STIFF_LINEAR, 5, method=method)

    assert sparse.statistics.steps == pytest.approx(dense.statistics.steps, rel=0.1)
    assert final(sparse, "y") == pytest.approx(final(dense, "y"), abs=1e-6)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_unbounded_growth_ends_the_run_without_output_of_the_library(
    method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    found = ended(system("escape", {"x": 1.0}, {"x": "x*x"}), 2, method=method)

    assert found.stop.kind is StopKind.FAILURE
    assert found.stop.time == pytest.approx(1.0, abs=1e-4)
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_value_that_is_not_finite_is_named(method: str, capfd: pytest.CaptureFixture[str]) -> None:
    found = ended(system("pole", {"x": 1.0}, {"x": "-y"}, "y = 1/(t - 1)"), 2, method=method)

    assert found.stop.kind is StopKind.FAILURE
    assert found.stop.time == pytest.approx(1.0, abs=1e-3)
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_leaving_the_domain_of_a_function_ends_the_run(method: str) -> None:
    found = ended(system("root", {"x": 1.0}, {"x": "-SQRT(x - 0.5)-0.1"}), 20, method=method)

    assert found.stop.code == "outside-domain"


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_delay_shorter_than_steps_bounds_them(method: str) -> None:
    """x' = -DELAY(x, 1) from 1: first 1 - t, then that plus (t - 1)^2/2."""
    text = system("late", {"x": 1.0}, {"x": "-DELAY(x, 1)"})
    found = run(text, 2, method=method, rtol=1e-8, atol=1e-10)

    assert final(found, "x") == pytest.approx(-0.5, abs=1e-5)
    assert float(np.max(np.diff(found.t))) <= 1.0


@pytest.mark.parametrize("method", first_fast(LIBRARY_METHODS))
def test_a_step_that_a_delay_cuts_short_leaves_a_loop_on_its_branch(method: str) -> None:
    """y = -sqrt(x + 4), solved from the last solution even if the delayed signal arrives within a step."""
    loop = "d = DELAY(s, 0.5 + 0.2*SIN(3*x))\ny = y + 0.2*(x - y^2 + 4)\ny: -1"
    text = system("late", {"x": 1.0}, {"x": "0.3*d - 0.1*x + 0.01*y"}, f"s = IF t > 1 THEN 1 ELSE 0\n{loop}")
    found = run(text, 6, method=method)

    assert found["y"] == pytest.approx(-np.sqrt(found["x"] + 4), rel=1e-12)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_no_step_is_longer_than_the_user_allows(method: str) -> None:
    found = run(STIFF_LINEAR, 5, method=method, largest_step=0.01)

    assert float(np.max(np.diff(found.t))) <= 0.01 * (1 + 1e-9)


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_the_accuracy_can_be_verified(method: str) -> None:
    found = loaded(VDPOL).simulate(0, 10, method=method, verify=True)

    assert found.accuracy is not None
    assert found.accuracy["x"].relative < 1e-4


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_run_interrupted_within_a_step_continues_to_the_same_answer(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(VDPOL, 1000, method=method)
    evaluate = equations.Equations.derivatives
    count = 0

    def evaluate_and_interrupt(self: equations.Equations, time: float, states: Array, out: Array) -> None:
        nonlocal count
        count += 1
        if count == 100:
            signal.raise_signal(signal.SIGINT)
        evaluate(self, time, states, out)

    monkeypatch.setattr(equations.Equations, "derivatives", evaluate_and_interrupt)
    half = ended(VDPOL, 1000, method=method)
    joined = loaded(VDPOL).resume(half)

    assert half.stop.kind is StopKind.USER
    assert joined.t.tolist() == whole.t.tolist()
    assert joined["x"].tolist() == whole["x"].tolist()


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_jacobian_that_is_infinite_somewhere_does_no_harm(method: str) -> None:
    """x = 0 is a solution from 0, where the derivative of the root is infinite."""
    found = run(system("corner", {"x": 0.0}, {"x": "-x^0.5"}), 1, method=method)

    assert final(found, "x") == 0.0


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_step_that_never_succeeds_ends_the_run_without_output_of_the_library(
    method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """There is a value at the start, but none afterwards."""
    found = ended(system("point", {"x": 0.0}, {"x": "(-t)^0.5"}), 1, method=method)

    assert found.stop.kind is StopKind.FAILURE
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize("method", LIBRARY_METHODS)
def test_a_model_without_states_needs_no_library_steps(method: str) -> None:
    found = run("CONTINUOUS SYSTEM s\nTIME t\nOUTPUT y\ny = IF SIN(t) > 0.5 THEN 1 ELSE 0\nEND\n", 20, method=method)

    assert len(found.events) == 7
    assert found.statistics.method == "dopri5"


def test_a_missing_library_is_named_with_the_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)

    with pytest.raises(simnon.UserError, match="the method cvode needs the library sksundae") as caught:
        loaded(VDPOL).simulate(0, 1, method="cvode")

    assert "simnon[sundials]" in str(caught.value.hint)
