"""A system of an XPP program under construction, and what all that is added to it needs."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from simnon.model import (
    Assignment,
    Declaration,
    Expression,
    FunctionDefinition,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    When,
    finite_number_of,
)
from simnon.source import Report, Source, Span

from ..noise import Drawing
from ..tokens import Unreadable
from .auxiliaries import auxiliary_equations
from .boundaries import start_names
from .formulas import Spelling
from .meaning import Draw, Meanings, Networks, SpecialFunctions
from .noise import CLOCK, Noise
from .program import NamedValue, Program
from .settings import DISCRETE, Settings, read_settings

Made = TypeVar("Made")


class Draft:
    """The declarations, values and equations so far; reports what has no meaning."""

    def __init__(self, source: Source, program: Program, spelling: Spelling, report: Report) -> None:
        self.program = program
        self.spelling = spelling
        self.report = report
        self.settings: Settings = read_settings(program.settings, spelling, report)
        self.is_map = self.settings.is_map = program.is_map or self.settings.method == DISCRETE
        self.whole = Span(source, 0, min(1, len(source.text)))
        self.declarations: list[Declaration] = []
        self.values: list[GivenValue] = []
        self.assignments: list[Assignment] = []
        self.functions: list[FunctionDefinition] = []
        self.whens: list[When] = []
        self.stops: list[Stop] = []
        has_boundaries = bool(program.boundaries) and not self.is_map
        self.start_of_state = start_names([state.name for state in program.states], spelling) if has_boundaries else {}
        self.search: tuple[str, ...] = ()
        self.new_name: dict[str, str] = {}
        """The new values of what the events of a map can change."""
        self.auxiliaries = tuple(auxiliary_equations(program, spelling))
        self._reported: set[tuple[str, int]] = set()
        self.meanings = self._meanings()
        self.meanings.functions.locates_events = self.is_map or not self.settings.has_fixed_step
        self.meanings.functions.special = SpecialFunctions(self._define_function)
        self.networks = Networks(program, self.meanings, spelling, self._define, self.is_map)
        self._add_networks()
        self.drawing = Drawing(CLOCK, self.whole, self.settings.step)
        self.noise = Noise(spelling, self.drawing)
        self.draw: Draw | None = None if self.is_map else self.noise.random

    def _meanings(self) -> Meanings:
        plain = Meanings({}, (), {})
        constants: dict[str, float] = {}
        for definition in self.program.constants:
            value = self._attempted(partial(plain.constant, definition.value))
            if value is not None:
                constants[definition.name] = value
        in_order = [definition.name for definition in self.program.variables]
        histories = {d.name: d.value for d in self.program.pasts}
        meanings = Meanings(constants, in_order, histories)
        values = {d.name: finite_number_of(d.value, {}) for d in self.program.parameters}
        meanings.parameters = {name: value for name, value in values.items() if value is not None}
        return meanings

    def _add_networks(self) -> None:
        self.meanings.special = {each.name: partial(self.networks.value, each) for each in self.program.networks}

    def _attempted(self, make: Callable[[], Made]) -> Made | None:
        """What `make` gives; an error is reported once, even in a line of an array."""
        try:
            return make()
        except Unreadable as error:
            position = (error.code, error.span.start)
            if position not in self._reported:
                self._reported.add(position)
                self.report.error(error.code, str(error), error.span, error.hint)
            return None

    def _define(self, name: str, value: Expression, span: Span, section: Section = Section.NONE) -> None:
        self.assignments.append(Assignment(Name(name, span), value, section, span))

    def _define_function(self, name: str, body: Expression, span: Span) -> str:
        found = self.spelling.free(name)
        self.functions.append(FunctionDefinition(found, ("x",), body, span))
        return found

    def _number(self, definition: NamedValue, draw: Draw | None) -> Expression:
        """Its meaning; if it has none, the error is reported and the name is defined all the same."""
        found = self._attempted(lambda: self.meanings.number(definition.value, draw))
        return Number(0.0, definition.span) if found is None else found

    def _given(self, definition: NamedValue, hint: str) -> None:
        value = self._attempted(lambda: self._constant(definition, hint))
        if value is None:
            self.program.unreadable.add(definition.name)
        else:
            self.values.append(GivenValue(definition.name, value, None, definition.span))

    def _constant(self, definition: NamedValue, hint: str) -> float:
        value = self.meanings.constant(definition.value)
        if value is None:
            message = f"{definition.name} needs a number"
            raise Unreadable("number-expected", message, definition.value.span or definition.span, hint)
        return value
