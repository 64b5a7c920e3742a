"""`global` lines -> WHEN and STOP.

An event happens where its condition crosses zero, so not at the start, where it may be on the far side already: it is
armed when the condition has been on the near side. All right-hand sides see the values before the event.
"""

from collections.abc import Callable, Collection, Iterator
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
    rewrite,
    substitute,
)
from simnon.source import Span

from ..tokens import Unreadable
from .formulas import Spelling
from .meanings import Meanings
from .program import GlobalEvent, NamedValue

STOP, RECORD = "arret", "out_put"
"""What an event may assign besides variables: that the run ends, and that a point is stored, as it always is here."""
MAX_CALLS = 20


@dataclass(slots=True)
class EventMaker:
    """`changing` are the names whose values before and after an event may differ."""

    meanings: Meanings
    spelling: Spelling
    changing: Collection[str]
    assignable: Collection[str]
    functions: dict[str, FunctionDefinition]
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)

    def add(self, event: GlobalEvent) -> None:
        assignments, is_end = self._assignments(event)
        for sign in (1, -1) if event.sign == 0 else (event.sign,):
            condition = self._crossed(event, sign)
            if is_end:
                self.stops.append(Stop(condition, event.span.text.replace("'", ""), event.span))
            if assignments:
                self.whens.append(When(condition, assignments, event.span))

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
        arming = Assignment(armed, Number(1.0, span), Section.NONE, span)
        self.whens.append(When(is_new, (arming,), span))
        return Apply("and", (here, Apply(">", (armed, half), span)), span)

    def _assignments(self, event: GlobalEvent) -> tuple[tuple[Assignment, ...], bool]:
        assignments = []
        is_end = False
        for definition in event.assignments:
            word = definition.name.casefold()
            if word == STOP:
                is_end = is_end or self.meanings.constant(definition.value) != 0.0
            elif word != RECORD:
                assignments.append(self._assignment(definition))
        return tuple(assignments), is_end

    def _assignment(self, definition: NamedValue) -> Assignment:
        if definition.name not in self.assignable:
            raise Unreadable(
                "undefined-name",
                f"'{definition.name}' is neither a variable of an equation nor a parameter",
                definition.span,
                "an event can change only variables of equations and parameters",
            )
        value = self._before(self._inlined(self.meanings.number(definition.value)))
        return Assignment(Name(definition.name, definition.span), value, Section.NONE, definition.span)

    def _inlined(self, value: Expression, calls: int = 0) -> Expression:
        """Functions written out, because what they read is to be the values before the event too."""

        def change(node: Expression) -> Expression | None:
            if not isinstance(node, Apply) or calls >= MAX_CALLS:
                return None
            function = self.functions.get(node.function)
            if function is None or len(function.parameters) != len(node.arguments):
                return None
            arguments = [self._inlined(argument, calls + 1) for argument in node.arguments]
            body = substitute(function.body, dict(zip(function.parameters, arguments, strict=True)))
            return self._inlined(body, calls + 1)

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


def bound_stops(names: Collection[str], bound: float, span_of_name: Callable[[str], Span]) -> Iterator[Stop]:
    """The run ends where a variable is larger than the bound, whatever its sign."""
    for name in names:
        span = span_of_name(name)
        variable = Name(name, span)
        square = Apply("*", (variable, variable), span)
        yield Stop(Apply(">", (square, Number(bound * bound, span)), span), f"{name} is out of bounds", span)
