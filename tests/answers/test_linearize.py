"""Linear models and stationary points against closed forms."""

import math
from pathlib import Path

import numpy as np
import pytest
from scipy.special import mathieu_a

import simnon
from simnon.linear import LinearModel
from simnon.source import UserError

DOUBLE_INTEGRATOR = """CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE p v
DER dp dv
dp = v
dv = u
y = p
END
"""

SAMPLED = (
    DOUBLE_INTEGRATOR
    + """DISCRETE SYSTEM hold
INPUT y
OUTPUT u
STATE last
NEW now
TIME t
TSAMP ts
u = -k*y - l*(y - last)/h
now = y
ts = t + h
k: 0.4
l: 0.9
h: 0.5
END
CONNECTING SYSTEM loop
u[plant] = u[hold]
y[hold] = y[plant]
END
"""
)


def assert_close(found: object, expected: object, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(np.array(found), np.array(expected), rtol=tolerance, atol=tolerance)


def test_a_sampled_double_integrator_is_its_exact_discretisation() -> None:
    opened = simnon.load(SAMPLED).linearize(["u[plant]"], ["y[plant]"])
    h = 0.5

    assert opened.period == h
    assert opened.states[:2] == ("p[plant]", "v[plant]")
    assert_close(opened.A[:2, :2], [[1, h], [0, 1]])
    assert_close(opened.B[:2], [[h * h / 2], [h]])
    assert_close(opened.C[:, :2], [[1, 0]])


def test_a_closed_loop_is_that_of_the_difference_equations() -> None:
    closed = simnon.load(SAMPLED).linearize(["k[hold]"], ["y[plant]", "u[hold]"])
    h, k, d = 0.5, 0.4, 0.9
    gain = np.array([-k - d / h, 0.0, d / h])
    a = np.array([[1, h, 0], [0, 1, 0], [1, 0, 0]]) + np.outer([h * h / 2, h, 0], gain)

    assert closed.states == ("p[plant]", "v[plant]", "last[hold]")
    assert_close(closed.A, a)
    assert_close(closed.C, [[1, 0, 0], gain])


def test_a_signal_opened_in_the_loop_is_an_output_before_the_opening() -> None:
    loop = simnon.load(SAMPLED).linearize(["u[plant]"], ["u[plant]"])

    assert_close(loop.C, [[-0.4 - 0.9 / 0.5, 0.0, 0.9 / 0.5]])
    assert_close(loop.D, [[0.0]])


MULTIRATE = """CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE x
DER dx
dx = -a*x + u
y = x
a: 1
END
DISCRETE SYSTEM fast
INPUT y v
OUTPUT u
TIME t
TSAMP ts
u = v - k*y
ts = t + 0.1
k: 2
END
DISCRETE SYSTEM slow
INPUT y
OUTPUT v
STATE i
NEW ni
TIME t
TSAMP ts
v = i + 0.5*(1 - y)
ni = i + 0.3*(1 - y)
ts = t + 0.3
END
CONNECTING SYSTEM loop
u[plant] = u[fast]
v[fast] = v[slow]
y[fast] = y[plant]
y[slow] = y[plant]
END
"""


def test_a_multirate_loop_is_the_hand_lifted_one() -> None:
    found = simnon.load(MULTIRATE).linearize(["a[plant]"], ["y[plant]"])
    phi, gamma = math.exp(-0.1), 1.0 - math.exp(-0.1)
    fast, drive = phi - 2 * gamma, gamma
    x_by_x, x_by_v = fast**3, drive * (1 + fast + fast**2)

    assert found.period == pytest.approx(0.3)
    assert found.states == ("x[plant]", "i[slow]")
    assert_close(found.A, [[x_by_x - 0.5 * x_by_v, x_by_v], [-0.3, 1.0]])


def test_the_linear_model_predicts_the_run() -> None:
    model = simnon.load(MULTIRATE)
    rest = model.equilibrium()
    linear = model.linearize(["a[plant]"], ["y[plant]"], at=rest)
    small = 1e-5
    run = model.simulate(
        0, 0.9, rtol=1e-11, atol=1e-13, initial={"x[plant]": rest["x[plant]"] + small, "i[slow]": rest["i[slow]"]}
    )
    expected = np.linalg.matrix_power(linear.A, 3) @ [small, 0.0]

    assert run.final["x[plant]"] - rest["x[plant]"] == pytest.approx(expected[0], rel=1e-4)


PENDULUM = """CONTINUOUS SYSTEM pendulum
STATE x y vx vy
DER dx dy dvx dvy
VARIABLE F
dx = vx
dy = vy
m*dvx = -F*x + u
m*dvy = -F*y - m*g
x^2 + y^2 = L^2
m: 2
g: 9.81
L: 0.5
u: 0
x: 0.1
y: -0.49
END
"""


def test_a_pendulum_of_index_three_hangs_and_swings_as_its_closed_form() -> None:
    model = simnon.load(PENDULUM)
    rest = model.equilibrium(parameters={"u": 0})
    found = model.linearize(["u"], ["x"], at=rest)

    assert [rest["x"], rest["y"], rest["F"]] == pytest.approx([0.0, -0.5, 2 * 9.81 / 0.5], abs=1e-9)
    assert sorted(rest.eigenvalues.imag) == pytest.approx([-math.sqrt(9.81 / 0.5), math.sqrt(9.81 / 0.5)])
    assert_close(found.C @ np.linalg.solve(-found.A, found.B), [[0.5 / (2 * 9.81)]], 1e-9)


def test_delays_stay_delays() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nINPUT u\nSTATE x\nDER dx\nw = DELAY(x, 0.7)\ndx = -2*w + u\nu: 1\nEND\n")
    found = model.linearize(["u"], ["x"], at=model.equilibrium())

    assert found.delays == (0.7,)
    assert found.channels is not None
    assert_close(found.A, [[0.0]])
    assert_close(found.channels.B, [[-2.0]])
    assert_close(found.channels.C, [[1.0]])


def test_an_instant_of_a_run_is_linearised_as_it_is_there() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nINPUT u\nSTATE x\nDER dx\ndx = -x*x + u\nx: 1\nu: 0\nEND\n")
    run = model.simulate(0, 1, rtol=1e-12, atol=1e-14)
    found: LinearModel = model.linearize(["u"], ["x"], at=run)

    assert_close(found.A, [[-1.0]], 1e-9)
    assert_close(model.linearize(["u"], ["x"], at=run, time=0.25).A, [[-1.6]], 1e-9)
    assert_close(model.linearize(["u"], ["x"], at=run, time=0.0).A, [[-2.0]], 1e-12)
    with pytest.raises(UserError, match="t = 2 is outside the run, which goes from 0 to 1"):
        model.linearize(["u"], ["x"], at=run, time=2)
    changed = model.resume(run, 2.0, parameters={"u": 1.0})
    with pytest.raises(UserError, match="changed on its way"):
        model.linearize(["u"], ["x"], at=changed, time=0.5)


def test_a_corner_is_noted() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nINPUT u\nSTATE x\nDER dx\ndx = -MAX(x, 0) + u\nu: 0\nx: 0\nEND\n")

    assert "corner" in model.linearize(["u"], ["x"]).notes[0]


def test_every_corner_at_a_point_is_noted() -> None:
    """Both compare x with zero."""
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -MAX(x, 0) - 3*MIN(x, 0)\nx: 0\nEND\n")
    (note,) = model.equilibrium().notes

    assert "MAX(x, 0), MIN(x, 0): the derivatives are those of the branches that hold" in note


def test_a_given_value_is_finite() -> None:
    model = simnon.load("CONTINUOUS SYSTEM tank\nINPUT q\nSTATE h\nDER dh\ndh = q - SQRT(h)\nh: 1\nq: 0.2\nEND\n")
    with pytest.raises(UserError, match="given: 'h': expected a finite number, found inf"):
        model.equilibrium(free=["q"], given={"h": float("inf")})


def test_trim_finds_the_input_that_keeps_an_output() -> None:
    model = simnon.load("CONTINUOUS SYSTEM tank\nINPUT q\nSTATE h\nDER dh\ndh = q - SQRT(h)\nh: 1\nq: 0.2\nEND\n")
    found = model.equilibrium(free=["q"], given={"h": 4})

    assert found["q"] == pytest.approx(2.0, rel=1e-12)
    assert found.eigenvalues[0] == pytest.approx(-0.25)
    assert found.is_stable


def test_equations_that_cannot_be_met_are_named() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x c\nDER dx dc\ndx = 1 - x\ndc = 1\nEND\n")

    with pytest.raises(simnon.UserError, match=r"dc = 0 cannot be met"):
        model.equilibrium()


def test_a_point_that_is_not_isolated_is_noted() -> None:
    model = simnon.load("CONTINUOUS SYSTEM s\nSTATE x y\nDER dx dy\ndx = y - x\ndy = x - y\nx: 3\ny: 1\nEND\n")
    found = model.equilibrium()

    assert found["x"] == pytest.approx(found["y"])
    assert "not isolated" in found.notes[0]


EXAMPLES = Path(__file__).parents[2] / "examples"
TANK = [EXAMPLES / f"{name}.t" for name in ("tank", "regulator", "level")]


@pytest.mark.parametrize("is_run", [False, True])
def test_a_saturated_loop_is_left_to_come_near_its_rest(is_run: bool) -> None:
    """The outflow a sqrt(2 g h) is what the regulator asks for."""
    model = simnon.load(*TANK)
    rest = model.equilibrium(at=model.simulate(0, 300)) if is_run else model.equilibrium()
    hole = 0.05 if is_run else 0.01

    assert rest["level"] == pytest.approx(2.0)
    assert rest["u"] == pytest.approx(hole * math.sqrt(2 * 9.81 * 2), rel=1e-6)
    assert rest.is_stable


def test_a_sampled_integrator_has_its_pole_exactly_at_one() -> None:
    summing = "DISCRETE SYSTEM s\nINPUT y\nSTATE i\nNEW n\nTIME t\nTSAMP ts\nn = i + 0.1*y\nts = t + 0.2\ny: 0\nEND\n"
    linear = simnon.load(summing).linearize(["y"], ["i"])

    assert linear.poles().tolist() == [1.0]
    assert not linear.is_stable()
    assert linear.static_gain().tolist() == [[math.inf]]


LATE = """CONTINUOUS SYSTEM late
INPUT u
STATE x
DER dx
dx = u - k*DELAY(x, 1, 0)
shown = DELAY(DELAY(x, 2, 0), 3, 0)
k: 1
u: 0
END
"""


def test_delays_that_nothing_depends_on_are_left_out() -> None:
    model = simnon.load(LATE)

    assert model.linearize(["u"], ["x"]).delays == (1.0,)
    assert sorted(model.linearize(["u"], ["shown"]).delays) == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(("k", "is_stable"), [(1.5, True), (1.6, False)])
def test_a_delayed_loop_rests_stably_up_to_a_gain_of_half_pi(k: float, is_stable: bool) -> None:
    rest = simnon.load(LATE).equilibrium(parameters={"k": k})

    assert rest.is_stable is is_stable
    assert bool(rest.eigenvalues.real.max() < 0.0) is is_stable


VAT = """CONTINUOUS SYSTEM vat
INPUT u
STATE h
DER dh
dh = (pump*u - SQRT(h))/area
pump: 0.5
area: 2
h: 1
END
"""
SUMMING = """DISCRETE SYSTEM reg
INPUT y
STATE i
NEW n
OUTPUT u
TIME t
TSAMP ts
u = i + 2*(4 - y)
n = i + 0.1*(4 - y)
ts = t + 0.5
END
"""


def test_a_sampled_loop_at_rest_stays_there() -> None:
    """What a sample holds is read through a product, which is computed once and not again until the next sample."""
    model = simnon.load(VAT, SUMMING, "CONNECTING SYSTEM both\nu[vat] = u[reg]\ny[reg] = h[vat]\nEND\n")
    rest = model.equilibrium()

    assert [rest["h"], rest["i"], rest["u[reg]"]] == pytest.approx([4.0, 4.0, 4.0])
    run = model.simulate(0, 10, initial={name: rest[name] for name in rest.states})
    assert run["h"] == pytest.approx(np.full(len(run.t), 4.0), abs=1e-9)


LORENZ = """CONTINUOUS SYSTEM lorenz
STATE x y z
DER dx dy dz
dx = s*(y - x)
dy = x*(r - z) - y
dz = x*y - b*z
s: 10
r: 20
b: 2.6666666666666667
x: 7
y: 7
z: 19
END
"""


def test_the_locus_of_a_parameter_crosses_where_lorenz_loses_its_stability() -> None:
    locus = simnon.load(LORENZ).root_locus("r", 10, 30, count=21)

    assert locus.changes == pytest.approx([470 / 19], rel=1e-9)
    assert locus.values.tolist() == np.linspace(10, 30, 21).tolist()
    assert np.abs(np.diff(locus.poles, axis=0)).max() < 3.0
    assert_close(np.sum(locus.poles, axis=1), np.full(21, -(10 + 1 + 8 / 3)), 1e-9)


def test_a_locus_ends_where_the_equilibrium_does() -> None:
    model = simnon.load("CONTINUOUS SYSTEM fold\nSTATE x\nDER dx\ndx = a - x*x\na: 1\nx: 1\nEND\n")
    locus = model.root_locus("a", -1, 2, count=31)

    assert locus.values.min() >= 0.0
    assert_close(locus.poles[:, 0].real, -2 * np.sqrt(locus.values), 1e-7)
    assert "no stationary point" in locus.notes[0]


LATE_LOOP = """CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE x
DER dx
dx = -x + u
y = x
END
DISCRETE SYSTEM reg
INPUT y r
OUTPUT u
TIME t
TSAMP ts
u = k*(r - y)
ts = t + h
k: 1.5
r: 0
h: 0.2
END
CONNECTING SYSTEM loop
u[plant] = {control}
y[reg] = {measurement}
lag: 0.05
END
"""
H, K = 0.2, 1.5


def late_loop(lag: float, control: str = "u[reg]", measurement: str = "y[plant]") -> LinearModel:
    model = simnon.load(LATE_LOOP.format(control=control, measurement=measurement))
    return model.linearize(["r"], ["y[plant]"], parameters={"lag": lag})


@pytest.mark.parametrize("lag", [0.05, 0.15, 0.2, 0.25, 0.53])
def test_a_late_control_signal_is_that_of_the_textbook(lag: float) -> None:
    """Åström and Wittenmark (1997), example 2.6: the input changes within a period."""
    whole = math.floor(lag / H + 1e-9)
    rest = lag - whole * H
    late, now = math.exp(-(H - rest)) - math.exp(-H), 1 - math.exp(-(H - rest))
    size = whole + 2
    matrix = np.zeros((size, size))
    matrix[0, 0] = math.exp(-H)
    past = [-K * np.eye(size)[0], *np.eye(size)[1:]]
    matrix[0] += now * past[whole] + late * past[whole + 1]
    matrix[1:] = past[: size - 1]
    expected = [value for value in np.linalg.eigvals(matrix) if abs(value) > 1e-7]
    found = [value for value in late_loop(lag, "DELAY(u[reg], lag)").poles() if abs(value) > 1e-7]

    assert_close(np.sort_complex(np.array(found)), np.sort_complex(np.array(expected)), 1e-9)


@pytest.mark.parametrize("lag", [0.05, 0.2, 0.45])
def test_a_late_measurement_is_read_between_samples(lag: float) -> None:
    """x(t_k - lag) follows from the state and the input at the sample before it."""
    samples = math.ceil(lag / H - 1e-9)
    ahead = samples * H - lag
    size = 1 + 2 * samples
    decay, whole = math.exp(-ahead), math.exp(-H)
    control = np.zeros(size)
    control[2 * samples - 1], control[2 * samples] = -K * decay, -K * (1 - decay)
    matrix = np.zeros((size, size))
    matrix[0] = (1 - whole) * control
    matrix[0, 0] += whole
    matrix[1, 0], matrix[2] = 1.0, control
    for i in range(3, size):
        matrix[i, i - 2] = 1.0
    expected = [value for value in np.linalg.eigvals(matrix) if abs(value) > 1e-6]
    found = [value for value in late_loop(lag, measurement="DELAY(y[plant], lag)").poles() if abs(value) > 1e-6]

    assert_close(np.sort_complex(np.array(found)), np.sort_complex(np.array(expected)), 1e-7)


def test_a_late_loop_is_predicted_from_sample_to_sample() -> None:
    model = simnon.load(LATE_LOOP.format(control="DELAY(u[reg], lag)", measurement="y[plant]"))
    linear = model.linearize(["r"], ["y[plant]"])
    step = linear.step_response(4.0)
    run = model.simulate(0, 4, parameters={"r": 1.0}, rtol=1e-10, atol=1e-12, times=(step.t[:-1] + 1e-12).tolist())

    assert_close(step.values[:-1, 0, 0], run["y[plant]"], 1e-8)


def test_a_late_loop_rests_and_names_what_is_on_its_way() -> None:
    model = simnon.load(LATE_LOOP.format(control="DELAY(u[reg], lag) + DELAY(u[reg], 0.3)", measurement="y[plant]"))
    rest = model.equilibrium(parameters={"r": 1})

    assert rest.states == ("x[plant]",)
    assert rest["y[plant]"] == pytest.approx(0.75)
    assert repr(rest) == "Equilibrium(x[plant] = 0.75; stable)"
    assert rest.linear.states == (
        "x[plant]",
        "u[reg] after 0.05",
        "u[reg] after 0.3",
        "u[reg] on its way for 0.3, 1",
    )


def test_an_output_that_is_late_itself_is_seen_at_the_samples() -> None:
    late = simnon.load(
        LATE_LOOP.replace("y = x", "y = DELAY(x, 0.05)").format(control="u[reg]", measurement="y[plant]")
    )
    reader = simnon.load(LATE_LOOP.format(control="u[reg]", measurement="DELAY(y[plant], lag)"))

    ours = late.linearize(["r"], ["y[plant]"]).step_response(4.0).values
    assert_close(ours, reader.linearize(["r"], ["y[reg]"]).step_response(4.0).values, 1e-12)


def test_a_continuous_signal_that_is_delayed_between_samples_is_refused() -> None:
    text = LATE_LOOP.replace("dx = -x + u", "dx = -DELAY(x, 0.1) + u")
    model = simnon.load(text.format(control="u[reg]", measurement="y[plant]"))
    with pytest.raises(UserError, match=r"x\[plant\] is delayed between samples"):
        model.linearize(["r"], ["y[plant]"])


@pytest.mark.parametrize("q", [0.0, 0.5, 2.0])
def test_mathieu_repeats_itself_at_its_characteristic_numbers(q: float) -> None:
    """x'' + (a - 2 q cos 2t) x = 0 has a solution with the period pi if a is one of the even characteristic numbers."""
    text = "CONTINUOUS SYSTEM mathieu\nSTATE x v c s\nDER dx dv dc ds\n"
    text += "dx = v\ndv = -(a - 2*q*c)*x + u\ndc = -2*s\nds = 2*c\nu: 0\na: 0.5\nq: 0\nc: 1\nEND\n"
    given = {"q": q, "a": float(mathieu_a(2, q))}
    found = simnon.load(text).linearize_orbit(["u"], ["x"], math.pi, parameters=given, count=4)

    own = found.monodromy[:2, :2]
    assert np.trace(own) == pytest.approx(2.0, abs=1e-7)
    assert np.linalg.det(own) == pytest.approx(1.0, abs=1e-8)


def test_an_orbit_has_a_multiplier_of_one_and_that_of_its_contraction() -> None:
    """r' = r (1 - r^2) on the unit circle contracts by e^(-2) a unit of time."""
    text = "CONTINUOUS SYSTEM circle\nSTATE x y\nDER dx dy\ndx = x*(1 - x^2 - y^2) - y + u\n"
    text += "dy = y*(1 - x^2 - y^2) + x\nu: 0\nx: 1\nEND\n"
    found = simnon.load(text).linearize_orbit(["u"], ["y"], 2 * math.pi, count=8)

    assert found.multipliers == pytest.approx([1.0, math.exp(-4 * math.pi)], abs=1e-8)
    x, y = np.cos(found.times), np.sin(found.times)
    assert_close(found.matrices[:, 0, 1], -2 * x * y - 1, 1e-8)
    with pytest.raises(UserError, match="not closed: x goes from 1 to"):
        simnon.load(text).linearize_orbit(["u"], ["y"], 3.0)
