"""Derivatives of runs by parameters and initial values: closed forms, and differences of runs."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

import simnon
from simnon.source import UserError
from tests.seeds import first_fast

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def system(*lines: str) -> str:
    return "\n".join(("CONTINUOUS SYSTEM s", *lines, "END")) + "\n"


def final(text: str, by: Sequence[str], stop: float, of: Sequence[str] = (), **options: object) -> simnon.Trajectory:
    return simnon.load(text).sensitivities(0, stop, by=by, of=of, **TIGHT, **options)  # type: ignore[arg-type]


def test_a_decay_depends_on_its_rate_and_its_start() -> None:
    run = final(system("STATE x", "DER dx", "dx = -a*x", "y = a*x", "x: 2", "a: 0.5"), ["a", "x"], 3, ["y"])
    decay = np.exp(-0.5 * run.t)

    assert run["d(x)/d(a)"] == pytest.approx(-2 * run.t * decay, abs=1e-9)
    assert run["d(x)/d(INIT(x))"] == pytest.approx(decay, abs=1e-9)
    assert run["d(y)/d(a)"] == pytest.approx(2 * decay * (1 - 0.5 * run.t), abs=1e-9)


def test_parameters_can_be_named_as_such() -> None:
    model = simnon.load(system("STATE x", "DER dx", "dx = -a*x", "x: 1", "a: 2"))

    assert model.sensitivities(0, 1, parameters=["a"])["d(x)/d(a)"][-1] == pytest.approx(-math.exp(-2), abs=1e-6)  # type: ignore[arg-type]
    given = model.sensitivities(0, 1, by=["a"], parameters={"a": 1})
    assert given["d(x)/d(a)"][-1] == pytest.approx(-math.exp(-1), abs=1e-6)
    with pytest.raises(UserError, match="by: expected a list of parameters and states"):
        model.sensitivities(0, 1, parameters={"a": 1})


BALL = system(
    "STATE h v", "DER dh dv", "dh = v", "dv = -g", "WHEN h < 0", "  v = -e*PRE(v)", "END", "g: 9.81", "e: 0.8", "h: 1"
)


def test_a_bounce_moves_with_gravity_and_height() -> None:
    """After the first bounce at t1 = sqrt(2 h0/g): v = e g t1 - g (t - t1), h its integral."""
    t, e, g, h0 = 1.0, 0.8, 9.81, 1.0
    run = final(BALL, ["e", "g", "h"], t)
    t1 = math.sqrt(2 * h0 / g)
    t1_g, t1_h = -t1 / (2 * g), t1 / (2 * h0)
    found = [run.final[f"d(v)/d({by})"] for by in ("e", "g", "INIT(h)")]

    assert found == pytest.approx([g * t1, (1 + e) * (t1 + g * t1_g) - t, (1 + e) * g * t1_h], rel=1e-9)
    rise, late = e * g * t1, t - t1
    by_e = g * t1 * late
    by_h = e * g * t1_h * late - rise * t1_h + g * late * t1_h
    assert [run.final["d(h)/d(e)"], run.final["d(h)/d(INIT(h))"]] == pytest.approx([by_e, by_h], rel=1e-9)


def test_the_time_of_a_bounce_moves_with_restitution() -> None:
    """The second bounce is at t1 (1 + 2 e): d(t2)/d(e) = 2 t1, seen in a clock that the bounce reads."""
    text = (
        BALL.replace("STATE h v", "STATE h v c")
        .replace("DER dh dv", "DER dh dv dc")
        .replace("dv = -g", "dv = -g\ndc = 1\nlast: 0")
        .replace("  v = -e*PRE(v)", "  v = -e*PRE(v)\n  last = PRE(c)")
    )
    run = final(text, ["e"], 1.5, ["last"])
    t1 = math.sqrt(2 / 9.81)

    assert run.final["last"] == pytest.approx(2.6 * t1)
    assert run.final["d(last)/d(e)"] == pytest.approx(2 * t1, rel=1e-9)


def test_a_time_event_moves_with_its_time() -> None:
    run = final(system("STATE x", "DER dx", "TIME t", "dx = IF t > t1 THEN 2 ELSE -1", "t1: 1.3", "x: 1"), ["t1"], 3)

    assert run.final["d(x)/d(t1)"] == pytest.approx(-3.0)


def differences(text: str, by: str, names: Sequence[str], stop: float, start: float) -> list[float]:
    """By four runs, accurate to the fourth order of the change."""
    model, change = simnon.load(text), 1e-4 * max(1.0, abs(start))
    given = "parameters" if by in model.parameters else "initial"

    def values(steps: int) -> np.ndarray:
        run = model.simulate(0, stop, **TIGHT, **{given: {by: start + steps * change}})  # type: ignore[arg-type]
        return np.array([run.final[name] for name in names])

    found = (8 * (values(1) - values(-1)) - (values(2) - values(-2))) / (12 * change)
    return [float(value) for value in found]


RELAY = system("STATE x v", "DER dx dv", "dx = v", "dv = IF x > a THEN -b ELSE c", "a: 0.3", "b: 2", "c: 1", "v: 0.1")
PULSES = system("STATE x", "DER dx", "TIME t", "u = IF MOD(t, p) < d*p THEN 1 ELSE 0", "dx = u - x", "p: 0.7", "d: 0.4")
LOOP = system("STATE x", "DER dx", "z = COS(z)*k + x", "dx = -z", "k: 0.5", "x: 1")
INITIAL = system("STATE x", "DER dx", "INITIAL", "w = 2*k", "x = w*w", "SORT", "dx = -w*x + k", "k: 0.5")
RESETS = system(
    "STATE x n",
    "DER dx dn",
    "dx = 1",
    "dn = 0",
    "WHEN x > top",
    "  x = PRE(x) - top + c",
    "  n = PRE(n) + x*c",
    "END",
    "top: 0.37",
    "c: 0.02",
    "x: 0.1",
)
TWO_LIMITS = system(
    "STATE x v",
    "DER dx dv",
    "dx = v",
    "dv = -k*MAX(0, x - a) + MIN(1, 2 - x)",
    "WHEN v < 0",
    "  x = PRE(x) - 0.1*k",
    "END",
    "k: 5",
    "a: 0.2",
    "v: 0.5",
)
SAMPLED = """CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE x1 x2
DER dx1 dx2
y = x2
dx1 = -a*x1 + u*x2
dx2 = x1 - SIN(x2)
a: 2
x1: 0.3
x2: 0.5
END
DISCRETE SYSTEM reg
INPUT y r
OUTPUT u
STATE i
NEW ni
TIME t
TSAMP ts
e = r - y
u = k*e + i
ni = i + k*h/ti*e
ts = t + h
k: 3
ti: 2
h: 0.1
END
CONNECTING SYSTEM loop
u[plant] = u[reg]
y[reg] = y[plant]
r[reg] = 1
END
"""
SECOND = """DISCRETE SYSTEM second
OUTPUT n
STATE m
NEW nm
TIME t
TSAMP ts
n = m
nm = m + 1
ts = t + 0.3
END
"""
VARYING = SAMPLED.replace("ts = t + h", "ts = t + h*(1 + 0.3*SIN(k*t))")
LATE = SAMPLED.replace("u[plant] = u[reg]", "u[plant] = DELAY(u[reg], 0.03)")
STEP = system(
    "STATE x", "DER dx", "TIME t", "u = IF t > t1 THEN 1 ELSE 0", "dx = -x + DELAY(u, lag)", "t1: 0.5", "lag: 1.2"
)
LATE_RELAY = system("STATE x", "DER dx", "u = IF x > c THEN -1 ELSE 1", "dx = DELAY(u, lag, 1)", "c: 0.5", "lag: 0.3")
BREATHING = system(
    "STATE x",
    "DER dx",
    "TIME t",
    "y = x*x + a",
    "dx = -DELAY(y, 0.5 + 0.2*SIN(w*t), b)",
    "a: -0.3",
    "w: 1",
    "b: 0.2",
    "x: 0.4",
)
BY_STATE = system("STATE x", "DER dx", "dx = -DELAY(x, lag + 0.1*x)", "lag: 0.5", "x: 1")
PENDULUM = system(
    "STATE x y vx vy",
    "DER dx dy dvx dvy",
    "VARIABLE F",
    "dx = vx",
    "dy = vy",
    "m*dvx = -F*x + u",
    "m*dvy = -F*y - m*9.81",
    "x^2 + y^2 = L^2",
    "m: 2",
    "L: 0.5",
    "u: 0",
    "x: 0.1",
    "y: -0.49",
)


@pytest.mark.parametrize(
    ("text", "by", "start", "names", "stop"),
    [
        pytest.param(RELAY, "a", 0.3, ["x", "v"], 4, id="a relay switches elsewhere"),
        pytest.param(RELAY, "b", 2.0, ["x", "v"], 4, id="a relay acts more strongly"),
        pytest.param(PULSES, "d", 0.4, ["x"], 3, id="pulses become longer"),
        pytest.param(PULSES, "p", 0.7, ["x"], 3, id="pulses become rarer"),
        pytest.param(LOOP, "k", 0.5, ["x", "z"], 3, id="a loop changes"),
        pytest.param(LOOP, "x", 1.0, ["x", "z"], 3, id="a loop starts elsewhere"),
        pytest.param(INITIAL, "k", 0.5, ["x"], 3, id="a constant of the start changes"),
        pytest.param(RESETS, "top", 0.37, ["x", "n"], 2, id="states are reset at a different level"),
        pytest.param(RESETS, "c", 0.02, ["x", "n"], 2, id="states are reset to a different value"),
        pytest.param(TWO_LIMITS, "k", 5.0, ["x", "v"], 3, id="corners and a reset"),
        pytest.param(SAMPLED, "k[reg]", 3.0, ["x1[plant]", "i[reg]", "u[reg]", "y[plant]"], 0.75, id="a sampled gain"),
        pytest.param(SAMPLED, "a[plant]", 2.0, ["x1[plant]", "i[reg]", "e[reg]"], 0.75, id="a plant that is sampled"),
        pytest.param(SAMPLED, "h[reg]", 0.1, ["x1[plant]", "i[reg]", "u[reg]"], 0.75, id="samples become rarer"),
        pytest.param(VARYING, "k[reg]", 3.0, ["x1[plant]", "i[reg]", "u[reg]"], 0.75, id="samples move unequally"),
        pytest.param(LATE, "h[reg]", 0.1, ["x1[plant]", "i[reg]"], 0.75, id="samples that arrive late become rarer"),
        pytest.param(STEP, "t1", 0.5, ["x"], 3, id="a delayed jump comes later"),
        pytest.param(STEP, "lag", 1.2, ["x"], 3, id="a jump is delayed longer"),
        pytest.param(LATE_RELAY, "lag", 0.3, ["x"], 4, id="a relay is delayed longer"),
        pytest.param(BREATHING, "w", 1.0, ["x", "y"], 3, id="a lag varies faster"),
        pytest.param(BREATHING, "b", 0.2, ["x", "y"], 3, id="the past before the start was different"),
        pytest.param(BY_STATE, "lag", 0.5, ["x"], 3, id="a lag that depends on the state"),
        pytest.param(PENDULUM, "L", 0.5, ["x", "vy", "F"], 1, id="a pendulum of relations becomes longer"),
    ],
)
def test_derivatives_are_the_limits_of_differences(
    text: str, by: str, start: float, names: list[str], stop: float
) -> None:
    run = final(text, [by], stop, names)
    label = by if by in simnon.load(text).parameters else f"INIT({by})"

    found = [run.final[f"d({name})/d({label})"] for name in names]
    assert found == pytest.approx(differences(text, by, names, stop, start), rel=1e-6, abs=1e-7)


Field = Callable[[np.ndarray, dict[str, complex]], list[complex]]


def complex_step(field: Field, start: Sequence[float], values: dict[str, float], by: str, stop: float) -> np.ndarray:
    """The derivatives of the states at the end, without cancellation: the imaginary part of a run, by RK4."""
    given: dict[str, complex] = {**values, by: values[by] + 1e-40j}
    x, h = np.array(start, dtype=complex), stop / STEPS

    def slope(x: np.ndarray) -> np.ndarray:
        return np.array(field(x, given))

    for _ in range(STEPS):
        k1 = slope(x)
        k2 = slope(x + 0.5 * h * k1)
        k3 = slope(x + 0.5 * h * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(x + h * k3))
    return np.asarray(x.imag / 1e-40)


STEPS = 1000
LORENZ = system(
    "STATE x y z",
    "DER dx dy dz",
    "dx = s*(y - x)",
    "dy = r*x - y - x*z",
    "dz = x*y - b*z",
    "s: 10",
    "r: 28",
    "b: 2.5",
    "x: 1",
    "y: 1",
    "z: 20",
)
ENZYME = system(
    "STATE a c p",
    "DER da dc dp",
    "FUNCTION rate(s, k) = v*s^2/(k + s^2)",
    "FUNCTION twice(s, k) = rate(s, k) + rate(s, 2*k)",
    "da = -twice(a, k1) + EXP(-a)",
    "dc = twice(a, k1) - c/SQRT(1 + c)",
    "dp = SIN(c)*a",
    "v: 1.5",
    "k1: 0.4",
    "a: 2",
    "c: 0.1",
)


def lorenz(x: np.ndarray, p: dict[str, complex]) -> list[complex]:
    return [p["s"] * (x[1] - x[0]), p["r"] * x[0] - x[1] - x[0] * x[2], x[0] * x[1] - p["b"] * x[2]]


def enzyme(x: np.ndarray, p: dict[str, complex]) -> list[complex]:
    a, c, _ = x
    twice = p["v"] * a**2 / (p["k1"] + a**2) + p["v"] * a**2 / (2 * p["k1"] + a**2)
    return [-twice + np.exp(-a), twice - c / np.sqrt(1 + c), np.sin(c) * a]


@pytest.mark.parametrize(
    ("text", "field", "start", "values", "stop"),
    [
        pytest.param(
            LORENZ, lorenz, (1, 1, 20), {"s": 10, "r": 28, "b": 2.5}, 1.0, id="Lorenz", marks=pytest.mark.slow
        ),
        pytest.param(ENZYME, enzyme, (2, 0.1, 0), {"v": 1.5, "k1": 0.4}, 2.0, id="functions", marks=pytest.mark.slow),
    ],
)
def test_derivatives_are_those_of_complex_steps(
    text: str, field: Field, start: Sequence[float], values: dict[str, float], stop: float
) -> None:
    run = simnon.load(text).sensitivities(0, stop, by=list(values), method="dop853", rtol=1e-13, atol=1e-14)
    states = list(simnon.load(text).states)

    for by in values:
        found = np.array([run.final[f"d({state})/d({by})"] for state in states])
        expected = complex_step(field, start, values, by, stop)
        assert np.abs(found - expected).max() <= 1e-8 * np.abs(expected).max(), by


def test_derivatives_pass_through_a_table() -> None:
    """From 2 down to the corner at 1: x = (1 + 3 exp(-2 t))/2, reached at ln(3)/2; then an exponential."""
    text = system(
        "STATE x", "DER dx", "TABLE f(a) LINEAR", "  0 0", "  1 1", "  2 3", "END", "dx = -k*f(x)", "k: 1", "x: 2"
    )
    run = final(text, ["x", "k"], 2)
    corner = math.log(3) / 2

    assert run.final["d(x)/d(INIT(x))"] == pytest.approx(math.exp(corner - 2) / 3, rel=1e-8)
    assert run.final["d(x)/d(k)"] == pytest.approx(-2 * math.exp(corner - 2), rel=1e-8)


@pytest.mark.parametrize("method", first_fast(["rodas5p", "dop853", "auto"]))
def test_methods_agree(method: str) -> None:
    text = system("STATE x y", "DER dx dy", "dx = -1000*(x - COS(y))", "dy = a*x", "a: 1")
    options = {"rtol": 1e-9, "atol": 1e-11}
    run = simnon.load(text).sensitivities(0, 3, by=["a"], method=method, **options)  # type: ignore[arg-type]
    reference = simnon.load(text).sensitivities(0, 3, by=["a"], method="dopri5", **options)  # type: ignore[arg-type]

    assert run.final["d(y)/d(a)"] == pytest.approx(reference.final["d(y)/d(a)"], rel=1e-6)


def test_the_interpreter_gives_the_same_bits() -> None:
    model = simnon.load(BALL)
    runs = [model.sensitivities(0, 1, by=["e", "h"], target=target) for target in ("llvm", "interpreter")]

    assert runs[0]["d(v)/d(e)"].tolist() == runs[1]["d(v)/d(e)"].tolist()


def test_periods_of_several_discrete_systems_must_not_move() -> None:
    other = SAMPLED.replace("CONNECTING", SECOND + "CONNECTING")
    with pytest.raises(UserError, match="sampling times of 'reg' depend on h"):
        simnon.load(other).sensitivities(0, 1, by=["h[reg]"])


def test_the_past_depends_on_the_gain_and_the_lag() -> None:
    """Of x' = -a x(t - T), x = 1 before: a polynomial in each interval of length T."""
    text = system("STATE x", "DER dx", "dx = -a*DELAY(x, lag)", "a: 1", "lag: 1", "x: 1")
    run = final(text, ["a", "lag", "x"], 4.5)

    def terms(change: Callable[[int, float], float]) -> float:
        return sum((-1.0) ** k / math.factorial(k) * change(k, 4.5 - (k - 1)) for k in range(1, 6))

    assert run.final["d(x)/d(a)"] == pytest.approx(terms(lambda k, t: k * t**k), rel=1e-10)
    assert run.final["d(x)/d(lag)"] == pytest.approx(terms(lambda k, t: -k * (k - 1) * t ** (k - 1)), rel=1e-10)
    assert run.final["d(x)/d(INIT(x))"] == pytest.approx(1 + terms(lambda k, t: t**k), rel=1e-10)


def test_only_parameters_and_states_are_directions() -> None:
    with pytest.raises(UserError, match="'dx' is neither a parameter nor a state"):
        final(system("STATE x", "DER dx", "dx = -a*x", "a: 1", "x: 1"), ["dx"], 1)
    with pytest.raises(UserError, match=r"'u\[reg\]' is neither"):
        simnon.load(SAMPLED).sensitivities(0, 1, by=["u[reg]"])


def test_the_jacobian_of_a_model_with_derivatives_is_exact() -> None:
    """Its own intermediate derivatives and those of the sensitivities are different variables."""
    text = system(
        "STATE x y",
        "DER dx dy",
        "a = EXP(x)*y",
        "z = COS(z)*0.5 + a",
        "dx = a*(1 - x) + z*y",
        "dy = -a*y + x*z",
        "x: 0.3",
        "y: 0.4",
    )
    model = simnon.load(text)._simulator.with_sensitivities(("x",), ())
    at = np.array([0.3, 0.4, 1.2, -0.7])

    found = model.jacobian(0.0, at, None)

    steps = 1e-5 * np.eye(4)
    differences = [
        (model.derivatives(0.0, at + step, None) - model.derivatives(0.0, at - step, None)) / 2e-5 for step in steps
    ]
    assert np.allclose(found, np.transpose(differences), atol=1e-7)


def test_a_run_with_sensitivities_continues_and_is_a_point() -> None:
    model = simnon.load(system("STATE x", "DER dx", "dx = -a*(x - 1)", "a: 2", "x: 3"))
    first = model.sensitivities(0, 1, by=["a"], rtol=1e-11, atol=1e-13)
    later = model.resume(first, 2.0)

    assert later.final["d(x)/d(a)"] == pytest.approx(-4 * math.exp(-4), rel=1e-9)
    assert model.linearize(["a"], ["x"], at=later).B[0, 0] == pytest.approx(-2 * math.exp(-4), rel=1e-9)
    assert model.equilibrium(at=later)["x"] == pytest.approx(1.0)
