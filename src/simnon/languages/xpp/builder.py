"""Program -> Systems: a continuous one, for maps a discrete one; noise adds one that draws and one that connects."""

from collections.abc import Set
from functools import partial

from simnon.model import (
    Apply,
    Declaration,
    Declared,
    Expression,
    FunctionDefinition,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
    functions_in,
    names_in,
)
from simnon.source import Span

from ..tokens import Unreadable
from .boundaries import residual_of, search_commands, sum_of_squares
from .events import EventMaker, bound_stops
from .map_events import MapEvents
from .meaning import Integrals, between_points, own_function
from .program import NamedValue
from .sets import commands_of
from .settings import DEFAULT_BOUND
from .stochastic import PERIOD_OF_MAP, StochasticDraft

_RANDOM = {"rect", "norm"}


class Builder(StochasticDraft):
    """Builds the systems of one program."""

    def systems(self, name: str) -> tuple[System, ...]:
        program = self.program
        if not (program.states or program.markovs or program.integral_equations) and not self.report.has_errors:
            self.report.error("no-system", "the program has no equation x'=...", None, "write x'=formula")
            return ()
        self._add_values()
        self._add_functions()
        self._add_integrals()
        self._add_states()
        self._add_fixed()
        self._add_algebraic()
        self._add_initial()
        self._add_events()
        self._add_noise()
        self._add_bounds()
        self._add_boundaries()
        self._note_fixed_parameters()
        self._choose_method()
        if self.drawing.is_empty:
            return (self._system(name),)
        own = f"{name}_ode"
        return (self._system(own), *self.drawing.systems(own, f"{name}_noise", name))

    def _system(self, name: str) -> System:
        program = self.program
        first = next((variable.name for variable in program.variables), "")
        parameter = next((definition.name for definition in program.parameters), "")
        commands = self.search or commands_of(program, self.settings, self.meanings, self.spelling, self.report)
        return System(
            name,
            SystemKind.DISCRETE if self.is_map else SystemKind.CONTINUOUS,
            self.whole,
            (*self.declarations, Declaration(Declared.TIME, "t", None, self.whole)),
            tuple(self._read_values()),
            tuple(self.assignments),
            tuple(self.whens),
            tuple(self.stops),
            tuple(self._functions_in_use()),
            tuple(program.tables),
            (),
            frozenset(program.unreadable),
            self.settings.experiment(first, parameter, program.printed, commands),
            program.comments,
        )

    def _read_values(self) -> list[GivenValue]:
        """Without the constants and parameters that only the ends of sums needed."""
        formulas = [*(a.value for a in self.assignments), *(function.body for function in self.functions)]
        for when in self.whens:
            formulas += [when.condition, *(a.value for a in when.assignments)]
        formulas += [stop.condition for stop in self.stops]
        read = {name for formula in formulas for name in names_in(formula)}
        structural = {*self.meanings.constants, *self.meanings.fixed_parameters}
        return [value for value in self.values if value.name in read or value.name not in structural]

    def _functions_in_use(self) -> list[FunctionDefinition]:
        """All but those that call themselves and that nothing else calls."""
        formulas = [*(a.value for a in self.assignments), *(stop.condition for stop in self.stops)]
        formulas += [value for when in self.whens for value in (when.condition, *(a.value for a in when.assignments))]
        found = {name for formula in formulas for name in functions_in(formula)}
        found |= {name for each in self.functions for name in functions_in(each.body) if name != each.name}
        return [each for each in self.functions if each.name in found or each.name not in functions_in(each.body)]

    def _note_fixed_parameters(self) -> None:
        for definition in self.program.parameters:
            if definition.name in self.meanings.fixed_parameters:
                message = (
                    f"{definition.name} ends a sum, shapes a kernel or is a lag of 0; changing it does not change them"
                )
                self.report.note("structural-parameter", message, definition.span, "change it in the text")

    def _choose_method(self) -> None:
        """The states that approximate a kernel are too fast for methods of fixed step."""
        if self.integrals.is_approximated and self.settings.has_fixed_step:
            self.settings.method = "rodas5p"
            message = (
                "the kernel of an integral is approximated by exponentials; the run uses a method for stiff systems"
            )
            self.report.note("setting-left-out", message, self.whole, "meth=cvode has the same effect")

    def _add_values(self) -> None:
        for definition in (*self.program.parameters, *self.program.constants):
            self._given(definition, f"a parameter that is computed from others is !{definition.name}=formula")
        for definition in self.program.inputs:
            self.declarations.append(Declaration(Declared.INPUT, definition.name, None, definition.span))
            self._given(definition, "an input needs the value it has if nothing is connected")

    def _add_functions(self) -> None:
        for function in self.program.functions:
            table = self._attempted(partial(self.networks.formula_table, function.name, function.span))
            if table is not None:
                self.program.tables.append(table)
                continue
            body = self._number(NamedValue(function.name, function.body, function.span), self.draw)
            name = own_function(function.name)
            written = self.program.formula_tables.get(function.name)
            if written is not None and written.count > 1 and written.low < written.high:
                points = FunctionDefinition(self.spelling.free(f"{name}_points"), ("t",), body, function.span)
                self.functions.append(points)
                body = between_points(points.name, written, function.span)
            self.functions.append(FunctionDefinition(name, function.parameters, body, function.span))

    def _add_integrals(self) -> None:
        functions = {function.name: function for function in self.functions}
        self.integrals = self.meanings.integrals = Integrals(
            functions,
            self._new_state,
            self._set_derivative,
            self.meanings.fixed_number,
            self.settings.step,
            self.settings.total,
        )

    def _new_state(self, span: Span) -> Name:
        name = self.spelling.free("integral")
        self.declarations.append(Declaration(Declared.STATE, name, None, span))
        return Name(name, span)

    def _set_derivative(self, state: Name, value: Expression) -> None:
        span = state.span or self.whole
        target = self.spelling.free(f"d{state.name}")
        self.declarations.append(Declaration(Declared.DER, target, None, span))
        self._define(target, value, span)

    def _add_states(self) -> None:
        kind = Declared.NEW if self.is_map else Declared.DER
        for state in self.program.states:
            target = self.spelling.free(f"n{state.name}" if self.is_map else f"d{state.name}")
            self.declarations.append(Declaration(Declared.STATE, state.name, None, state.span))
            self.declarations.append(Declaration(kind, target, None, state.span))
            if self.is_map and self.program.events:
                self.new_name[state.name] = target
            else:
                self._define(target, self._number(state, self.draw), state.span)
        if self.is_map:
            following = self.spelling.free("t_next")
            self.declarations.append(Declaration(Declared.TSAMP, following, None, self.whole))
            after = Apply("+", (Name("t", self.whole), Number(PERIOD_OF_MAP, self.whole)), self.whole)
            self._define(following, after, self.whole)

    def _add_fixed(self) -> None:
        for definition in (*self.program.integral_equations, *self.program.fixed, *self.auxiliaries):
            self._define(definition.name, self._number(definition, self.draw), definition.span)
        for definition in self.program.derived:
            value = self._number(definition, None)
            section = Section.INITIAL if functions_in(value) & _RANDOM else Section.NONE
            self._define(definition.name, value, definition.span, section)

    def _add_algebraic(self) -> None:
        """`0=f` with `solv y` is `y = y + f`, which the search for y makes true."""
        residuals, unknowns = self.program.residuals, self.program.unknowns
        if len(residuals) != len(unknowns):
            spans = [*(residual.span for residual in residuals), *(unknown.span for unknown in unknowns)]
            self.report.error(
                "missing-equation",
                f"{len(residuals)} equations 0=... for {len(unknowns)} unknowns of solv",
                spans[0],
                "each unknown needs an equation: solv y=1 and 0=formula",
            )
        for residual, unknown in zip(residuals, unknowns, strict=False):
            span = residual.span
            value = self._number(NamedValue(unknown.name, residual.value, span), self.draw)
            self._define(unknown.name, Apply("+", (Name(unknown.name, span), value), span), span)
            self._given(unknown, "solv needs a number to start the search from")

    def _add_initial(self) -> None:
        states = {state.name for state in self.program.states}
        computed = {equation.name for equation in self.program.integral_equations}
        markovs = {markov.name for markov in self.program.markovs}
        for definition in {d.name: d for d in self.program.initial}.values():
            if definition.name in markovs | computed | self.program.unreadable:
                continue
            if definition.name not in states:
                self.report.error(
                    "undefined-name",
                    f"'{definition.name}' has an initial value but no equation",
                    definition.span,
                    f"write {definition.name}'=formula",
                )
                continue
            value = self._number(definition, None)
            number = self.meanings.constant(definition.value) if not isinstance(value, Number) else value.value
            if number is None:
                given = self.start_of_state.get(definition.name, definition.name)
                self._define(given, value, definition.span, Section.INITIAL)
                computed.add(given)
            else:
                given = self.start_of_state.get(definition.name, definition.name)
                self.values.append(GivenValue(given, number, None, definition.span))
        for state, start in self.start_of_state.items():
            self._define(state, Name(start, self.whole), self.whole, Section.INITIAL)
            if start not in computed and all(value.name != start for value in self.values):
                self.values.append(GivenValue(start, 0.0, None, self.whole))

    def _add_boundaries(self) -> None:
        residuals: list[str] = []
        for boundary in self.program.boundaries:
            value = residual_of(boundary, self.start_of_state, self.settings.start)
            number = None if value is None else self._attempted(partial(self.meanings.number, value))
            if number is not None:
                residuals.append(self.spelling.free(f"boundary_{len(residuals) + 1}"))
                self._define(residuals[-1], number, boundary.span)
        if residuals:
            span = self.program.boundaries[0].span
            loss = self.spelling.free("boundary")
            self._define(loss, sum_of_squares(residuals, span), span)
            given = {value.name for value in self.values}
            starts = [start for start in self.start_of_state.values() if start in given]
            self.search = search_commands(loss, starts, self.settings)
            message = "a run begins with the initial values, whatever the boundary conditions"
            hint = "the command with the name of the program searches for initial values that satisfy them"
            self.report.note("boundary-values", message, span, hint)

    def _add_events(self) -> None:
        """Events are located whatever the method."""
        self.meanings.functions.locates_events = True
        program = self.program
        states = {definition.name for definition in program.states}
        computed = {definition.name for definition in (*program.fixed, *program.unknowns)}
        values = {definition.name for definition in (*program.parameters, *program.constants)}
        assigned = {d.name for event in program.events for d in event.assignments}
        maker = EventMaker(
            self.meanings,
            self.spelling,
            states | computed | (values & assigned),
            states,
            states | values | program.unreadable,
            {function.name: function for function in self.functions},
            self.noise.random,
            program.events,
        )
        if self.is_map and program.events:
            if self._attempted(partial(self._add_map_events, maker, values & assigned)) is None:
                program.unreadable.update(self.new_name.values())
            return
        for event in program.events:
            self._attempted(partial(maker.add, event))
        self.whens += maker.whens
        self.stops += maker.stops

    def _add_map_events(self, maker: EventMaker, changed: Set[str]) -> bool:
        """Parameters that an event of a map changes are states of it."""
        program, span = self.program, self.program.events[0].span
        if program.networks:
            message = "a map with networks cannot have events"
            raise Unreadable("unsupported-statement", message, span, "write if( )then( )else( )")
        for name in [d.name for d in (*program.parameters, *program.constants) if d.name in changed]:
            self.new_name[name] = self.spelling.free(f"n{name}")
            self.declarations.append(Declaration(Declared.STATE, name, None, span))
            self.declarations.append(Declaration(Declared.NEW, self.new_name[name], None, span))

        def inlined(value: Expression) -> Expression:
            return maker.inlined(self.meanings.number(value))

        states = {state.name: maker.inlined(self._number(state, None)) for state in program.states}
        fixed = [NamedValue(each.name, inlined(each.value), each.span) for each in (*program.fixed, *program.derived)]
        events = MapEvents(states, fixed, inlined, self._define, self.spelling, span)
        new, halts = events.new_values(program.events, list(self.new_name))
        for name, value in new.items():
            self._define(self.new_name[name], value, span)
        reason = span.text.replace("'", "")
        self.stops += [Stop(Apply(">", (halt, Number(0.0, span)), span), reason, span) for halt in halts]
        return True

    def _add_bounds(self) -> None:
        """XPP ends a run in which a variable or an auxiliary exceeds the bound."""
        bounded = (*self.program.states, *self.program.integral_equations, *self.auxiliaries)
        span_of_name = {definition.name: definition.span for definition in bounded}
        bound = self.settings.numbers.get("bound", DEFAULT_BOUND)
        self.stops += bound_stops(list(span_of_name), bound, span_of_name.__getitem__)
