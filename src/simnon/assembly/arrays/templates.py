"""A scalar expression with indices -> a function that makes it for values of the indices.

What a large model consists of: its form is looked at once, and each element costs only the nodes that change. An
expression that needs more than that, because it has sums, slices or a choice by its index, has no template.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import is_

from simnon.model import (
    BUILTINS,
    ELEMENT,
    SPAN,
    Apply,
    Expression,
    Name,
    Number,
    Shape,
    counts_of,
    is_affine,
)

from .evaluate import Evaluator

Values = Sequence[int]
"""Of the indices, in their order."""
Maker = Callable[[Values], Expression]
_SCALAR = frozenset(BUILTINS)


class Templates:
    """`indices` are the names of the indices in their order."""

    def __init__(self, indices: Sequence[str], evaluator: Evaluator) -> None:
        self.position_of_index = {index: i for i, index in enumerate(indices)}
        self.evaluator = evaluator

    def maker(self, node: Expression) -> Maker | None:
        match node:
            case Number():
                return lambda _: node
            case Name(name, span):
                position = self.position_of_index.get(name)
                if position is not None:
                    return lambda values: Number(float(values[position]), span)
                return None if self.evaluator.shapes.get(name) else lambda _: node
            case Apply(function, _) if function == ELEMENT:
                return self.element(node)
            case Apply():
                return self._applied(node)

    def _applied(self, node: Apply) -> Maker | None:
        function = node.function
        if function == "if" and any(map(self._is_decided, node.arguments[0:-1:2])):
            return None
        own = self.evaluator.functions.get(function)
        is_known = function in _SCALAR or (own is not None and not self.evaluator.has_arrays(own.body))
        makers = [self.maker(argument) for argument in node.arguments] if is_known else [None]
        found = [maker for maker in makers if maker is not None]
        if len(found) < len(makers):
            return None
        if not self._has_index(node):
            arguments = tuple([make(()) for make in found])
            is_same = all(map(is_, arguments, node.arguments))
            fixed = node if is_same else Apply(function, arguments, node.span)
            return lambda _: fixed
        return lambda values: Apply(function, tuple([make(values) for make in found]), node.span)

    def _is_decided(self, condition: Expression) -> bool:
        return self.evaluator.number(condition, dict.fromkeys(self.position_of_index, 1.0)) is not None

    def _has_index(self, node: Expression) -> bool:
        if isinstance(node, Name):
            return node.name in self.position_of_index
        return isinstance(node, Apply) and any(map(self._has_index, node.arguments))

    def element(self, node: Apply) -> Maker | None:
        """An element whose indices are affine in those of FOR."""
        base, *places = node.arguments
        assert isinstance(base, Name)
        shape = self.evaluator.shapes.get(base.name, ())
        if len(shape) != len(places) or any(isinstance(p, Apply) and p.function == SPAN for p in places):
            return None
        forms = [self._form(place) for place in places]
        known = [form for form in forms if form is not None]
        if len(known) < len(forms):
            return None
        names = [each.name for each in self.evaluator.elements(base.name) if isinstance(each, Name)]
        return self._reader(node, names, known, shape)

    def _reader(
        self, node: Apply, names: Sequence[str], forms: Sequence[tuple[int, list[tuple[int, int]]]], shape: Shape
    ) -> Maker:
        places = [*zip(forms, shape, counts_of(shape), strict=True)]
        indices = list(self.position_of_index)

        def make(values: Values) -> Expression:
            offset, stride = 0, 1
            for (constant, terms), extent, count in places:
                position = constant - extent.first
                for factor, i in terms:
                    position += factor * values[i]
                if not 0 <= position < count:
                    around = {index: float(values[i]) for i, index in enumerate(indices)}
                    return self.evaluator.value(node, around).scalar  # which explains what is wrong
                offset += position * stride
                stride *= count
            return Name(names[offset], node.span)

        return make

    def _form(self, place: Expression) -> tuple[int, list[tuple[int, int]]] | None:
        """The constant and the factors of the indices; None if it is not affine, or not of integers."""
        indices = list(self.position_of_index)
        if not is_affine(place, set(indices)):
            return None
        zero: Mapping[str, float] = dict.fromkeys(indices, 0.0)
        numbers = [self.evaluator.number(place, {**zero, index: 1.0}) for index in indices]
        constant = self.evaluator.number(place, zero)
        whole = [number for number in (constant, *numbers) if number is not None and number == int(number)]
        if len(whole) < len(numbers) + 1:
            return None
        factors = [int(number - whole[0]) for number in whole[1:]]
        return int(whole[0]), [(factor, i) for i, factor in enumerate(factors) if factor]
