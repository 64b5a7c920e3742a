"""An expression with arrays -> its value: sizes are checked at once, elements are made when they are needed.

Sums and products are those of the definition: the first term plus the second, and so on, in the order of the index.
"""

from collections.abc import Callable, Mapping, Sequence

from simnon.model import (
    ARRAY_PREFIX,
    BUILTINS,
    LAST,
    RELATIONS,
    SPAN,
    WRITTEN_ARRAYS,
    Apply,
    Counts,
    Expression,
    Extent,
    FunctionDefinition,
    Name,
    Number,
    Shape,
    Variable,
    counts_of,
    element_name,
    functions_in,
    number_of,
    numbers_of,
    place_text,
    shape_text,
)
from simnon.source import Related, Span

from .functions import ARRAY_RULES
from .value import Items, Mistake, Value, is_simple, scalar

Meaning = float | Value
Environment = Mapping[str, Meaning]
"""What names mean: the indices of FOR are numbers, the parameters of functions are values."""
_BROADCAST = frozenset({"and", "or", "min", "max", "mod", "atan2", "delay", *RELATIONS})


class Evaluator:
    """`hoist` gives an expression that would be computed several times its own variable; `rules` are by function."""

    def __init__(
        self,
        variables: Mapping[str, Variable],
        shapes: Mapping[str, Shape],
        functions: Mapping[str, FunctionDefinition],
        numbers: Mapping[str, float],
        hoist: Callable[[Expression], Expression],
        matrix_function: Callable[[str, int, int], str],
        rules: "Mapping[str, Rule]",
    ) -> None:
        self.variables = variables
        self.shapes = shapes
        self.functions = functions
        self.numbers = numbers
        self.hoist = hoist
        self.matrix_function = matrix_function
        self.rules = rules
        self.needs_shapes_only = False
        """Whether nothing reads elements: then two terms of SUM(... FOR ...) tell the shape of all."""
        self._elements: dict[str, Items] = {}
        self._inside: tuple[str, ...] = ()

    def value(self, node: Expression, around: Environment) -> Value:
        match node:
            case Number():
                return scalar(node)
            case Name():
                return self._named(node, around)
            case Apply(function, arguments, span):
                rule = self.rules.get(function)
                if rule is not None:
                    return rule(self, node, around)
                if function in ARRAY_RULES:
                    values = [self._known_or_value(argument, around) for argument in arguments]
                    return ARRAY_RULES[function](values, self, span)
                if function in self.functions:
                    return self._called(self.functions[function], node, around)
                return self.elementwise(node, [self.value(argument, around) for argument in arguments])

    def _known_or_value(self, argument: Expression, around: Environment) -> Value:
        """A size is a number: EYE(n)."""
        number = self.number(argument, around) if isinstance(argument, Name) else None
        return self.value(argument, around) if number is None else scalar(Number(number, argument.span))

    def simple(self, value: Value) -> Value:
        """The same with elements that can be read several times."""
        return Value(value.counts, lambda: tuple(map(self.hoisted, value.items)), value.span)

    def hoisted(self, expression: Expression) -> Expression:
        return expression if is_simple(expression) else self.hoist(expression)

    def number(self, expression: Expression, around: Environment) -> float | None:
        """Its value, if it consists of numbers, indices and structural parameters."""

        def of_name(name: Name) -> float | None:
            meaning = around.get(name.name)
            if isinstance(meaning, Value):
                given = meaning.scalar if meaning.is_scalar else None
                return given.value if isinstance(given, Number) else None
            return meaning if meaning is not None else self.numbers.get(name.name)

        return number_of(expression, of_name)

    def _named(self, node: Name, around: Environment) -> Value:
        meaning = around.get(node.name)
        if isinstance(meaning, Value):
            return Value(meaning.counts, lambda: meaning.items, node.span)
        if meaning is not None:
            return scalar(Number(meaning, node.span))
        shape = self.shapes.get(node.name, ())
        if not shape:
            return scalar(node)
        return Value(counts_of(shape), lambda: self.elements(node.name), node.span)

    def elements(self, name: str) -> Items:
        """The variables that an array is expanded into."""
        if name not in self._elements:
            variable = self.variables[name]
            self._elements[name] = tuple(
                Name(element_name(name, variable.local, variable.owner, numbers), variable.span)
                for numbers in numbers_of(self.shapes[name])
            )
        return self._elements[name]

    def integer(self, expression: Expression, around: Environment, name: str) -> int:
        number = self.number(expression, around)
        if number is None or not abs(number) <= 1e9 or number != int(number):
            reason = "is not an integer" if number is not None else "is computed during a run"
            hint = "use numbers, indices of FOR and structural parameters"
            if number is None:
                hint += f"; to choose at run time, write SUM(IF j = k THEN {name}[j] ELSE 0 FOR j = 1..n)"
            raise Mistake("bad-index", f"the index of '{name}' {reason}", expression.span, hint)
        return int(number)

    def chosen(self, node: Apply, around: Environment) -> tuple[str, Shape, list[range], list[bool]]:
        """Of `x[2, 1..3]`: the name, its shape, the numbers in each place, and whether the place is a range."""
        base, *places = node.arguments
        assert isinstance(base, Name)
        meaning = around.get(base.name)
        shape = self.shapes.get(base.name, ())
        if isinstance(meaning, Value):
            shape = tuple(Extent(1, count) for count in meaning.counts)
        label = base.span.text if base.span is not None else base.name
        label = label.partition("[")[0]
        if not shape:
            raise Mistake("bad-index", f"'{label}' is a number and has no elements", node.span, "remove the index")
        if len(places) != len(shape):
            message = f"'{label}{shape_text(shape)}' has {_indices(len(shape))}, found {len(places)}"
            raise Mistake("bad-index", message, node.span, "write one index for each dimension")
        ranges = [self._range(place, extent, around, label) for place, extent in zip(places, shape, strict=True)]
        are_spans = [isinstance(place, Apply) and place.function == SPAN for place in places]
        for numbers, extent in zip(ranges, shape, strict=True):
            if len(numbers) and not (extent.first <= numbers[0] and numbers[-1] <= extent.last):
                outside = place_text(
                    [each[0] if each[0] < e.first else each[-1] for each, e in zip(ranges, shape, strict=True)]
                )
                message = f"'{label}{outside}' is outside {label}{shape_text(shape)}"
                raise Mistake("bad-index", message, node.span, "change the index, or the range of FOR")
        return base.name, shape, ranges, are_spans

    def _range(self, place: Expression, extent: Extent, around: Environment, name: str) -> range:
        last = Number(float(extent.last))
        if isinstance(place, Apply) and place.function == SPAN:
            if not place.arguments:
                return range(extent.first, extent.last + 1)
            first, end = (self.integer(_with_last(each, last), around, name) for each in place.arguments)
            return range(first, end + 1)
        number = self.integer(_with_last(place, last), around, name)
        return range(number, number + 1)

    def different(self, left: Value, right: Value, span: Span | None, hint: str) -> Mistake:
        """Two shapes that do not fit, and where they come from."""
        related = dict.fromkeys(each for value in (left, right) for each in self.origins(value.span))
        return Mistake("different-shapes", f"{left.text}, but {right.text}", span, hint, tuple(related))

    def origins(self, span: Span | None) -> list[Related]:
        """Where the first array in this part of the text gets its shape."""
        parameters = self.functions[self._inside[-1]].parameters if self._inside else ()
        words = (_words(span) if span is not None else set()).difference(map(str.casefold, parameters))
        for name, shape in self.shapes.items() if words else ():
            variable = self.variables[name]
            if shape and variable.span is not None and variable.local.casefold() in words:
                return [Related(f"'{variable.local}' has the shape {shape_text(shape)} from here", variable.span)]
        return []

    def elementwise(self, node: Apply, values: Sequence[Value]) -> Value:
        """The function of corresponding elements; a number counts for all."""
        counts: Counts = ()
        shaped = [value for value in values if value.counts]
        if shaped:
            counts = shaped[0].counts
        for value in shaped[1:]:
            if value.counts != counts:
                raise self.different(shaped[0], value, node.span, "give both the same shape")
        if shaped and len(shaped) < len(values) and node.function not in _BROADCAST | {"/", "^", "if", "*"}:
            builtin = BUILTINS.get(node.function)
            if builtin is not None and builtin.most is not None and builtin.most > 1:
                raise self.different(
                    shaped[0], next(v for v in values if not v.counts), node.span, "give both the same shape"
                )

        def make() -> Items:
            if not counts:
                arguments = tuple(value.scalar for value in values)
                is_same = all(new is old for new, old in zip(arguments, node.arguments, strict=True))
                return (node if is_same else Apply(node.function, arguments, node.span),)
            columns = [value.items if value.counts else None for value in values]
            fixed = [None if value.counts else self.hoisted_if_random(value.scalar) for value in values]
            return tuple(
                Apply(
                    node.function,
                    tuple(
                        column[i] if column is not None else _known(one)
                        for column, one in zip(columns, fixed, strict=True)
                    ),
                    node.span,
                )
                for i in range(shaped[0].size)
            )

        return Value(counts, make, node.span)

    def hoisted_if_random(self, expression: Expression) -> Expression:
        """A number that is drawn once counts for all elements."""
        return self.hoisted(expression) if {"rect", "norm"} & functions_in(expression) else expression

    def _called(self, function: FunctionDefinition, node: Apply, around: Environment) -> Value:
        """A FUNCTION of the user: called as it is if only numbers are involved, and else expanded here."""
        values = [self.value(argument, around) for argument in node.arguments]
        if all(value.is_scalar for value in values) and not self.has_arrays(function.body):
            return self.elementwise(node, values)
        if function.name in self._inside:
            message = f"the function '{function.name}' calls itself"
            raise Mistake("recursive-function", message, function.span, "write it without recursion")
        self._inside = (*self._inside, function.name)
        given = {name: self.simple(value) for name, value in zip(function.parameters, values, strict=True)}
        try:
            result = self.value(function.body, given)
        except Mistake as mistake:
            note = Related(f"in this call of '{function.name}'", node.span) if node.span is not None else None
            related = (*mistake.related, *([note] if note is not None else []))
            raise Mistake(mistake.code, mistake.message, mistake.span, mistake.hint, related) from None
        finally:
            self._inside = self._inside[:-1]
        return Value(result.counts, lambda: result.items, node.span)

    def has_arrays(self, expression: Expression) -> bool:
        """Whether it is more than scalars."""
        stack = [expression]
        while stack:
            node = stack.pop()
            if isinstance(node, Name) and self.shapes.get(node.name):
                return True
            if isinstance(node, Apply):
                if node.function in WRITTEN_ARRAYS or node.function.startswith(ARRAY_PREFIX):
                    return True
                stack.extend(node.arguments)
                if node.function in self.functions and node.function not in self._inside:
                    self._inside = (*self._inside, node.function)
                    found = self.has_arrays(self.functions[node.function].body)
                    self._inside = self._inside[:-1]
                    if found:
                        return True
        return False


def _known(expression: Expression | None) -> Expression:
    assert expression is not None
    return expression


def _with_last(expression: Expression, last: Number) -> Expression:
    if isinstance(expression, Apply):
        if expression.function == LAST:
            return last
        return Apply(expression.function, tuple(_with_last(a, last) for a in expression.arguments), expression.span)
    return expression


def _indices(count: int) -> str:
    return "1 index" if count == 1 else f"{count} indices"


def _words(span: Span) -> set[str]:
    return {word.casefold() for word in "".join(c if c.isalnum() or c == "_" else " " for c in span.text).split()}


Rule = Callable[[Evaluator, Apply, Environment], Value]
