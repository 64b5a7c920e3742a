"""DATA: expressions: numbers, names, and functions applied to arguments.

Every operator is a function: `+` and `*` take any number of arguments and are evaluated from the
left, `a - b` is `a + neg b`, IF is `if(condition, value, condition, value, ..., otherwise)`.
So a sum of a thousand terms is flat, and no expression is deeper than its reader allows.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import field
from operator import is_
from typing import TypeAlias

from simnon.source import Span, frozen


@frozen
class Number:
    value: float
    span: Span | None = field(default=None, compare=False)


@frozen
class Step:
    """A part on the path to a variable: `motor`, or a member of an array, `cell[3]` or `cell[k + 1]`."""

    name: str
    number: "Expression | None" = None

    @property
    def is_open(self) -> bool:
        """Whether its number is not evaluated so far."""
        if isinstance(self.number, Number):
            return not (self.number.value.is_integer() or self.is_lost)
        return self.number is not None

    @property
    def is_lost(self) -> bool:
        """Whether its number could not be evaluated, which has been reported."""
        return isinstance(self.number, Number) and math.isnan(self.number.value)

    @property
    def text(self) -> str:
        match self.number:
            case None:
                return self.name
            case Number(value) if value.is_integer():
                return f"{self.name}[{int(value)}]"
            case _:
                return f"{self.name}[]"

    @property
    def key(self) -> str:
        """The key of the part among those of its system."""
        return self.text.casefold()


PartPath: TypeAlias = tuple[Step, ...]


@frozen
class Name:
    """A variable; `path` leads to it (`motor`, `shaft` to `motor.shaft.w`, `SYSTEM` to `name[SYSTEM]`)."""

    name: str
    span: Span | None = field(default=None, compare=False)
    path: PartPath = ()

    @property
    def owner(self) -> str:
        """The path as written."""
        return path_text(self.path)

    @property
    def is_open(self) -> bool:
        """Whether a number in the path is not evaluated so far."""
        return any(step.is_open for step in self.path)


def path_text(path: PartPath) -> str:
    return ".".join(step.text for step in path)


@frozen
class Apply:
    function: str
    arguments: tuple["Expression", ...]
    span: Span | None = field(default=None, compare=False)


Expression: TypeAlias = Number | Name | Apply


def parts_of(expression: Expression) -> Iterator[Expression]:
    """Every node of the expression, including itself, in the order of the text."""
    stack = [expression]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Apply):
            stack.extend(reversed(node.arguments))


def names_in(expression: Expression) -> list[str]:
    """The names the expression reads, each once, in the order of the text."""
    return names_and_functions_in(expression)[0]


def names_and_functions_in(expression: Expression) -> tuple[list[str], set[str]]:
    """The names the expression reads, as in `names_in`, and the functions it applies."""
    names: dict[str, None] = {}
    functions: set[str] = set()
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Apply):
            functions.add(node.function)
            stack.extend(node.arguments[::-1])
        elif isinstance(node, Name):
            names[node.name] = None
    return list(names), functions


def functions_in(expression: Expression) -> set[str]:
    """The functions the expression applies."""
    return names_and_functions_in(expression)[1]


def depth_of(expression: Expression) -> int:
    deepest = 0
    stack = [(expression, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        if isinstance(node, Apply):
            stack.extend((argument, depth + 1) for argument in node.arguments)
    return deepest


def rewrite(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """Replace, from the top, every node for which `change` returns a different one; keep unchanged nodes."""
    changed = change(expression)
    if changed is not None:
        return changed
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple([rewrite(argument, change) for argument in expression.arguments])
    if all(map(is_, arguments, expression.arguments)):
        return expression
    return Apply(expression.function, arguments, expression.span)


def substitute(expression: Expression, by_name: dict[str, Expression]) -> Expression:

    def change(node: Expression) -> Expression | None:
        return by_name.get(node.name) if isinstance(node, Name) else None

    return rewrite(expression, change)
