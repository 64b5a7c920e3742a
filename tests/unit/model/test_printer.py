"""printer: printed text reads back as the same expression."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simnon.languages import DIALECTS
from simnon.model import Apply, Expression, Name, Number, Step, apply, print_expression, print_number
from simnon.source import Report, Source, render_all
from tests.examples import examples

READ = DIALECTS[".t"]
A, B, C = Name("a"), Name("b"), Name("c")


def parsed(text: str) -> Expression:
    report = Report()
    (system,) = READ(Source("t", f"CONNECTING SYSTEM s\nq = {text}\nEND\n"), report)
    assert not report.diagnostics, render_all(report.diagnostics)
    return system.assignments[0].value


def negated(expression: Expression) -> Expression:
    """As the reader builds it: the sign of a number belongs to the number."""
    return Number(-expression.value) if isinstance(expression, Number) else Apply("neg", (expression,))


def flat(function: str, first: Expression, rest: list[Expression]) -> Expression:
    """As the reader builds it: a chain that begins with a chain of the same operator is one chain."""
    if isinstance(first, Apply) and first.function == function:
        return Apply(function, (*first.arguments, *rest))
    return Apply(function, (first, *rest))


numbers = st.floats(allow_nan=False, allow_infinity=False).map(Number)
names = st.sampled_from((A, B, C, Name("y", path=(Step("tank"),))))


def wider(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(inner, min_size=1, max_size=3)
    terms = st.lists(st.one_of(inner, inner.map(lambda e: Apply("neg", (e,)))), min_size=1, max_size=3)
    relation = st.tuples(st.sampled_from(("<", "<=", ">", ">=", "=", "<>")), inner, inner)
    comparisons = relation.map(lambda p: Apply(p[0], (p[1], p[2])))
    conditions = st.one_of(
        comparisons,
        comparisons.map(lambda c: Apply("not", (c,))),
        st.tuples(st.sampled_from(("and", "or")), st.lists(comparisons, min_size=2, max_size=3)).map(
            lambda p: Apply(p[0], tuple(p[1]))
        ),
    )
    return st.one_of(
        inner.map(negated),
        st.tuples(inner, terms).map(lambda p: flat("+", *p)),
        st.tuples(inner, several).map(lambda p: flat("*", *p)),
        st.tuples(inner, inner).map(lambda p: Apply("/", p)),
        st.tuples(inner, inner).map(lambda p: Apply("^", p)),
        st.lists(inner, min_size=1, max_size=3).map(lambda a: Apply("max", tuple(a))),
        st.lists(inner, min_size=1, max_size=3).map(lambda a: Apply("f", tuple(a))),
        st.tuples(conditions, inner, inner).map(_choice),
    )


def _choice(parts: tuple[Expression, Expression, Expression]) -> Expression:
    return Apply("if", parts)


@examples(300)
@given(st.recursive(st.one_of(numbers, names), wider, max_leaves=12))
def test_printed_expressions_read_back_the_same(expression: Expression) -> None:
    again = parsed(print_expression(expression))

    assert again == expression
    assert print_expression(again) == print_expression(expression)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (apply("+", A, apply("neg", B), C), "a - b + c"),
        (apply("+", A, apply("neg", apply("+", B, C))), "a - (b + c)"),
        (apply("/", A, apply("*", B, C)), "a/(b*c)"),
        (apply("*", apply("/", A, B), C), "a/b*c"),
        (apply("neg", apply("^", A, Number(2.0))), "-a^2"),
        (apply("^", apply("neg", A), Number(2.0)), "(-a)^2"),
        (apply("^", Number(-0.0), A), "(-0)^a"),
        (apply("*", apply("neg", A), B), "-a*b"),
        (apply("neg", apply("*", A, B)), "-(a*b)"),
        (apply("*", A, apply("neg", B)), "a*(-b)"),
        (apply("+", A, Number(-2.0)), "a + -2"),
        (apply("not", apply("and", apply("<", A, B), apply(">", A, B))), "NOT (a < b AND a > b)"),
        (apply("+", A, apply("if", apply(">", A, B), B, C)), "a + (IF a > b THEN b ELSE c)"),
        (apply("sin", A), "SIN(a)"),
        (apply(">", apply("<", A, B), C), "(a < b) > c"),
    ],
)
def test_parentheses_are_printed_only_if_needed(expression: Expression, text: str) -> None:
    assert print_expression(expression) == text


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-2.5, "-2.5"), (1e300, "1e+300"), (0.1, "0.1"), (-0.0, "-0")])
def test_a_number_is_printed_as_shortly_as_it_reads_back(value: float, text: str) -> None:
    assert print_number(value) == text
