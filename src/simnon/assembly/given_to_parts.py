"""Values given to the parts of a large array -> the start values of each variable in all parts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simnon.model import (
    SPAN,
    VECTOR,
    Apply,
    Assignment,
    Expression,
    NotWhole,
    Redefinition,
    Unit,
    UnitMismatch,
    Variable,
    convert,
)

from .large_arrays import LargeArray, LargeArrays
from .loops import known_value
from .smaller_arrays import smaller_arrays

Statements = Mapping[str, Sequence[tuple[LargeArray, Redefinition | Assignment]]]
"""By the casefolded name that stands for the variable in all parts."""


class GivenToParts:
    """What the systems with large arrays give to their parts; in the models with few parts, some of it is left out."""

    def __init__(self, arrays: LargeArrays, few: int) -> None:
        self._given = _statements(arrays.arrays)
        self._given_to_few = _statements(smaller_arrays(arrays, few))
        for system in arrays.systems:
            if any(step.number is not None for r in system.redefinitions for step in r.target.path[1:]):
                raise NotWhole("a value is given to a part of an array inside another part")

    def starts(self, variable: Variable, start_of_few: Mapping[int, float | None]) -> tuple[float | None, ...]:
        """Of all elements of a variable of parts; empty if nothing is given to single ones.

        `start_of_few` are the start values in the model with few parts.
        """
        key = variable.name.casefold()
        given = self._given.get(key)
        if given is None:
            return ()
        (extent,) = variable.shape
        found: list[float | None] = [self._usual(key, start_of_few)] * extent.count
        for array, statement in given:
            unit = statement.unit if isinstance(statement, Redefinition) else None
            for number, value in _values(array, statement):
                if not array.first <= number <= array.last:
                    raise NotWhole("a value is given to a part that does not exist")
                if extent.first <= number <= extent.last:
                    found[number - extent.first] = _in_unit_of(value, unit, variable)
        return tuple(found)

    def _usual(self, key: str, start_of_few: Mapping[int, float | None]) -> float | None:
        """The start value of parts to which no statement gives one."""
        statements = self._given_to_few.get(key, ())
        named = {number for array, statement in statements for number, _ in _values(array, statement)}
        others = {start for number, start in start_of_few.items() if number not in named}
        if len(others) > 1:
            raise NotWhole(f"the values of '{key}' differ from part to part")
        return next(iter(others), None)


def _statements(arrays: Iterable[LargeArray]) -> Statements:
    found: dict[str, list[tuple[LargeArray, Redefinition | Assignment]]] = {}
    for array in arrays:
        statements: list[Redefinition | Assignment] = [*array.system.redefinitions, *array.system.assignments]
        for statement in statements:
            path = statement.target.path
            if path and path[0].name.casefold() == array.local.casefold():
                rest = ".".join((*(step.text for step in path[1:]), statement.target.name))
                found.setdefault(f"{array.name}[].{rest}".casefold(), []).append((array, statement))
    return found


def _in_unit_of(value: float, unit: Unit | None, variable: Variable) -> float:
    if unit is None:
        return value
    if variable.unit is None:
        raise NotWhole(f"a value of '{variable.local}' has a unit in some parts")
    if unit.factors == variable.unit.factors:
        return value
    try:
        return convert(value, unit, variable.unit)
    except UnitMismatch:
        raise NotWhole("a value has a wrong unit") from None


def _values(array: LargeArray, statement: Redefinition | Assignment) -> Iterator[tuple[int, float]]:
    """The number of each part to which the statement gives a value, with the value."""
    step = statement.target.path[0].number
    if step is None:
        raise NotWhole("a value is given to a whole array of parts")
    for numbers in _rounds(array, statement):
        if isinstance(step, Apply) and step.function == SPAN:
            first, last = (_integer(limit, numbers) for limit in step.arguments)
            for i, number in enumerate(range(first, last + 1)):
                yield number, _value(statement, numbers, i)
        elif isinstance(statement, Redefinition):
            yield _integer(step, numbers), _value(statement, numbers, None)
        else:
            value = known_value(statement.value, numbers)
            if value is None:
                return  # An equation, which gives nothing in advance.
            yield _integer(step, numbers), value


def _rounds(array: LargeArray, statement: Redefinition | Assignment) -> Iterator[Mapping[str, float]]:
    loop = statement.loop
    if loop is None:
        yield array.numbers
        return
    if loop.inner is not None:
        raise NotWhole("values are given with two indices")
    numbers = dict(array.numbers)
    for number in range(_integer(loop.first, array.numbers), _integer(loop.last, array.numbers) + 1):
        numbers[loop.index.casefold()] = float(number)
        yield numbers


def _integer(expression: Expression, numbers: Mapping[str, float]) -> int:
    value = known_value(expression, numbers)
    if value is None or value != int(value):
        raise NotWhole("the number of a part is not known")
    return int(value)


def _value(redefinition: Redefinition | Assignment, numbers: Mapping[str, float], position: int | None) -> float:
    if isinstance(redefinition, Assignment):
        raise NotWhole("a range of parts is given values by an equation")
    if redefinition.choice:
        number = numbers.get(redefinition.choice.casefold()) if redefinition.loop is not None else None
        if number is None or redefinition.loop is None:
            raise NotWhole("versions are chosen for parts of an array")
        if redefinition.loop.index.casefold() != redefinition.choice.casefold():
            raise NotWhole("versions are chosen for parts of an array")
        return number
    given = redefinition.given
    if given is None:
        return redefinition.value
    expression = given.value
    if expression is None or given.places or given.units or given.loop is not None:
        raise NotWhole("arrays are given to parts of an array")
    if isinstance(expression, Apply) and expression.function == VECTOR:
        if position is None or position >= len(expression.arguments):
            raise NotWhole("arrays are given to parts of an array")
        expression = expression.arguments[position]
    value = known_value(expression, numbers)
    if value is None:
        raise NotWhole("a value given to parts is not a number")
    return value
