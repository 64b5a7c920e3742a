"""make_events_explicit: with fresh modes every corner has the value of the function itself; no event stays hidden."""

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simnon.analysis.find_stages import find_stages
from simnon.analysis.make_events_explicit import KINKED, make_events_explicit
from simnon.model import Role, Stage, functions_in
from simnon.source import Report
from tests.examples import examples
from tests.unit.analysis.small_models import equations_of, passed, program_without, text_of, values_at

DIRECT: dict[str, Callable[[float], float]] = {
    "ABS(x)": abs,
    "SIGN(x)": lambda x: float((x > 0) - (x < 0)),
    "INT(x)": lambda x: float(int(x)),
    "MOD(x, 3)": lambda x: x - 3 * int(x / 3),
    "MOD(x, -0.5)": lambda x: x + 0.5 * int(x / -0.5),
    "MIN(x, 1)": lambda x: min(x, 1.0),
    "MIN(1, x, -x)": lambda x: min(1.0, x, -x),
    "MAX(x, -1, 2*x)": lambda x: max(x, -1.0, 2 * x),
    "MAX(x)": lambda x: x,
    "IF x < 1 THEN 1 ELSE 2": lambda x: 1.0 if x < 1 else 2.0,
    "IF x <= 1 THEN 1 ELSE 2": lambda x: 1.0 if x <= 1 else 2.0,
    "IF x > 1 THEN 1 ELSE 2": lambda x: 1.0 if x > 1 else 2.0,
    "IF x >= 1 THEN 1 ELSE 2": lambda x: 1.0 if x >= 1 else 2.0,
    "IF x = 1 THEN 1 ELSE 2": lambda x: 1.0 if x == 1 else 2.0,
    "IF x <> 1 THEN 1 ELSE 2": lambda x: 1.0 if x != 1 else 2.0,
    "IF NOT x > 1 AND x > -1 OR x = 3 THEN 1 ELSE 2": lambda x: 1.0 if -1 < x <= 1 or x == 3 else 2.0,
    "ABS(SIGN(x) - INT(x))": lambda x: abs((x > 0) - (x < 0) - int(x)),
    "step(x)": lambda x: 1.0 if x < 0.5 else 2.0 if x < 1.5 else 3.0,
    "ramp(x)": lambda x: min(max(x, -1.0), 1.0),
}
TABLES = ("TABLE step(a) HOLD", "-0.5 1", "0.5 2", "1.5 3", "END", "TABLE ramp(a)", "-1 -1", "0 0", "1 1", "END")
KINKS = (-3.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 3.0)
PROGRAM = program_without(text_of(*TABLES, *(f"y{i} = {expression}" for i, expression in enumerate(DIRECT))))


@examples(60)
@given(st.floats(-1e6, 1e6))
def test_with_fresh_modes_the_value_is_that_of_the_function(x: float) -> None:
    values = values_at(PROGRAM, x)

    assert [values[f"y{i}"] for i in range(len(DIRECT))] == pytest.approx(
        [function(x) for function in DIRECT.values()], rel=1e-12, abs=1e-15
    )


@pytest.mark.parametrize("x", [*KINKS, -0.0, 5e-324, -5e-324, 1e15, -2.0000000000000004, 0.9999999999999999])
def test_at_the_corners_too(x: float) -> None:
    values = values_at(PROGRAM, x)

    assert [values[f"y{i}"] for i in range(len(DIRECT))] == pytest.approx(
        [function(x) for function in DIRECT.values()], rel=1e-12, abs=1e-15
    )


def test_no_event_stays_hidden_in_continuous_equations() -> None:
    lines = [f"y{i} = {expression}" for i, expression in enumerate(DIRECT)]
    lines += [f"STOP WHEN y{i} > 5" for i in range(len(DIRECT))]
    model = passed(text_of(*TABLES, *lines), make_events_explicit)
    stage_of_name = find_stages(model)
    guards = {v.name for v in model.variables if v.role is Role.GUARD}

    for equation in model.equations:
        if equation.target not in guards and stage_of_name[equation.target] > Stage.HELD:
            assert not functions_in(equation.value) & KINKED


@pytest.mark.parametrize("corner", ["ABS(x)", "MIN(x, 1)", "MAX(x, 2*x, 1)", "1 + ABS(MIN(x, 0))"])
def test_a_corner_that_is_only_recorded_needs_no_guard(corner: str) -> None:
    assert not passed(text_of(f"y = {corner}"), make_events_explicit).modes
    assert not passed(text_of("z = 2*y", f"y = {corner}"), make_events_explicit).modes


@pytest.mark.parametrize(
    "lines",
    [
        ("y = ABS(x)", "STOP WHEN y > 1"),
        ("y = IF ABS(x) > 1 THEN 1 ELSE 0",),
        ("y = SIGN(x)",),
        ("y = INT(x)",),
        ("y = ABS(x)", "z = DELAY(y, 1)"),
        ("y = ABS(x) + 0.1*y",),
    ],
)
def test_a_corner_that_affects_the_run_and_every_jump_have_a_guard(lines: tuple[str, ...]) -> None:
    assert passed(text_of(*lines), make_events_explicit).modes


def test_a_corner_within_a_guard_counts_whether_it_has_a_name_or_not() -> None:
    direct = passed(text_of("z = IF ABS(x) > 1 THEN 1 ELSE 0"), make_events_explicit)
    named = passed(text_of("y = ABS(x)", "z = IF y > 1 THEN 1 ELSE 0"), make_events_explicit)

    assert len(named.modes) == len(direct.modes) == 2


def test_values_that_change_only_at_events_need_no_guard() -> None:
    model = passed(text_of("y = ABS(p) + (IF p > 1 THEN 1 ELSE 2)", "p: 1"), make_events_explicit)

    assert (model.modes, [v for v in model.variables if v.role is Role.GUARD]) == ((), [])


def test_one_comparison_written_twice_has_one_guard_and_one_mode() -> None:
    model = passed(text_of("y = IF x > 1 THEN 1 ELSE 2", "z = IF x > 1 THEN 3 ELSE 4"), make_events_explicit)

    assert [(mode.name, mode.guards) for mode in model.modes] == [("mode.1", ("guard.1",))]


def test_a_guard_compared_with_zero_is_the_value_itself() -> None:
    assert equations_of(passed(text_of("y = IF x > 0 THEN 1 ELSE 2"), make_events_explicit))["guard.1"] == "x"


def test_equality_of_continuous_signals_is_warned_about() -> None:
    report = Report()

    passed(text_of("y = IF x = t THEN 1 ELSE 2"), report=report)

    assert [diagnostic.code for diagnostic in report.diagnostics] == ["equality-on-continuous"]


@examples(60)
@given(st.floats(-100, 100), st.floats(0, 1))
@example(2.0, 0.5)
@example(-2.0, 0.5)
@example(0.0, 0.0)
def test_an_integer_part_is_constant_between_its_guards(x: float, fraction: float) -> None:
    """While both guards keep their sign, INT is constant."""
    program = program_without(text_of("y = INT(x)"))
    here = values_at(program, x)
    lower, upper = (here["y"] if here["y"] > 0 else here["y"] - 1), (here["y"] if here["y"] < 0 else here["y"] + 1)

    there = lower + fraction * (upper - lower)

    if lower < there < upper:
        assert values_at(program, there)["y"] == here["y"]


def test_a_comparison_of_held_values_is_computed_when_they_change() -> None:
    text = text_of("s = SIGN(x)", "y = IF s > 0 THEN 1 ELSE 2", "z = IF SIGN(x) > 0 THEN 1 ELSE 2")
    program = program_without(text)

    assert [(values["y"], values["z"]) for values in (values_at(program, x) for x in (-3.0, 3.0))] == [(2, 2), (1, 1)]


def test_a_corner_that_only_a_corner_of_a_loop_reads_has_a_guard() -> None:
    model = passed(text_of("y = ABS(x)", "b = MAX(y, 0.5*b)"), make_events_explicit)

    assert len(model.modes) == 2
    assert all(KINKED.isdisjoint(functions_in(equation.value)) for equation in model.equations)


@pytest.mark.parametrize(
    ("formula", "margins"),
    [
        ("SQRT(x)", ["x"]),
        ("IF x > 1 THEN SQRT(x) ELSE 0", ["IF mode.1 THEN x ELSE 1"]),
        ("IF x > 1 THEN 0 ELSE LN(x)", ["IF NOT mode.1 THEN x ELSE 1"]),
        ("IF x > 1 THEN 0 ELSE IF x > -1 THEN LN(x) ELSE 0", ["IF NOT mode.1 AND mode.2 THEN x ELSE 1"]),
    ],
)
def test_a_limited_function_is_guarded_in_the_branch_that_is_active(formula: str, margins: list[str]) -> None:
    model = passed(text_of(f"y = {formula}"), make_events_explicit)
    equations = equations_of(model)

    assert [equations[domain.guard] for domain in model.domains] == margins
