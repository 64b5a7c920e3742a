"""A system of an SBML model under construction: declarations, values and equations so far."""

from collections.abc import Callable
from typing import Any, TypeVar

from simnon.model import (
    Assignment,
    Declaration,
    Declared,
    Expression,
    FunctionDefinition,
    GivenValue,
    Name,
    Number,
    Relation,
    Section,
    Stop,
    Unit,
    When,
)
from simnon.source import Report, Source, Span

from ..markup import Names, refused, span_of_line
from ..tokens import Unreadable
from .document import library
from .formulas import TIME, Formulas
from .symbols import Fate, Symbol, Symbols, elements
from .unit_names import unit_of

Made = TypeVar("Made")


class Draft:
    """What all that is added to the system needs; reports what has no meaning."""

    def __init__(self, source: Source, model: Any, report: Report) -> None:
        self.source = source
        self.model = model
        self.report = report
        self.whole = span_of_line(source, model.getLine())
        self.names = Names(TIME)
        self.symbols = Symbols(model, source)
        for identifier in (*self.symbols.all, *(each.getId() for each in elements(model.getListOfReactions()))):
            self.names[identifier]
        self.functions: list[FunctionDefinition] = []
        self.name_of_function: dict[str, str] = {}
        self.derivatives: dict[str, str] = {}
        self.amounts: dict[str, str] = {}
        """Both by identifier: the derivative of a state, the amount of a species in a compartment that changes."""
        self.without_size: dict[str, Symbol] = {}
        """Compartments by name: their size need not be known unless something reads it."""
        self.declarations: list[Declaration] = []
        self.values: list[GivenValue] = []
        self.assignments: list[Assignment] = []
        self.relations: list[Relation] = []
        self.whens: list[When] = []
        self.stops: list[Stop] = []
        self.unreadable: set[str] = set()
        self.has_units = model.getLevel() > 2 or model.getNumUnitDefinitions() > 0

    def attempt(self, make: Callable[[], Made], name: str = "") -> Made | None:
        """What `make` gives; None after an error, which is reported, and after which the name counts as defined."""
        try:
            return make()
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            self.unreadable |= {name} if name else set()
            return None

    def formulas(self, span: Span, local: dict[str, str] | None = None) -> Formulas:
        """`local` are the names that only this formula has."""
        known = local or {}

        def name(identifier: str, span: Span) -> str:
            if identifier in known:
                return known[identifier]
            if identifier in self.symbols.all or self.model.getReaction(identifier) is not None:
                return self.names[identifier]
            raise Unreadable("undefined-name", f"'{identifier}' is not defined", span, "define it in the model")

        return Formulas(span, name, self.name_of_function, self._rate, TIME)

    def _rate(self, identifier: str, span: Span) -> Expression:
        symbol = self.symbols.all.get(identifier)
        if symbol is not None and symbol.fate in (Fate.CONSTANT, Fate.EVENTS) and not self.has_amount(identifier):
            return Number(0.0, span)
        if identifier in self.derivatives and not self.has_amount(identifier):
            return Name(self.derivatives[identifier], span)
        raise refused(f"the rate of {identifier}, which no rate determines,", span, "write its rate as a formula")

    def has_amount(self, identifier: str) -> bool:
        symbol = self.symbols.all[identifier]
        return symbol.element.getTypeCode() == library().SBML_SPECIES and self.symbols.has_amount(symbol)

    def define(self, name: str, value: Expression, span: Span, section: Section = Section.NONE) -> None:
        self.assignments.append(Assignment(Name(name, span), value, section, span))

    def give(self, name: str, value: float, unit: Unit | None, span: Span) -> None:
        self.values.append(GivenValue(name, value, unit, span))

    def state(self, identifier: str, name: str, unit: Unit | None, rate: Expression, span: Span) -> None:
        derivative = self.derivatives.get(identifier) or self.derivative(identifier, name)
        self.declarations.append(Declaration(Declared.STATE, name, unit, span))
        self.declarations.append(Declaration(Declared.DER, derivative, None, span))
        self.define(derivative, rate, span)

    def derivative(self, identifier: str, name: str) -> str:
        self.derivatives[identifier] = self.names.free(f"d{name}")
        return self.derivatives[identifier]

    def unit(self, element: Any) -> Unit | None:
        return unit_of(element.getDerivedUnitDefinition()) if self.has_units else None

    def declare_time(self) -> None:
        self.declarations.append(Declaration(Declared.TIME, TIME, self._unit_of_time(), self.whole))

    def _unit_of_time(self) -> Unit | None:
        words = self.model.getTimeUnits() if self.model.getLevel() > 2 else "time"
        definition = self.model.getUnitDefinition(words)
        if definition is not None:
            return unit_of(definition)
        return None
