"""Events that trigger each other: WHEN and ORDER -> actions and their conditions."""

from collections.abc import Callable
from dataclasses import dataclass, field

from simnon.model import Apply, Equation, Event, Expression, Name
from simnon.source import Report, Span, frozen, listed


@dataclass(slots=True)
class _Causes:
    """Conditions and other events that trigger an event."""

    conditions: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    declared: "DeclaredEvent | None" = None


@frozen
class DeclaredEvent:
    """An EVENT that only others trigger: its name in the `type`, and the `path` of the part, empty for the model."""

    local: str
    type: str
    path: str
    span: Span


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

    def declare(self, event: str, declared: DeclaredEvent) -> None:
        self._of(event).declared = declared

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
        self._report_idle()
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
        every = (event, *(other for other in self._behind(event) if other != event))
        return list(dict.fromkeys(c for each in every for c in self._causes.get(each, _Causes()).conditions))

    def _report_idle(self) -> None:
        """Report the events that nothing triggers, once for each type, with its parts that have one."""
        parts_of_event: dict[tuple[str, str, Span], list[str]] = {}
        for event, causes in self._causes.items():
            declared = causes.declared
            # An event behind one that nothing triggers is idle too, but not the one to mend.
            if declared is not None and not self.conditions_of(event) and self._is_first(event):
                key = (declared.local, declared.type, declared.span)
                parts_of_event.setdefault(key, []).append(declared.path)
        for (local, type_, span), paths in parts_of_event.items():
            parts = [path for path in paths if path]
            quoted = [f"'{path}'" for path in parts]
            place, part = (f" in {listed(quoted)}", f"{parts[0]}.") if parts else ("", "")
            self._report.error(
                "missing-equation",
                f"EVENT '{local}' of '{type_}' has no equation, and nothing orders it{place}",
                span,
                f"write {local} = expression in {type_}, or ORDER {part}{local} in a WHEN"
                + (" of the system that has the part" if parts else ""),
            )

    def _is_first(self, event: str) -> bool:
        """Whether no event but those behind it could trigger it."""
        sources = self._causes[event].events
        return all(event in self._behind(source) for source in sources)

    def _behind(self, event: str) -> dict[str, None]:
        """The events that could trigger it, in the order in which they are found."""
        seen, stack = dict[str, None](), [event]
        while stack:
            for other in self._causes.get(stack.pop(), _Causes()).events:
                if other not in seen:
                    seen[other] = None
                    stack.append(other)
        return seen

    def _of(self, event: str) -> _Causes:
        return self._causes.setdefault(event, _Causes())
