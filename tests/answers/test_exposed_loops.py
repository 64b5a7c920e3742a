"""IDA with the unknowns of algebraic loops as DAE variables: known answers, and the semantics of runs."""

import math
import signal
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import root

import simnon
from simnon import Model
from simnon.program import Array
from simnon.simulation import StopKind, Trajectory, equations, first_method, sundials
from simnon.source import libraries
from tests.answers.running import HAS_SUNDIALS, after, before, ended, final, loaded, run, times_of
from tests.seeds import first_fast

pytestmark = pytest.mark.skipif(not HAS_SUNDIALS, reason="scikit-sundae is not installed")


def continuous(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *lines, "END"]) + "\n"


CUBE = continuous("dx = -z", "z = x - z^3", "x: 10")
"""x = z + z^3, so (1 + 3 z^2) z' = -z, and ln z + 3 z^2/2 = c - t; from z = 2."""
CUBE_LAW = math.log(2) + 6.0
BRANCHES = continuous("dx = -0.2*z", "z = z + (x - z - z^3)*(1 + 0.1*SIN(t)) + (IF z > 1 THEN 0.3 ELSE 0)", "x: 10")


def is_exposed(model: Model) -> bool:
    return model._simulator._code("ida").exposed is not None


# Known answers


@pytest.mark.parametrize("spacing", [None, 0.1])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
def test_a_cubic_loop_is_correct_to_some_tolerances(rtol: float, spacing: float | None) -> None:
    found = run(CUBE, 8, method="ida", rtol=rtol, atol=rtol, spacing=spacing)
    z = found["z"]

    assert is_exposed(loaded(CUBE))
    assert np.log(z) + 1.5 * z**2 == pytest.approx(CUBE_LAW - found.t, abs=100 * rtol)
    assert found["x"] == pytest.approx(z + z**3, rel=1e-12)


def test_a_tighter_tolerance_gives_a_smaller_error() -> None:
    errors = []
    for rtol in (1e-3, 1e-5, 1e-7, 1e-9):
        z = final(run(CUBE, 5, method="ida", rtol=rtol, atol=rtol), "z")
        errors.append(abs(math.log(z) + 1.5 * z * z - CUBE_LAW + 5))

    assert all(tight < 0.2 * wide for wide, tight in pairwise(errors)), errors


def test_robertson_with_its_conservation_law_has_the_printed_values() -> None:
    """As in `test_sundials`, but a nonlinear equation for the sum determines the third concentration."""
    text = """CONTINUOUS SYSTEM robertson
STATE a b
DER da db
da = 1E4*b*c - 0.04*a
db = 0.04*a - 1E4*b*c - 3E7*b^2
c = c + EXP(1 - a - b - c) - 1
a: 1
END
"""
    found = run(text, 1e11, method="ida", atol=1e-14)

    assert is_exposed(loaded(text))
    assert final(found, "a") == pytest.approx(0.2083340149701255e-7, rel=1e-3)
    assert final(found, "c") == pytest.approx(0.9999999791665050, rel=1e-6)
    assert found["a"] + found["b"] + found["c"] == pytest.approx(np.ones_like(found.t), rel=1e-12)


NODES, EVERY = 16, 5


def ladder() -> str:
    """Cubic resistors from node to node and to the ground; some nodes have a capacitor, the others none."""
    states = [i for i in range(NODES) if i % EVERY == 0]
    lines = [f"c{i} = (v{i} - v{i + 1}) + 0.3*(v{i} - v{i + 1})^3" for i in range(NODES - 1)]
    for i in range(NODES):
        balance = f"{f'c{i - 1}' if i else 'SIN(t)'} - {f'c{i}' if i < NODES - 1 else '0'} - 0.2*v{i} - 0.1*v{i}^3"
        lines.append(f"dv{i} = 10*({balance})" if i in states else f"v{i} = v{i} + {balance}")
    names = " ".join(f"v{i}" for i in states), " ".join(f"dv{i}" for i in states)
    return "\n".join(["CONTINUOUS SYSTEM s", "TIME t", f"STATE {names[0]}", f"DER {names[1]}", *lines, "END"]) + "\n"


def balance_of_ladder(time: float, voltages: Array) -> Array:
    drop = voltages[:-1] - voltages[1:]
    current = drop + 0.3 * drop**3
    into = np.concatenate([[math.sin(time)], current])
    return np.asarray(into - np.append(current, 0.0) - 0.2 * voltages - 0.1 * voltages**3)


@pytest.mark.slow
def test_a_network_of_cubic_resistors_agrees_with_a_different_solver() -> None:
    has_capacitor = np.arange(NODES) % EVERY == 0

    def voltages_at(time: float, charged: Array, guess: Array) -> Array:
        def balance(others: Array) -> Array:
            return np.asarray(balance_of_ladder(time, put(charged, others))[~has_capacitor])

        return put(charged, root(balance, guess[~has_capacitor], tol=1e-13).x)

    def put(charged: Array, others: Array) -> Array:
        voltages = np.zeros(NODES)
        voltages[has_capacitor], voltages[~has_capacitor] = charged, others
        return voltages

    def slopes(time: float, charged: Array) -> Array:
        return np.asarray(10 * balance_of_ladder(time, voltages_at(time, charged, np.zeros(NODES)))[has_capacitor])

    exact = solve_ivp(slopes, (0, 2), np.zeros(int(has_capacitor.sum())), method="Radau", rtol=1e-7, atol=1e-9)
    expected = voltages_at(2.0, exact.y[:, -1], np.zeros(NODES))
    found = run(ladder(), 2, method="ida", rtol=1e-7, atol=1e-9)

    assert [final(found, f"v{i}") for i in range(NODES)] == pytest.approx(expected, abs=3e-6)


def test_sparse_and_dense_matrices_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    dense = run(ladder(), 5, method="ida")
    monkeypatch.setattr(equations, "MAX_STATES_OF_DENSE", 0)
    monkeypatch.setattr("simnon.simulation.exposed_loops.MAX_STATES_OF_DENSE", 0)
    sparse = run(ladder(), 5, method="ida")

    assert sparse.statistics.steps == pytest.approx(dense.statistics.steps, rel=0.1)
    assert final(sparse, "v7") == pytest.approx(final(dense, "v7"), abs=1e-6)


PENDULUM = """CONTINUOUS SYSTEM pendulum
STATE x y vx vy
DER dx dy dvx dvy
VARIABLE F
dx = vx
dy = vy
m*dvx = -F*x
m*dvy = -F*y - m*g
x^2 + y^2 = L^2
m: 2
g: 9.81
L: 1
x: 0
y: -1
vx: 8
END
"""


def test_a_pendulum_in_cartesian_coordinates_rotates_and_keeps_its_length() -> None:
    found = run(PENDULUM, 3, method="ida", rtol=1e-8, atol=1e-10, spacing=0.05)
    exact = solve_ivp(
        lambda _t, z: [z[1], -9.81 * math.sin(z[0])], (0, 3), [0.0, 8.0], t_eval=found.t, rtol=1e-11, atol=1e-11
    )

    assert is_exposed(loaded(PENDULUM))
    assert exact.y[0][-1] > 4 * math.pi
    assert found["x"] == pytest.approx(np.sin(exact.y[0]), abs=1e-4)
    assert np.max(np.abs(found["x"] ** 2 + found["y"] ** 2 - 1)) < 1e-12
    assert np.max(np.abs(found["x"] * found["vx"] + found["y"] * found["vy"])) < 1e-11


def test_a_loop_that_depends_only_on_time_is_followed() -> None:
    found = run(continuous("dx = z", "z = 1 + t - z^3"), 2, method="ida", rtol=1e-8, atol=1e-10)

    assert found["z"] + found["z"] ** 3 == pytest.approx(1 + found.t, rel=1e-12)
    start, end = (float(np.real(np.roots([1, 0, 1, -value])[-1])) for value in (1.0, 3.0))
    assert final(found, "x") == pytest.approx((0.5 * end**2 + 0.75 * end**4) - (0.5 * start**2 + 0.75 * start**4), 1e-6)


def test_a_derivative_that_a_relation_gives_is_followed() -> None:
    """From q^3 + q x = 2 follows x = 2/q - q^2, and with x' = -q: t = 2 q - 1/q^2 + c."""
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\nVARIABLE q\ndx = -q\nq^3 + q*x = 2\nx: 1\nEND\n"
    found = run(text, 3, method="ida", rtol=1e-8, atol=1e-10)

    assert is_exposed(loaded(text))
    assert 2 * found["q"] - 1 / found["q"] ** 2 == pytest.approx(1 + found.t, abs=1e-5)


# The semantics of runs


def time_of(z: float) -> float:
    return CUBE_LAW - math.log(z) - 1.5 * z * z


def test_an_event_on_an_unknown_is_located() -> None:
    text = CUBE.replace("END", "WHEN z < 1\n  hits = PRE(hits) + 1\n  x = 10\nEND\nEND")
    found = run(text, 12, method="ida", rtol=1e-8, atol=1e-10)

    assert is_exposed(loaded(text))
    assert times_of(found, "hits") == pytest.approx([time_of(1.0), 2 * time_of(1.0)], abs=1e-5)
    assert before(found, "z", times_of(found, "hits")[0]) == pytest.approx(1.0, abs=1e-6)
    assert after(found, "z", times_of(found, "hits")[0]) == pytest.approx(2.0, rel=1e-12)


def test_a_condition_within_a_loop_switches_at_its_event() -> None:
    """Above z = 1 the cube has a different factor: x = z + 2 z^3 - 1 there, and both agree at z = 1."""
    text = continuous("dx = -z", "z = x - (IF z > 1 THEN 2*z^3 - 1 ELSE z^3)", "x: 17")
    found = run(text, 12, method="ida", rtol=1e-8, atol=1e-10)
    at = math.log(2) + 9.0
    (event,) = found.events

    assert event.time == pytest.approx(at, abs=1e-5)
    z = final(found, "z")
    assert math.log(z) + 1.5 * z * z == pytest.approx(1.5 - (12 - at), abs=1e-5)


REGULATED = """CONTINUOUS SYSTEM plant
INPUT u
STATE x
DER dx
dx = u - z
z = x - z^3
x: 2
END
DISCRETE SYSTEM regulator
INPUT y
OUTPUT u
STATE i
NEW ni
TIME t
TSAMP ts
u = 2*(1 - y) + i
ni = i + 0.2*(1 - y)
ts = t + 0.25
END
CONNECTING SYSTEM all
y[regulator] = z[plant]
u[plant] = u[regulator]
END
"""


def test_a_regulator_samples_an_unknown() -> None:
    found = run(REGULATED, 5, method="ida", spacing=0.5, rtol=1e-7, atol=1e-9)
    reference = run(REGULATED, 5, method="dop853", spacing=0.5, rtol=1e-11, atol=1e-12)

    assert is_exposed(loaded(REGULATED))
    assert found.statistics.samples == reference.statistics.samples == 21
    assert found["z"] == pytest.approx(reference["z"], abs=1e-5)
    assert found["u[regulator]"] == pytest.approx(reference["u[regulator]"], abs=1e-5)


def test_parameters_changed_during_a_run_apply_to_exposed_loops_too() -> None:
    text = continuous("dx = -z", "z = x - k*z^3", "x: 10", "k: 1")
    half = run(text, 2, method="ida")
    whole = loaded(text).resume(half, 4, parameters={"k": 3.0})
    z = final(whole, "z")
    start = float(np.real(np.roots([3, 0, 1, -final(half, "x")])[-1]))

    assert math.log(z) + 4.5 * z * z == pytest.approx(math.log(start) + 4.5 * start**2 - 2, abs=1e-4)


def answer(found: Trajectory) -> tuple[list[float], list[tuple[float, str, float, float]], int]:
    assert found.run is not None
    events = [(entry.time, entry.name, entry.before, entry.after) for entry in found.events]
    return found.run.buffers.states.tolist(), events, found.statistics.evaluations


@pytest.mark.parametrize("text", [BRANCHES, REGULATED, PENDULUM], ids=["branches", "regulated", "pendulum"])
@pytest.mark.parametrize("options", first_fast([{"spacing": 0.7, "store": ["x"]}, {"store": []}, {"spacing": 0.013}]))
def test_the_answer_does_not_depend_on_what_is_recorded(text: str, options: dict[str, object]) -> None:
    assert answer(run(text, 4, 0.0, method="ida", **options)) == answer(run(text, 4, method="ida"))


def test_a_run_interrupted_within_a_step_continues_to_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(BRANCHES, 20, method="ida")
    evaluate = equations.Equations.derivatives
    count = 0

    def evaluate_and_interrupt(self: equations.Equations, time: float, states: Array, out: Array) -> None:
        nonlocal count
        count += 1
        if count == 100:
            signal.raise_signal(signal.SIGINT)
        evaluate(self, time, states, out)

    monkeypatch.setattr(equations.Equations, "derivatives", evaluate_and_interrupt)
    half = ended(BRANCHES, 20, method="ida")
    joined = loaded(BRANCHES).resume(half)

    assert half.stop.kind is StopKind.USER
    assert joined.t.tolist() == whole.t.tolist()
    assert joined["z"].tolist() == whole["z"].tolist()


# Failures and alternatives


def test_a_loop_that_loses_its_solution_ends_the_run_with_the_reason(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """z = z^2 + x has its last solution at x = 1/4."""
    found = ended(continuous("dx = 0.1 + 0*z", "z = z*z + x", "x: 0"), 5, method="ida")

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "algebraic-loop-failed")
    assert found.stop.time == pytest.approx(2.5, abs=1e-3)
    assert capfd.readouterr().out == ""


def test_an_unknown_that_almost_jumps_is_left_to_the_model() -> None:
    """z goes from -100 to 100 so fast that floats near 0.5 cannot resolve it to the tolerance."""
    text = continuous("dx = 1E-3*z - 0.001*x", "z = z + (1E6*SIN(1000*t) + x - z - z^3)", "x: 1")
    found = run(text, 0.51, 0.5, method="ida")
    reference = run(text, 0.51, 0.5, method="dopri5", rtol=1e-9)

    assert final(found, "x") == pytest.approx(final(reference, "x"), abs=1e-5)
    assert any("could no longer be followed" in note for note in found.notes)


def test_after_three_failures_the_model_solves_its_loops_itself_up_to_the_next_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = CUBE.replace("END", "WHEN t > 2\n  x = 10\nEND\nEND")
    ends: list[float] = []
    step = sundials.ExposedIda.step

    def refuse_first(self: sundials.ExposedIda, end: float) -> tuple[float, Array]:
        ends.append(end)
        if len(ends) <= sundials.MAX_FAILURES:
            raise equations.Refusal
        return step(self, end)

    monkeypatch.setattr(sundials.ExposedIda, "step", refuse_first)
    found = run(text, 4, method="ida")
    z = final(found, "z")

    from_event_to_end = 2.0
    assert ends[sundials.MAX_FAILURES] == from_event_to_end
    assert len(ends) > sundials.MAX_FAILURES + 10
    assert math.log(z) + 1.5 * z * z == pytest.approx(CUBE_LAW - 2, abs=1e-3)


@pytest.mark.parametrize(
    "lines",
    [
        ("dx = -z + DELAY(x, 1)", "z = x - z^3"),
        ("dx = -z", "z = x - 2*z"),
        ("dx = -z*x", "z = p - z^3", "p: 1"),
    ],
    ids=["delay", "linear", "parameter"],
)
def test_loops_that_cannot_or_need_not_be_exposed_are_solved_as_before(lines: tuple[str, ...]) -> None:
    text = continuous(*lines, "x: 1")

    assert not is_exposed(loaded(text))
    assert final(run(text, 3, method="ida"), "x") == pytest.approx(final(run(text, 3, rtol=1e-9), "x"), abs=1e-5)


def test_an_unknown_can_have_its_own_tolerance() -> None:
    strict = run(CUBE, 5, method="ida", atol={"x": 1e-6, "z": 1e-9}, rtol=1e-6)
    loose = run(CUBE, 5, method="ida", atol={"x": 1e-6, "z": 1e3}, rtol=1e-6)

    assert loose.statistics.steps < strict.statistics.steps


# The automatic choice


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_method, "MANY_UNKNOWNS", 3)


@pytest.mark.usefixtures("few")
def test_a_large_loop_is_given_to_ida() -> None:
    found = run(ladder(), 2)

    assert found.statistics.method == "ida"
    assert found.notes == ("an algebraic loop has 4 unknowns: ida, which solves for them together with the states",)


@pytest.mark.usefixtures("few")
def test_without_the_library_a_note_names_the_faster_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda _name: None)
    # A model that has run before has chosen its method.
    found = simnon.load(ladder()).simulate(0, 2)

    assert found.statistics.method.startswith("dopri5")
    assert "install simnon[sundials]" in found.notes[0]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("text", [CUBE, continuous("dx = -x")])
def test_small_loops_do_not_select_ida(text: str) -> None:
    assert run(text, 1).statistics.method == "dopri5"


@pytest.mark.usefixtures("few")
def test_a_large_loop_that_cannot_be_exposed_does_not_select_ida(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simnon.simulation.simulator.compile_exposed", lambda _analysed: None)
    found = simnon.load(ladder()).simulate(0, 1)

    assert found.statistics.method.startswith("dopri5")
    assert found.notes == ()


@pytest.mark.usefixtures("few")
def test_members_of_an_ensemble_choose_as_single_runs_do() -> None:
    model = simnon.load(ladder().replace("0.2*v0 ", "g*v0 ").replace("END", "g: 0.2\nEND"))
    members = model.sweep({"g": [0.1, 0.2]}, 0, 2, keep=["final(v7)"])
    singles = [model.simulate(0, 2, parameters={"g": g}) for g in (0.1, 0.2)]

    assert [single.statistics.method for single in singles] == ["ida", "ida"]
    assert list(members["final(v7)"]) == [final(single, "v7") for single in singles]
