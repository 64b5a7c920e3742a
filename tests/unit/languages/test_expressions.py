"""expressions: operators bind as in the manual, chains are flat, and mistakes are reported at their positions."""

import pytest

from simnon.languages import DIALECTS
from simnon.languages.expressions import MAX_NESTED
from simnon.model import Apply, Expression, print_expression
from simnon.source import Diagnostic, Report, Source


def read(text: str) -> tuple[Expression | None, tuple[Diagnostic, ...]]:
    report = Report()
    (system,) = DIALECTS[".t"](Source("t", f"CONNECTING SYSTEM s\nq = {text}\nEND\n"), report)
    return (system.assignments[0].value if system.assignments else None), report.diagnostics


def tree(text: str) -> str:
    """With a parenthesis around every application."""
    expression, diagnostics = read(text)
    assert expression is not None, diagnostics
    return _written(expression)


def _written(expression: Expression) -> str:
    if not isinstance(expression, Apply):
        return print_expression(expression)
    return f"({' '.join([expression.function, *map(_written, expression.arguments)])})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a - b - c", "(+ a (neg b) (neg c))"),
        ("a + b*c", "(+ a (* b c))"),
        ("a/b/c", "(/ (/ a b) c)"),
        ("a*b/c*d", "(* (/ (* a b) c) d)"),
        ("-a^2", "(neg (^ a 2))"),
        ("-a*b", "(* (neg a) b)"),
        ("a*-b", "(* a (neg b))"),
        ("2^3^2", "(^ (^ 2 3) 2)"),
        ("a**b", "(^ a b)"),
        ("a↑b", "(^ a b)"),
        ("+a", "a"),
        ("-2", "-2"),
        ("a^-2", "(^ a -2)"),
        ("a < b AND c > d OR NOT e = f", "(or (and (< a b) (> c d)) (not (= e f)))"),
        ("a or b or c", "(or a b c)"),
        ("NOT a AND b", "(and (not a) b)"),
        ("NOT (a AND b)", "(not (and a b))"),
        ("a + 1 <= b*2", "(<= (+ a 1) (* b 2))"),
        ("IF a < b THEN 1 ELSE IF a > c THEN 2 ELSE 3", "(if (< a b) 1 (> a c) 2 3)"),
        ("if(a < b) then(1) else(2)", "(if (< a b) 1 2)"),
        ("1 + IF a < b THEN 1 ELSE 2 + 3", "(+ 1 (if (< a b) 1 (+ 2 3)))"),
        ("max(a, sin(b), c)", "(max a (sin b) c)"),
        ("ALOG(a) + ArcTan(b)", "(+ (ln a) (atan b))"),
        (".5e1 + 1. + 2E-3", "(+ 5 1 0.002)"),
        ("y[Tank]*x", "(* y[Tank] x)"),
    ],
)
def test_operators_bind_as_the_manual_says(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "found_text"),
    [
        ("a < b < c", "unexpected-text", "<"),
        ("a AND b < c < d", "unexpected-text", "<"),
        ("a b", "unexpected-text", "b"),
        ("a +", "expression-expected", ""),
        ("a * * b", "expression-expected", "*"),
        ("(a + b", "unclosed-parenthesis", "("),
        ("SIN(a", "unclosed-parenthesis", "("),
        ("a)", "unexpected-text", ")"),
        ("IF a > 0", "then-expected", ""),
        ("IF a > 0 THEN 1", "else-expected", ""),
        ("1E999", "number-out-of-range", "1E999"),
        ("1E-999", "number-out-of-range", "1E-999"),
        ("a # b", "unexpected-character", "#"),
        ("x[1", "unexpected-text", ""),
        ("[1, 2", "unclosed-bracket", "["),
        ("[1, 2;]", "expression-expected", "[1, 2;"),
        ("[1 2]", "unexpected-text", "2"),
        ("x[2..]", "expression-expected", "]"),
        ("x[tank", "unexpected-text", ""),
        ("x[", "expression-expected", ""),
        ("THEN", "expression-expected", "THEN"),
        ("AND", "expression-expected", "AND"),
    ],
)
def test_a_mistake_is_reported_at_its_position(text: str, code: str, found_text: str) -> None:
    _, (diagnostic,) = read(text)

    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.text.strip()) == (code, found_text)


@pytest.mark.parametrize(
    "text",
    [
        "a + b*c",
        "NOT a > b",
        "-a^2",
        "SIN(a) + 1",
        "IF a > b THEN c ELSE d + 1",
        "NOT(a > b)",
        "(a + 1)*(b + 2) > 3",
        "(a > b) AND (b > c)",
        "-(a + b)",
        "IF a > b THEN c ELSE (d + 1)",
        "(a + b) - (c + d)",
        "a.b.c",
        "a[k + 1].b",
        "a[k + 1].b[2]",
        "x[a.b]",
        "x[a[2].b]",
        "x[1..2, 3]",
    ],
)
def test_the_span_of_an_expression_is_all_of_it(text: str) -> None:
    expression, _ = read(text)

    assert expression is not None
    assert expression.span is not None
    assert expression.span.text == text


@pytest.mark.parametrize("opening", ["(", "SIN(", "-(", "1 + (", "(IF a > b THEN ", "NOT (", "2^("])
def test_deep_nesting_is_rejected(opening: str) -> None:
    for depth in (MAX_NESTED + 1, 5000):
        _, diagnostics = read(opening * depth)
        assert [diagnostic.code for diagnostic in diagnostics] == ["nesting-too-deep"]


def test_long_chains_are_not_deep() -> None:
    expression, diagnostics = read(" + ".join(["a"] * 5000))

    assert diagnostics == ()
    assert expression is not None
