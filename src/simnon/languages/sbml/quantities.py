"""Compartments, species, parameters and reactions -> states, equations and values."""

from functools import partial
from typing import Any

from simnon.model import Apply, Declaration, Declared, Expression, Name, Number, Relation, Section
from simnon.source import Span

from ..tokens import Unreadable
from .document import library
from .draft import Draft
from .symbols import Fate, Symbol, elements


def product(span: Span, *factors: Expression) -> Expression:
    others = tuple(each for each in factors if each != Number(1.0))
    if len(others) < 2:
        return others[0] if others else Number(1.0, span)
    return Apply("*", others, span)


class Quantities(Draft):
    """Adds what has a value."""

    def name_derivatives(self) -> None:
        """Before any formula is read: a formula can contain the rate of what comes later."""
        for symbol in self.symbols.all.values():
            if symbol.fate in (Fate.RATE, Fate.REACTIONS):
                self.derivative(symbol.identifier, self.names[symbol.identifier])
            if self.has_amount(symbol.identifier):
                self.amounts[symbol.identifier] = self.names.free(f"{self.names[symbol.identifier]}_amount")

    def add_quantities(self) -> None:
        for symbol in self.symbols.all.values():
            self.attempt(partial(self._add, symbol), self.names[symbol.identifier])

    def _add(self, symbol: Symbol) -> None:
        name, span = self.names[symbol.identifier], symbol.span
        is_species = symbol.element.getTypeCode() == library().SBML_SPECIES
        if is_species and self.symbols.has_amount(symbol):
            self._add_amount(symbol)
            return
        match symbol.fate:
            case Fate.RULE:
                assert symbol.rule is not None
                self._define_by(name, symbol.rule)
                return
            case Fate.RATE:
                assert symbol.rule is not None
                place = self.symbols.place(symbol.rule)
                rate = self.formulas(place).read_number(symbol.rule.getMath())
                self.state(symbol.identifier, name, self.unit(symbol.element), rate, span)
            case Fate.REACTIONS:
                rate = self._change(symbol)
                if self.symbols.is_concentration(symbol.element):
                    rate = self._divided(rate, self._size(symbol), span)
                self.state(symbol.identifier, name, self.unit(symbol.element), rate, span)
            case Fate.ALGEBRAIC:
                self.declarations.append(Declaration(Declared.VARIABLE, name, self.unit(symbol.element), span))
            case Fate.CONSTANT | Fate.EVENTS:
                pass
        self._add_initial(symbol, name)

    def _add_amount(self, symbol: Symbol) -> None:
        """The state is the amount, and the concentration follows from it."""
        name, span = self.names[symbol.identifier], symbol.span
        amount, size = self.amounts[symbol.identifier], self._size(symbol)
        if symbol.fate is Fate.REACTIONS:
            self.state(symbol.identifier, amount, None, self._change(symbol), span)
        self.define(name, self._divided(Name(amount, span), size, span), span)
        initial = self._initial_formula(symbol)
        if initial is not None:
            self.define(amount, product(span, initial, size), span, Section.INITIAL)
        elif symbol.element.isSetInitialAmount():
            self.give(amount, symbol.element.getInitialAmount(), None, span)
        else:
            value = Number(self._number(symbol), span)
            self.define(amount, product(span, value, size), span, Section.INITIAL)

    def _define_by(self, name: str, rule: Any) -> None:
        place = self.symbols.place(rule)
        self.define(name, self.formulas(place).read_number(rule.getMath()), place)

    def _divided(self, value: Expression, size: Expression, span: Span) -> Expression:
        return value if size == Number(1.0) else Apply("/", (value, size), span)

    def _size(self, symbol: Symbol) -> Expression:
        return Name(self.names[symbol.element.getCompartment()], symbol.span)

    def _initial_formula(self, symbol: Symbol) -> Expression | None:
        if symbol.initial is None:
            return None
        return self.formulas(self.symbols.place(symbol.initial)).read_number(symbol.initial.getMath())

    def _add_initial(self, symbol: Symbol, name: str) -> None:
        """The value at the start, computed in INITIAL unless it is a number."""
        span, element = symbol.span, symbol.element
        formula = self._initial_formula(symbol)
        if formula is not None:
            self.define(name, formula, span, Section.INITIAL)
            return
        unit = self.unit(element) if symbol.fate in (Fate.CONSTANT, Fate.EVENTS) else None
        if element.getTypeCode() != library().SBML_SPECIES:
            if symbol.fate is Fate.ALGEBRAIC and not _is_given(element):
                return
            if element.getTypeCode() == library().SBML_COMPARTMENT and not _is_given(element):
                self.without_size[name] = symbol
                return
            self.give(name, self._number(symbol), unit, span)
            return
        number = Number(self._number(symbol), span)
        is_amount = element.isSetInitialAmount()
        is_concentration = self.symbols.is_concentration(element)
        compartment = self.symbols.compartment_of(element)
        if is_amount == (not is_concentration) or self._is_one(compartment):
            self.give(name, number.value, unit, span)
        elif is_amount:
            self.define(name, Apply("/", (number, self._size(symbol)), span), span, Section.INITIAL)
        else:
            self.define(name, product(span, number, self._size(symbol)), span, Section.INITIAL)

    def _is_one(self, compartment: Symbol) -> bool:
        has_formula = compartment.initial is not None or compartment.rule is not None
        return not has_formula and bool(compartment.element.getSize() == 1.0)

    def has_no_value(self, symbol: Symbol) -> Unreadable:
        message = f"'{symbol.identifier}' has no value at the start"
        return Unreadable("number-expected", message, symbol.span, "give it a value or an initial assignment")

    def _number(self, symbol: Symbol) -> float:
        element = symbol.element
        if not _is_given(element):
            raise self.has_no_value(symbol)
        match element.getTypeCode():
            case code if code == library().SBML_COMPARTMENT:
                return float(element.getSize())
            case code if code == library().SBML_PARAMETER:
                return float(element.getValue())
            case code if code == library().SBML_SPECIES_REFERENCE:
                return float(element.getStoichiometry())
            case _:
                amount, concentration = element.getInitialAmount(), element.getInitialConcentration()
                return float(amount if element.isSetInitialAmount() else concentration)

    def _change(self, symbol: Symbol) -> Expression:
        """The amount of the species that all reactions produce in a unit of time."""
        terms: list[Expression] = []
        for reaction in elements(self.model.getListOfReactions()):
            rate = Name(self.names[reaction.getId()], symbol.span)
            for listed, sign in ((reaction.getListOfReactants(), -1.0), (reaction.getListOfProducts(), 1.0)):
                for reference in elements(listed):
                    if reference.getSpecies() == symbol.identifier:
                        term = product(symbol.span, self._stoichiometry(reference), rate)
                        terms.append(term if sign > 0 else Apply("neg", (term,), symbol.span))
        total = terms[0] if len(terms) == 1 else Apply("+", tuple(terms), symbol.span)
        return product(symbol.span, *self._conversion(symbol), total)

    def _conversion(self, symbol: Symbol) -> list[Expression]:
        factor = symbol.element.getConversionFactor() or self.model.getConversionFactor()
        return [Name(self.names[factor], symbol.span)] if factor else []

    def _stoichiometry(self, reference: Any) -> Expression:
        place = self.symbols.place(reference)
        if reference.isSetStoichiometryMath():
            return self.formulas(place).read_number(reference.getStoichiometryMath().getMath())
        if reference.isSetId() and self.model.getLevel() > 2:
            return Name(self.names[reference.getId()], place)
        if not _is_given(reference):
            raise Unreadable("number-expected", "the stoichiometry is missing", place, "write stoichiometry")
        return Number(float(reference.getStoichiometry()) / float(reference.getDenominator()), place)

    def add_rates(self) -> None:
        for reaction in elements(self.model.getListOfReactions()):
            self.attempt(partial(self._add_rate, reaction), self.names[reaction.getId()])

    def _add_rate(self, reaction: Any) -> None:
        name, law, place = self.names[reaction.getId()], reaction.getKineticLaw(), self.symbols.place(reaction)
        if law is None:
            raise Unreadable("missing-equation", f"'{reaction.getId()}' has no rate", place, "write <kineticLaw>")
        local: dict[str, str] = {}
        listed = law.getListOfParameters() if self.model.getLevel() < 3 else law.getListOfLocalParameters()
        for parameter in elements(listed):
            local[parameter.getId()] = own = self.names.free(f"{name}_{parameter.getId()}")
            span = self.symbols.place(parameter)
            if not parameter.isSetValue():
                raise Unreadable("number-expected", f"'{parameter.getId()}' has no value", span, "give it a value")
            self.give(own, float(parameter.getValue()), self.unit(parameter), span)
        place = self.symbols.place(law)
        self.define(name, self.formulas(place, local).read_number(law.getMath()), place)

    def add_algebraic(self) -> None:
        for rule in self.symbols.algebraic:
            place = self.symbols.place(rule)
            left = self.attempt(partial(self.formulas(place).read_number, rule.getMath()))
            if left is not None:
                self.relations.append(Relation(left, Number(0.0, place), Section.NONE, place))


def _is_given(element: Any) -> bool:
    match element.getTypeCode():
        case code if code == library().SBML_COMPARTMENT:
            return bool(element.isSetSize())
        case code if code == library().SBML_PARAMETER:
            return bool(element.isSetValue())
        case code if code == library().SBML_SPECIES_REFERENCE:
            return element.getLevel() < 3 or bool(element.isSetStoichiometry())
        case _:
            return bool(element.isSetInitialAmount() or element.isSetInitialConcentration())
