"""Program -> the elements of arrays that a function, and all that it calls, ever reads or writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from simnon.program import (
    ArrayName,
    Call,
    Constant,
    Expression,
    For,
    Function,
    Load,
    Local,
    Operation,
    Set,
    Store,
    Type,
    expressions_of,
    postorder,
    statements_within,
)

Cells: TypeAlias = frozenset[int] | None
"""None where they are not known before the program runs."""
Numbers: TypeAlias = tuple[tuple[str, int], ...]
"""The parameters whose numbers are known."""


@dataclass(frozen=True, slots=True)
class CellFinder:
    functions: Mapping[str, Function]
    _found: dict[tuple[str, str, Numbers], Cells] = field(default_factory=dict)

    def cells(self, function: str, array: str, numbers: Numbers = ()) -> Cells:
        """Of the parameter `array`, counted from its beginning."""
        key = function, array, numbers
        if key not in self._found:
            self._found[key] = self._find(self.functions[function], array, dict(numbers))
        return self._found[key]

    def _find(self, function: Function, array: str, numbers: dict[str, int]) -> Cells:
        cells: set[int] = set()
        statements = list(statements_within(function.body))
        for statement in statements:
            if isinstance(statement, Set | For):
                numbers.pop(statement.name, None)
        for statement in statements:
            touched = [self._of_expression(expression, array, numbers) for expression in expressions_of(statement)]
            if isinstance(statement, Store) and statement.array == array:
                touched.append(_at(statement.index, numbers))
            for some in touched:
                if some is None:
                    return None
                cells |= some
        return frozenset(cells)

    def _of_expression(self, expression: Expression, array: str, numbers: Mapping[str, int]) -> Cells:
        cells: set[int] = set()
        for node in postorder(expression):
            some: Cells = frozenset()
            if isinstance(node, Load) and node.array == array:
                some = _at(node.index, numbers)
            elif isinstance(node, Call) and node.function in self.functions:
                some = self._of_call(node, array, numbers)
            if some is None:
                return None
            cells |= some
        return frozenset(cells)

    def _of_call(self, call: Call, array: str, numbers: Mapping[str, int]) -> Cells:
        given = list(zip(self.functions[call.function].parameters, call.arguments, strict=True))
        known = tuple(
            (parameter.name, number)
            for parameter, argument in given
            if parameter.type is Type.INT and not isinstance(argument, ArrayName)
            if (number := _number(argument, numbers)) is not None
        )
        cells: set[int] = set()
        for parameter, argument in given:
            if isinstance(argument, ArrayName) and argument.name == array:
                inner = self.cells(call.function, parameter.name, known)
                offset = 0 if argument.offset is None else _number(argument.offset, numbers)
                if inner is None or (inner and offset is None):
                    return None
                cells |= {cell + (offset or 0) for cell in inner}
        return frozenset(cells)


def _at(index: Expression, numbers: Mapping[str, int]) -> Cells:
    number = _number(index, numbers)
    return None if number is None else frozenset({number})


def _number(expression: Expression, numbers: Mapping[str, int]) -> int | None:
    match expression:
        case Constant(value, Type.INT):
            return int(value)
        case Local(name=name):
            return numbers.get(name)
        case Operation(operator="+", arguments=(left, right)):
            one, other = _number(left, numbers), _number(right, numbers)
            return None if one is None or other is None else one + other
        case _:
            return None
