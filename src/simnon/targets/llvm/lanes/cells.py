"""Function -> what it does with the elements of an array, itself and in all its callees."""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias, assert_never

from simnon.program import (
    Allocate,
    ArrayName,
    Break,
    Call,
    Constant,
    Continue,
    Do,
    Expression,
    For,
    Function,
    If,
    Load,
    Local,
    Operation,
    Return,
    Set,
    Statement,
    Store,
    Type,
    While,
    expressions_of,
    postorder,
    statements_within,
)
from simnon.source import frozen

from ..effects import is_always

Numbers: TypeAlias = tuple[tuple[str, int], ...]
"""The parameters whose numbers are known."""
NOTHING: frozenset[int] = frozenset()


@frozen
class Use:
    """The elements of an array that it can access, can read before it writes them, and has written at its end."""

    touched: frozenset[int] = NOTHING
    exposed: frozenset[int] = NOTHING
    written: frozenset[int] = NOTHING
    is_known: bool = True
    """Whether all indices are known at compile time."""


UNKNOWN = Use(is_known=False)


@frozen
class Uses:
    functions: Mapping[str, Function]
    _found: dict[tuple[str, str, Numbers], Use] = field(default_factory=dict)

    def use(self, function: str, array: str, numbers: Numbers = ()) -> Use:
        """The use of the parameter `array`, counted from its beginning."""
        key = function, array, numbers
        if key not in self._found:
            self._found[key] = _Walk(self, self.functions[function], array, numbers).use()
        return self._found[key]


class _Walk:
    """Walks a function along every path a lane can take; `written` is what has been written on all of them."""

    def __init__(self, uses: Uses, function: Function, array: str, numbers: Numbers) -> None:
        changing = {s.name for s in statements_within(function.body) if isinstance(s, Set | For)}
        self.uses, self.function, self.array = uses, function, array
        self.numbers = {name: number for name, number in numbers if name not in changing}
        self.touched: set[int] = set()
        self.exposed: set[int] = set()
        self.is_known = True
        self.ends: list[frozenset[int]] = []
        self.breaks: list[list[frozenset[int]]] = []

    def use(self) -> Use:
        self._end(self.block(self.function.body, NOTHING))
        if not self.is_known:
            return UNKNOWN
        return Use(frozenset(self.touched), frozenset(self.exposed), _on_all_paths(self.ends) or NOTHING)

    def block(self, statements: tuple[Statement, ...], written: frozenset[int]) -> frozenset[int] | None:
        """What is written at the end of the statements; None if control does not get there."""
        here: frozenset[int] | None = written
        for statement in statements:
            if here is None:
                return None
            here = self.statement(statement, here)
        return here

    def statement(self, statement: Statement, written: frozenset[int]) -> frozenset[int] | None:
        if not isinstance(statement, While):
            for expression in expressions_of(statement):
                written = self.expression(expression, written)
        match statement:
            case Store(array=array, index=index):
                return written | self._cells(index) if array == self.array else written
            case Set() | Do() | Allocate():
                return written
            case If(then=then, otherwise=otherwise):
                paths = (self.block(then, written), self.block(otherwise, written))
                return _on_all_paths([path for path in paths if path is not None])
            case For(body=body):
                return self._loop((), None, body, written)
            case While(header=header, condition=condition, body=body):
                return self._loop(header, condition, body, written)
            case Return():
                self._end(written)
                return None
            case Break():
                self.breaks[-1].append(written)
                return None
            case Continue():
                return None
            case _:
                assert_never(statement)

    def _loop(
        self,
        header: tuple[Statement, ...],
        condition: Expression | None,
        body: tuple[Statement, ...],
        written: frozenset[int],
    ) -> frozenset[int] | None:
        """A later iteration begins with at least what the first one begins with."""
        self.breaks.append([])
        at_test = self.block(header, written)
        is_endless = condition is not None and is_always(condition)
        if at_test is not None:
            at_test = at_test if condition is None else self.expression(condition, at_test)
            self.block(body, at_test)
        paths = self.breaks.pop()
        if at_test is not None and not is_endless:
            paths.append(at_test)
        return _on_all_paths(paths)

    def expression(self, expression: Expression, written: frozenset[int]) -> frozenset[int]:
        for node in postorder(expression):
            if isinstance(node, Load) and node.array == self.array:
                self.exposed |= self._cells(node.index) - written
            elif isinstance(node, Call) and node.function in self.uses.functions:
                written = self._call(node, written)
        return written

    def _call(self, call: Call, written: frozenset[int]) -> frozenset[int]:
        given = list(zip(self.uses.functions[call.function].parameters, call.arguments, strict=True))
        numbers = tuple(
            (parameter.name, number)
            for parameter, argument in given
            if parameter.type is Type.INT and not isinstance(argument, ArrayName)
            if (number := self._number(argument)) is not None
        )
        before = written
        for parameter, argument in given:
            if isinstance(argument, ArrayName) and argument.name == self.array:
                use = self.uses.use(call.function, parameter.name, numbers)
                offset = 0 if argument.offset is None else self._number(argument.offset)
                if not use.is_known or (use.touched and offset is None):
                    self.is_known = False
                else:
                    self.touched |= moved(use.touched, offset or 0)
                    self.exposed |= moved(use.exposed, offset or 0) - before
                    written |= moved(use.written, offset or 0)
        return written

    def _cells(self, index: Expression) -> frozenset[int]:
        number = self._number(index)
        if number is None:
            self.is_known = False
            return NOTHING
        self.touched.add(number)
        return frozenset({number})

    def _number(self, expression: Expression) -> int | None:
        match expression:
            case Constant(value, Type.INT):
                return int(value)
            case Local(name=name):
                return self.numbers.get(name)
            case Operation(operator="+", arguments=(left, right)):
                one, other = self._number(left), self._number(right)
                return None if one is None or other is None else one + other
            case _:
                return None

    def _end(self, written: frozenset[int] | None) -> None:
        if written is not None:
            self.ends.append(written)


def moved(cells: frozenset[int], offset: int) -> frozenset[int]:
    return frozenset(cell + offset for cell in cells)


def _on_all_paths(paths: list[frozenset[int]]) -> frozenset[int] | None:
    """What is written on every path; None if there is none."""
    return frozenset.intersection(*paths) if paths else None
