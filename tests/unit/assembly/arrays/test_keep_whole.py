"""keep_whole: loops over whole arrays compute, at any point, the bits that the equations of the elements compute."""

import re
from pathlib import Path

import numpy as np
import pytest

import simnon
from simnon.compiler import compile_model
from tests.targets.random_arrays import RandomArrays

PAGE = Path(__file__).parents[4] / "docs" / "language" / "arrays.md"
TEXTS = re.findall(r"```simnon(?: file=\S+)?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def check_at_points(text: str) -> None:
    """The names, the derivatives at two points, and two steps from the initial values."""
    whole, expanded = (simnon.load(text, arrays=arrays) for arrays in ("whole", "expanded"))
    assert not expanded._runner.is_whole
    assert [(v.name, v.role, v.start, v.unit) for v in whole.variables] == [
        (v.name, v.role, v.start, v.unit) for v in expanded.variables
    ]
    count = len(expanded.states)
    for states in (np.zeros(count), np.linspace(0.3, 1.7, count)):
        one, other = (model.rhs(0.25, states) for model in (whole, expanded))
        assert one.tobytes() == other.tobytes()
    assert whole.simulate(0, 0.5, method="euler", step=0.25) == expanded.simulate(0, 0.5, method="euler", step=0.25)


@pytest.mark.parametrize("seed", range(24))
def test_random_models_have_the_same_values_whole_and_expanded(seed: int) -> None:
    check_at_points(RandomArrays(seed).text())


@pytest.mark.parametrize("text", TEXTS)
def test_texts_of_the_manual_have_the_same_values_whole_and_expanded(text: str) -> None:
    check_at_points(text)


def of_lines(*lines: str) -> str:
    """A vector `x` of five states and a matrix `A` of 5 by 5 parameters, kept whole on request."""
    own = [] if any(line.startswith("dx") for line in lines) else ["dx = -x"]
    given = ["A[i, j]: i - 2*j FOR i = 1..5, j = 1..5", "v[i]: i^2 FOR i = 1..5", "x[i]: 3 - i FOR i = 1..5", "k: 3"]
    return "\n".join(
        ["CONTINUOUS SYSTEM s", "STATE x[1..5]", "DER dx[1..5]", "TIME t", *own, *lines, *given, "END", ""]
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("dx = A*x",),
        ("dx = A*(x + v) - k*x",),
        ("B = OUTER(x, v)", "dx = B*x"),
        ("B = A*A", "dx = B*x"),
        ("B = TRANSPOSE(A)*OUTER(v, v)", "dx = B*x"),
        ("dx = TRANSPOSE(A)*x",),
        ("m = MEAN(v) + MEAN(x)", "dx = m*x"),
        ("dx = x*DOT(x, v)",),
        ("dx = x*SUM(v*k)",),
        ("dx = x*SUM(MAX(x, v))",),
        ("dx = x*NORM2(v)/SUM(v)",),
        ("dx = MAX(x, v)",),
        ("dx = -x + MAX(v, 2)*MIN(k, 1)",),
        ("dx = ONES(5) - ZEROS(5) + x",),
        ("dx = EYE(5)*x",),
        ("dx = x*LENGTH(v)",),
        ("y = SUM(A[i, i]*x[i] FOR i = 1..5)", "dx = y*x"),
        ("y = SUM(i*j FOR i = 1..3, j = 2..4)", "dx = y*x"),
        ("dx[i] = SUM(A[i, j]*x[j] FOR j = 1..5) FOR i = 1..5",),
        ("dx[1..4] = x[2..5]", "dx[5] = x[1]"),
        ("dx[i] = IF i = 1 THEN x[5] ELSE x[i-1] FOR i = 1..5",),
        ("dx[i] = IF i > 1 AND i < 4 THEN x[i+1] ELSE 0 FOR i = 1..5",),
        ("dx[i] = IF i > 4 THEN x[1] ELSE x[i] FOR i = 1..5",),
        ("dx[i] = IF i >= 5 THEN x[1] ELSE x[i] FOR i = 1..5",),
        ("dx[i] = IF i < 2 THEN x[5] ELSE x[i] FOR i = 1..5",),
        ("dx[i] = IF i <= 1 THEN x[5] ELSE x[i] FOR i = 1..5",),
        ("dx[i] = IF i = 1 OR i = 5 THEN 0 ELSE x[6-i] FOR i = 1..5",),
        ("dx[i] = IF NOT (i <> 2) THEN 1 ELSE x[i] FOR i = 1..5",),
        ("dx[1] = 1", "dx[i] = -x[i] FOR i = 2..5"),
        ("dx[i] = k*i FOR i = 1..5",),
        ("dx = v",),
        ("dx[i] = SIN(t)*i FOR i = 1..3", "dx[4..5] = v[4..5]"),
        ("FUNCTION f(a, b) = 2*a + b", "dx = f(x, v)"),
        ("FUNCTION f(a) = DOT(a, a)", "dx = x*f(v)"),
        ("INITIAL", "w = 2*v", "SORT", "dx = w + x"),
        ("REQUIRE k > 0", "RANGE k: 0..9", "dx = k*x"),
    ],
)
def test_functions_of_arrays_have_the_same_values_whole_and_expanded(lines: tuple[str, ...]) -> None:
    check_at_points(of_lines(*lines))


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("dx = x", "m = MAX(v)"), "MAX of all elements is computed element by element"),
        (("WHEN t > 1", "  x[1] = 2", "END"), "a WHEN assigns arrays"),
        (("REQUIRE SUM(v) > 0",), "a REQUIRE or a range applies to an array"),
        (("RANGE x: 0..9",), "a REQUIRE or a range applies to an array"),
        (("dx[i] = x[i]/v[i] FOR i = 1..5",), "reciprocals"),
    ],
)
def test_what_is_computed_element_by_element_is_expanded(lines: tuple[str, ...], reason: str) -> None:
    compiled = compile_model(of_lines(*lines), arrays="whole")

    assert not compiled.is_whole
    assert reason in compiled.analysed.declared.whole.expanded_because


@pytest.mark.parametrize("line", ["dx = A*x", "dx = OUTER(x, v)*x", "dx[1..4] = x[2..5]\ndx[5] = x[1]"])
def test_products_and_slices_stay_whole(line: str) -> None:
    assert compile_model(of_lines(*line.split("\n")), arrays="whole").is_whole


@pytest.mark.parametrize("arrays", ["whole", "expanded"])
@pytest.mark.parametrize("line", ["dx = k/x", "dx = x/v", "dx = x + k", "dx = A*A", "dx = x*x"])
def test_shapes_that_do_not_agree_are_mistakes_whole_and_expanded(line: str, arrays: str) -> None:
    with pytest.raises(simnon.SimnonError, match="different-shapes"):
        simnon.load(of_lines(line), arrays=arrays)
