"""Mistakes with arrays: each is reported with the shapes found, the fix, and where the shapes come from."""

import pytest

from simnon.assembly import assemble
from simnon.languages.simnon import read_systems
from simnon.source import Diagnostic, Report, Source

VALUES = ("A: [1, 2; 3, 4]", "B: [1, 2, 3; 4, 5, 6]", "v: [1, 2]", "w: [1, 2, 3]", "k: 2")


def diagnostics_for(lines: str) -> list[Diagnostic]:
    """For a model with the matrices A and B, the vectors v and w, and the number k."""
    text = "\n".join(("CONTINUOUS SYSTEM s", "STATE x[1..2]", "DER dx[1..2]", "dx = -x", lines, *VALUES, "END", ""))
    report = Report()
    assemble(read_systems(Source("s.t", text), report), report)
    return list(report.diagnostics)


MISTAKES = [
    ("y = A[1]", "bad-index", "'A[1..2, 1..2]' has 2 indices, found 1", "write one index for each dimension", ""),
    ("y = v[1, 2]", "bad-index", "'v[1..2]' has 1 index, found 2", "write one index for each dimension", ""),
    ("y = k[1]", "bad-index", "'k' is a number and has no elements", "remove the index", ""),
    ("y = v[3]", "bad-index", "'v[3]' is outside v[1..2]", "change the index, or the range of FOR", ""),
    ("y = v[0]", "bad-index", "'v[0]' is outside v[1..2]", "change the index, or the range of FOR", ""),
    ("y = A[3, 1]", "bad-index", "'A[3,1]' is outside A[1..2, 1..2]", "change the index, or the range of FOR", ""),
    ("y = A[1, 0..1]", "bad-index", "'A[1,0]' is outside A[1..2, 1..2]", "change the index, or the range of FOR", ""),
    (
        "y = v[1.5]",
        "bad-index",
        "the index of 'v' is not an integer",
        "use numbers, indices of FOR and structural parameters",
        "",
    ),
    (
        "y = v + w",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "only equal shapes can be added",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "column: [1; 2]\ny = v + column*2",
        "different-shapes",
        "'v' is a vector of 2, but 'column*2' is a 2 x 1 matrix",
        "write a vector with commas, [a, b]: [a; b] is a matrix with one column",
        "v: [1, 2] | column: [1; 2]",
    ),
    (
        "y = v + 1",
        "different-shapes",
        "'v' is a vector of 2, but '1' is a number",
        "a number is added to each element by ONES(2)*number, or with FOR",
        "v: [1, 2]",
    ),
    (
        "y = 1 + A",
        "different-shapes",
        "'1' is a number, but 'A' is a 2 x 2 matrix",
        "a number is added to each element by ONES(2, 2)*number, or with FOR",
        "A: [1, 2; 3, 4]",
    ),
    (
        "y = ATAN2(v, w)",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "give both the same shape",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "y = MIN(v, w)",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "give both the same shape",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "y = v*w",
        "different-shapes",
        "'v' is a vector of 2, and 'w' is a vector of 3: a product of two vectors is not defined",
        "write DOT(a, b) for a number, OUTER(a, b) for a matrix, or c[i] = a[i]*b[i] FOR i = 1..n by elements",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "y = A*w",
        "different-shapes",
        "'A' is a 2 x 2 matrix, but 'w' is a vector of 3",
        "the columns of the first must be as many as the rows of the second: 2 and 3",
        "A: [1, 2; 3, 4] | w: [1, 2, 3]",
    ),
    (
        "y = w*A",
        "different-shapes",
        "'w' is a vector of 3, but 'A' is a 2 x 2 matrix",
        "the columns of the first must be as many as the rows of the second: 3 and 2",
        "w: [1, 2, 3] | A: [1, 2; 3, 4]",
    ),
    (
        "y = 1/v",
        "different-shapes",
        "'v' is a vector of 2, and divides",
        "divide element by element with FOR, or write SOLVE(A, b) for the solution of A*x = b",
        "v: [1, 2]",
    ),
    (
        "y = A^2",
        "different-shapes",
        "'A' is a 2 x 2 matrix, and '2' is a number: '^' takes numbers and vectors, to the power of a number",
        "write A*A for a product of matrices, and FOR for powers of elements",
        "",
    ),
    (
        "y = 2^v",
        "different-shapes",
        "'2' is a number, and 'v' is a vector of 2: '^' takes numbers and vectors, to the power of a number",
        "write A*A for a product of matrices, and FOR for powers of elements",
        "",
    ),
    (
        "y = IF k > 1 THEN v ELSE w",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "both values of IF need the same shape",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "y = IF v > 1 THEN w ELSE 2*w",
        "different-shapes",
        "'v > 1' is a vector of 2, but 'w' is a vector of 3",
        "a condition is one truth value, or has one for each element; ANY and ALL make one of many",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    ("y = MAX(v[2..1])", "different-shapes", "MAX of an empty array", "give it elements", ""),
    ("y = MEAN(v[2..1])", "different-shapes", "MEAN of an empty array", "give it elements", ""),
    ("y = DOT(A, A)", "different-shapes", "'A' is a 2 x 2 matrix, but DOT takes vectors", "give it vectors", ""),
    (
        "y = DOT(v, w)",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "DOT takes two vectors of one length",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    ("y = DOT(v, 2)", "different-shapes", "'2' is a number, but DOT takes vectors", "give it vectors", ""),
    (
        "y = CROSS(v, w)",
        "different-shapes",
        "'v' is a vector of 2, but CROSS takes vectors of 3",
        "give it vectors of 3",
        "",
    ),
    ("y = DIAG(k)", "different-shapes", "'k' is a number, but DIAG takes a matrix", "give it a matrix", ""),
    ("y = OUTER(v, A)", "different-shapes", "'A' is a 2 x 2 matrix, but OUTER takes vectors", "give it vectors", ""),
    (
        "y = ZEROS(v)",
        "bad-index",
        "the size of an array is not known in advance",
        "use numbers and structural parameters",
        "",
    ),
    (
        "y = ONES(1.5)",
        "bad-index",
        "the size of an array is not known in advance",
        "use numbers and structural parameters",
        "",
    ),
    (
        "y = EYE(-1)",
        "bad-index",
        "the size of an array is not known in advance",
        "use numbers and structural parameters",
        "",
    ),
    (
        "y = EYE(k + x[1])",
        "bad-index",
        "the size of an array is not known in advance",
        "use numbers and structural parameters",
        "",
    ),
    ("y = LENGTH(k)", "different-shapes", "'k' is a number, but LENGTH takes an array", "give it an array", ""),
    (
        "y = INV(B)",
        "different-shapes",
        "'B' is a 2 x 3 matrix, but INV takes a square matrix",
        "give it as many rows as columns",
        "",
    ),
    ("y = DET(v)", "different-shapes", "'v' is a vector of 2, but DET takes a matrix", "give it a matrix", ""),
    (
        "y = SOLVE(A, w)",
        "different-shapes",
        "'A' is a 2 x 2 matrix, but 'w' is a vector of 3",
        "SOLVE(A, b) needs as many rows in b as in A, 2",
        "A: [1, 2; 3, 4] | w: [1, 2, 3]",
    ),
    (
        "y = SOLVE(A, k)",
        "different-shapes",
        "'A' is a 2 x 2 matrix, but 'k' is a number",
        "SOLVE(A, b) needs as many rows in b as in A, 2",
        "A: [1, 2; 3, 4]",
    ),
    (
        "y = SOLVE(A, B[1, ..])",
        "different-shapes",
        "'A' is a 2 x 2 matrix, but 'B[1, ..]' is a vector of 3",
        "SOLVE(A, b) needs as many rows in b as in A, 2",
        "A: [1, 2; 3, 4] | B: [1, 2, 3; 4, 5, 6]",
    ),
    (
        "y = [1, A]",
        "different-shapes",
        "'A' is a 2 x 2 matrix, inside a vector",
        "a literal has numbers and vectors",
        "",
    ),
    (
        "y = [1, 2; 3]",
        "different-shapes",
        "the first row has 2 elements, but '3' has 1",
        "give all rows the same length",
        "",
    ),
    (
        "OUTPUT y[1..3]\ny = v",
        "different-shapes",
        "'y' is a vector of 3, but its value is a vector of 2",
        "give both the same shape",
        "v: [1, 2] | y",
    ),
    (
        "OUTPUT y[1..3]\ny = k",
        "different-shapes",
        "'y' is a vector of 3, but its value is a number",
        "to give all elements one number, write ONES(3)*number, or use FOR",
        "y",
    ),
    (
        "OUTPUT y\ny = v",
        "different-shapes",
        "'y' is a number, but its value is a vector of 2",
        "declare it with the shape of its value: y[1..2]",
        "v: [1, 2]",
    ),
    (
        "OUTPUT y[1..3]\ny[1..2] = w",
        "different-shapes",
        "'y[1..2]' is a vector of 2, but its value is a vector of 3",
        "give both the same shape",
        "w: [1, 2, 3] | y",
    ),
    (
        "OUTPUT y[1..2]\ny[1] = v",
        "different-shapes",
        "'y[1]' is a number, but its value is a vector of 2",
        "give both the same shape",
        "v: [1, 2] | y",
    ),
    (
        "STOP WHEN v > 1",
        "different-shapes",
        "'v > 1' is a vector of 2",
        "a condition is one truth value: use ANY or ALL",
        "v: [1, 2]",
    ),
    (
        "OUTPUT y[1..2]\ny = x[i] FOR i = 1..2",
        "duplicate-definition",
        "FOR gives 'y' several times",
        "write an index on the left: y[i] = ...",
        "",
    ),
    (
        "FUNCTION f(a) = SUM(a)\ny = f(v + w)",
        "different-shapes",
        "'v' is a vector of 2, but 'w' is a vector of 3",
        "only equal shapes can be added",
        "v: [1, 2] | w: [1, 2, 3]",
    ),
    (
        "FUNCTION f(a) = SUM(g(a))\nFUNCTION g(a) = DOT(a, f(a))\ny = f(v)",
        "recursive-function",
        "the function 'f' calls itself",
        "write it without recursion",
        "g(a) | f(v)",
    ),
    (
        "y = EXPM(B)",
        "different-shapes",
        "'B' is a 2 x 3 matrix, but EXPM takes a square matrix",
        "give it as many rows as columns",
        "",
    ),
    (
        "y = INV(ZEROS(33, 33))",
        "model-too-large",
        "'ZEROS(33, 33)' is a 33 x 33 matrix, but INV takes at most a 32 x 32 matrix",
        "a relation A*x = b solves larger systems: declare VARIABLE x[1..n]",
        "",
    ),
    (
        "y = INV(ZEROS(0, 0))",
        "different-shapes",
        "'ZEROS(0, 0)' is a 0 x 0 matrix, but INV takes a square matrix",
        "give it as many rows as columns",
        "",
    ),
    (
        "STATE q[1..3]\nDER dq[1..2]\ndq = v",
        "different-shapes",
        "'q' is a vector of 3, but its derivative 'dq' is a vector of 2",
        "give both the same shape: they are matched in the order in which they are declared",
        "q",
    ),
]


@pytest.mark.parametrize(("lines", "code", "message", "hint", "origins"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_reported_with_its_fix(lines: str, code: str, message: str, hint: str, origins: str) -> None:
    (found,) = diagnostics_for(lines)

    assert (found.code, found.message, found.hint) == (code, message, hint)
    assert " | ".join(related.span.text for related in found.related) == origins


def test_a_shape_comes_from_where_it_is_written() -> None:
    (found,) = diagnostics_for("y = v + w")

    assert [related.message for related in found.related] == [
        "'v' has the shape [1..2] from here",
        "'w' has the shape [1..3] from here",
    ]


def test_the_parameter_of_a_function_is_not_taken_for_a_variable_with_its_name() -> None:
    (found,) = diagnostics_for("FUNCTION f(a) = a + ONES(3)\ny = f(v)")

    assert found.message == "'a' is a vector of 2, but 'ONES(3)' is a vector of 3"
    assert [related.message for related in found.related] == ["in this call of 'f'"]


def test_a_requirement_with_a_wrong_shape_is_reported_once() -> None:
    (found,) = diagnostics_for("REQUIRE v > 1")

    assert (found.message, found.hint) == (
        "'v > 1' is a vector of 2",
        "a condition is one truth value: use ANY or ALL",
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("y[1] = 1\ny[3] = 2\nz = y[2]", "'y[2]' has no equation"),
        ("y[1] = 1\ny[4] = 2\nz = y[2]\nu = y[3]", "'y[2]' and 1 more have no equation"),
        ("y[1] = 1\ny[5] = 2\nz = SUM(y[2..4])", "'y[2]' and 2 more have no equation"),
    ],
)
def test_elements_without_an_equation_are_counted(lines: str, message: str) -> None:
    assert [found.message for found in diagnostics_for(lines)] == [message]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A[1, 1..2] = w", "'A[1, 1..2]' is a vector of 2, but its value is a vector of 3"),
        ("A[1, ..] = w", "'A[1, ..]' is a vector of 2, but its value is a vector of 3"),
        ("A[2, 1] = w", "'A[2, 1]' is a number, but its value is a vector of 3"),
    ],
)
def test_the_elements_to_which_a_wrong_shape_is_assigned_are_named_as_written(line: str, message: str) -> None:
    text = f"CONTINUOUS SYSTEM s\nOUTPUT A[1..2, 1..2]\n{line}\nA[2, 2] = 0\nw: [1, 2, 3]\nEND\n"
    report = Report()
    assemble(read_systems(Source("s.t", text), report), report)

    assert message in [found.message for found in report.diagnostics]
