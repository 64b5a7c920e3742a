"""Optimal control: closed forms and published values, with bounds, path and end constraints, and free ends."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, minimize_scalar

import simnon
from simnon.source import UserError
from simnon.studies.control import intervals

CART = """CONTINUOUS SYSTEM cart
INPUT u
STATE x v w
DER dx dv dw
dx = v
dv = u
dw = u^2/2
power = u*v
twice = 2*x
u: 0
END
"""
SPRING = """CONTINUOUS SYSTEM spring
INPUT u
STATE x v w
DER dx dv dw
dx = v
dv = -k*x + u
dw = x^2 + v^2 + u^2
k: 1
u: 0
x: 1
END
"""
SLIDE = """CONTINUOUS SYSTEM slide
INPUT angle
STATE x y v
DER dx dy dv
dx = v*SIN(angle)
dy = v*COS(angle)
dv = g*COS(angle)
angle: 0.7
g: 9.81
END
"""
VAN_DER_POL = """CONTINUOUS SYSTEM vdpol
INPUT u
STATE x y w
DER dx dy dw
dx = (1 - y^2)*x - y + u
dy = x
dw = x^2 + y^2 + u^2
u: 0
y: 1
END
"""


def test_the_least_energy_of_a_cart_is_a_straight_line() -> None:
    """u = 6 - 12 t, with the integral 6 of u²/2; the position is a cubic, and one unit more costs 12."""
    found = simnon.load(CART).optimal_control(
        0, 1, controls=["u"], minimise="w", end={"x": 1, "v": 0}, intervals=10, shape="linear"
    )

    assert found.is_optimal
    assert found.criterion == pytest.approx(6.0, rel=1e-9)
    assert found.controls["u"] == pytest.approx(6.0 - 12.0 * found.t, abs=1e-6)
    assert found.run["x"] == pytest.approx(3.0 * found.run.t**2 - 2.0 * found.run.t**3, abs=1e-6)
    assert found.end_multipliers == pytest.approx({"x": 12.0, "v": -6.0}, rel=1e-6)
    # The costate of the speed is the derivative of the cost of what remains: -u.
    assert found.costates["v"] == pytest.approx(-found.controls["u"][1:], abs=1e-6)


@pytest.mark.parametrize("count", [4, 8])
def test_constant_forces_need_more_energy_by_a_known_factor(count: int) -> None:
    found = simnon.load(CART).optimal_control(0, 1, controls=["u"], minimise="w", end={"x": 1, "v": 0}, intervals=count)

    assert found.criterion == pytest.approx(6.0 / (1.0 - count**-2), rel=1e-8)


@pytest.mark.slow
def test_the_shortest_time_is_bang_bang() -> None:
    found = simnon.load(CART).optimal_control(
        0, (0.5, 10), controls={"u": (-1, 1)}, minimise="time", end={"x": 1, "v": 0}, intervals=10
    )

    assert found.criterion == found.stop == pytest.approx(2.0, abs=1e-6)
    assert found.controls["u"] == pytest.approx([1.0] * 5 + [-1.0] * 6, abs=1e-4)
    assert found.run.final["x"] == pytest.approx(1.0, abs=1e-6)
    assert found.end_multipliers["x"] == pytest.approx(1.0, abs=1e-3)


def riccati(stop: float) -> float:
    """The cost of the spring from x = 1, by the Riccati equation backwards in time."""
    a, b = np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([[0.0], [1.0]])

    def rate(_: float, p: np.ndarray) -> np.ndarray:
        matrix = p.reshape(2, 2)
        return np.asarray(a.T @ matrix + matrix @ a - matrix @ b @ b.T @ matrix + np.eye(2)).ravel()

    return float(solve_ivp(rate, (0.0, stop), np.zeros(4), rtol=1e-11, atol=1e-12).y[0, -1])


@pytest.mark.slow
def test_the_linear_quadratic_problem_converges_to_the_riccati_equation() -> None:
    """The excess of straight lines falls with the fourth power of their length, that of steps with the second."""
    model, exact = simnon.load(SPRING), riccati(5.0)
    for shape, order in (("hold", 2), ("linear", 4)):
        coarse, fine = (
            model.optimal_control(0, 5, controls=["u"], minimise="w", intervals=count, shape=shape).criterion - exact
            for count in (12, 24)
        )
        assert 0.0 < fine < coarse
        assert np.log2(coarse / fine) == pytest.approx(order, abs=0.35)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1 / 9, 1 / 12])
def test_bryson_and_denham_keep_a_path_below_its_limit(limit: float) -> None:
    """The cost is 4/(9 l) for limits up to 1/6; it touches the limit from 3 l to 1 - 3 l, where nodes are."""
    found = simnon.load(CART).optimal_control(
        0,
        1,
        controls=["u"],
        minimise="w",
        end={"x": 0, "v": -1},
        path={"x": (None, limit)},
        intervals=12,
        shape="linear",
        initial={"v": 1},
    )

    assert found.criterion == pytest.approx(4.0 / (9.0 * limit), rel=1e-6)
    assert found.run["x"].max() <= limit + 1e-6


def brachistochrone(x: float, y: float, g: float) -> float:
    """The time along the cycloid through the origin and a point below it."""
    angle = brentq(lambda a: (a - np.sin(a)) / (1.0 - np.cos(a)) - x / y, 1e-3, 2 * np.pi - 1e-3, xtol=1e-14)
    return float(angle * np.sqrt(y / (1.0 - np.cos(angle)) / g))


@pytest.mark.slow
def test_the_brachistochrone_takes_the_time_of_the_cycloid() -> None:
    found = simnon.load(SLIDE).optimal_control(
        0,
        (0.1, 10),
        controls={"angle": (0, 3)},
        minimise="time",
        end={"x": 10, "y": 5},
        intervals=16,
        shape="linear",
        guess={"stop": 2},
    )

    assert found.stop == pytest.approx(brachistochrone(10.0, 5.0, 9.81), rel=1e-5)
    assert found.is_optimal


@pytest.mark.slow
def test_van_der_pol_has_the_published_optimum() -> None:
    """2.86725954 (PROPT, example 124, by collocation of high order)."""
    found = simnon.load(VAN_DER_POL).optimal_control(
        0, 5, controls={"u": (-0.3, 1)}, minimise="w", intervals=100, shape="linear"
    )

    assert 2.867259 < found.criterion == pytest.approx(2.86725954, rel=3e-5)


@pytest.mark.slow
def test_outputs_are_constrained_along_the_path_and_at_the_end() -> None:
    """The power is limited: it is so at all nodes, and reaches its limit; the free optimum exceeds it."""
    model = simnon.load(CART)
    found = model.optimal_control(
        0,
        1,
        controls=["u"],
        minimise="w",
        end={"twice": (2, None), "v": (0, 0)},
        path={"power": (None, 2.0)},
        intervals=10,
        shape="linear",
    )

    power = found.controls["u"] * found.states["v"]
    assert power.max() == pytest.approx(2.0, abs=1e-6)
    assert found.criterion > 6.0
    assert found.run.final["x"] == pytest.approx(1.0, abs=1e-6)
    assert list(found.end_multipliers) == ["v"]


def best_stiffness() -> float:
    """For x = cos(f t): the integral of x² + v² over a unit of time is least."""

    def cost(f: float) -> float:
        return float(0.5 * (1.0 + f * f) + (1.0 - f * f) * np.sin(2.0 * f) / (4.0 * f))

    return float(minimize_scalar(cost, bounds=(0.3, 1.4), method="bounded", options={"xatol": 1e-10}).x ** 2)


@pytest.mark.slow
def test_parameters_and_initial_values_can_be_free_and_outputs_maximised() -> None:
    """With a force of 1 all the time, the cart gets farthest if it starts with the highest speed allowed."""
    found = simnon.load(CART).optimal_control(
        0, 2, controls={"u": (-1, 1)}, maximise="twice", free={"v": (0, 3)}, intervals=4
    )

    assert found.criterion == pytest.approx(2 * (3 * 2 + 2), rel=1e-6)
    assert found.free == pytest.approx({"v": 3.0}, abs=1e-6)
    softest = simnon.load(SPRING).optimal_control(
        0, 1, controls={"u": (-1e-3, 1e-3)}, minimise="w", free={"k": (0.1, 2)}, intervals=4
    )
    assert softest.free["k"] == pytest.approx(best_stiffness(), abs=1e-3)


@pytest.mark.slow
def test_a_model_that_reads_the_time_has_a_fixed_end() -> None:
    text = CART.replace("dv = u", "dv = u + COS(t)").replace("INPUT u", "INPUT u\nTIME t")
    model = simnon.load(text)
    found = model.optimal_control(0, 1, controls=["u"], minimise="w", end={"v": 0}, intervals=10, shape="linear")

    # What must cancel is sin(1), by a constant force: the cost is sin(1)²/2.
    assert found.criterion == pytest.approx(0.5 * np.sin(1.0) ** 2, rel=1e-7)
    with pytest.raises(UserError, match="the model reads the time"):
        model.optimal_control(0, (1, 2), controls=["u"], minimise="w")


@pytest.mark.slow
def test_lanes_give_the_same_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    model = simnon.load(VAN_DER_POL)
    alone = model.optimal_control(0, 5, controls={"u": (-0.3, 1)}, minimise="w", intervals=8)
    monkeypatch.setattr(intervals, "SECONDS_TO_COMPILE", 0.0)
    lanes = model.optimal_control(0, 5, controls={"u": (-0.3, 1)}, minimise="w", intervals=8)

    assert lanes.controls["u"].tolist() == alone.controls["u"].tolist()


@pytest.mark.slow
def test_the_tables_can_be_connected_and_run() -> None:
    for shape in ("hold", "linear"):
        found = simnon.load(CART).optimal_control(
            0, 1, controls=["u"], minimise="w", end={"x": 1, "v": 0}, intervals=5, shape=shape
        )
        connected = "CONNECTING SYSTEM all\nu[cart] = u[steering]\nEND\n"
        run = simnon.load(CART, found.text("steering"), connected).simulate(0, 1)

        assert run.final["x[cart]"] == pytest.approx(1.0, abs=1e-6)
        assert run.final["w[cart]"] == pytest.approx(found.criterion, rel=1e-5)
        assert len(found.plot().areas) == 2


RELAY = "CONTINUOUS SYSTEM relay\nSTATE x\nDER dx\ndx = u\nWHEN x > 1\n  n = PRE(n) + 1\nEND\nn: 0\nu: 0\nEND\n"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"controls": ["x"]}, "computed by the model"),
        ({"controls": []}, "names of controls"),
        ({"controls": {"u": (1, 0)}}, "a lower and a higher"),
        ({"minimise": ""}, "one criterion"),
        ({"maximise": "w"}, "one criterion"),
        ({"minimise": "time"}, "the end of the run is fixed"),
        ({"minimise": "u"}, "does not change"),
        ({"path": {"x": 1}}, "cannot have a single value"),
        ({"path": {"x": (1, 2)}}, "outside its path"),
        ({"end": {"u": 1}}, "does not change"),
        ({"shape": "line"}, "no shape 'line'"),
        ({"guess": {"u": [1, 2]}}, "a number, or 20 of them"),
        ({"guess": {"w": 1}}, "is not chosen"),
        ({"stop": 0}, "later end"),
        ({"stop": (2, 1)}, "in order"),
        ({"free": {"dx": None}}, "neither a parameter nor a state"),
        ({"intervals": 0}, "from 1"),
        ({"spacing": 1}, "no option 'spacing'"),
    ],
)
def test_mistakes_are_explained(settings: dict[str, object], why: str) -> None:
    with pytest.raises(UserError, match=why):
        simnon.load(CART).optimal_control(**{"start": 0, "stop": 1, "controls": ["u"], "minimise": "w", **settings})  # type: ignore[arg-type]


def test_a_model_with_other_memory_is_refused() -> None:
    with pytest.raises(UserError, match="'n' remembers what an event has assigned"):
        simnon.load(RELAY).optimal_control(0, 1, controls=["u"], minimise="x")


@pytest.mark.slow
def test_an_end_that_cannot_be_reached_is_reported() -> None:
    found = simnon.load(CART).optimal_control(
        0, 1, controls={"u": (-1, 1)}, minimise="w", end={"x": 5, "v": 0}, intervals=4, iterations=40
    )

    assert not found.is_optimal
    assert "4.75 below 5" in found.why


@pytest.mark.parametrize(
    ("end", "missed"),
    [
        ({"x": 1, "v": 0}, "x is 0.25 at the end, 0.75 below 1"),
        ({"v": 0, "twice": 3}, "twice is 0.5 at the end, 2.5 below 3"),
        ({"x": (-3, -1), "v": 0}, "x is -0.25 at the end, 0.75 above -1"),
    ],
    ids=["state", "output", "range"],
)
def test_an_end_that_cannot_be_reached_is_named_with_what_is_missing(
    end: dict[str, float | tuple[float | None, float | None] | None], missed: str
) -> None:
    """With forces up to 1, a cart that stops after 1 s comes 1/4 far at most."""
    found = simnon.load(CART).optimal_control(0, 1, controls={"u": (-1, 1)}, minimise="w", end=end, intervals=10)

    assert not found.is_optimal
    assert found.iterations < 30
    assert f"cannot all be met; of what was tried, this comes closest: {missed}" in found.why


def test_a_path_that_contradicts_the_end_is_named() -> None:
    found = simnon.load(CART).optimal_control(
        0, 1, controls={"u": (-4, 4)}, minimise="w", end={"x": 0.8, "v": 0}, path={"v": (-1, 0.5)}, intervals=10
    )

    assert not found.is_optimal
    assert "cannot all be met" in found.why
    assert found.iterations < 40
