"""Events that trigger each other: WHEN and ORDER -> actions and their conditions."""

from collections.abc import Callable
from dataclasses import dataclass, field

from simnon.model import Apply, Equation, Event, Expression, Name
from simnon.source import Report, Span, frozen


@dataclass(slots=True)
class _Causes:
    """Conditions and other events that trigger an event."""

    conditions: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    local: str = ""
    span: Span | None = None


@frozen
class _Action:
    """The action of a WHEN: under its own `condition`, or when the event `receives` occurs."""

    condition: str
    receives: str
    equations: tuple[Equation, ...]
    span: Span
    during: Expression | None = None


class Orders:
    """Collects the WHENs of all instances and the events they order."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._causes: dict[str, _Causes] = {}
        self._actions: list[_Action] = []

    def declare(self, event: str, local: str, span: Span) -> None:
        """Declare an event that only others trigger."""
        causes = self._of(event)
        causes.local, causes.span = local, span

    def occurs_when(self, event: str, condition: str) -> None:
        self._of(event).conditions.append(condition)

    def connect(self, event: str, source: str) -> None:
        """`event` occurs whenever `source` does."""
        self._of(event).events.append(source)

    def add_when(self, condition: str, equations: tuple[Equation, ...], ordered: list[str], span: Span) -> None:
        self._actions.append(_Action(condition, "", equations, span))
        for event in ordered:
            self._of(event).conditions.append(condition)

    def add_receiver(
        self,
        event: str,
        equations: tuple[Equation, ...],
        ordered: list[str],
        span: Span,
        during: Expression | None = None,
    ) -> None:
        """Add a WHEN that waits for an event of its own system."""
        self._actions.append(_Action("", event, equations, span, during))
        for other in ordered:
            self._of(other).events.append(event)

    def events(self, condition_for: Callable[[Expression, Span], str]) -> list[Event]:
        """The events of the model; `condition_for` turns an expression into a condition."""
        for causes in self._causes.values():
            if causes.span is not None and not causes.conditions and not causes.events:
                self._report.error(
                    "missing-equation",
                    f"EVENT '{causes.local}' has neither an equation nor an ORDER",
                    causes.span,
                    f"write {causes.local} = expression, or ORDER {causes.local} in a WHEN",
                )
        found: list[Event] = []
        for action in self._actions:
            conditions = [action.condition] if action.condition else self.conditions_of(action.receives)
            for cause in conditions:
                condition = cause
                if action.during is not None:
                    both = Apply("and", (action.during, Name(cause, action.span)), action.span)
                    condition = condition_for(both, action.span)
                name = f"WHEN.{len(found) + 1}"
                found.append(Event(name, condition, action.equations, action.span))
        return found

    def conditions_of(self, event: str) -> list[str]:
        """All conditions under which it occurs, directly or through other events."""
        found: dict[str, None] = {}
        seen, stack = {event}, [event]
        while stack:
            causes = self._causes.get(stack.pop(), _Causes())
            found.update(dict.fromkeys(causes.conditions))
            for other in causes.events:
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return list(found)

    def _of(self, event: str) -> _Causes:
        return self._causes.setdefault(event, _Causes())
