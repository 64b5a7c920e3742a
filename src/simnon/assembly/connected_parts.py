"""Systems -> systems: a connecting system without parts gets those that it connects, if the model has parts at all.

`u[pair] = 1` refers to the system `pair`, or to a part `pair`. If no system has parts, terminals or versions, they are
connected as they are. Otherwise a model is one system: then the systems that are named become its parts, so that a
connected system can have parts, and connected systems can be a part together.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from simnon.model import Expression, Name, Part, System, SystemKind, parts_of


def with_connected_parts(systems: tuple[System, ...]) -> tuple[System, ...]:
    used = {part.type.casefold() for system in systems for part in _parts_of(system)}
    if not used and not any(is_structured(system) for system in systems):
        return systems
    tops = [system for system in systems if not _is_any_of(system, used) and system.kind is not SystemKind.TERMINAL]
    connecting = [system for system in tops if _is_open(system)]
    rest = [system for system in tops if system.kind is not SystemKind.CONNECTING]

    def composed(system: System) -> System:
        if _is_open(system) and _is_any_of(system, used):
            named = {name.casefold() for name in _named(system)}
            return _with_parts(system, [each for each in systems if _is_any_of(each, named)])
        return _with_parts(system, rest) if connecting == [system] else system

    return tuple(map(composed, systems))


def is_structured(system: System) -> bool:
    """Whether it has parts, terminals, relations or versions."""
    return any(each.is_relational for each in (system, *system.versions)) or bool(system.versions)


def _parts_of(system: System) -> Iterator[Part]:
    for each in (system, *system.versions):
        yield from each.parts


def _is_open(system: System) -> bool:
    return system.kind is SystemKind.CONNECTING and not is_structured(system)


def _is_any_of(system: System, names: Iterable[str]) -> bool:
    return not {system.name.casefold(), system.name_in_category.casefold()}.isdisjoint(names)


def _with_parts(system: System, connected: Iterable[System]) -> System:
    parts = [
        Part(each.name_in_category, each.name, None, None, system.span) for each in connected if each is not system
    ]
    return replace(system, parts=tuple(parts))


def _named(system: System) -> Iterator[str]:
    """The systems in its text, as in `name[SYSTEM]`."""
    expressions: list[Expression] = [stop.condition for stop in system.stops]
    for assignment in (*system.assignments, *(each for when in system.whens for each in when.assignments)):
        expressions += [assignment.target, assignment.value]
    expressions += [when.condition for when in system.whens]
    for expression in expressions:
        for node in parts_of(expression):
            if isinstance(node, Name) and node.path:
                yield node.path[0].name
