"""`global` lines -> WHEN and STOP.

An event happens when its condition crosses zero, so not at the start, where it can be on the far side already: it is
armed when the condition has been on the near side. With the sign 0 it happens where the condition is zero at a step: at
the start, and at a time that the condition gives. The assignments of an event act one after the other, and so do the
events of one instant, in the order of the text; parameters change only after all of them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Assignment,
    Expression,
    FunctionDefinition,
    Name,
    Number,
    Section,
    Stop,
    When,
    names_in,
    rewrite,
    substitute,
)
from simnon.source import Span

from ..tokens import Unreadable
from .formulas import Spelling
from .meaning import Draw, Meanings
from .program import GlobalEvent, NamedValue

STOP, IGNORED = "arret", ("out_put", "no_interp")
"""What an event can assign besides variables: that the run ends; that a point is stored, as it always is here, and
that the instant is not interpolated."""
MAX_CALLS = 20
JUST_BEYOND = 1.0 + 1e-9
"""A value that stays at the bound, as that of a pulse can, must not be taken for one that touches zero."""


@dataclass(slots=True)
class EventMaker:
    """`changing` are the names whose values before and after an event can differ."""

    meanings: Meanings
    spelling: Spelling
    changing: Collection[str]
    states: Set[str]
    assignable: Collection[str]
    functions: dict[str, FunctionDefinition]
    draw: Draw
    """Random numbers in the formulas of events."""
    events: Sequence[GlobalEvent]
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    _changed: set[str] = field(default_factory=set)
    """The states that the events so far change."""
    _waiting: list[Name] = field(default_factory=list)

    def add(self, event: GlobalEvent) -> None:
        values, halt = self._values(event)
        read = {name for value in (*values.values(), *(() if halt is None else (halt,))) for name in names_in(value)}
        waits = bool(self._changed & (read | set(values)))
        self._changed |= self.states & set(values)
        if event.sign == 0:
            self._add_start(event, values)
        for sign in self._signs(event):
            condition = self._crossed(event, sign)
            if waits:
                condition = self._turn(event, condition)
            made = [_assign(Name(name, event.span), value) for name, value in values.items()]
            if waits:
                made.append(_assign(self._waiting[-1], Number(0.0, event.span)))
            if halt is not None:
                made += self._halt(event, condition, halt)
            if made:
                self.whens.append(When(condition, tuple(made), event.span))

    def _signs(self, event: GlobalEvent) -> tuple[int, ...]:
        """With the sign 0, a step ends where the condition is zero if it is one on time, or of another event too."""
        if event.sign != 0:
            return (event.sign,)
        read = names_in(self.inlined(self.meanings.number(event.condition)))
        is_shared = any(other.sign != 0 and other.condition == event.condition for other in self.events)
        return (1, -1) if is_shared or set(read).isdisjoint(self.changing) else ()

    def _add_start(self, event: GlobalEvent, values: Mapping[str, Expression]) -> None:
        """The event at the start of the run, if its condition is zero there; random numbers have been drawn then."""
        span, zero = event.span, Number(0.0, event.span)
        value = self._before(self.inlined(self.meanings.number(event.condition)))
        is_other = Apply("or", (Apply("<", (value, zero), span), Apply(">", (value, zero), span)), span)
        begun = Name(self.spelling.free("begun_1"), span)
        state = Apply("if", (is_other, Number(-1.0, span), Number(1.0, span)), span)
        is_new = Apply(
            "and", tuple(Apply("<", (each, Number(0.5, span)), span) for each in (begun, _negative(begun))), span
        )
        self.whens.append(When(is_new, (_assign(begun, state),), span))
        made = tuple(_assign(Name(name, span), new) for name, new in values.items())
        self.whens.append(When(Apply(">", (begun, Number(0.5, span)), span), made, span))

    def _turn(self, event: GlobalEvent, condition: Expression) -> Expression:
        """True when the event is next, after the events before it in the text that happen at the same instant.

        The condition only makes it wait; so it acts one iteration of the instant later, and finds what they left.
        """
        span = event.span
        half = Number(0.5, span)
        waiting = Name(self.spelling.free("waiting_1"), span)
        self.whens.append(When(condition, (_assign(waiting, Number(1.0, span)),), span))
        before = [Apply("<", (Name(other.name, span), half), span) for other in self._waiting]
        self._waiting.append(waiting)
        is_waiting = Apply(">", (waiting, half), span)
        return Apply("and", (is_waiting, *before), span) if before else is_waiting

    def _halt(self, event: GlobalEvent, condition: Expression, halt: Expression) -> Iterator[Assignment]:
        """`arret=formula` ends the run if the formula is positive."""
        reason, span = event.span.text.replace("'", ""), event.span
        if isinstance(halt, Number):
            if halt.value > 0.0:
                self.stops.append(Stop(condition, reason, span))
            return
        value = Name(self.spelling.free("arret_1"), span)
        self.stops.append(Stop(Apply(">", (value, Number(0.0, span)), span), reason, span))
        yield _assign(value, halt)

    def _crossed(self, event: GlobalEvent, sign: int) -> Expression:
        """True from the crossing on, and only once the other side has been seen."""
        span = event.span
        far, near = (">", "<") if sign > 0 else ("<", ">")
        if self.meanings.is_condition(event.condition):
            holds = self.meanings.condition(event.condition)
            is_not = Apply("not", (holds,), span)
            here, before = (holds, is_not) if sign > 0 else (is_not, holds)
        else:
            value, zero = self.meanings.number(event.condition), Number(0.0, span)
            here, before = Apply(far, (value, zero), span), Apply(near, (value, zero), span)
        armed = Name(self.spelling.free("armed_1"), span)
        half = Number(0.5, span)
        is_new = Apply("and", (before, Apply("<", (armed, half), span)), span)
        self.whens.append(When(is_new, (_assign(armed, Number(1.0, span)),), span))
        return Apply("and", (here, Apply(">", (armed, half), span)), span)

    def _values(self, event: GlobalEvent) -> tuple[dict[str, Expression], Expression | None]:
        """The new values by name, and that of `arret`; a later formula has the new values of states before it."""
        values: dict[str, Expression] = {}
        halt = None
        for definition in event.assignments:
            word = definition.name.casefold()
            if word in IGNORED:
                continue
            changed = {name: value for name, value in values.items() if name in self.states}
            formula = substitute(self.inlined(self.meanings.number(definition.value, self.draw)), _protected(changed))
            value = _released(self._before(formula), changed)
            if word == STOP:
                halt = value
            else:
                self._check(definition)
                values[definition.name] = value
        return values, halt

    def _check(self, definition: NamedValue) -> None:
        if definition.name not in self.assignable:
            raise Unreadable(
                "undefined-name",
                f"'{definition.name}' is neither a variable of an equation nor a parameter",
                definition.span,
                "an event can change only variables of equations and parameters",
            )

    def inlined(self, value: Expression, calls: int = 0) -> Expression:
        """Functions expanded, because what they read must be the values before the event too."""

        def change(node: Expression) -> Expression | None:
            if not isinstance(node, Apply) or calls >= MAX_CALLS:
                return None
            function = self.functions.get(node.function)
            if function is None or len(function.parameters) != len(node.arguments):
                return None
            arguments = [self.inlined(argument, calls + 1) for argument in node.arguments]
            body = substitute(function.body, dict(zip(function.parameters, arguments, strict=True)))
            return self.inlined(body, calls + 1)

        return rewrite(value, change)

    def _before(self, value: Expression) -> Expression:
        def change(node: Expression) -> Expression | None:
            match node:
                case Apply("delay"):
                    return node
                case Name(name, span) if name in self.changing:
                    return Apply("pre", (node,), span)
                case _:
                    return None

        return rewrite(value, change)


def _protected(changed: Mapping[str, Expression]) -> dict[str, Expression]:
    """Under these names, which nobody can write, states that an event has changed are not read as before it."""
    return {name: Name(f"{name}'", value.span) for name, value in changed.items()}


def _released(value: Expression, changed: Mapping[str, Expression]) -> Expression:
    return substitute(value, {f"{name}'": new for name, new in changed.items()})


def _negative(value: Expression) -> Expression:
    return Apply("neg", (value,), value.span)


def _assign(target: Name, value: Expression) -> Assignment:
    assert target.span is not None
    return Assignment(target, value, Section.NONE, target.span)


def bound_stops(names: Collection[str], bound: float, span_of_name: Callable[[str], Span]) -> Iterator[Stop]:
    """The run ends when a variable exceeds the bound, whatever its sign."""
    for name in names:
        span = span_of_name(name)
        variable = Name(name, span)
        square = Apply("*", (variable, variable), span)
        yield Stop(
            Apply(">", (square, Number((bound * JUST_BEYOND) ** 2, span)), span), f"{name} is out of bounds", span
        )
