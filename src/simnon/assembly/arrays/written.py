"""What is written with brackets and FOR: literals, elements, slices, and one value for each index."""

from collections.abc import Sequence

from simnon.model import (
    EACH,
    ELEMENT,
    MATRIX,
    PICK,
    STACK,
    VECTOR,
    Apply,
    Expression,
    Name,
    Number,
    counts_of,
    counts_text,
    offset_of,
    positions,
)
from simnon.source import Span

from .evaluate import Environment, Evaluator, Rule
from .value import Items, Mistake, Value, check_size


def _element(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    name, shape, ranges, are_spans = evaluator.chosen(node, around)
    counts = tuple(len(numbers) for numbers, is_span in zip(ranges, are_spans, strict=True) if is_span)
    whole = counts_of(shape)
    meaning = around.get(name)

    def make() -> Items:
        source = meaning.items if isinstance(meaning, Value) else evaluator.elements(name)
        firsts = [numbers.start - extent.first for numbers, extent in zip(ranges, shape, strict=True)]
        return tuple(
            _placed(source[offset_of([f + p for f, p in zip(firsts, position, strict=True)], whole)], node.span)
            for position in positions(tuple(map(len, ranges)))
        )

    return Value(counts, make, node.span)


def _vector(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    """Numbers and vectors one after the other."""
    values = [evaluator.value(argument, around) for argument in node.arguments]
    for value in values:
        if len(value.counts) > 1:
            hint = "a literal has numbers and vectors"
            raise Mistake("different-shapes", f"{value.text}, inside a vector", value.span, hint)
    size = sum(value.size for value in values)
    return Value((size,), lambda: tuple(item for value in values for item in value.items), node.span)


def _matrix(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    rows = [evaluator.value(argument, around) for argument in node.arguments]
    first = rows[0]
    for row in rows[1:]:
        if row.counts != first.counts:
            message = (
                f"the first row has {first.size} elements, but '{row.span.text if row.span else ''}' has {row.size}"
            )
            raise Mistake("different-shapes", message, row.span or node.span, "give all rows the same length")
    counts = (len(rows), first.size)
    return Value(counts, lambda: tuple(row.items[j] for j in range(first.size) for row in rows), node.span)


def _each(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    index, first, last, body = node.arguments
    assert isinstance(index, Name)
    label = index.name.removeprefix("FOR ")
    limits = [evaluator.integer(limit, around, label) for limit in (first, last)]
    numbers = range(limits[0], limits[1] + 1)
    if not numbers:
        return Value((0,), lambda: (), node.span)
    check_size((len(numbers),), node.span)
    if evaluator.needs_shapes_only:
        ends = [evaluator.value(body, {**around, index.name: float(k)}) for k in (numbers[0], numbers[-1])]
        return Value((len(numbers), *stacked(ends, node.span).counts[1:]), lambda: (), node.span)
    values = [evaluator.value(body, {**around, index.name: float(k)}) for k in numbers]
    return stacked(values, node.span)


def _stack(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    if not node.arguments:
        return Value((0,), lambda: (), node.span)
    return stacked([evaluator.value(argument, around) for argument in node.arguments], node.span)


def _pick(evaluator: Evaluator, node: Apply, around: Environment) -> Value:
    whole, position, count = node.arguments
    value = evaluator.value(whole, around)
    assert isinstance(position, Number)
    assert isinstance(count, Number)
    if value.is_scalar:
        return value
    if value.counts[0] != count.value:
        message = f"{value.text}, but it is given to {int(count.value)} parts"
        raise Mistake("different-shapes", message, node.span, "give one element for each part")
    rest = value.counts[1:]
    step, offset = value.counts[0], int(position.value)
    return Value(rest, lambda: value.items[offset::step], node.span)


def _placed(expression: Expression, span: Span | None) -> Expression:
    """A variable with the span of the reference to it."""
    return Name(expression.name, span) if isinstance(expression, Name) else expression


def stacked(values: Sequence[Value], span: Span | None) -> Value:
    """Values of one shape as an array with one more index, the first."""
    counts = values[0].counts
    for value in values[1:]:
        if value.counts != counts:
            message = f"the elements differ: {counts_text(counts)} and {counts_text(value.counts)}"
            raise Mistake("different-shapes", message, span, "give all of them one shape")
    size = values[0].size
    return Value((len(values), *counts), lambda: tuple(v.items[i] for i in range(size) for v in values), span)


WRITTEN_RULES: dict[str, Rule] = {
    ELEMENT: _element,
    VECTOR: _vector,
    MATRIX: _matrix,
    EACH: _each,
    STACK: _stack,
    PICK: _pick,
}
