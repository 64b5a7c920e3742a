"""An SBML model -> what each of its identifiers is, and what determines it."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from simnon.source import Source, Span, frozen

from ..markup import span_of_line
from .document import library


class Fate(Enum):
    """What determines the value of an identifier during a run."""

    CONSTANT = "constant"
    RULE = "assignment rule"
    RATE = "rate rule"
    REACTIONS = "reactions"
    EVENTS = "events"
    ALGEBRAIC = "algebraic rules"


@frozen
class Symbol:
    """A compartment, species, parameter or the stoichiometry of a species; `rule` is the one that determines it."""

    identifier: str
    element: Any
    fate: Fate
    span: Span
    rule: Any | None = None
    initial: Any | None = None
    """Its initial assignment."""


class Symbols:
    """All symbols of a model, in the order of the text."""

    def __init__(self, model: Any, source: Source) -> None:
        self.model = model
        self.source = source
        self.rules = {rule.getVariable(): rule for rule in elements(model.getListOfRules()) if rule.getVariable()}
        self.algebraic = [rule for rule in elements(model.getListOfRules()) if rule.isAlgebraic()]
        self.initials = {each.getSymbol(): each for each in elements(model.getListOfInitialAssignments())}
        self.by_events = {
            assignment.getVariable()
            for event in elements(model.getListOfEvents())
            for assignment in elements(event.getListOfEventAssignments())
        }
        self.reacting = {
            reference.getSpecies()
            for reaction in elements(model.getListOfReactions())
            for reference in references(reaction)
        }
        self.unknown = self._unknown()
        self.all: dict[str, Symbol] = {each.getId(): self._symbol(each) for each in self._quantities()}

    def place(self, element: Any) -> Span:
        return span_of_line(self.source, element.getLine())

    def species(self) -> Iterator[Symbol]:
        return (self.all[each.getId()] for each in elements(self.model.getListOfSpecies()))

    def compartment_of(self, species: Any) -> Symbol:
        return self.all[species.getCompartment()]

    def is_concentration(self, species: Any) -> bool:
        compartment = self.compartment_of(species).element
        return not species.getHasOnlySubstanceUnits() and compartment.getSpatialDimensionsAsDouble() > 0.0

    def has_amount(self, symbol: Symbol) -> bool:
        """Whether its amount is the state, because the size of its compartment changes."""
        return (
            symbol.fate in (Fate.REACTIONS, Fate.EVENTS, Fate.CONSTANT)
            and not symbol.element.getConstant()
            and self.is_concentration(symbol.element)
            and self.compartment_of(symbol.element).fate is not Fate.CONSTANT
        )

    def _quantities(self) -> Iterator[Any]:
        yield from elements(self.model.getListOfCompartments())
        yield from elements(self.model.getListOfSpecies())
        yield from elements(self.model.getListOfParameters())
        for reaction in elements(self.model.getListOfReactions()):
            yield from (each for each in references(reaction) if each.isSetId() and not each.isModifier())

    def _symbol(self, element: Any) -> Symbol:
        identifier = element.getId()
        rule = self.rules.get(identifier)
        return Symbol(
            identifier,
            element,
            self._fate(identifier, element, rule),
            self.place(element),
            rule,
            self.initials.get(identifier),
        )

    def _fate(self, identifier: str, element: Any, rule: Any | None) -> Fate:
        if rule is not None:
            return Fate.RATE if rule.isRate() else Fate.RULE
        if identifier in self.unknown:
            return Fate.ALGEBRAIC
        is_species = element.getTypeCode() == library().SBML_SPECIES
        if is_species and self._reacts(element):
            return Fate.REACTIONS
        return Fate.EVENTS if identifier in self.by_events else Fate.CONSTANT

    def _reacts(self, species: Any) -> bool:
        return species.getId() in self.reacting and not species.getBoundaryCondition() and not species.getConstant()

    def _unknown(self) -> set[str]:
        """What only algebraic rules determine."""
        if not self.algebraic:
            return set()
        read = {name for rule in self.algebraic for name in names_in(rule.getMath())}
        return {
            each.getId()
            for each in self._quantities()
            if each.getId() in read
            and not each.getConstant()
            and each.getId() not in self.rules
            and each.getId() not in self.by_events
            and not (each.getTypeCode() == library().SBML_SPECIES and self._reacts(each))
        }


def elements(listed: Any) -> Iterator[Any]:
    return (listed.get(number) for number in range(listed.size()))


def references(reaction: Any) -> Iterator[Any]:
    """Reactants, then products."""
    yield from elements(reaction.getListOfReactants())
    yield from elements(reaction.getListOfProducts())


def names_in(node: Any) -> Iterator[str]:
    stack = [node]
    while stack:
        node = stack.pop()
        if node is not None:
            if node.getType() == library().AST_NAME:
                yield node.getName()
            stack += [node.getChild(number) for number in range(node.getNumChildren())]
