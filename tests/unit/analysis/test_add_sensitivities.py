"""add_sensitivities: the derivatives of states are states, of samples samples, of events assignments."""

import math

import pytest

import simnon
from simnon.analysis import add_sensitivities, check_hybrid, order_equations
from simnon.model import HybridModel, Number, Role, print_expression
from simnon.source import UserError
from tests.unit.analysis.small_models import passed, text_of


def extended(text: str, parameters: list[str], initial: list[str] | None = None) -> HybridModel:
    model = passed(text)
    return add_sensitivities(model, order_equations(model), parameters, initial or [], [])


def equations_of(model: HybridModel) -> dict[str, str]:
    return {equation.target: print_expression(equation.value) for equation in model.equations}


def test_each_direction_has_its_states_after_those_of_the_model() -> None:
    model = extended(text_of("dx = -a*x", "a: 2"), ["a"], ["x"])

    assert [state for state, _ in model.states] == ["x", "d(x)/d(a)", "d(x)/d(INIT(x))"]
    assert model.sensitivities is not None
    assert model.sensitivities.base == 1
    assert equations_of(model)["d(dx)/d(INIT(x))"] == "parameter.1*d(x)/d(INIT(x))"


def test_the_derivative_by_an_initial_value_starts_at_one() -> None:
    model = extended(text_of("dx = -a*x", "a: 2"), ["a"], ["x"])

    assert {e.target: e.value for e in model.initial_equations} == {"d(x)/d(INIT(x))": Number(1.0)}


def test_an_event_assigns_the_derivatives_of_what_it_assigns() -> None:
    model = extended(text_of("dx = 1", "WHEN x > 2", "  x = k*PRE(x)", "END", "k: 0.5"), ["k"])
    (event,) = model.events

    assert [equation.target for equation in event.equations] == ["x", "d(x)/d(k)"]
    assert print_expression(event.equations[1].value) == "PRE(x) + k*PRE(d(x)/d(k))"


def test_a_guard_moves_against_its_own_change() -> None:
    model = extended(text_of("dx = v", "v: 3", "WHEN x > a", "  x = 0", "END", "a: 2"), ["a"])
    assert model.sensitivities is not None
    (row,) = model.sensitivities.shifts_of_events

    assert "dx" in print_expression(row[0])


def test_the_extended_model_keeps_the_contracts() -> None:
    lines = ("z = COS(z) + k*x", "dx = -z + ABS(x - 1)", "WHEN x > 2", "  x = k*PRE(x)", "END", "k: 0.5")
    names = ("make_events_explicit", "tear_loops", "order_events")

    check_hybrid(extended(text_of(*lines), ["k"], ["x"]), names)


def test_the_shift_of_an_instant_is_held_and_zero_at_the_start() -> None:
    model = extended(text_of("dx = -a*x", "a: 2"), ["a"])
    assert model.sensitivities is not None
    held_of_name = {variable.name: (variable.role, variable.start) for variable in model.variables}

    assert [held_of_name[name] for name in model.sensitivities.shifts] == [(Role.HELD, 0.0)]


def test_the_derivatives_of_what_is_delayed_are_delayed_too() -> None:
    model = extended(text_of("dx = -a*DELAY(x, 1)", "a: 2"), ["a"])
    own, added = model.delays

    assert (own.slope, added.source, added.at) == (f"slope of {own.name}", "d(x)/d(a)", own.at)
    check_hybrid(model, ("make_events_explicit", "tear_loops", "order_events"))


def test_what_only_an_event_or_its_instant_needs_is_kept() -> None:
    lines = ("z = EXP(k*x)", "dx = 1", "WHEN z > 9", "  x = w", "END", "w = SIN(k*z)", "k: 0.5")

    check_hybrid(extended(text_of(*lines), ["k"]), ("make_events_explicit", "tear_loops", "order_events"))


def sensitivity(text: str, of: str, by: str, stop: float = 1.0) -> float:
    run = simnon.load(text).sensitivities(0, stop, by=[by], of=[of], rtol=1e-11, atol=1e-12)
    return float(run.final[f"d({of})/d({by})"])


def test_the_unknowns_of_a_loop_depend_on_a_parameter_through_all_its_equations() -> None:
    """z = COS(w) and w = k z: dz/dk = -z SIN(w)/(1 + k SIN(w)) along the whole run."""
    text = text_of("z = COS(w)", "w = k*z", "dx = z", "k: 0.7")
    z = 0.0
    for _ in range(200):
        z = math.cos(0.7 * z)
    sine = math.sin(0.7 * z)

    assert sensitivity(text, "x", "k") == pytest.approx(-z * sine / (1 + 0.7 * sine), rel=1e-9)


def test_an_event_at_a_given_time_moves_with_it() -> None:
    text = text_of("dx = v", "v: 0", "WHEN t >= a", "  v = 3", "END", "a: 0.25")

    assert sensitivity(text, "x", "a") == pytest.approx(-3.0)


SAMPLED = """DISCRETE SYSTEM reg
INPUT y
OUTPUT u
STATE s
NEW ns
TIME t
TSAMP ts
u = k*y + s
ns = s + k*y
ts = t + h
k: 2
h: 0.25
END

CONTINUOUS SYSTEM plant
INPUT u
OUTPUT y
STATE x
DER dx
y = x
dx = u
x: 1
END

CONNECTING SYSTEM loop
y[reg] = y[plant]
u[plant] = u[reg]
END
"""


def test_sampled_values_have_their_derivatives_at_their_instants() -> None:
    """One period of the loop by hand: x(h) = 1 + h k, and after two the sum of k x over both, integrated."""

    def run(k: float) -> float:
        x, s = 1.0, 0.0
        for _ in range(4):
            u = k * x + s
            s += k * x
            x += 0.25 * u
        return x

    change = (run(2 + 1e-6) - run(2 - 1e-6)) / 2e-6
    assert sensitivity(SAMPLED, "x[plant]", "k[reg]") == pytest.approx(change, rel=1e-8)


def test_samples_that_move_shift_what_follows() -> None:
    """Up to the third sample at 2 h, x = (1 + h k)(...): differences of the same sums."""

    def run(h: float) -> float:
        x, s, time = 1.0, 0.0, 0.0
        while time < 0.6:
            u = 2 * x + s
            s += 2 * x
            x += (min(time + h, 0.6) - time) * u
            time += h
        return x

    change = (run(0.25 + 1e-6) - run(0.25 - 1e-6)) / 2e-6
    assert sensitivity(SAMPLED, "x[plant]", "h[reg]", 0.6) == pytest.approx(change, rel=1e-7)


def test_periods_of_several_systems_must_not_move() -> None:
    second = SAMPLED.split("CONTINUOUS", maxsplit=1)[0].replace("reg", "other")
    text = SAMPLED.replace("CONNECTING SYSTEM loop\n", second + "CONNECTING SYSTEM loop\ny[other] = y[plant]\n")

    with pytest.raises(UserError, match=r"the sampling times of 'reg' depend on h\[reg\]") as caught:
        sensitivity(text, "x[plant]", "h[reg]")
    assert caught.value.code == "sampling-time-moves"


def test_what_is_held_between_samples_has_derivatives_that_are_held() -> None:
    run = simnon.load(SAMPLED).sensitivities(0, 0.3, by=["k[reg]"], of=["u[reg]"])
    slopes = run["d(u[reg])/d(k[reg])"][run.t < 0.25]

    # The first sample is u = k x with x = 1: u keeps the derivative 1 up to the second.
    assert set(slopes.tolist()) == {1.0}
