"""Large arrays -> the same systems with fewer parts, on which a model is studied.

A size is changed where it is given: a structural parameter, or numbers in the text near the last one.
"""

from dataclasses import replace

from simnon.model import (
    EACH,
    ELEMENT,
    SPAN,
    Apply,
    Expression,
    IndexRange,
    Name,
    Number,
    Redefinition,
    Step,
    System,
    parts_of,
    rewrite,
)

from .large_arrays import NEAR, LargeArray, LargeArrays, is_near
from .loops import known_value


def with_fewer_parts(arrays: LargeArrays, last: int) -> tuple[tuple[System, ...], dict[str, float]]:
    """The systems with `last` as the greatest number, and the choices that make it so."""
    less = arrays.last - last
    changed = {array.system.name: _Shrinking(array.system, arrays, less).system() for array in arrays.arrays}
    systems = tuple(changed.get(system.name, system) for system in arrays.systems)
    return systems, {name: value - less for name, value in arrays.parameters.items()}


def smaller_arrays(arrays: LargeArrays, last: int) -> list[LargeArray]:
    """The arrays of the smaller systems."""
    systems, sizes = with_fewer_parts(arrays, last)
    system_of_name = {system.name: system for system in systems}
    found = []
    for array in arrays.arrays:
        system = system_of_name[array.system.name]
        part = next(each for each in system.parts if each.name == array.local)
        assert part.first is not None
        assert part.last is not None
        begin = f"{array.path}." if array.path else ""
        own = {name.removeprefix(begin): value for name, value in sizes.items() if name.startswith(begin)}
        limits = part.first, part.last
        found.append(replace(array, system=system, limits=limits, numbers={**array.numbers, **own}))
    return found


def _is_for_all(array: LargeArray, redefinition: Redefinition) -> bool:
    """Whether it gives the same number to all parts of the array."""
    loop, step = redefinition.loop, redefinition.target.path[0].number
    if redefinition.choice or (redefinition.given is not None and redefinition.given.value is None):
        return False
    limits: tuple[Expression, ...]
    if isinstance(step, Apply) and step.function == SPAN and loop is None:
        limits = step.arguments
    elif loop is not None and isinstance(step, Name) and step.name.casefold() == loop.index.casefold():
        limits = loop.first, loop.last
    else:
        return False
    if [known_value(limit, array.numbers) for limit in limits] != [array.first, array.last]:
        return False
    value = redefinition.given.value if redefinition.given is not None else None
    return value is None or not any(isinstance(node, Name) for node in parts_of(value))


class _Shrinking:
    """A system with smaller numbers where those near the last part were."""

    def __init__(self, system: System, arrays: LargeArrays, less: int) -> None:
        self.old = system
        self.last = arrays.last
        self.less = less
        self.arrays = {array.local.casefold(): array for array in arrays.arrays if array.system is system}

    def system(self) -> System:
        old = self.old
        return replace(
            old,
            parts=tuple(replace(p, first=self._limit(p.first), last=self._limit(p.last)) for p in old.parts),
            declarations=tuple(
                replace(d, shape=tuple((self._number(a), self._number(b)) for a, b in d.shape)) if d.shape else d
                for d in old.declarations
            ),
            assignments=tuple(
                replace(
                    a,
                    target=self._name(a.target),
                    value=self._places(a.value),
                    loop=self._loop(a.loop),
                    places=tuple(map(self._number, a.places)),
                )
                for a in old.assignments
            ),
            relations=tuple(
                replace(r, left=self._places(r.left), right=self._places(r.right), loop=self._loop(r.loop))
                for r in old.relations
            ),
            connects=tuple(
                replace(c, ends=tuple(map(self._name, c.ends)), loop=self._loop(c.loop)) for c in old.connects
            ),
            redefinitions=tuple(
                replace(r, target=self._target(r.target), loop=self._loop(r.loop))
                for r in old.redefinitions
                if not self._is_value_of_some_parts(r)
            ),
        )

    def _is_value_of_some_parts(self, redefinition: Redefinition) -> bool:
        """Such values are given to the model with all parts only; those of parts at the ends are kept."""
        path = redefinition.target.path
        array = self.arrays.get(path[0].name.casefold()) if path else None
        if array is None or _is_for_all(array, redefinition):
            return False
        step = path[0].number
        return redefinition.loop is not None or not isinstance(step, Name | Number) or not is_near(step, self.last)

    def _target(self, name: Name) -> Name:
        """A range of parts has numbers, too."""
        path = [Step(s.name, None if s.number is None else self._number(s.number)) for s in name.path]
        return Name(name.name, name.span, tuple(path)) if path else name

    def _limit(self, expression: Expression | None) -> Expression | None:
        return None if expression is None else self._number(expression)

    def _number(self, expression: Expression) -> Expression:
        """With smaller numbers for those near the last part."""

        def change(node: Expression) -> Expression | None:
            is_last = isinstance(node, Number) and abs(node.value - self.last) <= NEAR
            return Number(node.value - self.less, node.span) if isinstance(node, Number) and is_last else None

        return rewrite(expression, change)

    def _name(self, name: Name) -> Name:
        if not any(step.number is not None for step in name.path):
            return name
        path = [Step(s.name, None if s.number is None else self._number(s.number)) for s in name.path]
        return Name(name.name, name.span, tuple(path))

    def _loop(self, loop: IndexRange | None) -> IndexRange | None:
        if loop is None:
            return None
        return replace(loop, first=self._number(loop.first), last=self._number(loop.last), inner=self._loop(loop.inner))

    def _places(self, expression: Expression) -> Expression:
        """With smaller numbers in the places of parts and elements, and in comparisons of indices."""

        def change(node: Expression) -> Expression | None:
            match node:
                case Name():
                    return self._name(node)
                case Apply(function, (base, *places), span) if function == ELEMENT:
                    return Apply(function, (rewrite(base, change), *map(self._number, places)), span)
                case Apply(function, (index, first, last, body), span) if function == EACH:
                    limits = self._number(first), self._number(last)
                    return Apply(function, (index, *limits, rewrite(body, change)), span)
            return None

        return rewrite(expression, change)
