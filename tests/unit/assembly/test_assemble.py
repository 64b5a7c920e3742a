"""assemble: systems become one flat model with unique names, or all mistakes are reported."""

import pytest

import simnon
from simnon.assembly import assemble
from simnon.languages import DIALECTS
from simnon.model import FlatModel, Role, print_expression
from simnon.source import Diagnostic, Report, Severity, Source, render_all

TANK = "CONTINUOUS SYSTEM tank\nINPUT u\nSTATE x\nDER dx\nTIME t\ndx = u - a*x\na: 1\nEND\n"
LINK = "CONNECTING SYSTEM link\nTIME t\nu[tank] = SIN(t) - x[TANK]\nEND\n"


def attempt(text: str) -> tuple[FlatModel | None, tuple[Diagnostic, ...]]:
    report = Report()
    return assemble(DIALECTS[".t"](Source("t", text), report), report), report.diagnostics


def model_of(text: str) -> FlatModel:
    model, diagnostics = attempt(text)
    assert model is not None, render_all(diagnostics)
    return model


def codes_of(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in attempt(text)[1]]


def continuous(*lines: str) -> str:
    return "\n".join(["CONTINUOUS SYSTEM s", "STATE x", "DER dx", "TIME t", *lines, "END"]) + "\n"


def discrete(*lines: str) -> str:
    return "\n".join(["DISCRETE SYSTEM d", "STATE n", "NEW nn", "TIME t", *lines, "END"]) + "\n"


def roles_of(model: FlatModel) -> dict[str, Role]:
    return {variable.name: variable.role for variable in model.variables}


def test_a_single_system_keeps_its_names() -> None:
    assert list(roles_of(model_of(continuous("dx = y", "y = -x")))) == ["x", "dx", "y", "t"]


def test_what_initial_assigns_of_a_part_is_a_constant_or_stays_a_state() -> None:
    model = model_of(TANK + "CONNECTING SYSTEM link\nINITIAL\na[tank] = 3\nx[tank] = 4\nSORT\nu[tank] = 1\nEND\n")

    roles = roles_of(model)
    assert (roles["a[tank]"], roles["x[tank]"]) == (Role.CONSTANT, Role.STATE)
    assert [equation.target for equation in model.initial_equations] == ["a[tank]", "x[tank]"]


def test_a_foreign_function_is_known_by_its_own_name() -> None:
    model = model_of(continuous("FUNCTION f(a) FROM 'own.py'", "dx = f(x)"))

    assert [(foreign.name, foreign.owner) for foreign in model.foreign] == [("f", "")]


def test_several_systems_are_distinguished_by_their_names() -> None:
    model = model_of(TANK + LINK)

    assert list(roles_of(model)) == ["u[tank]", "x[tank]", "dx[tank]", "a[tank]", "t"]
    assert {e.target: print_expression(e.value) for e in model.equations} == {
        "dx[tank]": "u[tank] - a[tank]*x[tank]",
        "u[tank]": "SIN(t) - x[tank]",
    }


def test_owner_and_local_name_are_kept_apart_from_the_flat_name() -> None:
    variable = model_of(TANK + LINK).by_name()["x[tank]"]

    assert (variable.owner, variable.local) == ("tank", "x")


def test_every_local_name_of_time_is_the_one_time() -> None:
    text = "CONTINUOUS SYSTEM a\nTIME clock\ny = clock\nEND\nCONTINUOUS SYSTEM b\nTIME t\ny = t\nEND\n"

    assert [print_expression(e.value) for e in model_of(text).equations] == ["t", "t"]


@pytest.mark.parametrize(
    ("lines", "name", "role"),
    [
        (("y = 2",), "y", Role.AUXILIARY),
        (("y: 2", "z = y"), "y", Role.PARAMETER),
        (("OUTPUT y", "y = 2"), "y", Role.OUTPUT),
        (("OUTPUT y", "y: 2", "z = y"), "y", Role.PARAMETER),
        (("INITIAL", "y = 2"), "y", Role.CONSTANT),
        (("WHEN x > 1", "y = 2", "END"), "y", Role.HELD),
        (("OUTPUT y", "WHEN x > 1", "y = 2", "END", "y: 1"), "y", Role.HELD),
        (("INPUT u", "u: 2", "z = u"), "u", Role.PARAMETER),
    ],
)
def test_a_variable_has_the_role_its_definitions_give_it(lines: tuple[str, ...], name: str, role: Role) -> None:
    assert roles_of(model_of(continuous("dx = -x", *lines)))[name] is role


def test_states_and_derivatives_are_matched_in_order() -> None:
    model = model_of("CONTINUOUS SYSTEM s\nSTATE a b\nSTATE c\nDER d1\nDER d2 d3\nd1 = a\nd2 = b\nd3 = c\nEND\n")

    assert model.states == (("a", "d1"), ("b", "d2"), ("c", "d3"))


def test_a_discrete_system_becomes_a_sampler() -> None:
    (sampler,) = model_of(discrete("TSAMP ts", "ts = t + 1", "nn = n + 1")).samplers

    assert (sampler.name, sampler.states, sampler.next_sample, sampler.triggers) == ("d", (("n", "nn"),), "ts", ())


def test_an_event_samples_when_it_becomes_positive() -> None:
    model = model_of(discrete("EVENT e", "e = t - 1", "nn = n + 1"))

    assert model.samplers[0].triggers == ("condition.1",)
    assert print_expression(model.equations[-1].value) == "e > 0"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (continuous("dx = z"), ["undefined-name"]),
        (continuous("dx = zin(x)"), ["undefined-function"]),
        (continuous("dx = SIN(x, x)"), ["wrong-arguments"]),
        (continuous("dx = MIN()"), ["wrong-arguments"]),
        (continuous(), ["missing-equation"]),
        (continuous("dx = 1", "dx = 2"), ["duplicate-definition"]),
        (continuous("dx = 1", "a = 1", "a: 2"), ["duplicate-definition"]),
        (continuous("dx = 1", "x = 2"), ["assigned-input"]),
        (continuous("dx = 1", "t = 2"), ["assigned-input"]),
        (continuous("dx = 1", "STATE y"), ["unmatched-state"]),
        (continuous("dx = 1", "STATE x"), ["duplicate-declaration", "unmatched-state"]),
        (continuous("dx = PRE(x)"), ["misplaced-pre"]),
        (continuous("dx = NORM()"), ["misplaced-random"]),
        (continuous("dx = x", "INITIAL", "a = DELAY(x, 1)"), ["misplaced-delay"]),
        (continuous("dx = y[other]"), ["misplaced-reference"]),
        (continuous("dx = x", "WHEN x > 1", "x = x/2", "END"), ["needs-own-value"]),
        (continuous("dx = x", "WHEN x > 1", "x = 1", "x = 2", "END"), ["duplicate-definition"]),
        (continuous("dx = x", "FUNCTION f(a) = a", "FUNCTION f(b) = b"), ["duplicate-definition"]),
        (continuous("dx = x", "FUNCTION f(a, a) = a"), ["duplicate-definition"]),
        (continuous("dx = x", "FUNCTION f(a) = a", "TABLE f(a)", "0 0", "1 1", "END"), ["duplicate-definition"]),
        (continuous("dx = x", "INPUT u"), ["input-not-connected"]),
        (discrete("nn = n"), ["missing-sampling"]),
        (TANK + LINK + TANK, ["duplicate-system"]),
        (TANK + LINK + TANK.replace("tank", "TANK").replace("a", "b"), ["duplicate-system"]),
        (TANK + LINK + LINK.replace("link", "more"), ["several-connecting-systems", "duplicate-definition"]),
        (TANK + LINK.replace("u[tank]", "u[tnk]"), ["unknown-system", "input-not-connected"]),
        (TANK + LINK.replace("x[TANK]", "y[tank]"), ["unknown-variable"]),
        (TANK + LINK.replace("u[tank]", "x[tank]"), ["not-an-input", "input-not-connected"]),
        ("CONNECTING SYSTEM c\na = y[tank]\nEND\n", ["unknown-system"]),
        ("", ["no-system"]),
    ],
)
def test_each_mistake_is_reported(text: str, codes: list[str]) -> None:
    model, diagnostics = attempt(text)

    assert model is None
    assert sorted(d.code for d in diagnostics if d.severity.value == "error") == sorted(codes)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (continuous("dx = x", "a: 1"), ["unused-value"]),
        (TANK.replace("u - ", "") + LINK, ["unused-input"]),
        (continuous("dx = x", "STOP WHEN x > a", "a: 1"), []),
        (continuous("dx = x", "FUNCTION f(u) = a*u", "a: 1"), []),
    ],
)
def test_unused_values_give_a_warning(text: str, codes: list[str]) -> None:
    assert codes_of(text) == codes


def test_one_unreadable_line_gives_one_message() -> None:
    assert codes_of(continuous("dx = y", "y = 2*(x")) == ["unclosed-parenthesis"]


def test_all_systems_share_one_unit_of_time() -> None:
    other = "CONTINUOUS SYSTEM b\nTIME s [min]\nOUTPUT y\ny = s\nEND\n"
    text = "CONTINUOUS SYSTEM a\nTIME t [s]\nOUTPUT y\ny = t\nEND\n" + other + "CONNECTING SYSTEM c\nEND\n"
    (note,) = attempt(text)[1]

    assert (note.code, note.severity) == ("wrong-scale", Severity.NOTE)
    assert note.message == "'s' is in [min], but time is in [s]"
    assert note.span is not None
    assert note.span.text == "s"
    assert codes_of(text.replace("[min]", "[s]")) == []
    assert codes_of(text.replace("[min]", "")) == []


UNUSED = """TERMINAL pin
ACROSS v
THROUGH i
END

CONTINUOUS SYSTEM source
TERMINAL p: pin
p.v = 3
END

CONTINUOUS SYSTEM load
TERMINAL p: pin
p.v = 2*p.i
END

CONNECTING SYSTEM box
TERMINAL a, b: pin
SYSTEM r: load
CONNECT a r.p{inside}
END

CONNECTING SYSTEM top
SYSTEM s: source
SYSTEM x: box
CONNECT s.p x.a{outside}
END
"""


@pytest.mark.parametrize(
    ("inside", "outside", "current"),
    [("", " x.b", 0.0), ("\nb.i = 2", " x.b", 2.0), (" b", "", 0.0)],
)
def test_nothing_flows_through_a_terminal_that_nothing_uses(inside: str, outside: str, current: float) -> None:
    final = simnon.load(UNUSED.format(inside=inside, outside=outside)).simulate(0, 0).final

    assert final["x.b.i"] == current
    assert final["s.p.i"] == -1.5 - current
