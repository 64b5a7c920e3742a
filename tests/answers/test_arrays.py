"""Models with arrays: partial differential equations, matrix functions, all-to-all coupling, filters of order ten."""

import math

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import solve_discrete_are

import simnon
from simnon.program import Array

HEAT = """CONTINUOUS SYSTEM rod
STATE T[1..n]
DER dT[1..n]
w[0] = 0
w[i] = T[i] FOR i = 1..n
w[n+1] = 0
dT[i] = (n + 1)^2*(w[i-1] - 2*w[i] + w[i+1]) FOR i = 1..n
INITIAL
T[i] = SIN(pi*i/(n + 1)) + SIN(3*pi*i/(n + 1)) FOR i = 1..n
SORT
n: 9
END
"""
WAVE = """CONTINUOUS SYSTEM string
STATE u[1..n] v[1..n]
DER du[1..n] dv[1..n]
du = v
dv = (n + 1)^2*A*u
A[i,j] = (IF i = j THEN -2 ELSE IF ABS(i - j) = 1 THEN 1 ELSE 0) FOR i = 1..n, j = 1..n
INITIAL
u[i] = SIN(pi*i/(n + 1)) FOR i = 1..n
SORT
n: 9
END
"""
KURAMOTO = """CONTINUOUS SYSTEM kuramoto
STATE th[1..n]
DER dth[1..n]
dth[i] = w[i] + k/n*SUM(SIN(th[j] - th[i]) FOR j = 1..n) FOR i = 1..n
w[i]: (i - 6)/10 FOR i = 1..n
th[i]: i/3 FOR i = 1..n
k: 1.5
n: 11
END
"""
BODIES = """CONTINUOUS SYSTEM bodies
STATE r[1..3, 1..n] v[1..3, 1..n]
DER dr[1..3, 1..n] dv[1..3, 1..n]
FUNCTION cube(s) = s*SQRT(s)
d[i,j] = SUM((r[k,j] - r[k,i])^2 FOR k = 1..3) FOR i = 1..n, j = 1..n
dr = v
dv[k,i] = SUM(IF j = i THEN 0 ELSE m[j]*(r[k,j] - r[k,i])/cube(d[i,j]) FOR j = 1..n) FOR k = 1..3, i = 1..n
kinetic = SUM(m[i]/2*DOT(v[.., i], v[.., i]) FOR i = 1..n)
potential = -SUM(SUM(m[i]*m[j]/SQRT(d[i,j]) FOR j = 1..i-1) FOR i = 1..n)
spin = SUM(m[i]*(r[1,i]*v[2,i] - r[2,i]*v[1,i]) FOR i = 1..n)
m: [3, 1, 2]
r: [0, 2, -1; 0, 0, 3; 0, 1, 0]
v: [0, 0, 1; 0.1, 1, 0; 0, 0, -0.5]
n: 3
END
"""


def error_of_heat(n: int) -> float:
    """The largest deviation from the series at t = 0.02."""
    run = simnon.load(HEAT, choices={"n": n}).simulate(0, 0.02, method="rodas5p", rtol=1e-9, atol=1e-12)
    x = np.arange(1, n + 1) / (n + 1)
    series = sum(np.exp(-((k * np.pi) ** 2) * 0.02) * np.sin(k * np.pi * x) for k in (1, 3))
    return float(np.max(np.abs(run["T"][-1] - series)))


def test_a_heat_equation_converges_to_its_series_with_the_square_of_the_cells() -> None:
    errors = [error_of_heat(n) for n in (9, 19, 39)]

    assert errors[-1] < 2e-3
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.03)


def test_a_string_swings_with_the_frequency_of_its_cells() -> None:
    n = 9
    run = simnon.load(WAVE).simulate(0, 1, rtol=1e-10, atol=1e-12)

    frequency = 2 * (n + 1) * math.sin(math.pi / 2 / (n + 1))
    mode = np.sin(np.pi * np.arange(1, n + 1) / (n + 1))
    np.testing.assert_allclose(run["u"], np.cos(frequency * run.t)[:, None] * mode, atol=1e-8)


def test_coupled_oscillators_agree_with_an_independent_solver() -> None:
    n = 11
    w = (np.arange(1, n + 1) - 6) / 10

    def right_side(_t: float, th: Array) -> Array:
        return np.asarray(w + 1.5 / n * np.sin(th[None, :] - th[:, None]).sum(axis=1))

    known = solve_ivp(right_side, (0, 10), np.arange(1, n + 1) / 3, method="DOP853", rtol=1e-12, atol=1e-12)
    run = simnon.load(KURAMOTO).simulate(0, 10, rtol=1e-10, atol=1e-12)

    np.testing.assert_allclose(run["th"][-1], known.y[:, -1], atol=1e-7)


def test_bodies_in_space_keep_their_energy_and_their_spin() -> None:
    run = simnon.load(BODIES).simulate(0, 5, rtol=1e-11, atol=1e-12)

    energy = run["kinetic"] + run["potential"]
    np.testing.assert_allclose(energy, energy[0], rtol=1e-8)
    np.testing.assert_allclose(run["spin"], run["spin"][0], rtol=1e-8)
    assert run["d"].shape == (len(run), 3, 3)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 30.0])
def test_the_exponential_of_a_matrix_has_all_its_digits(scale: float) -> None:
    n = 4
    matrix = np.random.default_rng(5).normal(size=(n, n)) * scale
    text = f"CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 0\nE = EXPM(A)\nA[1..{n}, 1..{n}]: 0\nEND\n"

    found = simnon.load(text).simulate(0, 0.001, parameters={"A": matrix})["E"][0]

    mpmath.mp.dps = 60
    known = np.array(mpmath.expm(mpmath.matrix(matrix.tolist())).tolist(), dtype=float)
    assert np.max(np.abs(found - known)) < 1e-13 * max(1.0, scale) * np.max(np.abs(known))


@pytest.mark.parametrize("n", [1, 2, 5, 10])
def test_inverse_determinant_and_solution_agree_with_lapack(n: int) -> None:
    random = np.random.default_rng(n)
    matrix, right = random.normal(size=(n, n)), random.normal(size=(n, 2))
    text = (
        "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = 0\nB = INV(A)\nd = [DET(A)]\ny = SOLVE(A, c)\n"
        f"A[1..{n}, 1..{n}]: 0\nc[1..{n}, 1..2]: 0\nEND\n"
    )

    run = simnon.load(text).simulate(0, 0.001, parameters={"A": matrix, "c": right})

    np.testing.assert_allclose(run["B"][0], np.linalg.inv(matrix), rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(run["d[1]"][0], np.linalg.det(matrix), rtol=1e-12)
    np.testing.assert_allclose(run["y"][0], np.linalg.solve(matrix, right), rtol=1e-10, atol=1e-12)


def test_the_determinant_of_a_singular_matrix_is_zero() -> None:
    text = "CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = DET([1, 2; 2, 4])\nEND\n"

    assert simnon.load(text).simulate(0, 1)["x"][-1] == 0.0


def test_a_controller_of_order_ten_follows_the_recursion_of_its_matrices() -> None:
    """LQG by Riccati equations: the closed loop in Simnon is that of numpy, sample by sample."""
    random = np.random.default_rng(3)
    n = 10
    a = random.normal(size=(n, n)) * 0.35
    b, c = random.normal(size=(n, 1)), random.normal(size=(1, n))
    p = solve_discrete_are(a, b, np.eye(n), np.eye(1))
    gain = np.linalg.solve(np.eye(1) + b.T @ p @ b, b.T @ p @ a)
    s = solve_discrete_are(a.T, c.T, np.eye(n), np.eye(1))
    filter_gain = np.linalg.solve(np.eye(1) + c @ s @ c.T, c @ s @ a.T).T
    text = """DISCRETE SYSTEM lqg
STATE x[1..10] z[1..10]
NEW nx[1..10] nz[1..10]
TIME t
TSAMP ts
u = -DOT(L, z)
nx = A*x + B*u
nz = A*z + B*u + K*DOT(C, x - z)
ts = t + 1
A[1..10, 1..10]: 0
B[1..10]: 0
C[1..10]: 0
L[1..10]: 0
K[1..10]: 0
x: 1
END
"""
    given = {"A": a, "B": b[:, 0], "C": c[0], "L": gain[0], "K": filter_gain[:, 0]}
    run = simnon.load(text).simulate(0, 19.5, parameters=given)

    x, z = np.ones(n), np.zeros(n)
    states = [x]
    for _ in range(19):
        u = -gain[0] @ z
        x, z = a @ x + b[:, 0] * u, a @ z + b[:, 0] * u + filter_gain[:, 0] * (c[0] @ (x - z))
        states.append(x)
    # A discrete state shows its value before the sample until the next one.
    found = np.array([run.at(k + 0.5, "x[1]") for k in range(19)])
    np.testing.assert_allclose(found, [state[0] for state in states[:-1]], rtol=1e-9, atol=1e-9)


BRUSSELATOR = """CONTINUOUS SYSTEM brusselator
STATE u[1..n, 1..n] v[1..n, 1..n]
DER du[1..n, 1..n] dv[1..n, 1..n]
w[i, j] = u[i, j] FOR i = 1..n, j = 1..n
w[0, j] = u[1, j] FOR j = 1..n
w[n+1, j] = u[n, j] FOR j = 1..n
w[i, 0] = u[i, 1] FOR i = 1..n
w[i, n+1] = u[i, n] FOR i = 1..n
s[i, j] = w[i-1, j] + w[i+1, j] + w[i, j-1] + w[i, j+1] - 4*u[i, j] FOR i = 1..n, j = 1..n
du[i, j] = 1 + u[i, j]^2*v[i, j] - 4.4*u[i, j] + d*s[i, j] FOR i = 1..n, j = 1..n
dv[i, j] = 3.4*u[i, j] - u[i, j]^2*v[i, j] FOR i = 1..n, j = 1..n
INITIAL
u[i, j] = 0.5 + j/n FOR i = 1..n, j = 1..n
v[i, j] = 1 + 5*i/n FOR i = 1..n, j = 1..n
d: 20
n: 10
END
"""


@pytest.mark.parametrize("method", ["rodas5p", "cvode"])
def test_a_brusselator_on_a_grid_agrees_with_an_independent_solver(method: str) -> None:
    n = 10
    places = np.arange(1, n + 1) / n

    def right_side(_t: float, states: Array) -> Array:
        u, v = states.reshape(2, n, n)
        w = np.pad(u, 1, mode="edge")
        diffusion = w[:-2, 1:-1] + w[2:, 1:-1] + w[1:-1, :-2] + w[1:-1, 2:] - 4 * u
        return np.array([1 + u * u * v - 4.4 * u + 20 * diffusion, 3.4 * u - u * u * v]).reshape(-1)

    u, v = np.tile(0.5 + places, (n, 1)), np.tile(1 + 5 * places, (n, 1)).T
    known = solve_ivp(right_side, (0, 2), np.array([u, v]).reshape(-1), method="LSODA", rtol=1e-10, atol=1e-12)

    run = simnon.load(BRUSSELATOR).simulate(0, 2, method=method, rtol=1e-9, atol=1e-11)

    np.testing.assert_allclose(run["u"][-1].reshape(-1), known.y[: n * n, -1], rtol=1e-6)


@pytest.mark.slow
def test_a_thousand_oscillators_follow_their_mean_field() -> None:
    """Each reads all others; the mean field does the same with one sum of sines and one of cosines."""
    n = 1000
    text = """CONTINUOUS SYSTEM kuramoto
STATE th[1..n]
DER dth[1..n]
dth[i] = w[i] + k/n*SUM(SIN(th[j] - th[i]) FOR j = 1..n) FOR i = 1..n
w[i]: (i - 500)/1000 FOR i = 1..n
th[i]: i/3 FOR i = 1..n
k: 2
n: 1000
END
"""
    w = (np.arange(1, n + 1) - 500) / 1000

    def right_side(_t: float, th: Array) -> Array:
        sine, cosine = np.sin(th).sum(), np.cos(th).sum()
        return np.asarray(w + 2 / n * (sine * np.cos(th) - cosine * np.sin(th)))

    known = solve_ivp(right_side, (0, 2), np.arange(1, n + 1) / 3, method="DOP853", rtol=1e-11, atol=1e-11)

    run = simnon.load(text).simulate(0, 2, rtol=1e-9, atol=1e-10, spacing=2)

    np.testing.assert_allclose(run["th"][-1], known.y[:, -1], atol=1e-7)


def test_a_bump_in_a_neural_field_has_the_activity_of_the_field_equation() -> None:
    """At rest, the activity is the integral over the field: u = W*f(u) + input."""
    n = 80
    text = """CONTINUOUS SYSTEM field
STATE u[1..n]
DER du[1..n]
rate[i] = 1/(1 + EXP(-5*(u[i] - 0.5))) FOR i = 1..n
weight[i, j] = 3*EXP(-((i - j)/4)^2) - 1 FOR i = 1..n, j = 1..n
du[i] = -u[i] + SUM(weight[i, j]*rate[j] FOR j = 1..n)/n*8 + EXP(-((i - 40)/6)^2) FOR i = 1..n
n: 80
END
"""
    run = simnon.load(text).simulate(0, 200, rtol=1e-9, atol=1e-11)

    i = np.arange(1, n + 1)
    weight = 3 * np.exp(-(((i[:, None] - i[None, :]) / 4) ** 2)) - 1
    u = run["u"][-1]
    activity = weight @ (1 / (1 + np.exp(-5 * (u - 0.5)))) / n * 8 + np.exp(-(((i - 40) / 6) ** 2))
    np.testing.assert_allclose(u, activity, atol=1e-7)
    assert u[39] > 0.5 > u[0]


def test_state_space_controllers_at_two_rates_follow_their_recursions() -> None:
    """A fast observer of order three, and a slow controller that reads it at every fourth sample."""
    text = """DISCRETE SYSTEM fast
INPUT r
OUTPUT y[1..3]
STATE x[1..3]
NEW nx[1..3]
TIME t
TSAMP ts
y = x
nx = A*x + B*r
ts = t + 1
A: [0.5, 0.1, 0; 0, 0.4, 0.2; 0.1, 0, 0.3]
B: [1, 0, 0.5]
END
DISCRETE SYSTEM slow
INPUT y[1..3]
OUTPUT u
STATE z[1..2]
NEW nz[1..2]
TIME t
TSAMP ts
u = 1 - z[1]
nz = F*z + G*y
ts = t + 4
F: [0.2, 0.1; 0, 0.3]
G: [0.1, 0, 0.2; 0, 0.3, 0]
END
CONNECTING SYSTEM loop
y[slow] = y[fast]
r[fast] = u[slow]
END
"""
    run = simnon.load(text).simulate(0, 20.5)

    a, b = np.array([[0.5, 0.1, 0], [0, 0.4, 0.2], [0.1, 0, 0.3]]), np.array([1, 0, 0.5])
    f, g = np.array([[0.2, 0.1], [0, 0.3]]), np.array([[0.1, 0, 0.2], [0, 0.3, 0]])
    x, z, next_x, next_z = np.zeros(3), np.zeros(2), np.zeros(3), np.zeros(2)
    for k in range(20):
        x = next_x
        if k % 4 == 0:
            z = next_z
            next_z = f @ z + g @ x
        next_x = a @ x + b * (1 - z[0])
        assert [run.at(k + 0.5, f"x[{i}][fast]") for i in (1, 2, 3)] == pytest.approx(x.tolist(), abs=1e-12)
