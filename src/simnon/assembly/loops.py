"""FOR and array indices: statements with FOR are unrolled."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from simnon.model import (
    Assignment,
    Connect,
    Expression,
    IndexRange,
    Name,
    Number,
    Redefinition,
    Relation,
    Require,
    Step,
    System,
    number_of,
    parts_of,
    rewrite,
)
from simnon.source import Report, Span

MAX_MEMBERS = 1_000_000
Numbers = Mapping[str, float]
"""The values known during assembly, by casefolded name."""

Statement = TypeVar("Statement", Assignment, Relation, Connect, Redefinition, Require)


def has_numbers(system: System) -> bool:
    """Whether it has FOR, or arrays of parts, without which no name has an index."""
    return any(part.first is not None for part in system.parts) or bool(loops_of(system))


def loops_of(system: System) -> list[IndexRange]:
    """The FOR of each statement that has one."""
    loops = [each.loop for each in system.assignments]
    loops += [each.loop for each in system.relations]
    loops += [each.loop for each in system.connects]
    loops += [each.loop for each in system.redefinitions]
    loops += [each.loop for each in system.requires]
    return [loop for loop in loops if loop is not None]


def unrolled(system: System, numbers: Numbers, report: Report) -> System:
    """The system without FOR, and with every array index a number."""
    if not has_numbers(system):
        return system
    return replace(
        system,
        assignments=_all(system.assignments, _assignment, numbers, report),
        relations=_all(system.relations, _relation, numbers, report),
        connects=_all(system.connects, _connect, numbers, report),
        redefinitions=_all(system.redefinitions, _redefinition, numbers, report),
        requires=_all(system.requires, _require, numbers, report),
    )


def integer(expression: Expression, numbers: Numbers, what: str, report: Report, span: Span) -> int | None:
    """The value of an expression known in advance; None (reported) if it is not an integer."""
    value = known_value(expression, numbers)
    if value is not None and abs(value) <= MAX_MEMBERS and value == int(value):
        return int(value)
    names = [part.name for part in parts_of(expression) if isinstance(part, Name)]
    unknown = next((name for name in names if name.casefold() not in numbers), "")
    reason = f"'{unknown}' is not known in advance" if unknown else "it is not an integer of a reasonable size"
    hint = "use numbers, the index of FOR, and parameters with a value in the text"
    report.error("bad-index", f"{what}: {reason}", expression.span or span, hint)
    return None


def known_value(expression: Expression, numbers: Numbers) -> float | None:
    """The value of an expression known in advance; None for others, for conditions and if it is not finite."""
    value = number_of(expression, lambda name: None if name.path else numbers.get(name.name.casefold()))
    return value if isinstance(value, float) and math.isfinite(value) else None


def _all(
    statements: tuple[Statement, ...],
    change: Callable[[Statement, "_Indices"], Statement],
    numbers: Numbers,
    report: Report,
) -> tuple[Statement, ...]:
    return tuple(
        change(statement, indices)
        for statement in statements
        for indices in _iterations(statement.loop, numbers, statement.span, report)
    )


class _Indices:
    """Substitutes numbers for the index of FOR and for array indices."""

    def __init__(self, numbers: Numbers, loop: IndexRange | None, span: Span, report: Report) -> None:
        self._numbers = numbers
        self._index = loop.index.casefold() if loop is not None else ""
        self._span = span
        self._report = report

    def number(self, word: str) -> float | None:
        """The value of the word, if it is the index of the FOR."""
        return self._numbers[self._index] if word and word.casefold() == self._index else None

    def name(self, name: Name) -> Name:
        return Name(name.name, name.span, tuple(map(self._step, name.path))) if name.is_open else name

    def _step(self, step: Step) -> Step:
        if not step.is_open or step.number is None:
            return step
        number = integer(step.number, self._numbers, "the index of a part", self._report, self._span)
        return Step(step.name, Number(math.nan if number is None else float(number)))

    def expression(self, expression: Expression) -> Expression:
        return rewrite(expression, self._change)

    def _change(self, node: Expression) -> Expression | None:
        if not isinstance(node, Name):
            return None
        if not node.path and node.name.casefold() == self._index:
            return Number(self._numbers[self._index], node.span)
        return self.name(node) if node.is_open else None


def _iterations(loop: IndexRange | None, numbers: Numbers, span: Span, report: Report) -> Iterator[_Indices]:
    if loop is None:
        yield _Indices(numbers, None, span, report)
        return
    first = integer(loop.first, numbers, "the first number of FOR", report, loop.span)
    last = integer(loop.last, numbers, "the last number of FOR", report, loop.span)
    if first is not None and last is not None:
        for k in range(first, last + 1):
            yield _Indices({**numbers, loop.index.casefold(): float(k)}, loop, span, report)


def _assignment(statement: Assignment, indices: _Indices) -> Assignment:
    if statement.loop is None and not statement.target.is_open:
        value = indices.expression(statement.value)
        return statement if value is statement.value else replace(statement, value=value)
    target = indices.name(statement.target)
    return Assignment(target, indices.expression(statement.value), statement.section, statement.span)


def _relation(statement: Relation, indices: _Indices) -> Relation:
    left, right = indices.expression(statement.left), indices.expression(statement.right)
    return Relation(left, right, statement.section, statement.span)


def _connect(statement: Connect, indices: _Indices) -> Connect:
    return Connect(tuple([indices.name(end) for end in statement.ends]), statement.span)


def _require(statement: Require, indices: _Indices) -> Require:
    return Require(indices.expression(statement.condition), statement.message, statement.span)


def _redefinition(statement: Redefinition, indices: _Indices) -> Redefinition:
    number = indices.number(statement.choice)
    if number is not None:
        return replace(statement, target=indices.name(statement.target), loop=None, value=number, choice="")
    return replace(statement, target=indices.name(statement.target), loop=None)
