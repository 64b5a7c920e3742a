"""FOR and the indices of parts: statements with FOR are unrolled if they name parts by it, or act at events.

Other equations with FOR stay whole: their limits become numbers, and their index a name that no user can write.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, TypeVar

from simnon.model import (
    ELEMENT,
    PICK,
    SPAN,
    STACK,
    VECTOR,
    Apply,
    Assignment,
    Axis,
    Box,
    Connect,
    Expression,
    GivenArray,
    IndexRange,
    Name,
    Number,
    Redefinition,
    Relation,
    Require,
    Step,
    System,
    When,
    number_of,
    parts_of,
    rewrite,
)
from simnon.source import Report, Span

from .brackets import index_name

MAX_MEMBERS = 1_000_000
Numbers = Mapping[str, float]
"""The values known during assembly, by casefolded name."""

Statement = TypeVar("Statement", Assignment, Relation, Connect, Redefinition, Require, When)


def has_numbers(system: System) -> bool:
    """Whether it has FOR, or arrays, without which no name has an index."""
    if system.has_brackets or any(declaration.shape for declaration in system.declarations):
        return True
    return any(part.first is not None for part in system.parts) or bool(loops_of(system))


def loops_of(system: System) -> list[IndexRange]:
    """The FOR of each statement that has one."""
    loops = [each.loop for each in system.assignments]
    loops += [each.loop for each in system.relations]
    loops += [each.loop for each in system.connects]
    loops += [each.loop for each in system.redefinitions]
    loops += [each.loop for each in system.requires]
    loops += [each.loop for each in system.whens]
    loops += [each.given.loop for each in system.values if each.given is not None]
    return [each for loop in loops if loop is not None for each in loop.ranges()]


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
        whens=_all(system.whens, _when, numbers, report),
    )


def whole_axes(loop: IndexRange, numbers: Numbers, report: Report) -> list[tuple[str, int, int]] | None:
    """The index of each range with its limits; None (reported) if they are not known."""
    axes = []
    for each in loop.ranges():
        first = integer(each.first, numbers, "the first number of FOR", report, each.span)
        last = integer(each.last, numbers, "the last number of FOR", report, each.span)
        if first is None or last is None:
            return None
        axes.append((each.index, first, last))
    return axes


def integer(expression: Expression, numbers: Numbers, what: str, report: Report, span: Span) -> int | None:
    """The value of an expression known in advance; None (reported) if it is not an integer."""
    value = known_value(expression, numbers)
    if value is not None and abs(value) <= MAX_MEMBERS and value == int(value):
        return int(value)
    names = [part.name for part in parts_of(expression) if isinstance(part, Name)]
    unknown = next((name for name in names if name.casefold() not in numbers), "")
    hint = "use numbers, the index of FOR, and parameters with a value in the text"
    if unknown:
        reason = f"'{unknown}' is not known in advance"
    elif value is None:
        reason = "it has no finite value"
    elif abs(value) > MAX_MEMBERS:
        reason, hint = f"{value:.10g} is too large", f"indices go up to {MAX_MEMBERS:,}"
    else:
        reason = f"{value:.10g} is not an integer"
    report.error("bad-index", f"{what}: {reason}", expression.span or span, hint)
    return None


def warn_if_reversed(what: str, first: int, last: int, report: Report, span: Span) -> None:
    """A size of zero can be meant; a negative one is a mistake."""
    if last < first - 1:
        message = f"{what} has no elements: its indices would go from {first} to {last}"
        report.warn("empty-array", message, span, "give the size a value that is not negative")


def known_value(expression: Expression, numbers: Numbers) -> float | None:
    """The value of an expression known in advance; None for others, for conditions and if it is not finite."""
    value = number_of(expression, lambda name: None if name.path else numbers.get(name.name.casefold()))
    return value if isinstance(value, float) and math.isfinite(value) else None


def _all(
    statements: tuple[Statement, ...],
    change: Callable[[Statement, "_Indices"], list[Statement]],
    numbers: Numbers,
    report: Report,
) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for statement in statements:
        loop = statement.loop
        if loop is not None and _stays_whole(statement):
            found += _whole(statement, numbers, report)
        else:
            iterations = _iterations(loop, numbers, statement.span, report)
            found += [made for indices in iterations for made in change(statement, indices)]
    return tuple(found)


def _stays_whole(statement: Assignment | Relation | Connect | Redefinition | Require | When) -> bool:
    """Whether it is an equation that names no parts by its index."""
    match statement:
        case Relation():
            sides: list[Expression] = [statement.left, statement.right]
        case Assignment():
            sides = [statement.target, statement.value, *statement.places]
        case _:
            return False
    return not any(isinstance(node, Name) and node.is_open for side in sides for node in parts_of(side))


def _whole(statement: Any, numbers: Numbers, report: Report) -> list[Any]:
    """The statement with numbers as limits; nothing if they are not known, or there is no value of an index."""
    assert isinstance(statement, Assignment | Relation)
    assert statement.loop is not None
    axes = whole_axes(statement.loop, numbers, report)
    if axes is None or any(last < first for _, first, last in axes):
        return []
    made: IndexRange | None = None
    for each, (index, first, last) in reversed([*zip(statement.loop.ranges(), axes, strict=True)]):
        made = IndexRange(index_name(index), Number(float(first)), Number(float(last)), each.span, made)
    by_name: dict[str, Expression] = {index.casefold(): Name(index_name(index)) for index, _, _ in axes}

    def renamed(expression: Expression) -> Expression:
        return rewrite(expression, change)

    def change(node: Expression) -> Expression | None:
        if not isinstance(node, Name) or node.path or node.name.casefold() not in by_name:
            return None
        return Name(index_name(node.name), node.span)

    if isinstance(statement, Relation):
        return [replace(statement, left=renamed(statement.left), right=renamed(statement.right), loop=made)]
    places = tuple(map(renamed, statement.places))
    return [replace(statement, value=renamed(statement.value), places=places, loop=made)]


class _Indices:
    """Substitutes numbers for the indices of FOR and for the indices of parts."""

    def __init__(self, numbers: Numbers, indices: Sequence[str], span: Span, report: Report) -> None:
        self._numbers = numbers
        self._indices = {index.casefold() for index in indices}
        self._span = span
        self._report = report

    def number(self, word: str) -> float | None:
        """The value of the word, if it is an index of the FOR."""
        return self._numbers[word.casefold()] if word.casefold() in self._indices else None

    def names(self, name: Name) -> list[Name]:
        """The name in each part if a step has a range: `cell[1..3].v`."""
        found: list[tuple[Step, ...]] = [()]
        for step in name.path:
            found = [(*path, each) for path in found for each in self._steps(step)]
        return [self.name(Name(name.name, name.span, path)) for path in found]

    def _steps(self, step: Step) -> list[Step]:
        if not (isinstance(step.number, Apply) and step.number.function == SPAN):
            return [step]
        if not step.number.arguments:
            hint = "write the first and the last number: cell[1..3].v"
            self._report.error(
                "bad-index", "the numbers of the parts are missing", step.number.span or self._span, hint
            )
            return []
        limits = [
            integer(each, self._numbers, "the index of a part", self._report, self._span)
            for each in step.number.arguments
        ]
        first, last = limits
        numbers = range(first, last + 1) if first is not None and last is not None else range(0)
        return [Step(step.name, Number(float(k))) for k in numbers]

    def name(self, name: Name) -> Name:
        return Name(name.name, name.span, tuple(map(self._step, name.path))) if name.is_open else name

    def _step(self, step: Step) -> Step:
        if not step.is_open or step.number is None:
            return step
        number = integer(step.number, self._numbers, "the index of a part", self._report, self._span)
        return Step(step.name, Number(math.nan if number is None else float(number)))

    def expression(self, expression: Expression) -> Expression:
        return rewrite(expression, self._change)

    def given(self, given: GivenArray, part: int | None) -> GivenArray:
        """With its indices as numbers; of a literal for several parts, the element of the part of this number."""
        value = None if given.value is None else self.expression(given.value)
        if part is not None and isinstance(value, Apply) and value.function == VECTOR:
            value = value.arguments[part] if part < len(value.arguments) else Number(math.nan, value.span)
        return replace(given, places=tuple(map(self.expression, given.places)), value=value, loop=None)

    def _change(self, node: Expression) -> Expression | None:
        if isinstance(node, Apply) and node.function == ELEMENT:
            return self._elements_in_parts(node)
        if not isinstance(node, Name):
            return None
        if not node.path and node.name.casefold() in self._indices:
            return Number(self._numbers[node.name.casefold()], node.span)
        if not node.is_open:
            return None
        return Apply(STACK, tuple(self.names(node)), node.span) if _is_range(node) else self.name(node)

    def _elements_in_parts(self, node: Apply) -> Expression | None:
        """`tank[1..3].h[2]`: the element in each part; None if it is of a single one."""
        base, *places = node.arguments
        if not isinstance(base, Name) or not _is_range(base):
            return None
        chosen = tuple(map(self.expression, places))
        elements = (Apply(ELEMENT, (name, *chosen), node.span) for name in self.names(base))
        return Apply(STACK, tuple(elements), node.span)


def _iterations(loop: IndexRange | None, numbers: Numbers, span: Span, report: Report) -> Iterator[_Indices]:
    if loop is None:
        yield _Indices(numbers, (), span, report)
        return
    axes = whole_axes(loop, numbers, report)
    if axes is None:
        return
    indices = [index for index, _, _ in axes]
    for values in product(*(range(first, last + 1) for _, first, last in reversed(axes))):
        found = {index.casefold(): float(k) for index, k in zip(indices, reversed(values), strict=True)}
        yield _Indices({**numbers, **found}, indices, span, report)


def _is_range(name: Name) -> bool:
    return any(isinstance(step.number, Apply) and step.number.function == SPAN for step in name.path)


def _assignment(statement: Assignment, indices: _Indices) -> list[Assignment]:
    value = indices.expression(statement.value)
    if _is_range(statement.target):
        return _to_parts(statement, value, indices)
    places = tuple(map(indices.expression, statement.places))
    if statement.loop is None and not statement.target.is_open:
        is_same = value is statement.value and places == statement.places
        return [statement if is_same else replace(statement, value=value, places=places)]
    target = indices.name(statement.target)
    return [Assignment(target, value, statement.section, statement.span, places=places)]


def _to_parts(statement: Assignment, value: Expression, indices: _Indices) -> list[Assignment]:
    """`cell[1..3].u = v`: each part gets its element of the value."""
    targets = indices.names(statement.target)
    count = Number(float(len(targets)))
    return [
        Assignment(
            target,
            Apply(PICK, (value, Number(float(i)), count), value.span),
            statement.section,
            statement.span,
            places=tuple(map(indices.expression, statement.places)),
        )
        for i, target in enumerate(targets)
    ]


def _relation(statement: Relation, indices: _Indices) -> list[Relation]:
    left, right = indices.expression(statement.left), indices.expression(statement.right)
    return [Relation(left, right, statement.section, statement.span)]


def _connect(statement: Connect, indices: _Indices) -> list[Connect]:
    return [Connect(tuple([indices.name(end) for end in statement.ends]), statement.span)]


def _require(statement: Require, indices: _Indices) -> list[Require]:
    return [Require(indices.expression(statement.condition), statement.message, statement.span)]


def _when(statement: When, indices: _Indices) -> list[When]:
    if statement.loop is None and not has_brackets_in(statement):
        return [statement]
    assignments = [made for each in statement.assignments for made in _assignment(each, indices)]
    return [
        replace(
            statement,
            condition=indices.expression(statement.condition),
            assignments=tuple(
                replace(each, target=made.target, value=made.value, places=made.places, loop=None)
                for each, made in zip(statement.assignments, assignments, strict=True)
            ),
            loop=None,
        )
    ]


def has_brackets_in(statement: When) -> bool:
    return any(assignment.places for assignment in statement.assignments)


def _redefinition(statement: Redefinition, indices: _Indices) -> list[Redefinition]:
    targets = indices.names(statement.target) if _is_range(statement.target) else [indices.name(statement.target)]
    number = indices.number(statement.choice) if statement.choice else None
    if number is not None:
        return [replace(statement, target=target, loop=None, value=number, choice="") for target in targets]
    if statement.given is None:
        return [replace(statement, target=target, loop=None) for target in targets]
    found = []
    for i, target in enumerate(targets):
        given = indices.given(statement.given, i if _is_range(statement.target) else None)
        found.append(replace(statement, target=target, loop=None, given=given))
    return found


def box_of(loop: IndexRange | None) -> Box:
    """The values of the indices of an equation that stays whole: its limits are numbers."""
    axes = []
    for each in loop.ranges() if loop is not None else ():
        assert isinstance(each.first, Number)
        assert isinstance(each.last, Number)
        axes.append(Axis(each.index, int(each.first.value), int(each.last.value)))
    return tuple(axes)
