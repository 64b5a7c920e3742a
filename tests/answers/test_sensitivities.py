"""Derivatives of runs by parameters and initial values: closed forms, and differences of runs."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

import simnon
from simnon.source import UserError

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


@pytest.mark.parametrize("method", ["rodas5p", "dop853", "auto"])
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


def test_a_period_that_depends_on_the_parameter_is_refused() -> None:
    with pytest.raises(UserError, match="sampling times of 'reg' depend on h"):
        simnon.load(SAMPLED).sensitivities(0, 1, by=["h[reg]"])


def test_a_delay_is_refused() -> None:
    with pytest.raises(UserError, match="DELAY"):
        final(system("STATE x", "DER dx", "dx = -a*DELAY(x, 1)", "a: 1", "x: 1"), ["a"], 1)


def test_only_parameters_and_states_are_directions() -> None:
    with pytest.raises(UserError, match="'dx' is neither a parameter nor a state"):
        final(system("STATE x", "DER dx", "dx = -a*x", "a: 1", "x: 1"), ["dx"], 1)
    with pytest.raises(UserError, match=r"'u\[reg\]' is neither"):
        simnon.load(SAMPLED).sensitivities(0, 1, by=["u[reg]"])
