"""The functions of arrays: what they need, the shape of their value, and its elements."""

from collections.abc import Callable, Sequence

from simnon.model import (
    ARRAY_PREFIX,
    Apply,
    Counts,
    Expression,
    Number,
    counts_text,
    size_of,
)
from simnon.source import Span

from .products import Rewriter
from .value import Items, Mistake, Value, check_size, total

Rule = Callable[[Sequence[Value], Rewriter, Span | None], Value]
LARGEST_MATRIX = 32
"""Of INV, DET, SOLVE and EXPM: each element of the value reads each of the matrix."""


def _sum(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    return Value((), lambda: (total(value.items, span),), span)


def _mean(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    if not value.size:
        raise Mistake("different-shapes", "MEAN of an empty array", span, "give it elements")
    whole = _sum(values, rewriter, span)
    return Value((), lambda: (Apply("/", (whole.scalar, Number(float(value.size), span)), span),), span)


def _dot(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    left, right = values
    _need_vectors("DOT", values, span)
    if left.counts != right.counts:
        raise rewriter.different(left, right, span, "DOT takes two vectors of one length")

    def make() -> Items:
        pairs = zip(left.items, right.items, strict=True)
        return (total([Apply("*", pair, span) for pair in pairs], span),)

    return Value((), make, span)


def _norm(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    simple = rewriter.simple(value)
    return Value(
        (),
        lambda: (Apply("sqrt", (total([Apply("*", (x, x), span) for x in simple.items], span),), span),),
        span,
    )


def _cross(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    for value in values:
        if value.counts != (3,):
            raise Mistake(
                "different-shapes", f"{value.text}, but CROSS takes vectors of 3", span, "give it vectors of 3"
            )
    left, right = map(rewriter.simple, values)

    def make() -> Items:
        a, b = left.items, right.items
        return tuple(
            Apply("+", (Apply("*", (a[i], b[j]), span), Apply("neg", (Apply("*", (a[j], b[i]), span),), span)), span)
            for i, j in ((1, 2), (2, 0), (0, 1))
        )

    return Value((3,), make, span)


def _transpose(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    if len(value.counts) < 2:
        return value
    rows, columns = _matrix("TRANSPOSE", value, span)
    return Value(
        (columns, rows), lambda: tuple(value.items[j * rows + i] for i in range(rows) for j in range(columns)), span
    )


def _diag(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    if len(value.counts) == 1:
        n = value.size
        zero = Number(0.0, span)
        return Value(
            (n, n), lambda: tuple(value.items[i] if i == j else zero for j in range(n) for i in range(n)), span
        )
    rows, columns = _matrix("DIAG", value, span)
    return Value(
        (min(rows, columns),), lambda: tuple(value.items[i * rows + i] for i in range(min(rows, columns))), span
    )


def _outer(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    _need_vectors("OUTER", values, span)
    check_size((values[0].size, values[1].size), span)
    left, right = map(rewriter.simple, values)
    return Value(
        (left.size, right.size), lambda: tuple(Apply("*", (a, b), span) for b in right.items for a in left.items), span
    )


def _filled(number: float) -> Rule:
    def rule(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
        counts = _sizes(values, span)
        check_size(counts, span)
        return Value(counts, lambda: (Number(number, span),) * size_of(counts), span)

    return rule


def _eye(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
    sizes = _sizes(values, span)
    rows, columns = sizes if len(sizes) == 2 else (sizes[0], sizes[0])
    check_size((rows, columns), span)
    return Value(
        (rows, columns),
        lambda: tuple(Number(float(i == j), span) for j in range(columns) for i in range(rows)),
        span,
    )


def _sizes(values: Sequence[Value], span: Span | None) -> Counts:
    found = []
    for value in values:
        number = value.scalar if value.is_scalar else None
        if not isinstance(number, Number) or not number.value.is_integer() or number.value < 0:
            hint = "use numbers and structural parameters"
            raise Mistake("bad-index", "the size of an array is not known in advance", value.span or span, hint)
        check_size((int(number.value),), value.span or span)
        found.append(int(number.value))
    return tuple(found)


def _length(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
    (value,) = values
    if value.is_scalar:
        raise Mistake("different-shapes", f"{value.text}, but LENGTH takes an array", span, "give it an array")
    return Value((), lambda: (Number(float(value.counts[0]), span),), span)


def _joined(function: str, of_none: str) -> Rule:
    def rule(values: Sequence[Value], _rewriter: Rewriter, span: Span | None) -> Value:
        (value,) = values
        if value.size == 1:
            return Value((), lambda: value.items, span)
        if not value.size:
            none = Apply(of_none, (Number(0.0, span), Number(0.0, span)), span)
            return Value((), lambda: (none,), span)
        return Value((), lambda: (Apply(function, value.items, span),), span)

    return rule


def _inverse(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    n = _square("INV", values[0], span)
    return _computed("inverse", (n, n), (n, n), [values[0]], rewriter, span)


def _determinant(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    n = _square("DET", values[0], span)
    return _computed("determinant", (n, 1), (), [values[0]], rewriter, span)


def _exponential(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    n = _square("EXPM", values[0], span)
    return _computed("exponential_of_matrix", (n, n), (n, n), [values[0]], rewriter, span)


def _solution(values: Sequence[Value], rewriter: Rewriter, span: Span | None) -> Value:
    """The factors are a function of the matrix alone, so that a constant matrix is factorised once."""
    matrix, right = values
    n = _square("SOLVE", matrix, span)
    if right.is_scalar or len(right.counts) > 2 or right.counts[0] != n:
        raise rewriter.different(matrix, right, span, f"SOLVE(A, b) needs as many rows in b as in A, {n}")
    columns = right.counts[1] if len(right.counts) == 2 else 1
    factors = rewriter.simple(_computed("factors", (n, n + 1), (n, n + 1), [matrix], rewriter, span))
    simple = rewriter.simple(right)

    def make() -> Items:
        name = rewriter.matrix_function("substitution", n, 1)
        return tuple(
            Apply(f"{name}.{i + 1}", (*factors.items, *simple.items[j * n : (j + 1) * n]), span)
            for j in range(columns)
            for i in range(n)
        )

    return Value(right.counts, make, span)


def _computed(
    kind: str, sizes: tuple[int, int], counts: Counts, values: Sequence[Value], rewriter: Rewriter, span: Span | None
) -> Value:
    """The results of a kernel, of which there are as many as `sizes` says."""
    simple = [rewriter.simple(value) for value in values]

    def make() -> Items:
        name = rewriter.matrix_function(kind, *sizes)
        arguments: tuple[Expression, ...] = tuple(item for value in simple for item in value.items)
        return tuple(Apply(f"{name}.{i + 1}", arguments, span) for i in range(size_of(counts)))

    return Value(counts, make, span)


def _need_vectors(function: str, values: Sequence[Value], span: Span | None) -> None:
    for value in values:
        if len(value.counts) != 1:
            raise Mistake("different-shapes", f"{value.text}, but {function} takes vectors", span, "give it vectors")


def _matrix(function: str, value: Value, span: Span | None) -> tuple[int, int]:
    if len(value.counts) != 2:
        raise Mistake("different-shapes", f"{value.text}, but {function} takes a matrix", span, "give it a matrix")
    return value.counts[0], value.counts[1]


def _square(function: str, value: Value, span: Span | None) -> int:
    rows, columns = _matrix(function, value, span)
    if rows != columns or not rows:
        message = f"{value.text}, but {function} takes a square matrix"
        raise Mistake("different-shapes", message, span, "give it as many rows as columns")
    if rows > LARGEST_MATRIX:
        message = f"{value.text}, but {function} takes at most {counts_text((LARGEST_MATRIX, LARGEST_MATRIX))}"
        hint = "a relation A*x = b solves larger systems: declare VARIABLE x[1..n]"
        raise Mistake("model-too-large", message, span, hint)
    return rows


ARRAY_RULES: dict[str, Rule] = {
    f"{ARRAY_PREFIX}{word}": rule
    for word, rule in {
        "sum": _sum,
        "mean": _mean,
        "dot": _dot,
        "norm2": _norm,
        "cross": _cross,
        "transpose": _transpose,
        "diag": _diag,
        "outer": _outer,
        "zeros": _filled(0.0),
        "ones": _filled(1.0),
        "eye": _eye,
        "length": _length,
        "any": _joined("or", "<>"),
        "all": _joined("and", "="),
        "inv": _inverse,
        "det": _determinant,
        "expm": _exponential,
        "solve": _solution,
    }.items()
}
