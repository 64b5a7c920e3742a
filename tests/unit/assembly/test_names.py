"""Names and functions that are not defined: one error each, with the hint that fits."""

import pytest

from simnon.assembly import assemble
from simnon.languages import DIALECTS
from simnon.source import Diagnostic, Report, Source


def diagnostics_of(*lines: str) -> list[Diagnostic]:
    text = "\n".join(("CONTINUOUS SYSTEM s", "STATE x", "DER dx", *lines, "x: 1", "END", ""))
    report = Report()
    assemble(DIALECTS[".t"](Source("text", text), report), report)
    return list(report.diagnostics)


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("x(2)", "'x' is a variable: write x*( ... ) for a product"),
        ("sgn(x)", "write SIGN(x)"),
        ("SNI(x)", "did you mean 'SIN'?"),
        ("squares(x)", "did you mean 'square'?"),
        ("besselk(x)", "define it: FUNCTION besselk(x) = expression"),
    ],
)
def test_an_undefined_function_is_reported_with_the_hint_that_fits(call: str, hint: str) -> None:
    found = diagnostics_of("FUNCTION square(a) = a*a", f"dx = -square(x) + {call}")

    assert [(each.code, each.hint) for each in found] == [("undefined-function", hint)]


@pytest.mark.parametrize(
    ("line", "hint"),
    [("dx = 2", "keep one of them"), ("DX = 2", "'dx' and 'DX' are one name: rename one of them")],
)
def test_a_second_definition_is_reported_with_how_to_tell_the_two_apart(line: str, hint: str) -> None:
    (found,) = diagnostics_of("dx = -x", line)

    assert (found.code, found.hint) == ("duplicate-definition", hint)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("k = 2*x", "a name has either a value or an equation"),
        ("K = 2*x", "'k' and 'K' are one name: rename one of them"),
    ],
)
def test_a_value_and_an_equation_for_one_name_are_reported_with_both_spellings(line: str, hint: str) -> None:
    (found,) = diagnostics_of("dx = -x", "k: 3", line)

    assert (found.code, found.hint) == ("duplicate-definition", hint)


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("SAT(x, 1)", "write SAT(x, low, high)"),
        ("SIN(x, 1)", "write SIN(x)"),
        ("DELAY(x)", "write DELAY(x, lag, before)"),
        ("DOT(x)", "write DOT(a, b)"),
        ("area(x)", "write area(a, b)"),
    ],
)
def test_a_wrong_number_of_arguments_is_reported_with_the_right_call(call: str, hint: str) -> None:
    found = diagnostics_of("FUNCTION area(a, b) = a*b", f"dx = -area(x, 1) + {call}")

    assert [(each.code, each.hint) for each in found] == [("wrong-arguments", hint)]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("square", "'square' is a function: write square(...)"),
        ("levl", "did you mean 'level'?"),
        ("time", "declare it: TIME time"),
        ("q", "give it a value (q: number) or an equation (q = expression)"),
    ],
)
def test_an_undefined_name_is_reported_with_the_hint_that_fits(name: str, hint: str) -> None:
    found = diagnostics_of("FUNCTION square(a) = a*a", "level: 3", f"dx = -square(x)*level + {name}")

    assert [(each.code, each.hint) for each in found] == [("undefined-name", hint)]


@pytest.mark.parametrize("text", ["besselk(x)", "q"])
def test_what_is_not_defined_is_reported_once(text: str) -> None:
    assert len(diagnostics_of(f"dx = {text} - {text}", f"y = {text}")) == 1
