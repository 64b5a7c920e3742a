"""Events -> WHEN, with variables that remember what waits for a delay; constraints -> STOP WHEN."""

import re
from functools import partial
from typing import Any

from simnon.model import Apply, Assignment, Expression, Name, Number, Section, Stop, When, rewrite
from simnon.source import Span

from ..markup import refused
from .formulas import TIME
from .quantities import Quantities, product
from .symbols import Fate, elements

HALF = Number(0.5)


class Events(Quantities):
    """Adds what happens at instants. New values are computed from those before the event."""

    def add_events(self) -> None:
        self._constants = {
            self.names[each.identifier] for each in self.symbols.all.values() if each.fate is Fate.CONSTANT
        } | {TIME, *(value.name for value in self.values if value.name not in self._changing())}
        for event in elements(self.model.getListOfEvents()):
            self.attempt(partial(self._add_event, event))

    def _changing(self) -> set[str]:
        changing = {self.names[each.identifier] for each in self.symbols.all.values() if each.fate is not Fate.CONSTANT}
        return changing | set(self.amounts.values())

    def add_constraints(self) -> None:
        for constraint in elements(self.model.getListOfConstraints()):
            place = self.symbols.place(constraint)
            holds = self.attempt(partial(self.formulas(place).read_condition, constraint.getMath()))
            if holds is not None:
                words = constraint.getMessageString() if constraint.isSetMessage() else ""
                message = " ".join(re.sub(r"<[^>]*>", " ", words).split()) or "a constraint is violated"
                self.stops.append(Stop(Apply("not", (holds,), place), message.replace("'", ""), place))

    def _add_event(self, event: Any) -> None:
        span = self.symbols.place(event)
        if event.isSetPriority() and self.model.getNumEvents() > 1:
            raise refused("the priority of an event", self.symbols.place(event.getPriority()), "write one event")
        trigger = event.getTrigger()
        if trigger is None or not trigger.isSetMath():
            raise refused("an event without a trigger", span, "write <trigger>")
        place = self.symbols.place(trigger)
        holds = self.formulas(place).read_condition(trigger.getMath())
        condition = self._armed(event, trigger, holds, place)
        changes = self._changes(event)
        if not event.isSetDelay():
            self.whens.append(When(condition, tuple(changes), span))
            return
        self._add_delayed(event, holds, condition, changes)

    def _armed(self, event: Any, trigger: Any, holds: Expression, span: Span) -> Expression:
        """A trigger that is taken to be true before the start counts only after it has been false."""
        is_true_before = not trigger.isSetInitialValue() or trigger.getInitialValue()
        if not is_true_before or _is_false_at_zero(holds):
            return holds
        armed = Name(self.names.free(f"{self._word(event)}_armed"), span)
        is_false = Apply("and", (Apply("not", (holds,), span), Apply("<", (armed, HALF), span)), span)
        self.whens.append(When(is_false, (_assign(armed, Number(1.0, span)),), span))
        self.give(armed.name, 0.0, None, span)
        return Apply("and", (holds, Apply(">", (armed, HALF), span)), span)

    def _word(self, event: Any) -> str:
        return event.getId() or "event"

    def _changes(self, event: Any) -> list[Assignment]:
        changes = []
        for each in elements(event.getListOfEventAssignments()):
            span = self.symbols.place(each)
            value = self._before(self.formulas(span).read_number(each.getMath()))
            identifier = each.getVariable()
            if identifier in self.amounts:
                size = Name(self.names[self.symbols.all[identifier].element.getCompartment()], span)
                changes.append(_assign(Name(self.amounts[identifier], span), product(span, value, size)))
            else:
                changes.append(_assign(Name(self.names[identifier], span), value))
        return changes

    def _before(self, value: Expression) -> Expression:
        def change(node: Expression) -> Expression | None:
            match node:
                case Apply("delay"):
                    return node
                case Name(name, span) if name not in self._constants:
                    return Apply("pre", (node,), span)
                case _:
                    return None

        return rewrite(value, change)

    def _add_delayed(self, event: Any, holds: Expression, condition: Expression, changes: list[Assignment]) -> None:
        """One execution can wait; the run stops if the event is triggered again before that."""
        span, word = self.symbols.place(event), self._word(event)
        due, waiting, again = (Name(self.names.free(f"{word}_{each}"), span) for each in ("due", "waiting", "again"))
        lag = self._before(self.formulas(span).read_number(event.getDelay().getMath()))
        is_waiting = Apply(">", (waiting, HALF), span)
        was_waiting = Apply(">", (Apply("pre", (waiting,), span), HALF), span)
        first = [
            _assign(due, Apply("+", (Name(TIME, span), lag), span)),
            _assign(waiting, Number(1.0, span)),
            _assign(again, Apply("if", (was_waiting, Number(1.0), Number(0.0)), span)),
        ]
        if event.getUseValuesFromTriggerTime() or not event.isSetUseValuesFromTriggerTime():
            kept, changes = self._kept(word, changes)
            first += kept
        for name in (due, waiting, again):
            self.give(name.name, 0.0, None, span)
        self.whens.append(When(condition, tuple(first), span))
        is_due = Apply("and", (is_waiting, Apply(">=", (Name(TIME, span), due), span)), span)
        self.whens.append(When(is_due, (*changes, _assign(waiting, Number(0.0, span))), span))
        trigger = event.getTrigger()
        if trigger.isSetPersistent() and not trigger.getPersistent():
            is_over = Apply("and", (Apply("not", (holds,), span), is_waiting), span)
            self.whens.append(When(is_over, (_assign(waiting, Number(0.0, span)),), span))
        message = f"the event {word} is triggered again before its delay is over"
        self.stops.append(Stop(Apply(">", (again, HALF), span), message, span))

    def _kept(self, word: str, changes: list[Assignment]) -> tuple[list[Assignment], list[Assignment]]:
        """The values as the trigger finds them, and the assignments that use them when the delay is over."""
        kept, used = [], []
        for change in changes:
            value = Name(self.names.free(f"{word}_{change.target.name}"), change.span)
            self.give(value.name, 0.0, None, change.span)
            kept.append(_assign(value, change.value))
            used.append(_assign(change.target, Apply("pre", (value,), change.span)))
        return kept, used


def _assign(target: Name, value: Expression) -> Assignment:
    assert target.span is not None
    return Assignment(target, value, Section.NONE, target.span)


def _is_false_at_zero(condition: Expression) -> bool:
    """Whether it is a time after 0."""
    match condition:
        case Apply(">" | ">=", (Name(name), Number(value))):
            return name == TIME and value > 0.0
        case _:
            return False
