"""A CellML model -> one continuous system."""

from collections import Counter
from typing import Any

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Name,
    Number,
    Relation,
    Section,
    System,
    SystemKind,
    Unit,
)
from simnon.source import Report, Span

from ..markup import Mathematics, Names, Tree
from ..tokens import Unreadable
from .document import Document, library
from .formulas import Formulas, word_of
from .units import unit_of


class Builder:
    """Variables that are connected are one; its name is that of the variable, after its component if others have it."""

    def __init__(self, document: Document, report: Report) -> None:
        self.document = document
        self.model = document.model
        self.report = report
        self.places = document.places
        self.names = Names()
        self.declarations: list[Declaration] = []
        self.values: list[GivenValue] = []
        self.assignments: list[Assignment] = []
        self.relations: list[Relation] = []
        self.unreadable: set[str] = set()
        self.variables = sorted(self._all_variables(), key=self._order)
        self.time = self.model.voi()
        self.name_of_variable = self._named()
        self.derivatives = {self._key(each): self.names.free(f"d{self._name(each)}") for each in self.model.states()}

    def system(self, name: str) -> System:
        if self.time is not None:
            self._declare(Declared.TIME, self.time)
        for variable in self.variables:
            self._add(variable)
        for equation in sorted(self.model.analyserEquations(), key=lambda each: self._place_of(each).start):
            self._add_equation(equation)
        return System(
            name,
            SystemKind.CONTINUOUS,
            self.places.whole,
            tuple(self.declarations),
            tuple(self.values),
            tuple(self.assignments),
            unreadable=frozenset(self.unreadable),
            relations=tuple(self.relations),
        )

    def _all_variables(self) -> list[Any]:
        model = self.model
        return [*model.states(), *model.constants(), *model.computedConstants(), *model.algebraicVariables()]

    def _order(self, variable: Any) -> tuple[int, str]:
        return self._span(variable).start, variable.variable().name()

    def _named(self) -> dict[Any, str]:
        timed = [self.time] if self.time is not None else []
        uses = Counter(each.variable().name().casefold() for each in (*timed, *self.variables))
        found = {}
        for each in (*timed, *self.variables):
            own = each.variable().name()
            proposed = own if uses[own.casefold()] == 1 else f"{each.variable().parent().name()}_{own}"
            found[self._key(each)] = self.names.free("t" if proposed.casefold() == "time" else proposed)
        return found

    def _key(self, variable: Any) -> tuple[Any, int]:
        return variable.type(), variable.index()

    def _name(self, variable: Any) -> str:
        return self.name_of_variable[self._key(variable)]

    def _span(self, variable: Any) -> Span:
        own = variable.variable()
        return self.places.of_variable(own.parent().name(), own.name())

    def _unit(self, variable: Any) -> Unit | None:
        units = variable.variable().units()
        return unit_of(units, self.document.text_model) if self.document.has_units else None

    def _declare(self, kind: Declared, variable: Any) -> None:
        self.declarations.append(Declaration(kind, self._name(variable), self._unit(variable), self._span(variable)))

    def _add(self, variable: Any) -> None:
        types = library().AnalyserVariable.Type
        match variable.type():
            case types.STATE:
                self._declare(Declared.STATE, variable)
                derivative = self.derivatives[self._key(variable)]
                self.declarations.append(Declaration(Declared.DER, derivative, None, self._span(variable)))
            case types.ALGEBRAIC_VARIABLE if self._is_implicit(variable):
                self._declare(Declared.VARIABLE, variable)
            case types.CONSTANT:
                pass
            case _:
                return
        if variable.initialisingVariable() is not None:
            self._give(variable)

    def _is_implicit(self, variable: Any) -> bool:
        nla = library().AnalyserEquation.Type.NLA
        numbers = range(variable.analyserEquationCount())
        return any(variable.analyserEquation(number).type() == nla for number in numbers)

    def _give(self, variable: Any) -> None:
        """The initial value, in the units of the variable: a number, or the name of another variable."""
        given, span = variable.initialisingVariable(), self._span(variable)
        own = variable.variable().units()
        is_constant = variable.type() == library().AnalyserVariable.Type.CONSTANT
        try:
            number = float(given.initialValue()) * _factor(given.units(), own)
        except ValueError:
            other = given.parent().variable(given.initialValue())
            source = self.model.analyserVariable(other)
            value: Expression = Name(self._name(source), span)
            factor = _factor(source.variable().units(), other.units()) * _factor(given.units(), own)
            if factor != 1.0:
                value = Apply("*", (Number(factor, span), value), span)
            section = Section.NONE if is_constant else Section.INITIAL
            self.assignments.append(Assignment(Name(self._name(variable), span), value, section, span))
            return
        self.values.append(
            GivenValue(self._name(variable), number, self._unit(variable) if is_constant else None, span)
        )

    def _place_of(self, equation: Any) -> Span:
        side = self._sides(equation)[0]
        if word_of(side) == "DIFF":
            side = side.rightChild()
        while side is not None and side.variable() is None:
            side = side.leftChild()
        if side is None:
            return self.places.whole
        return self.places.of_equation(side.variable().parent().name(), side.variable().name())

    def _sides(self, equation: Any) -> tuple[Any, Any]:
        """What the equation determines comes first; it may be written, or put by libCellML, on the right."""
        left, right = equation.ast().leftChild(), equation.ast().rightChild()
        return (right, left) if right is not None and self._is_determined(equation, right) else (left, right)

    def _is_determined(self, equation: Any, side: Any) -> bool:
        types = library().AnalyserEquation.Type
        if equation.type() == types.ODE:
            return word_of(side) == "DIFF"
        if equation.type() == types.NLA or word_of(side) != "CI":
            return False
        found = self._key(self.model.analyserVariable(side.variable()))
        return found in map(self._key, (*equation.algebraicVariables(), *equation.computedConstants()))

    def _add_equation(self, equation: Any) -> None:
        span, tree = self._place_of(equation), equation.ast()
        formulas = Formulas(span, self._tree_of, self._rate_tree)
        mathematics = Mathematics(span, _same, {}, _no_rate, self._name(self.time) if self.time is not None else "")
        try:
            if word_of(tree) != "EQUALITY":
                left = mathematics.number(formulas.tree(tree))
                self.relations.append(Relation(left, Number(0.0, span), Section.NONE, span))
                return
            left, right = self._sides(equation)
            target, value = formulas.tree(left), mathematics.number(formulas.tree(right))
            self.assignments.append(Assignment(Name(target.name, span), value, Section.NONE, span))
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)
            self.unreadable |= {self._name(each) for each in self.variables}

    def _tree_of(self, variable: Any) -> Tree:
        found = self.model.analyserVariable(variable)
        if found.type() == library().AnalyserVariable.Type.VARIABLE_OF_INTEGRATION:
            return Tree("NAME_TIME")
        return Tree("NAME", name=self._name(found))

    def _rate_tree(self, variable: Any) -> Tree:
        return Tree("NAME", name=self.derivatives[self._key(self.model.analyserVariable(variable))])


def _factor(units: Any, others: Any) -> float:
    """What a number in these units is multiplied by to be in the others."""
    return float(library().Units.scalingFactor(others, units))


def _same(identifier: str, _span: Span) -> str:
    return identifier


def _no_rate(identifier: str, span: Span) -> Expression:
    raise Unreadable(
        "unsupported-statement", f"the rate of {identifier} is not supported", span, "write it as a formula"
    )
