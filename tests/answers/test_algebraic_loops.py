"""Algebraic loops with known solutions: linear and nonlinear, at every stage, through events and samples."""

import math

import numpy as np
import pytest

import simnon
from simnon.simulation import StopKind
from tests.answers.running import ADAPTIVE_CASES, after, before, ended, loaded, run
from tests.seeds import first_fast, these_fast


def continuous(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *lines, "END"]) + "\n"


def final(text: str, name: str) -> float:
    return run(text, 1.0).final[name]


# Linear loops


def test_a_linear_loop_is_solved_exactly() -> None:
    text = continuous("dx = 1 + 0*x", "y = -2*w + 3*x", "w = -y/3 + 7*x", "x: 0")

    found = run(text, 2)

    assert found["y"] == pytest.approx(-33 * found["x"], rel=1e-14)
    assert found["w"] == pytest.approx(18 * found["x"], rel=1e-14)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_loop_with_a_parameter_gives_the_reduced_system(method: str) -> None:
    text = continuous("dx = -x + u", "u = k*(1 - y)", "y = x + u", "k: 0.5")

    found = run(text, 1, method=method, rtol=1e-9)

    assert found["u"][0] == pytest.approx(1 / 3, rel=1e-15)
    assert found.final["u"] == pytest.approx((1 - (1 - math.exp(-4 / 3)) / 4) / 3, rel=1e-8)


def test_a_changed_parameter_changes_the_solution() -> None:
    text = continuous("dx = -x", "u = k*(1 - y)", "y = x + u", "k: 0.5", "x: 0")

    found = run(text, 1, parameters={"k": 3.0})
    assert found["u"] == pytest.approx(0.75 * np.ones_like(found.t), rel=1e-15)


def full_loop(matrix: np.ndarray, right: np.ndarray, is_parametric: bool, factor: str = "1") -> str:
    """x = A x + b, every variable needing every other; the entries as numbers or as parameters."""
    count = len(right)
    lines, given = [], []
    for i in range(count):
        terms = []
        for j in range(count):
            name = f"a{i}{j}" if is_parametric else repr(float(matrix[i, j]))
            given += [f"a{i}{j}: {float(matrix[i, j])!r}"] if is_parametric else []
            terms.append(f"{name}*v{j}")
        lines.append(f"v{i} = {factor}*({' + '.join(terms)}) + {float(right[i])!r}*(1 + t)")
    return continuous("dx = v0", *lines, *given)


@pytest.mark.parametrize("count", these_fast([2, 3, 5], 3))
@pytest.mark.parametrize("is_parametric", [False, True])
@pytest.mark.parametrize("factor", ["1", "COS(t)", "(1 + 0*x)"])
def test_larger_linear_loops_agree_with_numpy(count: int, is_parametric: bool, factor: str) -> None:
    """A constant matrix, one of parameters, one that changes with time, one that changes with the states."""
    generator = np.random.default_rng(count)
    matrix, right = generator.normal(size=(count, count)), generator.normal(size=count)
    text = full_loop(matrix, right, is_parametric, factor)

    found = run(text, 0.5)

    for t, row in ((0.0, 0), (0.5, -1)):
        scale = math.cos(t) if factor == "COS(t)" else 1.0
        expected = np.linalg.solve(np.eye(count) - scale * matrix, right * (1 + t))
        assert [found[f"v{i}"][row] for i in range(count)] == pytest.approx(expected, rel=1e-11)


def test_a_loop_that_contradicts_itself_is_an_error_that_names_it() -> None:
    with pytest.raises(simnon.SimnonError, match="v, w: this loop has no solution, or infinitely many"):
        simnon.load(continuous("dx = v", "v = 2*w + x", "w = v/2 + 1"))


def test_a_run_names_the_variable_of_a_loop_that_a_parameter_makes_singular() -> None:
    found = ended(continuous("dx = u", "u = k*u + 1", "k: 0.5"), 2, parameters={"k": 1.0})

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "singular-equations")
    assert found.stop.message.startswith("the equations for u")


# Nonlinear loops


def test_the_loop_of_a_tahini_mill() -> None:
    assert final(continuous("dx = v - x", "v = 0.8*(1 + 0.5*COS(v))"), "v") == pytest.approx(1.0120495817513, rel=1e-13)


def test_a_resistor_and_a_diode() -> None:
    """i = I (exp(v/V) - 1) and v = E - R i, with E rising from 0 to 5 V."""
    text = continuous("dx = 5 + 0*x", "i = 1E-14*(EXP(v/0.026) - 1)", "v = x - 1000*i", "x: 0")

    found = run(text, 1)

    assert found["i"] == pytest.approx(1e-14 * (np.exp(found["v"] / 0.026) - 1), rel=1e-9, abs=1e-24)
    assert found["v"] + 1000 * found["i"] == pytest.approx(found["x"], rel=1e-12, abs=1e-15)
    assert 0.6 < found.final["v"] < 0.8


def test_a_diode_can_start_far_from_its_solution() -> None:
    text = continuous("dx = 0*x", "i = 1E-14*(EXP(v/0.026) - 1)", "v = x - 1000*i", "x: 5")

    assert 0.6 < final(text, "v") < 0.8


def test_two_unknowns_are_iterated_together() -> None:
    """a^2 + b^2 = 4 + x^2 and a b = 1, as fixed points."""
    text = continuous(
        "dx = 1 + 0*x",
        "a = a + 0.1*(4 + x^2 - a^2 - b^2)",
        "b = b + 0.1*(1 - a*b)",
        "x: 0",
    )

    found = run(text, 1)

    assert found["a"] ** 2 + found["b"] ** 2 == pytest.approx(4 + found["x"] ** 2, rel=1e-12)
    assert found["a"] * found["b"] == pytest.approx(np.ones_like(found.t), rel=1e-12)


def test_a_solution_far_from_zero_is_found_if_zero_is_a_bad_guess() -> None:
    """The golden section."""
    assert final(continuous("dx = 0*x", "v = 1/v + 1"), "v") == pytest.approx((1 + math.sqrt(5)) / 2, rel=1e-14)


def test_the_iteration_follows_its_branch() -> None:
    """v = v^2 - x has the roots (1 -+ sqrt(1 + 4 x))/2: from the start 0 it is the lower one."""
    found = run(continuous("dx = 1 + 0*x", "v = v*v - x", "x: 0"), 20)

    assert found["v"] == pytest.approx((1 - np.sqrt(1 + 4 * found["x"])) / 2, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_nonlinear_loop_gives_the_reduced_system(method: str) -> None:
    """v = x - v^3/3 in place of x = v + v^3/3: dx/dt = -v is (1 + v^2) dv/dt = -v, so ln v + v^2/2 = c - t."""
    text = continuous("dx = -v", "v = x - v^3/3", "x: 4")

    found = run(text, 3, method=method, rtol=1e-9)

    constant = np.log(found["v"]) + found["v"] ** 2 / 2 + found.t
    assert constant == pytest.approx(constant[0] * np.ones_like(constant), abs=1e-7)


def test_an_implicit_derivative_is_solved() -> None:
    text = continuous("dx = -x - 0.5*SIN(dx)", "x: 1")

    found = run(text, 1)

    assert found["dx"] + 0.5 * np.sin(found["dx"]) == pytest.approx(-found["x"], rel=1e-12)


# Failure


def test_a_loop_without_solution_is_named() -> None:
    found = ended(continuous("dx = v", "v = v*v + 1 + 0*x"), 1)

    assert found.stop.code == "algebraic-loop-failed"
    assert "the algebraic loop of v at t = 0, with a residual of 0.75" in found.stop.message


def test_a_solution_that_ends_during_a_run_is_named_with_its_time() -> None:
    """v = v^2 + x has no solution beyond x = 1/4."""
    found = ended(continuous("dx = 1 + 0*v", "v = w + x", "w = v*v", "x: 0"), 1)

    assert (found.stop.kind, found.stop.code) == (StopKind.FAILURE, "algebraic-loop-failed")
    assert "the algebraic loop of v, w" in found.stop.message
    assert found.stop.time == pytest.approx(0.25, abs=1e-3)


@pytest.mark.parametrize("method", ADAPTIVE_CASES)
def test_a_rejected_step_does_not_lead_to_a_different_solution(method: str) -> None:
    """x = v + a sin v turns back where cos v = -1/a, and beyond that there is a different v far away."""
    text = continuous("dx = 1.74*COS(1.59*v) + 2.61", "v = x - 1.82*SIN(v)", "x: 0")

    found = ended(text, 3, method=method, rtol=1e-6)

    assert found.stop.code == "algebraic-loop-failed"
    assert found.final["v"] == pytest.approx(math.acos(-1 / 1.82), abs=1e-2)


# Events


def test_a_solution_jumps_with_its_equations_at_an_event() -> None:
    text = continuous("dx = 1 + 0*x", "v = IF t < 1 THEN 0.5*COS(v) ELSE 2 - 0.5*SIN(v)", "x: 0")

    found = run(text, 2)

    low, high = before(found, "v", 1.0), after(found, "v", 1.0)
    assert low == pytest.approx(0.5 * math.cos(low), rel=1e-13)
    assert high == pytest.approx(2 - 0.5 * math.sin(high), rel=1e-13)


def test_a_corner_in_a_loop_is_an_event() -> None:
    """v = x - 2 MAX(v, 0) is v = x below zero and v = x/3 above."""
    found = run(continuous("dx = 1 + 0*x", "v = x - 2*MAX(v, 0)", "x: -1"), 2)

    assert found["v"] == pytest.approx(np.where(found["x"] < 0, found["x"], found["x"] / 3), rel=1e-12, abs=1e-12)
    assert {round(entry.time, 9) for entry in found.events} == {1.0}


def test_a_corner_in_a_nonlinear_loop_is_an_event() -> None:
    found = run(continuous("dx = 1 + 0*x", "v = x - 0.5*SIN(v) - MAX(v, 0)", "x: -1"), 2)

    v = found["v"]
    assert v + 0.5 * np.sin(v) + np.maximum(v, 0) == pytest.approx(found["x"], rel=1e-11, abs=1e-12)
    assert {round(entry.time, 9) for entry in found.events} == {1.0}


def test_a_guard_in_terms_of_a_loop_is_located() -> None:
    found = run(continuous("dx = 1 + 0*x", "v = x - v^3", "STOP WHEN v > 1", "x: 0"), 5)

    assert found.stop.time == pytest.approx(2.0, rel=1e-10)


def test_an_event_that_changes_a_held_value_changes_the_solution() -> None:
    text = continuous("dx = 1 + 0*x", "v = h*COS(v)", "WHEN x > 1", "h = 0.2", "END", "h: 0.5", "x: 0")

    found = run(text, 2)

    assert found.final["v"] == pytest.approx(0.2 * math.cos(found.final["v"]), rel=1e-13)
    assert found["v"][0] == pytest.approx(0.5 * math.cos(found["v"][0]), rel=1e-13)


# Stages


@pytest.mark.parametrize("value", these_fast(["k", "t", "x", "k*t*x"], "k", "k*t*x"))
def test_a_loop_is_solved_at_every_stage(value: str) -> None:
    found = run(continuous("dx = w + 1", f"v = 0.5*COS(w) + {value}", "w = 0.3*v", "k: 2", "x: 0"), 1)

    given = {"k": 2.0 + 0 * found.t, "t": found.t, "x": found["x"]}
    given["k*t*x"] = given["k"] * given["t"] * given["x"]
    assert found["v"] == pytest.approx(0.5 * np.cos(0.3 * found["v"]) + given[value], rel=1e-13)


def test_a_loop_that_only_records_read_is_solved_for_records() -> None:
    found = run(continuous("dx = 1 + 0*x", "v = COS(v) + x", "x: 0"), 1)

    assert found["v"] == pytest.approx(np.cos(found["v"]) + found["x"], rel=1e-13)


def test_the_initial_section_can_have_a_loop() -> None:
    linear = continuous("dx = 0*x + a", "INITIAL", "a = b + 1", "b = 3*a")
    curved = continuous("dx = 0*x + a", "INITIAL", "a = COS(b)", "b = 2*a")

    assert final(linear, "x") == pytest.approx(-0.5, rel=1e-12)
    assert loaded(curved).simulate(0, 1).final["x"] == pytest.approx(math.cos(2 * 0.5149332646611294), rel=1e-9)


def test_an_initial_value_can_be_what_makes_an_equation_hold() -> None:
    """The start value of x is such that y = 2 x + 1 equals x."""
    found = run(continuous("dx = 1 + 0*x", "y = 2*x + 1", "INITIAL", "x = y"), 1)

    assert found["x"][0] == -1.0


# Discrete systems

SAMPLED = """
DISCRETE SYSTEM d
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = {law}
ts = t + 1
END
CONTINUOUS SYSTEM c
INPUT v
OUTPUT z
STATE x
DER dx
dx = 1 + 0*v
z = 3 + 2*v + x
x: 0
END
CONNECTING SYSTEM both
u[d] = z[c]
v[c] = y[d]
END
"""


def test_a_loop_through_a_discrete_system_is_closed_only_at_its_samples() -> None:
    """y = u/4 and u = 3 + 2 y + x: at a sample y = (3 + x)/2; between the samples y stays and u follows x."""
    found = run(SAMPLED.format(law="0.25*u"), 2.5, spacing=0.25)

    sampled_at = np.floor(found.t)
    assert found["y[d]"] == pytest.approx((3 + sampled_at) / 2, rel=1e-12)
    assert found["z[c]"] == pytest.approx(3 + 2 * found["y[d]"] + found["x[c]"], rel=1e-12)


def test_a_nonlinear_loop_through_a_discrete_system() -> None:
    found = run(SAMPLED.format(law="COS(u) - MAX(u, 4)/3"), 2.5, spacing=0.25)

    y, u = found["y[d]"], 3 + 2 * found["y[d]"] + np.floor(found.t)
    assert y == pytest.approx(np.cos(u) - np.maximum(u, 4) / 3, rel=1e-12)


TWO_SAMPLED = """
DISCRETE SYSTEM a
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = 0.5*u + 1
ts = t + {period_a}
END
DISCRETE SYSTEM b
INPUT u
OUTPUT y
TIME t
TSAMP ts
y = 0.25*u + 2
ts = t + {period_b}
END
CONNECTING SYSTEM both
TIME t
u[a] = y[b] + t
u[b] = y[a]
END
"""


@pytest.mark.parametrize(("period_a", "period_b"), first_fast([(2, 3), (1, 1), (1, 2), (2, 1)]))
def test_a_loop_through_several_discrete_systems_is_solved_when_they_are_sampled_together(
    period_a: int, period_b: int
) -> None:
    """Together y[a] = (0.5 (2 + t) + 1)/(1 - 0.125); alone each from what the other holds."""
    found = run(TWO_SAMPLED.format(period_a=period_a, period_b=period_b), 7, spacing=1)

    a = b = 0.0
    for t in range(8):
        is_a, is_b = t % period_a == 0, t % period_b == 0
        if is_a:
            a = (0.5 * (2 + t) + 1) / (1 - 0.125) if is_b else 0.5 * (b + t) + 1
        if is_b:
            b = 0.25 * a + 2
        assert (found["y[a]"][t], found["y[b]"][t]) == pytest.approx((a, b), rel=1e-12)


def test_a_loop_within_a_discrete_system() -> None:
    text = """
DISCRETE SYSTEM d
OUTPUT y
STATE n
NEW nn
TIME t
TSAMP ts
y = w + n
w = 0.5*SIN(y)
nn = n + 1
ts = t + 1
END
"""
    found = run(text, 3.5, spacing=0.5)

    assert found["y"] == pytest.approx(0.5 * np.sin(found["y"]) + np.floor(found.t), rel=1e-12, abs=1e-15)


# Runs


@pytest.mark.parametrize("equation", first_fast(["v = x - v^3/3", "v = COS(v) + x"]))
def test_the_answer_does_not_depend_on_what_is_recorded(equation: str) -> None:
    text = continuous("dx = -v" if "3" in equation else "dx = 1 + 0*x", equation, "w = ABS(v - 0.5)", "x: 2")

    every = run(text, 3, spacing=0.001)
    few = run(text, 3, spacing=0.5, store=["v"])

    assert every.final == few.final
    assert list(every["v"][::500]) == list(few["v"])


def test_a_large_nonlinear_loop() -> None:
    """Twenty coupled equations v_i = x + 0.1 sin(sum of the others)."""
    names = [f"v{i}" for i in range(20)]
    lines = [f"{name} = x + 0.1*SIN({' + '.join(other for other in names if other != name)})" for name in names]

    found = run(continuous("dx = 1 + 0*x", *lines, "x: 0"), 1)

    values = np.array([found.final[name] for name in names])
    assert values == pytest.approx(1 + 0.1 * np.sin(values.sum() - values), rel=1e-12)


NOT_ALWAYS = """CONTINUOUS SYSTEM s
TIME t
STATE y
DER dy
VARIABLE x
x^2 + x = 2*SIN(6*t)
dy = -y
y: 1
END
"""
BELOW_ZERO = """CONTINUOUS SYSTEM s
STATE h v
DER dh dv
VARIABLE x
x^2 + 0*x^3 = h
dh = v
dv = -9.81
WHEN h < 0
  v = -0.5*PRE(v)
END
h: 1
x: 1
END
"""
METHODS_THAT_STEP = ("dopri5", "dop853", "hampc", "rodas5p", "cvode", "ida")


@pytest.mark.parametrize("method", these_fast(METHODS_THAT_STEP, "dopri5", "ida"))
def test_a_run_ends_if_a_loop_that_affects_no_state_has_no_solution(method: str) -> None:
    """x^2 + x = 2 sin 6t has none where 1 + 8 sin 6t is negative; there are solutions again later."""
    found = ended(NOT_ALWAYS, 1, method=method, spacing=0.1)

    assert found.stop.code == "algebraic-loop-failed"
    assert found.stop.time == pytest.approx((math.pi + math.asin(1 / 8)) / 6, abs=1e-9)
    assert np.all(np.isfinite(found["x"]))


@pytest.mark.parametrize("method", these_fast(METHODS_THAT_STEP, "dopri5", "ida"))
def test_a_loop_without_a_solution_beyond_an_event_does_no_harm(method: str) -> None:
    found = run(BELOW_ZERO, 1, method=method, spacing=0.1)

    assert found.stop.kind is StopKind.END
    assert found["x"] == pytest.approx(np.sqrt(np.maximum(found["h"], 0.0)), abs=1e-7)


def test_equations_without_states_end_a_run_when_they_have_no_solution() -> None:
    found = ended("CONTINUOUS SYSTEM s\nTIME t\nVARIABLE x\nx^2 + x + t = 0.5 + 0*x^3\nEND\n", 2)

    assert found.stop.code == "algebraic-loop-failed"
    assert found.stop.time == pytest.approx(0.75, abs=1e-9)
