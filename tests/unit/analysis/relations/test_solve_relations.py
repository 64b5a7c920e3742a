"""solve_relations: every unknown has an equation, in a time that grows with the model, and mistakes are named."""

from dataclasses import replace

import pytest

from simnon.analysis.relations import solve_relations
from simnon.analysis.separate_remembered_values import separate_remembered_values
from simnon.model import (
    Apply,
    Equation,
    Expression,
    FlatModel,
    HybridModel,
    Name,
    Number,
    Role,
    Variable,
    print_equation,
)
from simnon.source import Report
from tests.unit.analysis.small_models import assembled


def text_of(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "TIME t", *lines, "END"]) + "\n"


def solved(*lines: str) -> HybridModel:
    report = Report()
    model = solve_relations(assembled(text_of(*lines)), report)
    assert model is not None, report.diagnostics
    return model


def messages_of(*lines: str) -> list[tuple[str, str]]:
    report = Report()
    solve_relations(assembled(text_of(*lines)), report)
    return [(diagnostic.code, diagnostic.message) for diagnostic in report.diagnostics]


def equations_of(model: HybridModel) -> list[str]:
    return [print_equation(equation) for equation in model.equations]


def test_a_model_without_relations_keeps_its_equations() -> None:
    model = assembled("CONTINUOUS SYSTEM s\nSTATE x\nDER dx\ndx = -x\nEND\n")

    found = solve_relations(model, Report())

    assert found is not None
    assert (found.variables, found.equations, found.states) == (model.variables, model.equations, model.states)


def test_no_residual_is_left_and_every_unknown_has_an_equation() -> None:
    model = solved("STATE v", "DER dv", "VARIABLE i u", "u + v = 1", "u = R*i", "C*dv = i", "R: 2", "C: 3")

    assert all(variable.role is not Role.RESIDUAL for variable in model.variables)
    assert equations_of(model) == ["dv = i/C", "i = u/R", "u = 1 - v"]


def test_nothing_is_divided_by_an_expression_that_can_be_zero_in_a_loop() -> None:
    model = solved("VARIABLE a b", "t*a + b = 1", "a - SIN(t)*b = 2")

    assert not any("/" in equation for equation in equations_of(model))


def test_a_dependent_state_is_auxiliary_and_keeps_its_given_value() -> None:
    model = solved("STATE x y", "DER dx dy", "VARIABLE f", "dx = f", "dy = f - x", "x + y = 1", "x: 0.25", "y: 7")
    variable_of_name = model.by_name()

    assert model.states == (("x", "dx"),)
    assert variable_of_name["y"].role is Role.AUXILIARY
    assert variable_of_name["y as given"].start == 7.0
    assert [(constraint.name, constraint.given) for constraint in model.start_constraints] == [
        ("x", ""),
        ("y", "y as given"),
    ]


def test_constrained_positions_without_a_value_have_different_first_guesses() -> None:
    """At zero or at equal values, many constraints have no slope."""
    motion = ("STATE x y u v", "DER dx dy du dv", "VARIABLE F", "dx = u", "dy = v", "du = -F*x", "dv = -F*y - 1")
    model = solved(*motion, "x^2 + y^2 = 1").by_name()

    assert [model[name].start for name in "xyuv"] == [0.1, pytest.approx(0.1 * (1 + 0.6180339887)), None, None]
    assert solved(*motion, "x^2 + y^2 = 1", "x: 0.6").by_name()["y"].start == 0.1


def test_a_derivative_that_does_not_exist_is_reported_with_its_reason() -> None:
    report = Report()
    model = assembled(text_of("STATE x", "DER dx", "VARIABLE f", "dx = f", "x = DELAY(f, 1)"))
    solve_relations(separate_remembered_values(model, report), report)

    assert [diagnostic.code for diagnostic in report.diagnostics] == ["no-derivative"]
    assert "must be differentiated, because it constrains 'x'" in report.diagnostics[0].message


def test_too_many_equations_are_reported_with_all_names_of_their_unknowns() -> None:
    found = messages_of("VARIABLE a b c", "a = b", "a*c = 1", "b + c = 0", "b + 3*c^2 = 2")

    assert found[0][0] == "too-many-equations"
    assert "(the same as 'b'" in found[0][1]


def test_too_few_equations_are_reported_with_the_unknowns() -> None:
    assert messages_of("VARIABLE a b", "a*b = 1") == [("too-few-equations", "1 equation for 2 unknowns: 'a', 'b'")]


def test_an_unknown_that_nothing_mentions_is_named() -> None:
    found = messages_of("VARIABLE a b", "a^3 = 1")

    assert found == [("too-few-equations", "nothing determines 'b'")]


def test_a_circuit_without_ground_is_reported_with_the_fix() -> None:
    lines = ("R1*i1 = v1 - v2", "R2*i2 = v2 - v1", "i1 - i2 = 1", "i2 - i1 = -1")
    report = Report()
    solve_relations(assembled(text_of("VARIABLE v1 v2 i1 i2", *lines, "R1: 1", "R2: 2")), report)

    assert {diagnostic.code for diagnostic in report.diagnostics} == {"too-few-equations"}
    assert "ground" in report.diagnostics[0].hint


def ladder(cells: int) -> FlatModel:
    """Resistors in series with capacitors to ground, each with its own terminals."""
    variables: list[Variable] = [Variable("t", Role.TIME)]
    equations: list[Equation] = []
    states: list[tuple[str, str]] = []

    def add(name: str, role: Role = Role.AUXILIARY) -> Name:
        variables.append(Variable(name, role, local=name, start=1.0 if role is Role.PARAMETER else None))
        return Name(name)

    def relate(left: Expression, right: Expression) -> None:
        target = add(f"relation.{len(equations)}", Role.RESIDUAL).name
        equations.append(Equation(target, Apply("+", (left, Apply("neg", (right,))))))

    before: tuple[Expression, Expression] = (Number(1.0), add("source"))
    for k in range(cells):
        p, n, i, j, c, u = (add(f"{name}{k}") for name in ("p", "n", "i", "j", "c", "u"))
        v, dv = add(f"v{k}", Role.STATE), add(f"dv{k}", Role.DERIVATIVE)
        r = add(f"R{k}", Role.PARAMETER)
        states.append((v.name, dv.name))
        relate(p, before[0])
        relate(Apply("+", (before[1], i)), Number(0.0))
        relate(u, Apply("+", (p, Apply("neg", (n,)))))
        relate(u, Apply("*", (r, i)))
        relate(n, v)
        relate(Apply("+", (i, Apply("neg", (c,)), Apply("neg", (j,)))), Number(0.0))
        relate(dv, c)
        before = (n, Apply("neg", (j,)))
    relate(before[1], Number(0.0))
    return FlatModel("ladder", tuple(variables), tuple(equations), time="t", states=tuple(states))


@pytest.mark.slow
def test_a_ladder_is_solved_without_a_loop() -> None:
    report = Report()
    model = solve_relations(ladder(300), report)

    assert model is not None
    assert not report.diagnostics
    assert len(model.states) == 300
    assert not any(isinstance(e.value, Apply) and e.value.function == "solve" for e in model.equations)


@pytest.mark.parametrize("role", [Role.OUTPUT, Role.INPUT])
def test_outputs_and_inputs_are_unknowns_like_others(role: Role) -> None:
    model = assembled(text_of("VARIABLE a b", "a + b = 3", "a - b = t"))
    changed = tuple(replace(v, role=role) if v.name == "a" else v for v in model.variables)

    found = solve_relations(replace(model, variables=changed), Report())

    assert found is not None
    assert {equation.target for equation in found.equations} == {"a", "b"}


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (("VARIABLE a b", "a + b = 1", "a - b = 2", "a*b = 3"), {3, 4, 5}),
        (("VARIABLE a b c d", "a*b*c*d = 1", "a + b + c + d = 3"), {3, 4}),
    ],
)
def test_all_equations_that_do_not_fit_are_pointed_at(lines: tuple[str, ...], places: set[int]) -> None:
    report = Report()
    solve_relations(assembled(text_of(*lines)), report)
    (found,) = report.diagnostics

    assert found.span is not None
    assert {found.span.line, *(each.span.line for each in found.related)} == {place + 1 for place in places}
