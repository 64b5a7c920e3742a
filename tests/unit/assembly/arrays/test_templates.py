"""Templates: which expressions have one, and that it makes what the evaluator would."""

from collections.abc import Mapping

import pytest

from simnon.assembly.arrays.evaluate import Evaluator
from simnon.assembly.arrays.operators import OPERATOR_RULES
from simnon.assembly.arrays.templates import Templates
from simnon.assembly.arrays.value import Mistake
from simnon.assembly.arrays.written import WRITTEN_RULES
from simnon.languages.simnon import read_expression
from simnon.model import (
    ELEMENT,
    SPAN,
    Apply,
    Expression,
    Extent,
    FunctionDefinition,
    Name,
    Role,
    Variable,
    print_expression,
)

SHAPES = {"x": (Extent(0, 8),), "A": (Extent(1, 3), Extent(0, 5))}


def function(name: str, body: Expression) -> FunctionDefinition:
    return FunctionDefinition(name, ("u",), body, None)  # type: ignore[arg-type]


def evaluator() -> Evaluator:
    variables = {name: Variable(name, Role.STATE, local=name, shape=shape) for name, shape in SHAPES.items()}
    functions = {
        "f": function("f", read_expression("u*k")),
        "g": function("g", Apply("+", (Name("u"), element("x", "1")))),
    }
    numbers: Mapping[str, float] = {"n": 2.0}
    return Evaluator(
        variables,
        SHAPES,
        functions,
        numbers,
        lambda each: each,
        lambda kind, _rows, _columns: kind,
        {**WRITTEN_RULES, **OPERATOR_RULES},
    )


def element(name: str, *places: str) -> Apply:
    return Apply(ELEMENT, (Name(name), *map(read_expression, places)))


def made(expression: Expression, *values: int) -> str | None:
    """What the template of indices i and j makes; None if there is none."""
    maker = Templates(["i", "j"], evaluator()).maker(expression)
    return None if maker is None else print_expression(maker(values))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("5", "5"), ("k", "k"), ("i", "3"), ("j", "4"), ("2*k + SIN(1)", "2*k + SIN(1)"), ("k*i - j", "k*3 - 4")],
)
def test_indices_become_numbers_and_the_rest_stays(text: str, expected: str) -> None:
    assert made(read_expression(text), 3, 4) == expected


def test_what_has_no_index_is_made_once() -> None:
    node = read_expression("2*k + SIN(1)")
    maker = Templates(["i"], evaluator()).maker(node)

    assert maker is not None
    assert maker((1,)) is maker((2,)) is node


@pytest.mark.parametrize(
    ("places", "values", "expected"),
    [
        (("i",), (0, 9), "x[0]"),
        (("i",), (7, 9), "x[7]"),
        (("i + 1",), (1, 0), "x[2]"),
        (("1 + 2*j",), (0, 1), "x[3]"),
        (("2*i - 1",), (3, 9), "x[5]"),
        (("n - i + j",), (1, 4), "x[5]"),
        (("7 - j",), (9, 5), "x[2]"),
        (("3",), (9, 9), "x[3]"),
    ],
)
def test_an_index_can_be_any_affine_form(places: tuple[str, ...], values: tuple[int, int], expected: str) -> None:
    assert made(element("x", *places), *values) == expected


def test_a_matrix_has_one_form_for_each_index() -> None:
    assert made(element("A", "i", "j"), 1, 0) == "A[1,0]"
    assert made(element("A", "j", "2*i"), 2, 3) == "A[3,4]"
    assert made(element("A", "4 - i", "j - 1"), 2, 5) == "A[2,4]"


@pytest.mark.parametrize(
    "expression",
    [
        Name("x"),
        element("x", "i*j"),
        element("x", "i/2"),
        element("x", "i + 1/2"),
        element("x", "k"),
        element("x", "i", "j"),
        element("A", "i"),
        Apply(ELEMENT, (Name("x"), Apply(SPAN, ()))),
        Apply("+", (Name("i"), Name("x"))),
        Apply("g", (Name("i"),)),
        Apply("unknown", (Name("i"),)),
        read_expression("IF i = 1 THEN k ELSE 2"),
        read_expression("IF k > 1 THEN 1 ELSE IF j = 1 THEN 2 ELSE 3"),
    ],
    ids=str,
)
def test_other_expressions_have_no_template(expression: Expression) -> None:
    assert made(expression, 1, 1) is None


def test_own_functions_of_numbers_and_choices_at_run_time_have_one() -> None:
    assert made(Apply("f", (Name("i"),)), 3, 1) == "f(3)"
    assert made(read_expression("IF k > i THEN j ELSE 2"), 3, 4) == "IF k > 3 THEN 4 ELSE 2"


@pytest.mark.parametrize("value", [-1, 8])
def test_an_element_outside_the_shape_is_a_mistake(value: int) -> None:
    maker = Templates(["i"], evaluator()).element(element("x", "i"))

    assert maker is not None
    with pytest.raises(Mistake, match=r"is outside x\[0\.\.7\]"):
        maker((value,))
