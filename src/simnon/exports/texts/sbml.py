"""Compiled model -> SBML Level 3: species and reactions where states exchange something, rules and events for the rest.

The derivatives are split into terms. A term that several derivatives have in common, with any factor, is a reaction:
the states are its species and the factors their stoichiometry. Other states have rate rules.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from simnon.compiler import CompiledModel
from simnon.model import (
    Apply,
    Equation,
    Event,
    Expression,
    FlatModel,
    Name,
    Number,
    Role,
    Unit,
    UnreadableUnit,
    Variable,
    measure_of,
    names_in,
    print_number,
)
from simnon.source import UserError, frozen, require

from ..c import identifier
from .equations import Equations, equations_of, refuse, targets_in_loops
from .notation import Notation, called

LANGUAGE = "SBML"
LEVEL, VERSION = 3, 2
COMPARTMENT = "everything"
_INFIX = {
    "or": (10, " || "),
    "and": (20, " && "),
    "<": (40, " < "),
    "<=": (40, " <= "),
    ">": (40, " > "),
    ">=": (40, " >= "),
    "=": (40, " == "),
    "<>": (40, " != "),
    "*": (60, "*"),
    "/": (60, "/"),
    "^": (80, "^"),
}
_SAME = ("sqrt", "exp", "ln", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "abs", "min", "max")
_NAMES = {"log": "log10", "arcsin": "asin", "arccos": "acos"}
_RESERVED = frozenset(("time", "avogadro", "pi", "exponentiale", "true", "false", "infinity", "nan", COMPARTMENT))
_BASE = ("metre", "kilogram", "second", "ampere", "kelvin", "mole", "candela")


def write_sbml(compiled: CompiledModel, *, keeps: bool = False) -> str:
    """With `keeps`, what SBML cannot express is a comment; otherwise UserError has its place."""
    found = equations_of(compiled)
    model = found.model
    missing = (
        ("discrete system", model.samplers),
        ("table of values", model.tables),
        ("function of a file", model.foreign),
        ("random numbers", model.randoms),
        ("delay of this kind", model.delays),
        ("STOP WHEN", model.stops),
    )
    if not keeps:
        refuse(LANGUAGE, missing)
    notes = [f"{LANGUAGE} has no {what}" for what, things in missing if things]
    return _Writer(found, keeps, notes).text()


@frozen
class Reaction:
    """`rate`, and the number of each state that it produces; negative if it consumes them."""

    rate: Expression
    produced: tuple[tuple[str, float], ...]


class _Writer:
    def __init__(self, found: Equations, keeps: bool, notes: list[str]) -> None:
        self.library = require("libsbml", LANGUAGE, "sbml")
        self.found, self.model, self.keeps, self.notes = found, found.model, keeps, notes
        self.variables = self.model.by_name()
        self.names: dict[str, str] = {self.model.time: "time"}
        self.notation = Notation(LANGUAGE, print_number, self.name, _INFIX, _functions(), _choice, "!")
        self.document = self.library.SBMLDocument(LEVEL, VERSION)
        self.made = self.document.createModel()
        self.derivative_of = dict(self.model.states)
        self.loops = targets_in_loops(found.continuous)
        self.reactions = find_reactions(self.model)
        self.species = {name for reaction in self.reactions for name, _ in reaction.produced}

    def text(self) -> str:
        self.made.setId(self.name(f"{self.model.name} model"))
        self.made.setName(self.model.name)
        self._add_compartment()
        for variable in self._shown():
            if variable.name in self.species:
                self._add_species(variable)
            else:
                self._add_parameter(variable)
        for equation in self.model.initial_equations:
            self._add_initial(equation)
        for equation in self.found.continuous:
            self._add_rule(equation)
        self._add_rates()
        for number, reaction in enumerate(self.reactions, start=1):
            self._add_reaction(number, reaction)
        for event in self.model.events:
            self._add_event(event)
        text: str = self.library.writeSBMLToString(self.document)
        head, _, rest = text.partition("\n")
        comments = "".join(f"<!-- {note.replace('--', '- -')} -->\n" for note in self.notes)
        return f"{head}\n{comments}{rest}"

    def name(self, flat: str) -> str:
        known = self.names.get(flat)
        if known is None:
            wanted = identifier(flat)
            while wanted in self.names.values() or wanted.lower() in _RESERVED:
                wanted += "_"
            known = self.names[flat] = wanted
        return known

    def _shown(self) -> list[Variable]:
        """Without what SBML writes in another way: the time, derivatives of species, samples, conditions."""
        hidden = {self.derivative_of[name] for name in self.species}
        hidden |= {equation.target for equation in self.found.continuous if self._is_condition(equation)}
        roles = (Role.TIME, Role.RESIDUAL, Role.CONDITION)
        return [v for v in self.model.variables if v.role not in roles and v.name not in hidden and not v.sampler]

    def _is_condition(self, equation: Equation) -> bool:
        return equation.target in self.found.conditions

    def _math(self, expression: Expression) -> Any:
        """Conditions are written where they are used: a variable of SBML is a number."""
        conditions = {e.target: e.value for e in self.model.equations if self._is_condition(e)}
        text = self.notation.text(_with(expression, conditions))
        made = self.library.parseL3Formula(text)
        assert made is not None, f"sbml: {self.library.getLastParseL3Error()}"
        return made

    def _attempt(self, equation: Equation, add: Callable[[Any], None]) -> None:
        try:
            add(self._math(equation.value))
        except UserError as error:
            if not self.keeps:
                raise
            shown = " ".join(equation.span.text.split()) if equation.span is not None else equation.target
            self.notes.append(f"{shown}: {error}")

    def _add_compartment(self) -> None:
        compartment = self.made.createCompartment()
        compartment.setId(COMPARTMENT)
        compartment.setConstant(True)
        compartment.setSize(1.0)
        compartment.setSpatialDimensions(3.0)

    def _add_species(self, variable: Variable) -> None:
        species = self.made.createSpecies()
        species.setId(self.name(variable.name))
        species.setName(variable.name)
        species.setCompartment(COMPARTMENT)
        species.setHasOnlySubstanceUnits(True)
        species.setBoundaryCondition(False)
        species.setConstant(False)
        species.setInitialAmount(variable.start or 0.0)

    def _add_parameter(self, variable: Variable) -> None:
        parameter = self.made.createParameter()
        parameter.setId(self.name(variable.name))
        parameter.setName(variable.name)
        parameter.setConstant(variable.role in (Role.PARAMETER, Role.CONSTANT))
        if variable.start is not None or variable.role in (Role.STATE, Role.HELD):
            parameter.setValue(variable.start or 0.0)
        unit = self._unit(variable.unit)
        if unit:
            parameter.setUnits(unit)

    def _unit(self, unit: Unit | None) -> str:
        """The identifier of a unit definition; empty for a unit that SBML has no words for."""
        if unit is None:
            return ""
        try:
            measure = measure_of(unit)
        except UnreadableUnit:
            return ""
        if any(measure.dimension[len(_BASE) :]) or measure.offset:
            return ""
        name = self.name(f"unit {unit.text}")
        if self.made.getUnitDefinition(name) is None:
            definition = self.made.createUnitDefinition()
            definition.setId(name)
            powers = [(kind, e) for kind, e in zip(_BASE, measure.dimension, strict=False) if e]
            self._add_unit(definition, "dimensionless", Fraction(1), float(measure.factor))
            for kind, exponent in powers:
                self._add_unit(definition, kind, exponent, 1.0)
        return name

    def _add_unit(self, definition: Any, kind: str, exponent: Fraction, multiplier: float) -> None:
        unit = definition.createUnit()
        unit.setKind(self.library.UnitKind_forName(kind))
        unit.setExponent(float(exponent))
        unit.setScale(0)
        unit.setMultiplier(multiplier)

    def _add_initial(self, equation: Equation) -> None:
        def add(math: Any) -> None:
            assignment = self.made.createInitialAssignment()
            assignment.setSymbol(self.name(equation.target))
            assignment.setMath(math)

        self._attempt(equation, add)

    def _add_rule(self, equation: Equation) -> None:
        target = self.variables.get(equation.target)
        is_relation = target is None or target.role is Role.RESIDUAL
        if equation.target in self.loops:
            # Assignment rules must not depend on each other.
            equation = replace(equation, value=Apply("+", (equation.value, Apply("neg", (Name(equation.target),)))))
            is_relation = True
        of_species = {self.derivative_of[name] for name in self.species}
        if self._is_condition(equation) or equation.target in of_species:
            return

        def add(math: Any) -> None:
            rule = self.made.createAlgebraicRule() if is_relation else self.made.createAssignmentRule()
            if not is_relation:
                rule.setVariable(self.name(equation.target))
            rule.setMath(math)

        self._attempt(equation, add)

    def _add_rates(self) -> None:
        for state, derivative in self.model.states:
            if state not in self.species:
                rule = self.made.createRateRule()
                rule.setVariable(self.name(state))
                rule.setMath(self._math(Name(derivative)))

    def _add_reaction(self, number: int, reaction: Reaction) -> None:
        made = self.made.createReaction()
        made.setId(self.name(f"reaction {number}"))
        made.setReversible(False)
        for state, count in reaction.produced:
            reference = made.createReactant() if count < 0 else made.createProduct()
            reference.setSpecies(self.name(state))
            reference.setStoichiometry(abs(count))
            reference.setConstant(True)
        involved = {state for state, _ in reaction.produced}
        for state in dict.fromkeys(n for n in names_in(reaction.rate) if n in self.species and n not in involved):
            made.createModifier().setSpecies(self.name(state))
        made.createKineticLaw().setMath(self._math(reaction.rate))

    def _add_event(self, event: Event) -> None:
        if not event.equations:
            return
        made = self.made.createEvent()
        made.setId(self.name(f"event {event.name}"))
        made.setUseValuesFromTriggerTime(True)
        trigger = made.createTrigger()
        trigger.setPersistent(True)
        trigger.setInitialValue(False)
        trigger.setMath(self._math(Name(event.condition)))
        for equation in event.equations:

            def add(math: Any, target: str = equation.target) -> None:
                assignment = made.createEventAssignment()
                assignment.setVariable(self.name(target))
                assignment.setMath(math)

            self._attempt(equation, add)


def find_reactions(model: FlatModel) -> tuple[Reaction, ...]:
    """The terms that several derivatives have in common; all terms of a state that has one of these are reactions."""
    equation_of = {equation.target: equation for equation in model.equations}
    terms_of_state = {
        state: list(_terms(equation_of[derivative].value, 1.0))
        for state, derivative in model.states
        if derivative in equation_of and derivative not in _read(model)
    }
    states_of_rate: dict[Expression, dict[str, float]] = {}
    for state, terms in terms_of_state.items():
        for factor, rate in terms:
            counts = states_of_rate.setdefault(rate, {})
            counts[state] = counts.get(state, 0.0) + factor
    species = {state for counts in states_of_rate.values() if len(counts) > 1 for state in counts}
    found = []
    for rate, counts in states_of_rate.items():
        produced = tuple((state, count) for state, count in counts.items() if state in species and count)
        if produced:
            found.append(Reaction(rate, produced))
    return tuple(found)


def _read(model: FlatModel) -> set[str]:
    """The names that equations and events read: a derivative among them must remain a variable."""
    equations: Iterable[Equation] = (*model.equations, *(e for event in model.events for e in event.equations))
    return {name for equation in equations for name in equation.reads}


def _terms(value: Expression, factor: float) -> Iterable[tuple[float, Expression]]:
    """A sum as factors and terms without a factor."""
    match value:
        case Apply("+", arguments):
            for each in arguments:
                yield from _terms(each, factor)
        case Apply("neg", (argument,)):
            yield from _terms(argument, -factor)
        case Apply("*", (Number(number), *rest)):
            yield from _terms(rest[0] if len(rest) == 1 else Apply("*", tuple(rest)), factor * number)
        case Apply("*", (Apply("neg", (first,)), *rest)):
            yield from _terms(Apply("*", (first, *rest)), -factor)
        case Apply("/", (Apply("neg", (first,)), second)):
            yield from _terms(Apply("/", (first, second)), -factor)
        case Number(number) if number == 0.0:
            return
        case Number(number):
            yield factor * number, Number(1.0)
        case _:
            yield factor, value


def _with(expression: Expression, conditions: dict[str, Expression]) -> Expression:
    """The expression with the conditions it names written out, and without PRE: events of SBML read the old values."""
    match expression:
        case Name(name) if name in conditions:
            return _with(conditions[name], conditions)
        case Apply("pre", (argument,)):
            return _with(argument, conditions)
        case Apply(function, arguments):
            return Apply(function, tuple(_with(each, conditions) for each in arguments), expression.span)
        case _:
            return expression


def _functions() -> dict[str, Callable[[list[str]], str]]:
    found: dict[str, Callable[[list[str]], str]] = {name: called(name) for name in _SAME}
    found |= {name: called(other) for name, other in _NAMES.items()}
    found["sign"] = lambda given: f"piecewise(1, {given[0]} > 0, -1, {given[0]} < 0, 0)"
    return found


def _choice(parts: list[str]) -> str:
    """Values and conditions by turns, the last value otherwise."""
    pairs = [f"{parts[i + 1]}, {parts[i]}" for i in range(0, len(parts) - 1, 2)]
    return f"piecewise({', '.join([*pairs, parts[-1]])})"
