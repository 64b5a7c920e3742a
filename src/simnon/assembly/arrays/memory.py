"""A model with arrays -> whether there is memory for its elements, estimated before any of them is created."""

from collections.abc import Iterator, Mapping
from math import prod

from simnon.model import EACH, Apply, Equation, Expression, FlatModel, Name, Shape, counts_of, size_of_shape
from simnon.source import Report, resources

from .evaluate import Evaluator

FEW = 50_000
"""So many elements and terms are created without checking the memory they need."""
BYTES_OF_AN_ELEMENT, BYTES_OF_A_TERM = 5_000, 2_000
"""The memory they need during compilation, measured with models of thousands of them."""


def has_memory(model: FlatModel, shapes: Mapping[str, Shape], evaluator: Evaluator, report: Report) -> bool:
    """Otherwise a report says how much it would need."""
    elements = sum(map(size_of_shape, shapes.values()))
    terms = sum(_terms_of(equation, shapes, evaluator) for equation in _equations(model))
    if elements + terms < FEW:
        return True
    needed, available = BYTES_OF_AN_ELEMENT * elements + BYTES_OF_A_TERM * terms, resources.memory_available()
    if available is None or needed <= available:
        return True
    report.error(
        "model-too-large",
        f"the arrays would be expanded into {elements:,} elements, computed from {terms:,} terms, which need about "
        f"{resources.size_text(needed)} of memory, but {resources.size_text(available)} is available",
        next((v.span for v in model.variables if v.name in shapes), None),
        "make the arrays smaller; for smaller ones, `simnon show` says why they are expanded",
    )
    return False


def _equations(model: FlatModel) -> Iterator[Equation]:
    yield from model.initial_equations
    yield from model.equations
    for event in model.events:
        yield from event.equations


def _terms_of(equation: Equation, shapes: Mapping[str, Shape], evaluator: Evaluator) -> int:
    rounds = prod(max(0, axis.last - axis.first + 1) for axis in equation.box)
    if not equation.places and not equation.box:
        rounds *= size_of_shape(shapes.get(equation.target, ()))
    at = {axis.index: float(axis.first) for axis in equation.box}
    return rounds * _terms(equation.value, at, shapes, evaluator)


def _terms(node: Expression, at: Mapping[str, float], shapes: Mapping[str, Shape], evaluator: Evaluator) -> int:
    """For one element; the range of a sum is that at the first values of the indices around."""
    if not isinstance(node, Apply):
        return 1
    if node.function == EACH:
        index, first, last, body = node.arguments
        assert isinstance(index, Name)
        low, high = evaluator.number(first, at), evaluator.number(last, at)
        count = max(0, int(high - low) + 1) if low is not None and high is not None else 1
        return count * _terms(body, {**at, index.name: low or 0.0}, shapes, evaluator)
    found = sum(_terms(argument, at, shapes, evaluator) for argument in node.arguments)
    if node.function == "*" and isinstance(node.arguments[0], Name):
        counts = counts_of(shapes.get(node.arguments[0].name, ()))
        return found * (counts[-1] if len(counts) == 2 else 1)
    return max(1, found)
