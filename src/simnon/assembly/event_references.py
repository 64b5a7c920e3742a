"""Names of events, in ORDER and in connections -> the EVENT they refer to."""

from collections.abc import Callable

from simnon.model import Apply, Assignment, Declared, Name, PartPath
from simnon.source import Report

from .instances import Instance
from .orders import Orders


class EventReferences:
    """Records in `orders` which event triggers which, and reports names that are not events."""

    def __init__(self, orders: Orders, flat: Callable[[Instance, str], str], report: Report) -> None:
        self._orders = orders
        self._flat = flat
        self._report = report

    def connect(self, instance: Instance, assignment: Assignment) -> None:
        """`part.event = other.event OR third.event`"""
        found = event_below(assignment.target, instance)
        assert found is not None
        value = assignment.value
        for source in value.arguments if isinstance(value, Apply) and value.function == "or" else (value,):
            event = _referenced_event(source, instance) if isinstance(source, Name) else None
            if event is None:
                self._report.error(
                    "not-an-event",
                    f"'{assignment.target.name}' is an EVENT and can only be connected to another EVENT",
                    assignment.span,
                    "write part.event = other.event, or several with OR",
                )
            else:
                self._orders.connect(self._flat(*found), self._flat(*event))

    def ordered(self, order: Name, instance: Instance) -> list[str]:
        """The event that an ORDER names."""
        found = _referenced_event(order, instance)
        if found is None:
            self._report.error(
                "not-an-event",
                f"ORDER needs an EVENT, and '{order.owner + '.' if order.path else ''}{order.name}' is not one",
                order.span,
                "declare EVENT name in the system that acts, and write WHEN name there",
            )
            return []
        return [self._flat(*found)]


def event_below(name: Name, scope: Instance) -> tuple[Instance, str] | None:
    """The EVENT of a part that the name refers to; None for everything else."""
    child = below(scope, name.path)
    return _event_of(child, name.name) if child is not None else None


def below(instance: Instance, path: PartPath) -> Instance | None:
    """The part with this path; None if it does not exist."""
    found: Instance | None = instance
    for step in path:
        found = found.children.get(step.key) if found is not None else None
    return found


def _referenced_event(name: Name, scope: Instance) -> tuple[Instance, str] | None:
    return event_below(name, scope) if name.path else _event_of(scope, name.name)


def _event_of(instance: Instance, name: str) -> tuple[Instance, str] | None:
    for declaration in instance.definition.system.declared(Declared.EVENT):
        if declaration.name.casefold() == name.casefold():
            return instance, declaration.name
    return None
