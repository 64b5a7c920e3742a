"""Statements become equations that give the same values as executing them."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simnon.languages import read_expression
from simnon.languages.procedural import MAX_DECISIONS, Executed, execute
from simnon.languages.steps import Assign, Decision, Jump, Label, Repeat, Step
from simnon.model import Apply, Expression, Name, Number, parts_of
from simnon.source import Report, Source, Span

HERE = Span(Source("test", "test"), 0, 4)
OUTSIDE = {"u": 2.0, "v": -1.0, "w": 0.5}


def number(expression: Expression, values: Mapping[str, float]) -> float:
    match expression:
        case Number(value):
            return value
        case Name(name):
            return values[name]
        case Apply("if", (condition, then, otherwise)):
            return number(then, values) if number(condition, values) else number(otherwise, values)
        case Apply("+", arguments):
            return sum(number(a, values) for a in arguments)
        case Apply("*", arguments):
            return math.prod(number(a, values) for a in arguments)
        case Apply("neg", (a,)):
            return -number(a, values)
        case Apply("<", (a, b)):
            return float(number(a, values) < number(b, values))
        case Apply("not", (a,)):
            return float(not number(a, values))
        case Apply("and", arguments):
            return float(all(number(a, values) for a in arguments))
        case Apply("or", arguments):
            return float(any(number(a, values) for a in arguments))
        case _:
            raise AssertionError(expression)


def constant(expression: Expression) -> float | None:
    return expression.value if isinstance(expression, Number) else None


def executed(*steps: Step) -> tuple[Executed, Report]:
    report = Report()
    found = execute(steps, report, is_taken=OUTSIDE.__contains__, is_held=OUTSIDE.__contains__, constant=constant)
    return found, report


def values_of(found: Executed) -> dict[str, float]:
    values = dict(OUTSIDE)
    for version in found.versions:
        assert version.name not in values
        values[version.name] = number(version.value, values)
    return {variable: values[found.last_of[variable]] for variable in found.assigned if variable in found.last_of}


def put(target: str, text: str) -> Assign:
    return Assign(target, read_expression(text), HERE)


def choose(condition: str, then: list[Step], otherwise: list[Step] | None = None) -> Decision:
    return Decision(read_expression(condition), tuple(then), tuple(otherwise or ()), HERE)


def test_the_last_version_has_the_name_of_its_variable() -> None:
    found, _ = executed(put("x", "u"), put("x", "x*2"), put("y", "x + 1"))

    assert [version.name for version in found.versions] == ["x_1", "x", "y"]
    assert values_of(found) == {"x": 4.0, "y": 5.0}


def test_variables_read_before_assignment_come_from_outside() -> None:
    found, _ = executed(put("u", "u + 1"), put("y", "u"))

    assert found.read == {"u"}
    assert found.last_of["u"] == "u_1"
    assert values_of(found) == {"u": 3.0, "y": 3.0}


def test_a_decision_becomes_a_conditional_expression() -> None:
    found, _ = executed(choose("u < v", [put("x", "1")], [put("x", "2"), put("x", "x + w")]), put("y", "x"))

    assert values_of(found) == {"x": 2.5, "y": 2.5}


def test_a_loop_is_unrolled() -> None:
    loop = Repeat("i", Number(1.0), Number(4.0), Number(1.0), (put("s", "s + i"),), HERE)
    found, _ = executed(put("s", "0"), loop)

    assert values_of(found) == {"s": 10.0}


def test_a_jump_forward_skips_statements() -> None:
    found, _ = executed(
        put("x", "1"),
        choose("v < u", [Jump("10", HERE)]),
        put("x", "2"),
        Jump("20", HERE),
        Label("10", HERE),
        put("x", "x + 5"),
        Label("20", HERE),
        put("y", "x"),
    )

    assert values_of(found) == {"x": 6.0, "y": 6.0}


def many_exits(count: int, label: str = "out") -> list[Step]:
    """Each jumps beyond all that follow, so the rest of the path depends on every one of them."""
    steps: list[Step] = []
    for k in range(count):
        steps += [choose(f"u < {k}", [Jump(label, HERE)]), put("x", f"x + {k}")]
    return [*steps, Label(label, HERE)]


def test_decisions_are_counted_anew_where_paths_have_met() -> None:
    _, report = executed(put("x", "0"), *many_exits(MAX_DECISIONS + 1, "a"), *many_exits(MAX_DECISIONS + 1, "b"))

    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([choose("u < v", [Jump("1", HERE)]), put("x", "1"), Label("1", HERE), put("z", "x")], "maybe-unassigned"),
        ([choose("u < v", [put("x", "1")], [put("y", "1")]), put("z", "x")], "maybe-unassigned"),
        ([Label("1", HERE), put("x", "1"), Jump("1", HERE)], "jump-backwards"),
        ([Jump("7", HERE)], "unknown-label"),
        ([put("x", "0"), *many_exits(MAX_DECISIONS + 2)], "nesting-too-deep"),
        ([Repeat("i", Number(1.0), Name("u"), Number(1.0), (), HERE)], "loop-not-constant"),
        pytest.param(
            [Repeat("i", Number(1.0), Number(1e7), Number(1.0), (put("x", "i"),), HERE)],
            "loop-too-long",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_statements_without_equations_are_an_error(steps: list[Step], code: str) -> None:
    _, report = executed(*steps)

    assert [diagnostic.code for diagnostic in report.diagnostics] == [code]


_NAMES = st.sampled_from(["a", "b", "u", "v"])
_EXPRESSIONS = st.sampled_from(["a + u", "b*0.5", "-a", "u + v", "3", "a*b"])
_CONDITIONS = st.sampled_from(["a < b", "u < a", "b < 1 AND a < 2", "NOT a < 0"])
_STEPS = st.recursive(
    st.builds(put, _NAMES, _EXPRESSIONS),
    lambda inner: st.builds(choose, _CONDITIONS, st.lists(inner, max_size=3), st.lists(inner, max_size=3)),
    max_leaves=12,
)


def interpret(steps: tuple[Step, ...] | list[Step], values: dict[str, float]) -> str | None:
    """Execute as Fortran would; return the label jumped to, if any."""
    target: str | None = None
    for step in steps:
        if target is not None:
            if isinstance(step, Label) and step.label == target:
                target = None
            continue
        match step:
            case Assign(name, value):
                values[name] = number(value, values)
            case Decision(condition, then, otherwise):
                target = interpret(then if number(condition, values) else otherwise, values)
            case Jump(label):
                target = label
            case _:
                pass
    return target


@settings(deadline=None)
@given(st.lists(_STEPS, max_size=8), st.integers(0, 8), st.integers(0, 8), _CONDITIONS)
def test_equations_give_the_same_values_as_execution(steps: list[Step], start: int, end: int, condition: str) -> None:
    first, last = sorted((min(start, len(steps)), min(end, len(steps))))
    jump: list[Step] = [choose(condition, [Jump("L", HERE)])]
    program = [put("a", "u"), put("b", "v"), *steps[:first], *jump, *steps[first:last], Label("L", HERE), *steps[last:]]
    values = dict(OUTSIDE)
    interpret(program, values)
    found, report = executed(*program)

    assert report.diagnostics == ()
    assert values_of(found) == {name: values[name] for name in found.assigned}


def test_conditions_do_not_grow_where_paths_meet_again() -> None:
    steps: list[Step] = [put("n", "0")]
    for k in range(100):
        out, further = Jump(f"after {k}", HERE), Jump(f"half {k}", HERE)
        steps += [choose(f"u < {k}", [out]), choose(f"w < {k}", [further]), put("n", "n + 1")]
        steps += [Label(f"half {k}", HERE), put("n", "n + 10"), Label(f"after {k}", HERE)]

    found, report = executed(*steps)

    assert not report.diagnostics
    assert values_of(found)["n"] == 1 * 11.0 + 2 * 10.0, "k = 0 runs both additions, 1 and 2 only the second"
    assert max(len(list(parts_of(version.value))) for version in found.versions) < 20
