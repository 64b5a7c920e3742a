"""Systems -> their large arrays of parts, and whether a model with few parts says what one with many does.

All numbers by which parts are named must be near one of the ends: otherwise the smaller model says nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from simnon.model import (
    EACH,
    ELEMENT,
    MANY_PARTS,
    RELATIONS,
    SPAN,
    Apply,
    Expression,
    GivenArray,
    Name,
    NotWhole,
    Number,
    Part,
    System,
    parts_of,
)
from simnon.source import Report, frozen

from .catalogue import Catalogue
from .connected_parts import with_connected_parts
from .instances import Choices
from .loops import MAX_MEMBERS, known_value, loops_of

NEAR = 8
"""How far from the first or the last part a number is near it."""

Numbers = Mapping[str, float]
Given = dict[tuple[str, ...], float]
"""Numbers by casefolded path and name."""


@frozen
class LargeArray:
    """An array of parts, or of a variable, of the system at `path`, in which `numbers` are known."""

    system: System
    path: str
    local: str
    limits: tuple[Expression, Expression]
    numbers: Numbers

    @property
    def name(self) -> str:
        return f"{self.path}.{self.local}" if self.path else self.local

    @property
    def first(self) -> int:
        return int(known_value(self.limits[0], self.numbers) or 0.0)

    @property
    def last(self) -> int:
        return int(known_value(self.limits[1], self.numbers) or 0.0)

    @property
    def is_large(self) -> bool:
        ends = [known_value(limit, self.numbers) for limit in self.limits]
        return None not in ends and self.last - self.first >= MANY_PARTS


@frozen
class LargeArrays:
    """`parameters` are those that sizes depend on, by path, with their values; `last` is the greatest number."""

    systems: tuple[System, ...]
    arrays: tuple[LargeArray, ...]
    parameters: Mapping[str, float]
    last: int


def find_large_arrays(systems: tuple[System, ...], choices: Choices, *, of_parts: bool = True) -> LargeArrays | None:
    """Those of parts, or of variables; None if there are none, `NotWhole` if they cannot be studied on smaller ones."""
    if of_parts and not any(part.first is not None for system in systems for part in system.parts):
        return None
    systems = with_connected_parts(systems)
    report = Report()
    catalogue = Catalogue(systems, report)
    top = catalogue.model()
    if top is None or report.has_errors:
        return None
    given: Given = {tuple(n.casefold().split(".")): float(v) for n, v in choices.items() if not isinstance(v, str)}
    finder = _Finder(catalogue, of_parts=of_parts)
    arrays = tuple(array for array in finder.arrays(top, "", given, ()) if array.is_large)
    if not arrays:
        return None
    last = max(array.last for array in arrays)
    if any(array.last < last - NEAR or abs(array.first) > NEAR for array in arrays):
        raise NotWhole("large arrays have different sizes")
    if any(abs(limit) > MAX_MEMBERS for array in arrays for limit in (array.first, array.last)):
        raise NotWhole("there are too many parts")
    if any("[" in name for name in choices):
        raise NotWhole("something is chosen for one part of an array")
    found = LargeArrays(systems, arrays, _parameters(arrays), last)
    for array in arrays:
        _check_numbers(array, found)
    return found


class _Finder:
    def __init__(self, catalogue: Catalogue, *, of_parts: bool) -> None:
        self.catalogue = catalogue
        self.are_parts = of_parts

    def arrays(self, system: System, path: str, given: Given, users: tuple[str, ...]) -> Iterator[LargeArray]:
        """The arrays below a system, outside other arrays."""
        if system.versions or system.name in users:
            return
        numbers = {value.name.casefold(): value.value for value in system.values if value.given is None}
        numbers |= {name[0]: value for name, value in given.items() if len(name) == 1}
        inner = {**_given_to_parts(system, numbers), **given}
        if not self.are_parts:
            for declaration in system.declarations:
                if len(declaration.shape) == 1:
                    yield LargeArray(system, path, declaration.name, declaration.shape[0], numbers)
        for part in system.parts:
            if part.first is None or part.last is None:
                below = {name[1:]: value for name, value in inner.items() if name[0] == part.name.casefold()}
                yield from self._arrays_in(part, system, path, below, users)
            elif self.are_parts:
                yield LargeArray(system, path, part.name, (part.first, part.last), numbers)

    def _arrays_in(
        self, part: Part, system: System, path: str, given: Given, users: tuple[str, ...]
    ) -> Iterator[LargeArray]:
        type_ = self.catalogue.find(part.type, system, part.span, is_terminal=False)
        if type_ is not None:
            inside = f"{path}.{part.name}" if path else part.name
            yield from self.arrays(type_, inside, given, (*users, system.name))


def _given_to_parts(system: System, numbers: Numbers) -> Given:
    """The numbers that a system gives to its parts, as instances get them."""
    found: Given = {}
    for r in system.redefinitions:
        if r.target.path and r.given is None and r.loop is None and not r.choice:
            found[_path_of(r.target)] = r.value
    for a in system.assignments:
        value = known_value(a.value, numbers) if a.target.path and a.loop is None else None
        if value is not None:
            found[_path_of(a.target)] = value
    return found


def _path_of(name: Name) -> tuple[str, ...]:
    return (*(step.key for step in name.path), name.name.casefold())


def _parameters(arrays: tuple[LargeArray, ...]) -> dict[str, float]:
    found: dict[str, float] = {}
    for array in arrays:
        first, last = array.limits
        names = {node.name.casefold() for node in parts_of(last) if isinstance(node, Name)}
        if any(isinstance(node, Name) for node in parts_of(first)) or len(names) > 1:
            raise NotWhole(f"the size of '{array.name}' has no simple form")
        for name in names:
            one_more = {**array.numbers, name: array.numbers[name] + 1.0}
            if known_value(last, one_more) != array.last + 1:
                raise NotWhole(f"the size of '{array.name}' has no simple form")
            found[f"{array.path}.{name}" if array.path else name] = array.numbers[name]
    return found


def _check_numbers(array: LargeArray, arrays: LargeArrays) -> None:
    """Places, limits and comparisons consist of indices, parameters and numbers near the ends."""
    system = array.system
    if any(value.given is not None and _depends_on_size(value.given) for value in system.values):
        raise NotWhole(f"the values of an array of '{system.name}' are given by FOR, by names or by a file")
    loops = loops_of(replace(system, redefinitions=()))
    indices = {loop.index.casefold() for loop in loops}
    sizes = {name.rpartition(".")[2].casefold() for name in arrays.parameters}
    expressions = [limit for loop in loops for limit in (loop.first, loop.last)]
    compared: list[Expression] = []
    written = [*_expressions(system)]
    for node in (node for expression in written for node in parts_of(expression)):
        match node:
            case Name(_, _, path):
                expressions += [step.number for step in path if step.number is not None]
            case Apply(function, arguments) if function == ELEMENT:
                expressions += arguments[1:]
            case Apply(function, arguments) if function == EACH:
                expressions += arguments[1:3]
            case Apply(function) if function in RELATIONS and _names_in(node) & (indices | sizes):
                compared += node.arguments
    compared += [each for each in expressions if _names_in(each) & (indices | sizes)]
    if not all(is_near(each, arrays.last) for each in compared):
        raise NotWhole(f"a number of a part of '{array.name}' is neither near the first nor near the last")


def _depends_on_size(given: GivenArray) -> bool:
    has_names = given.value is not None and bool(_names_in(given.value))
    return given.loop is not None or bool(given.file) or has_names


def _names_in(expression: Expression) -> set[str]:
    return {node.name.casefold() for node in parts_of(expression) if isinstance(node, Name)}


def is_near(expression: Expression, last: int) -> bool:
    """Whether it consists of names and numbers near one of the ends."""
    match expression:
        case Number(value):
            return value == int(value) and (abs(value) <= NEAR or abs(value - last) <= NEAR)
        case Name():
            return True
        case Apply("+" | "neg", arguments):
            return all(is_near(argument, last) for argument in arguments)
        case Apply(function, arguments) if function == SPAN:
            return all(is_near(argument, last) for argument in arguments)
    return False


def _expressions(system: System) -> Iterator[Expression]:
    for assignment in system.assignments:
        yield from (assignment.target, assignment.value, *assignment.places)
    for relation in system.relations:
        yield from (relation.left, relation.right)
    for connect in system.connects:
        yield from connect.ends
    for require in system.requires:
        yield require.condition
    for when in system.whens:
        yield when.condition
        for assignment in when.assignments:
            yield from (assignment.target, assignment.value, *assignment.places)
