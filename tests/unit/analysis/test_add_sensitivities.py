"""add_sensitivities: the derivatives of states are states, of samples samples, of events assignments."""

from simnon.analysis import add_sensitivities, check_hybrid, order_equations
from simnon.model import HybridModel, Number, Role, print_expression
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
