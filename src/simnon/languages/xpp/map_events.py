"""`global` lines of a map -> equations of the map.

If the condition of an event changes its sign in an iteration, XPP takes the point between the old and the new values at
which it vanishes, if all of them change linearly; the event acts there, and the map is iterated once more from what it
leaves. So the new values are those of the first iteration in which nothing happens. An iteration can have so many
events one after the other as `MOST_EVENTS` says; events at the same point act in the order of the text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from simnon.model import Apply, Expression, Name, Number, Section, substitute
from simnon.source import Span

from ..tokens import Unreadable
from .formulas import Spelling
from .program import GlobalEvent, NamedValue

MOST_EVENTS = 2
_NONE = 2.0
"""What a fraction is if its event does not happen: beyond the end of the iteration, which is 1."""

Define = Callable[[str, Expression, Span, Section], None]
Values = dict[str, Expression]


@dataclass(slots=True)
class MapEvents:
    """`formulas` are those of the states, `fixed` those of what is computed from them, with functions inlined."""

    formulas: Mapping[str, Expression]
    fixed: Sequence[NamedValue]
    number: Callable[[Expression], Expression]
    """The meaning of a formula of an event."""
    define: Define
    spelling: Spelling
    span: Span

    def new_values(self, events: Sequence[GlobalEvent], names: Sequence[str]) -> tuple[Values, list[Expression]]:
        """The value of each state and changed parameter after an iteration, and what `arret` is."""
        self._check(events, names)
        now: Values = {name: Name(name, self.span) for name in names}
        time: Expression = Name("t", self.span)
        end = Apply("+", (time, Number(1.0, self.span)), self.span)
        stages: list[tuple[Expression, Values]] = []
        halts: list[Expression] = []
        for _ in range(MOST_EVENTS):
            known = self._computed(now, time)
            reached = self._named("step", self._iterated(known))
            beyond = self._computed({**now, **reached}, end)
            fractions = [self._fraction(event, known, beyond) for event in events]
            first = self._one("first", reduce(self._smaller, fractions))
            earlier = [is_quiet for is_quiet, _ in stages]
            stages.append((Apply(">", (first, Number(1.0, self.span)), self.span), {**now, **reached}))
            point = {name: self._between(now[name], reached.get(name, now[name]), first) for name in names}
            time = self._one("time", self._between(time, end, first))
            here = self._named("at", point)
            after, found = self._acted(events, fractions, first, {**known, **here, "t": time})
            halts += [self._one("arret", reduce(self._unless, earlier, halt)) for halt in found]
            now = {name: after[name] for name in names}
        last = self._iterated(self._computed(now, time))
        return {name: self._chosen(name, stages, {**now, **last}) for name in names}, halts

    def _check(self, events: Sequence[GlobalEvent], names: Sequence[str]) -> None:
        for event in events:
            if event.sign == 0:
                message = "in a map, a condition crosses zero; it does not stay there"
                raise Unreadable("unsupported-statement", message, event.span, "write global 1 or global -1")
            for definition in event.assignments:
                if definition.name not in names and definition.name.casefold() != "arret":
                    message = f"'{definition.name}' is neither a variable of an equation nor a parameter"
                    hint = "an event can change only variables of equations and parameters"
                    raise Unreadable("undefined-name", message, definition.span, hint)

    def _computed(self, now: Values, time: Expression) -> Values:
        """`now` with the fixed variables that follow from it."""
        if all(isinstance(value, Name) and value.name == name for name, value in now.items()):
            return {**now, "t": time}
        names = {each.name: Name(self.spelling.free(f"{each.name}_1"), each.span) for each in self.fixed}
        known: Values = {**now, **names, "t": time}
        for each in self.fixed:
            self.define(names[each.name].name, substitute(each.value, known), each.span, Section.NONE)
        return known

    def _iterated(self, known: Values) -> Values:
        return {name: substitute(formula, known) for name, formula in self.formulas.items()}

    def _fraction(self, event: GlobalEvent, known: Values, beyond: Values) -> Expression:
        """How far into the iteration the event happens."""
        span, zero = event.span, Number(0.0, event.span)
        condition = self.number(event.condition)
        old = self._one("before", substitute(condition, known))
        new = self._one("beyond", substitute(condition, beyond))
        signs = ("<", ">") if event.sign > 0 else (">", "<")
        crosses = Apply("and", (Apply(signs[0], (old, zero), span), Apply(signs[1], (new, zero), span)), span)
        part = Apply("/", (old, self._difference(old, new)), span)
        return self._one("fraction", Apply("if", (crosses, part, Number(_NONE, span)), span))

    def _acted(
        self, events: Sequence[GlobalEvent], fractions: Sequence[Expression], first: Expression, here: Values
    ) -> tuple[Values, list[Expression]]:
        """The values after the events; a formula has the parameters from before them, and the fixed variables from
        before the iteration."""
        after = dict(here)
        halts: list[Expression] = []
        for event, fraction in zip(events, fractions, strict=True):
            span = event.span
            happens = Apply("not", (Apply(">", (fraction, first), span),), span)
            happens = Apply("and", (happens, Apply("<", (fraction, Number(1.5, span)), span)), span)
            for definition in event.assignments:
                values = {**here, **{name: after[name] for name in self.formulas}}
                value = substitute(self.number(definition.value), values)
                is_halt = definition.name.casefold() == "arret"
                old = Number(0.0, span) if is_halt else after[definition.name]
                chosen = Apply("if", (happens, value, old), span)
                if is_halt:
                    halts.append(chosen)
                else:
                    after[definition.name] = self._one("acted", chosen)
        return after, halts

    def _chosen(self, name: str, stages: Sequence[tuple[Expression, Values]], last: Values) -> Expression:
        """The value after the first iteration without an event."""
        value = last[name]
        for is_quiet, values in reversed(stages):
            value = Apply("if", (is_quiet, values[name], value), self.span)
        return value

    def _between(self, start: Expression, end: Expression, fraction: Expression) -> Expression:
        if start == end:
            return start
        return Apply("+", (start, Apply("*", (fraction, self._difference(end, start)), self.span)), self.span)

    def _difference(self, a: Expression, b: Expression) -> Expression:
        return Apply("+", (a, Apply("neg", (b,), self.span)), self.span)

    def _smaller(self, a: Expression, b: Expression) -> Expression:
        return Apply("if", (Apply("<", (a, b), self.span), a, b), self.span)

    def _unless(self, value: Expression, is_quiet: Expression) -> Expression:
        return Apply("if", (is_quiet, Number(0.0, self.span), value), self.span)

    def _named(self, kind: str, values: Values) -> Values:
        return {name: self._one(f"{name}_{kind}", value) for name, value in values.items()}

    def _one(self, proposed: str, value: Expression) -> Expression:
        """The value under a name of its own, so that it is computed once."""
        if isinstance(value, Name | Number):
            return value
        name = self.spelling.free(f"{proposed}_1")
        self.define(name, value, self.span, Section.NONE)
        return Name(name, self.span)
