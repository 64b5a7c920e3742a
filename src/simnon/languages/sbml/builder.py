"""An SBML model -> one continuous system."""

from functools import partial
from typing import Any

from simnon.model import FunctionDefinition, GivenValue, System, SystemKind, names_in

from ..markup import Names, is_condition, refused
from ..tokens import Unreadable
from .events import Events
from .formulas import TIME, Formulas
from .symbols import elements

_OF_THE_CORE = "l3v2extendedmath"
"""libsbml counts what Level 3 Version 2 added to the mathematics as a package."""


class Builder(Events):
    """Adds everything, in the order in which it must be known."""

    def system(self, name: str) -> System:
        self._refuse_packages()
        for definition in elements(self.model.getListOfFunctionDefinitions()):
            self.attempt(partial(self._add_function, definition))
        self.name_derivatives()
        self.declare_time()
        self.add_quantities()
        self.add_rates()
        self.add_algebraic()
        self.add_events()
        self.add_constraints()
        return System(
            name,
            SystemKind.CONTINUOUS,
            self.whole,
            tuple(self.declarations),
            tuple(self._read_values()),
            tuple(self.assignments),
            tuple(self.whens),
            tuple(self.stops),
            tuple(self.functions),
            unreadable=frozenset(self.unreadable),
            relations=tuple(self.relations),
        )

    def _read_values(self) -> list[GivenValue]:
        """Without the compartments that nothing reads, which most models of amounts have; the others need a size."""
        formulas = [each.value for each in (*self.assignments, *(a for when in self.whens for a in when.assignments))]
        formulas += [when.condition for when in self.whens] + [stop.condition for stop in self.stops]
        formulas += [relation.left for relation in self.relations]
        read = {name for formula in formulas for name in names_in(formula)}
        for name in self.without_size:
            if name in read:
                self.attempt(partial(self._refuse, name), name)
        unread = {self.names[each.getId()] for each in elements(self.model.getListOfCompartments())} - read
        return [value for value in self.values if value.name not in unread]

    def _refuse(self, compartment: str) -> None:
        raise self.has_no_value(self.without_size[compartment])

    def _refuse_packages(self) -> None:
        document = self.model.getSBMLDocument()
        for number in range(document.getNumPlugins()):
            package = document.getPlugin(number).getPackageName()
            if package != _OF_THE_CORE and document.getPackageRequired(package):
                hint = "flatten the model with the program that wrote it"
                self.report.error("unsupported-statement", f"the package {package} is not supported", self.whole, hint)
        for reaction in elements(self.model.getListOfReactions()):
            if reaction.isSetFast() and reaction.getFast():
                place = self.symbols.place(reaction)
                self.report.error("unsupported-statement", "a fast reaction is not supported", place, "give it a rate")

    def _add_function(self, definition: Any) -> None:
        span = self.symbols.place(definition)
        own = self.names.free(definition.getId())
        inside = Names(TIME)
        arguments = [definition.getArgument(number).getName() for number in range(definition.getNumArguments())]
        local = {identifier: inside[identifier] for identifier in arguments}

        def name(identifier: str, span: Any) -> str:
            if identifier not in local:
                raise Unreadable("undefined-name", f"'{identifier}' is no argument", span, "make it an argument")
            return local[identifier]

        def rate(identifier: str, span: Any) -> Any:
            raise refused(f"the rate of {identifier} in a function", span)

        if not local:
            raise refused("a function without arguments", span, "make it a parameter")
        body = Formulas(span, name, self.name_of_function, rate, TIME).read_value(definition.getBody())
        if is_condition(body):
            raise refused("a function whose value is a condition", span, "write the condition where it is used")
        self.name_of_function[definition.getId()] = own
        self.functions.append(FunctionDefinition(own, tuple(local.values()), body, span))
