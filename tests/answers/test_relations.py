"""Relations with known answers: circuits, constrained mechanics, inverse models, ideal diodes and switches."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from simnon.simulation import Trajectory
from tests.answers.running import loaded, run
from tests.seeds import first_fast


def system(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "TIME t", *lines, "END"]) + "\n"


PENDULUM = (
    "STATE x y vx vy",
    "DER dx dy dvx dvy",
    "VARIABLE F",
    "dx = vx",
    "dy = vy",
    "m*dvx = -F*x",
    "m*dvy = -F*y - m*g",
    "x^2 + y^2 = L^2",
    "m: 2",
    "g: 9.81",
    "L: 1",
)


def pendulum(*given: str) -> str:
    return system(*PENDULUM, *given)


def angle_of(found: Trajectory, angle: float, speed: float) -> np.ndarray:
    """The angle of a pendulum of length one, by its own equation with a different solver."""
    exact = solve_ivp(
        lambda _t, z: [z[1], -9.81 * math.sin(z[0])],
        (found.t[0], found.t[-1]),
        [angle, speed],
        t_eval=found.t,
        rtol=1e-12,
        atol=1e-12,
    )
    return np.asarray(exact.y[0])


# Circuits


def test_a_resistor_charges_a_capacitor() -> None:
    text = system(
        "STATE v", "DER dv", "VARIABLE vr i", "vr + v = U", "vr = R*i", "C*dv = i", "R: 2", "C: 0.5", "U: 10", "v: 1"
    )
    found = run(text, 3, rtol=1e-9)

    assert found["v"] == pytest.approx(10 - 9 * np.exp(-found.t), rel=1e-8)
    assert found["i"] == pytest.approx(4.5 * np.exp(-found.t), rel=1e-7)


def test_a_resonant_circuit_rings() -> None:
    text = system(
        "STATE v i",
        "DER dv di",
        "VARIABLE vl vr",
        "0 = vl + vr + v",
        "vl = L*di",
        "vr = R*i",
        "C*dv = i",
        "L: 0.5",
        "R: 0.2",
        "C: 2",
        "v: 1",
    )
    found = run(text, 10, rtol=1e-9, atol=1e-11)
    damping, frequency = 0.2, math.sqrt(1 - 0.2**2)
    exact = np.exp(-damping * found.t) * (
        np.cos(frequency * found.t) + damping / frequency * np.sin(frequency * found.t)
    )

    assert found["v"] == pytest.approx(exact, abs=1e-8)


def test_capacitors_in_parallel_have_one_state() -> None:
    text = system(
        "STATE v1 v2",
        "DER dv1 dv2",
        "VARIABLE i1 i2 i",
        "v1 = v2",
        "C1*dv1 = i1",
        "C2*dv2 = i2",
        "i1 + i2 = i",
        "R*i = 5 - v1",
        "C1: 1",
        "C2: 2",
        "R: 0.7",
        "v2: 1",
    )
    found = run(text, 3, rtol=1e-9)

    assert len(loaded(text)._simulator.layout.states) == 1
    assert found["v1"] == pytest.approx(5 - 4 * np.exp(-found.t / 2.1), rel=1e-8)
    assert np.array_equal(found["v1"], found["v2"])
    assert found["i2"] == pytest.approx(2 * found["i1"], rel=1e-12)


def test_inductors_in_series_have_one_state() -> None:
    text = system(
        "STATE i1 i2",
        "DER di1 di2",
        "VARIABLE v1 v2",
        "10 = v1 + v2 + 2*i1",
        "v1 = L1*di1",
        "v2 = L2*di2",
        "i1 = i2",
        "L1: 1",
        "L2: 3",
    )
    found = run(text, 3, rtol=1e-9)

    assert found["i2"] == pytest.approx(5 * (1 - np.exp(-found.t / 2)), rel=1e-7, abs=1e-9)


def test_a_bridge_of_resistors_is_solved_as_linear_equations() -> None:
    text = system(
        "VARIABLE v1 v2 i1 i2 i3 i4 i5 E i",
        "E = 10*SIN(t)",
        "R1*i1 = E - v1",
        "R2*i2 = E - v2",
        "R3*i3 = v1",
        "R4*i4 = v2",
        "R5*i5 = v1 - v2",
        "i1 = i3 + i5",
        "i2 + i5 = i4",
        "i = i1 + i2",
        *(f"R{k}: {k}" for k in range(1, 6)),
    )
    found = run(text, 3, points=30)
    matrix = np.array([[1 + 1 / 3 + 1 / 5, -1 / 5], [-1 / 5, 1 / 2 + 1 / 4 + 1 / 5]])
    v1, v2 = np.linalg.solve(matrix, [1.0, 0.5])

    assert found["v1"] == pytest.approx(10 * np.sin(found.t) * v1, abs=1e-13)
    assert found["v2"] == pytest.approx(10 * np.sin(found.t) * v2, abs=1e-13)


@pytest.mark.slow
def test_a_large_network_is_eliminated_sparsely() -> None:
    count = 300
    nodes = ["U*(1 + t)", *(f"v{k}" for k in range(1, count + 1)), "0"]
    relations = [f"({a} - {b})/R = {b}/S + ({b} - {c})/R" for a, b, c in zip(nodes, nodes[1:], nodes[2:], strict=False)]
    declared = [f"VARIABLE v{k}" for k in range(1, count + 1)]
    text = system(*declared, *relations, "U: 1", "R: 2", "S: 3")
    found = loaded(text).simulate(0, 1, parameters={"R": 0.5}, store=("v1", "v150"))

    matrix = np.diag([4.0 + 1 / 3] * count) - np.diag([2.0] * (count - 1), 1) - np.diag([2.0] * (count - 1), -1)
    exact = np.linalg.solve(matrix, [2.0, *[0.0] * (count - 1)])
    assert loaded(text)._simulator.analysed.model.solutions == ()
    assert found["v1"] == pytest.approx(exact[0] * (1 + found.t), rel=1e-13)
    assert found["v150"] == pytest.approx(exact[149] * (1 + found.t), rel=1e-12)


def test_negated_aliases_share_a_slot_and_are_recorded_with_their_sign() -> None:
    text = system("STATE v", "DER dv", "VARIABLE i j k", "i + j = 0", "j + k = 0", "dv = i", "i = -v", "v: 1")
    found = run(text, 1, rtol=1e-9)

    assert {name for name, _ in loaded(text)._simulator.layout.negatives} & {"i", "j"}
    assert np.array_equal(found["j"], found["v"])
    assert np.array_equal(found["i"], -found["v"])
    assert np.array_equal(found["k"], -found["v"])
    assert found.final["j"] == -found.final["k"] == found.final["v"]


# Constraints


@pytest.mark.parametrize("method", first_fast(["dopri5", "rodas5p"]))
def test_a_rotating_pendulum_in_cartesian_coordinates_follows_its_angle(method: str) -> None:
    found = run(pendulum("x: 0", "y: -1", "vx: 8"), 5, rtol=1e-9, atol=1e-11, spacing=0.05, method=method)
    angle = angle_of(found, 0.0, 8.0)

    assert angle[-1] > 8 * math.pi
    assert found["x"] == pytest.approx(np.sin(angle), abs=3e-6)
    assert found["y"] == pytest.approx(-np.cos(angle), abs=3e-6)


def test_a_swinging_pendulum_in_cartesian_coordinates_follows_its_angle() -> None:
    found = run(pendulum("x: 1", "y: 0"), 10, rtol=1e-9, atol=1e-11, spacing=0.05)
    angle = angle_of(found, math.pi / 2, 0.0)

    assert found["x"] == pytest.approx(np.sin(angle), abs=1e-6)


def test_a_constraint_does_not_drift() -> None:
    found = run(pendulum("x: 1", "y: 0"), 100)

    assert np.max(np.abs(found["x"] ** 2 + found["y"] ** 2 - 1)) < 1e-12
    assert np.max(np.abs(found["x"] * found["vx"] + found["y"] * found["vy"])) < 1e-12


def test_the_answer_does_not_depend_on_what_is_recorded() -> None:
    text = pendulum("x: 0", "y: -1", "vx: 8")
    every, few = run(text, 3), run(text, 3, spacing=0.5, store=("x",))

    assert every.final["x"] == few.final["x"]


@pytest.mark.slow
def test_a_double_pendulum_keeps_its_energy() -> None:
    text = system(
        "STATE x1 y1 x2 y2 u1 w1 u2 w2",
        "DER dx1 dy1 dx2 dy2 du1 dw1 du2 dw2",
        "VARIABLE F1 F2",
        "dx1 = u1",
        "dy1 = w1",
        "dx2 = u2",
        "dy2 = w2",
        "du1 = -F1*x1 + F2*(x2 - x1)",
        "dw1 = -F1*y1 + F2*(y2 - y1) - 9.81",
        "du2 = -F2*(x2 - x1)",
        "dw2 = -F2*(y2 - y1) - 9.81",
        "x1^2 + y1^2 = 1",
        "(x2 - x1)^2 + (y2 - y1)^2 = 1",
        "x1: 1",
        "x2: 2",
        "y1: 0",
        "y2: 0",
    )
    found = run(text, 10, rtol=1e-9, atol=1e-11)
    kinetic = (found["u1"] ** 2 + found["w1"] ** 2 + found["u2"] ** 2 + found["w2"] ** 2) / 2

    assert np.max(np.abs(kinetic + 9.81 * (found["y1"] + found["y2"]))) < 3e-6
    assert np.max(np.abs((found["x2"] - found["x1"]) ** 2 + (found["y2"] - found["y1"]) ** 2 - 1)) < 1e-12


def test_a_slider_crank_has_two_constraints_that_change_their_states() -> None:
    text = system(
        "STATE xa ya xb u w s",
        "DER dxa dya dxb du dw ds",
        "VARIABLE F1 F2",
        "dxa = u",
        "dya = w",
        "dxb = s",
        "du = -F1*xa + F2*(xb - xa)",
        "dw = -F1*ya - F2*ya - g",
        "ds = -F2*(xb - xa)",
        "xa^2 + ya^2 = 1",
        "(xb - xa)^2 + ya^2 = 9",
        "g: 1",
        "xa: 0",
        "ya: 1",
        "xb: 2.8284271247461903",
        "u: 1",
    )
    found = run(text, 20, rtol=1e-9)
    energy = (found["u"] ** 2 + found["w"] ** 2 + found["s"] ** 2) / 2 + found["ya"]

    assert np.ptp(energy) < 1e-6


def test_a_constraint_of_first_order_changes_its_state_too() -> None:
    text = system(
        "STATE x y",
        "DER dx dy",
        "VARIABLE p",
        "dx = -y + p*x",
        "dy = x + p*y",
        "x^2 + y^2 = 4",
        "x: 2",
        "y: 0",
    )
    found = run(text, 20, rtol=1e-9)

    assert found["x"] == pytest.approx(2 * np.cos(found.t), abs=1e-7)


def test_a_constraint_on_velocities_leaves_the_positions_free() -> None:
    text = system(
        "STATE x y th vx vy om",
        "DER dx dy dth dvx dvy dom",
        "VARIABLE f",
        "dx = vx",
        "dy = vy",
        "dth = om",
        "dvx = f*SIN(th)",
        "dvy = -f*COS(th)",
        "dom = 0.1",
        "vx*SIN(th) = vy*COS(th)",
        "vx: 1",
        "vy: 0",
    )
    found = run(text, 20, rtol=1e-9)

    assert found["vx"] == pytest.approx(np.cos(found["th"]), abs=1e-7)


def test_coordinates_given_by_an_angle_leave_the_angle_as_state() -> None:
    text = system(
        *PENDULUM[:2],
        "STATE p w",
        "DER dp dw",
        *PENDULUM[2:7],
        "x = L*SIN(p)",
        "y = -L*COS(p)",
        "dp = w",
        *PENDULUM[8:],
        "p: 1",
    )
    found = run(text, 5, rtol=1e-9, spacing=0.1)

    assert [state.name for state in loaded(text)._simulator.layout.states] == ["p", "w"]
    assert found["p"] == pytest.approx(angle_of(found, 1.0, 0.0), abs=1e-7)


def test_a_gear_couples_two_inertias() -> None:
    text = system(
        "STATE p1 w1 p2 w2",
        "DER dp1 dw1 dp2 dw2",
        "VARIABLE T1 T2",
        "dp1 = w1",
        "dp2 = w2",
        "J1*dw1 = M - T1",
        "J2*dw2 = T2 - d*w2",
        "p1 = n*p2",
        "T2 = n*T1",
        "J1: 1",
        "J2: 5",
        "n: 3",
        "M: 2",
        "d: 0.1",
        "w2: 1",
    )
    found = run(text, 5, rtol=1e-9)

    assert found["w2"] == pytest.approx(60 - 59 * np.exp(-0.1 * found.t / 14), rel=1e-8)
    assert found["p1"] == pytest.approx(3 * found["p2"], rel=1e-14, abs=1e-14)


# Inverse and nonlinear relations


def test_the_force_of_a_prescribed_motion_is_found() -> None:
    text = system(
        "STATE x v",
        "DER dx dv",
        "VARIABLE F",
        "dx = v",
        "m*dv = F - d*v - k*x",
        "x = SIN(2*t)",
        "m: 2",
        "d: 0.5",
        "k: 3",
    )
    found = run(text, 5, points=50)

    assert loaded(text)._simulator.layout.states == ()
    assert found["F"] == pytest.approx(-5 * np.sin(2 * found.t) + np.cos(2 * found.t), abs=1e-13)


def test_a_relation_that_is_not_linear_is_solved() -> None:
    text = system("VARIABLE x u", "x^3 + x = u", "u = 10*SIN(t)")
    found = run(text, 10, points=100)

    assert found["x"] ** 3 + found["x"] == pytest.approx(10 * np.sin(found.t), abs=1e-13)


def test_the_first_guess_selects_the_solution() -> None:
    text = system("VARIABLE x", "x^2 = 4 + t", "x: {}")

    assert run(text.format("-1"), 1).final["x"] == pytest.approx(-math.sqrt(5), rel=1e-14)
    assert run(text.format("1"), 1).final["x"] == pytest.approx(math.sqrt(5), rel=1e-14)


def test_small_currents_beside_large_voltages_are_found_exactly() -> None:
    text = system("VARIABLE v i", "i = 1e-12*(EXP(v/0.025) - 1)", "U*(1 + t) = v + R*i", "U: 1000", "R: 1e6")
    found = run(text, 1, points=10)
    current = 1e-12 * (np.exp(found["v"] / 0.025) - 1)

    assert found["i"] == pytest.approx(current, rel=1e-11)
    assert found["v"] + 1e6 * found["i"] == pytest.approx(1000 * (1 + found.t), rel=1e-13)


# Events


RECTIFIER = system(
    "STATE vc",
    "DER dvc",
    "VARIABLE s v i e vr",
    "e = SIN(6*t)",
    "e = vr + v + vc",
    "vr = Ri*i",
    "v = IF s > 0 THEN 0 ELSE s",
    "i = IF s > 0 THEN s ELSE 0",
    "C*dvc = i - vc/R",
    "C: 1",
    "R: 1",
    "Ri: 0.1",
)


def test_an_ideal_diode_conducts_one_way_only() -> None:
    found = run(RECTIFIER, 5, rtol=1e-9)

    def current(t: float, v: float) -> float:
        return max(0.0, (math.sin(6 * t) - v) / 0.1)

    exact = solve_ivp(
        lambda t, z: [current(t, z[0]) - z[0]], (0, 5), [0.0], t_eval=[5.0], rtol=1e-10, atol=1e-12, max_step=0.01
    )

    assert found.final["vc"] == pytest.approx(float(exact.y[0][-1]), rel=1e-7)
    assert np.min(found["i"]) > -1e-10
    assert np.max(found["v"]) < 1e-10
    assert found.statistics.events > 5


def test_relations_that_a_condition_makes_singular_end_the_run() -> None:
    stop = loaded(RECTIFIER.replace("e = vr + v + vc", "e = v + vc")).simulate(0, 5).stop

    assert stop.code == "singular-equations"
    assert stop.message.endswith("where s > 0 holds")


def test_an_ideal_switch_is_a_relation_with_two_branches() -> None:
    text = system(
        "STATE i",
        "DER di",
        "VARIABLE v u",
        "10 = v + u",
        "u = L*di + R*i",
        "0 = IF MOD(t, 1) < 0.5 THEN v ELSE i - v/100",
        "L: 1",
        "R: 1",
    )
    found = run(text, 0.5, rtol=1e-9)

    assert found.final["i"] == pytest.approx(10 * (1 - math.exp(-0.5)), rel=1e-7)
    assert run(text, 0.75, rtol=1e-9).final["v"] == pytest.approx(100 * run(text, 0.75, rtol=1e-9).final["i"], rel=1e-9)


def test_an_event_changes_a_state_among_relations() -> None:
    text = system(
        "STATE h v",
        "DER dh dv",
        "VARIABLE F",
        "dh = v",
        "m*dv = F",
        "F = -m*9.81",
        "WHEN h < 0",
        "  v = -0.8*PRE(v)",
        "END",
        "m: 2",
        "h: 1",
    )
    found = run(text, 1)
    first = math.sqrt(2 / 9.81)
    up = 0.8 * 9.81 * first

    assert found.final["h"] == pytest.approx(up * (1 - first) - 9.81 * (1 - first) ** 2 / 2, rel=1e-6)


TWO_BODIES = (
    "STATE x1 v1 x2 v2",
    "DER dx1 dv1 dx2 dv2",
    "VARIABLE F",
    "dx1 = v1",
    "dx2 = v2",
    "dv1 = F - 9.81",
    "dv2 = -F - 9.81",
    "x1 = x2 + 1",
    "WHEN x2 < 0",
    "  v2 = -PRE(v2)",
    "END",
)
"""Fixed to each other; the lower one bounces."""


def test_an_event_on_a_connected_body_keeps_the_state_that_it_changes() -> None:
    text = system(
        *TWO_BODIES,
        "x2: 1",
        "v2: 0",
    )
    found = run(text, 0.8)

    assert found.final["v1"] == pytest.approx(9.81 * (2 * math.sqrt(2 / 9.81) - 0.8), rel=1e-5)


# Initial values


def test_given_initial_values_of_states_are_kept() -> None:
    found = run(pendulum("x: 0.6", "y: -0.8"), 1)

    assert (found["x"][0], found["y"][0]) == pytest.approx((0.6, -0.8), abs=1e-15)
    assert found.initial.conflicts == ()
    assert found.notes == ()


def test_a_given_value_that_the_equations_do_not_allow_is_reported() -> None:
    found = run(pendulum("x: 0.6", "y: -1"), 1)

    assert found["y"][0] ** 2 + found["x"][0] ** 2 == pytest.approx(1, abs=1e-14)
    assert len(found.initial.conflicts) == 1
    assert "was given the initial value" in found.notes[0]


CONSISTENT = [
    ({"x": 1.0, "vy": 1.0}, {"x": 1.0, "y": 0.0, "vx": 0.0, "vy": 1.0, "F": 2.0}),
    ({"x": 1.0}, {"x": 1.0, "y": 0.0, "vx": 0.0, "vy": 0.0, "F": 0.0}),
    ({"x": 0.6, "y": -0.8, "vx": 0.8}, {"x": 0.6, "y": -0.8, "vx": 0.8, "vy": 0.6, "F": 17.696}),
    ({"x": 0.6, "vy": 0.6}, {"x": 0.6, "y": 0.8, "vx": -0.8, "vy": 0.6, "F": -13.696}),
    ({"vy": 0.5}, {"x": 1.0, "y": 0.0, "vx": 0.0, "vy": 0.5, "F": 0.5}),
    ({"y": -1.0, "vx": 3.0}, {"x": 0.0, "y": -1.0, "vx": 3.0, "vy": 0.0, "F": 37.62}),
]


@pytest.mark.parametrize(("given", "expected"), first_fast(CONSISTENT, 2))
def test_a_run_starts_from_all_given_values_if_the_relations_allow_them(
    given: dict[str, float], expected: dict[str, float]
) -> None:
    of_text = loaded(pendulum(*(f"{name}: {value}" for name, value in given.items()))).simulate(0, 0.5)
    of_run = loaded(pendulum()).simulate(0, 0.5, initial=given)

    for found in (of_text, of_run):
        assert {name: found[name][0] for name in given} == given
        assert {name: found[name][0] for name in expected} == pytest.approx(expected, rel=1e-14, abs=1e-15)
        assert found.notes == ()
        assert found.final["x"] == pytest.approx(of_text.final["x"], abs=1e-6)


@pytest.mark.parametrize(
    ("given", "refused"),
    first_fast(
        [
            ({"x": 1.0, "vx": 0.5}, "vx was given the initial value 0.5, but the equations need 0"),
            ({"x": 0.0, "y": -1.0, "vy": 1.0}, "vy was given the initial value 1, but the equations need 0"),
            ({"x": 0.0, "vy": 0.5}, "vy was given the initial value 0.5, but the equations need 0"),
            ({"x": 0.0, "y": -2.0}, "y was given the initial value -2, but the equations need -1"),
            ({"x": 2.0, "y": 0.1}, "x was given the initial value 2, but the equations need 0.994987"),
        ],
        2,
    ),
)
def test_a_given_value_is_not_kept_if_that_would_be_singular(given: dict[str, float], refused: str) -> None:
    of_text = loaded(pendulum(*(f"{name}: {value}" for name, value in given.items()))).simulate(0, 0.5)
    of_run = loaded(pendulum()).simulate(0, 0.5, initial=given)

    assert of_text.notes == of_run.notes == (refused,)


def test_positions_and_velocities_can_start_from_different_coordinates() -> None:
    found = run(pendulum("x: 0.6", "vy: 0.6"), 5, rtol=1e-9, atol=1e-11, spacing=0.05)
    angle = angle_of(found, math.pi - math.asin(0.6), 1.0)

    assert found["x"] == pytest.approx(np.sin(angle), abs=3e-6)


def test_start_values_are_checked_with_a_moving_support() -> None:
    moving = [line.replace("x^2", "(x - u)^2").replace("-F*x", "-F*(x - u)") for line in PENDULUM]
    found = run(system(*moving, "VARIABLE u", "u = SIN(t)", "x: 1", "vy: 1"), 0.1)

    assert [found[name][0] for name in ("x", "y", "vx", "vy")] == [1.0, 0.0, 1.0, 1.0]
    assert found.notes == ()


RODS = """
CONNECTING SYSTEM chain
SYSTEM o: mechanics.pivot
SYSTEM r[1..n]: mechanics.rod
SYSTEM m[1..n]: mechanics.point_mass
CONNECT o.a r[1].a
CONNECT r[k].b m[k].a FOR k = 1..n
CONNECT m[k].a r[k+1].a FOR k = 1..n-1
n: 3
GIVEN
END
"""


def energy_of_rods(found: Trajectory, count: int) -> np.ndarray:
    masses = range(1, count + 1)
    speeds = [found[f"m[{k}].vx"] ** 2 + found[f"m[{k}].vy"] ** 2 for k in masses]
    return np.asarray(sum(speeds) / 2 + 9.81 * sum(found[f"m[{k}].y"] for k in masses))


@pytest.mark.parametrize("reach", first_fast(["0.6 1.2 1.8", "1 2 3", "1 1.8 2.5", "0.2 0.1 0.3"]))
def test_a_rod_with_one_given_coordinate_finds_the_other(reach: str) -> None:
    given = "\n".join(f"m[{k + 1}].x: {x}" for k, x in enumerate(reach.split()))
    found = run(RODS.replace("GIVEN", given), 0.1, rtol=1e-9, atol=1e-11)

    assert found.stop.code == "end"
    assert [found[f"m[{k + 1}].x"][0] for k in range(3)] == pytest.approx([float(x) for x in reach.split()])
    assert energy_of_rods(found, 3) == pytest.approx(energy_of_rods(found, 3)[0], abs=1e-6)


@pytest.mark.parametrize("count", first_fast([4, 12]))
def test_a_chain_of_rods_of_any_length_changes_its_states(count: int) -> None:
    given = "m[k].x: k FOR k = 1..n\nm[k].y: 0 FOR k = 1..n"
    model = loaded(RODS.replace("GIVEN", given).replace("n: 3", f"n: {count}"))
    found = model.simulate(0, 5, rtol=1e-9, atol=1e-11)

    assert found.stop.code == "end"
    assert not model.diagnostics
    assert energy_of_rods(found, count) == pytest.approx(np.zeros(len(found)), abs=1e-4)
    x, y = ([found[f"m[{k}].{each}"] for k in range(1, count + 1)] for each in "xy")
    lengths = np.diff([0 * x[0], *x], axis=0) ** 2 + np.diff([0 * y[0], *y], axis=0) ** 2
    assert lengths == pytest.approx(np.ones_like(lengths), abs=1e-12)


@pytest.mark.parametrize("count", first_fast([3, 6]))
def test_a_closed_chain_of_rods_changes_its_states(count: int) -> None:
    closed = RODS.replace("r[1..n]", "r[1..n+1]").replace("1..n-1", "1..n").replace("o: mech", "o, q: mech")
    angle = math.pi / (count + 1)
    radius = 0.5 / math.sin(angle / 2)
    given = [
        f"m[{k}].x: {radius * (1 - math.cos(k * angle))!r}\nm[{k}].y: {-radius * math.sin(k * angle)!r}"
        for k in range(1, count + 1)
    ]
    lines = ["CONNECT r[n+1].b q.a", f"q.x: {2 * radius!r}", "m[1].m: 2", *given]
    model = loaded(closed.replace("GIVEN", "\n".join(lines)).replace("n: 3", f"n: {count}"))
    found = model.simulate(0, 5, rtol=1e-9, atol=1e-11)
    first = (found["m[1].vx"] ** 2 + found["m[1].vy"] ** 2) / 2 + 9.81 * found["m[1].y"]
    energy = energy_of_rods(found, count) + first

    assert found.stop.code == "end"
    assert not model.diagnostics
    assert energy == pytest.approx(energy[0], abs=1e-5)


def test_a_truss_swings_as_one_body() -> None:
    """A strip of triangles: each point but the first is held by two rods."""
    points = [(0.5 * k, -math.sqrt(0.75) * (k % 2)) for k in range(1, 5)]
    rods = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (3, 4), (2, 4)]
    lines = ["SYSTEM o: mechanics.pivot", "SYSTEM r[1..7]: mechanics.rod", "SYSTEM m[1..4]: mechanics.point_mass"]
    for i, ends in enumerate(rods, start=1):
        lines += [f"CONNECT r[{i}].{side} " + (f"m[{k}].a" if k else "o.a") for side, k in zip("ab", ends, strict=True)]
    lines += [f"m[{k}].x: {x!r}\nm[{k}].y: {y!r}" for k, (x, y) in enumerate(points, start=1)]
    model = loaded("\n".join(["CONNECTING SYSTEM truss", *lines, "END\n"]))
    found = model.simulate(0, 5, rtol=1e-9, atol=1e-11)
    energy = energy_of_rods(found, 4)

    assert found.stop.code == "end"
    assert {diagnostic.code for diagnostic in model.diagnostics} == {"states-chosen-once"}
    assert energy == pytest.approx(energy[0], abs=1e-5)
    assert np.hypot(found["m[4].x"], found["m[4].y"]) == pytest.approx(2.0, abs=1e-9)


def moved_by_its_force(*given: str) -> str:
    moving = [line.replace("x^2", "(x - u)^2").replace("-F*x", "-F*(x - u)") for line in PENDULUM]
    return system(*moving, "VARIABLE u", "u = 0.1*F", *given)


def test_a_run_that_cannot_finish_stops_with_the_reason() -> None:
    """Where two solutions meet, rounding moves the force from one to the other."""
    found = loaded(moved_by_its_force("x: 0", "y: -1")).simulate(0, 2, spacing=0.1)

    assert found.stop.code == "step-too-small"
    assert "the rest of the run would take more than 10^" in found.stop.message


def test_a_guess_of_one_variable_propagates_to_dependent_ones() -> None:
    starts = [run(moved_by_its_force("x: 0.6", "y: -0.8", f"F: {guess}"), 0.01)["F"][0] for guess in (0, 12)]

    assert starts == pytest.approx([0.0, 12.0], abs=1e-9)


def test_where_two_solutions_meet_the_undetermined_variables_are_reported() -> None:
    found = loaded(moved_by_its_force("x: 0.6", "y: -0.8")).simulate(0, 2)

    assert found.stop.code == "algebraic-loop-failed"
    assert found["y"][-1] == pytest.approx(-1.0)
    assert "two solutions meet here, where the equations cease to determine u" in found.stop.message


def test_a_loop_that_fails_at_the_start_asks_for_a_first_guess() -> None:
    text = system("STATE x", "DER dx", "VARIABLE a b", "a^3 - 2*a + 2 = b*b", "b*b + a*a = -1", "dx = a")
    found = loaded(text).simulate(0, 1)

    assert (found.stop.code, found.stop.time) == ("algebraic-loop-failed", 0.0)
    assert "give values from which to search" in found.stop.hint


def test_an_initial_value_of_a_run_overrides_that_of_the_text() -> None:
    text = pendulum("x: 0.6", "y: -0.8")
    found = loaded(text).simulate(0, 1, initial={"x": -0.8, "y": 0.6})

    assert (found["x"][0], found["y"][0]) == pytest.approx((-0.8, 0.6), abs=1e-15)
    assert found.notes == ()


def test_the_start_report_has_given_and_found_values() -> None:
    text = system(
        "STATE v1 v2 v3",
        "DER dv1 dv2 dv3",
        "VARIABLE i",
        "v1 = v2",
        "dv1 + dv2 = i",
        "i = -v1",
        "dv3 = v1",
        "v1: 3",
        "v2: 1",
    )

    assert loaded(text).start_report() == (
        "given and kept: v1 = 3\n"
        "chosen, because no value was given: v3 = 0\n"
        "v2 was given the initial value 1, but the equations need 3"
    )


def test_initial_sections_give_states_their_values() -> None:
    found = run(system(*PENDULUM, "INITIAL", "x = 0.6*L", "y = -0.8*L"), 0.1)

    assert (found["x"][0], found["y"][0]) == pytest.approx((0.6, -0.8), abs=1e-14)


def test_a_state_with_a_given_value_is_preferred_to_one_without() -> None:
    text = system("STATE v1 v2", "DER dv1 dv2", "VARIABLE i", "v1 = v2", "dv1 + dv2 = i", "i = -v1", "{}: 3")

    for name in ("v1", "v2"):
        assert [state.name for state in loaded(text.format(name))._simulator.layout.states] == [name]


RESET = (
    "STATE v w",
    "DER dv dw",
    "VARIABLE f",
    "dv = f",
    "w = k*v + 1",
    "f = -1",
    "k: 3",
    "WHEN w < 0",
    "  w = 1",
    "END",
)


def test_a_state_that_an_event_changes_starts_from_the_value_of_its_alias() -> None:
    of_text = loaded(system(*RESET, "v: 2"))
    of_run = loaded(system(*RESET))

    assert [state.name for state in of_text._simulator.layout.states] == ["w"]
    for found in (of_text.simulate(0, 1), of_run.simulate(0, 1, initial={"v": 2})):
        assert (found["v"][0], found["w"][0]) == (2.0, 7.0)
        assert found.notes == ()
    assert of_text.simulate(0, 1, initial={"w": 4})["v"][0] == 1.0
    assert of_text.start_report() == "given, and the equations agree: v = 2\ncomputed by the equations: w = 7"


def test_events_can_change_either_of_two_constrained_states() -> None:
    text = system(
        "STATE v w",
        "DER dv dw",
        "VARIABLE f",
        "dv = f",
        "w = k*v + 1",
        "f = -1",
        "k: 3",
        "WHEN w < 1",
        "  w = 7",
        "END",
        "WHEN t > 1",
        "  v = PRE(v) + 2",
        "END",
        "v: 1.5",
    )
    found = run(text, 3)

    assert len(loaded(text)._simulator.layout.states) == 1
    assert found.final["v"] == pytest.approx(0.5 + 2 - 2, abs=1e-9)
    assert found.final["w"] == pytest.approx(3 * 0.5 + 1, abs=1e-9)
    assert run(text, 4).final["v"] == pytest.approx(1.5, abs=1e-9)


def test_a_run_can_be_given_the_value_of_a_state_that_depends_on_another() -> None:
    text = system("STATE v1 v2", "DER dv1 dv2", "VARIABLE i", "v1 = v2", "dv1 + dv2 = i", "i = -v1")
    model = loaded(text)

    for name in ("v1", "v2"):
        found = model.simulate(0, 1, initial={name: 3})
        assert (found["v1"][0], found["v2"][0]) == (3.0, 3.0)
        assert found.notes == ()


def test_positions_and_velocities_of_a_body_follow_those_of_the_body_it_is_fixed_to() -> None:
    text = system(
        *TWO_BODIES,
        "x1: 2",
        "v1: 3",
    )
    found = run(text, 0.1)

    assert [found[name][0] for name in ("x1", "v1", "x2", "v2")] == [2.0, 3.0, 1.0, 3.0]


def test_nothing_jumps_when_the_choice_of_states_changes() -> None:
    found = run(pendulum("x: 0", "y: -1", "vx: 8"), 2)
    changes = {event.time for event in found.events}

    assert len(changes) > 4
    for name in ("x", "y", "vx", "vy", "F"):
        at_events = np.isin(found.t[1:], list(changes)) & (np.diff(found.t) == 0.0)
        assert np.max(np.abs(np.diff(found[name])[at_events]), initial=0.0) < 1e-9 * np.max(np.abs(found[name]))
