"""FlatModel -> the unit of every variable whose unit is written or follows from the equations.

A computed variable has the unit of its value; a term of a sum or comparison has that of its neighbours; in a product
the one factor without a unit has the missing one. The first unit found is kept, and contradictions are left to
`check_units`. A bare number has no unit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeGuard

from simnon.model import (
    BUILTINS,
    NUMBER,
    PART,
    RELATIONS,
    SECOND,
    TOTAL,
    WHOLE,
    Apply,
    Equation,
    Expression,
    FlatModel,
    Name,
    Number,
    Role,
    Unit,
    difference_of,
    measure_of,
    names_in,
    parse_unit,
    times,
    to_power,
)
from simnon.source import frozen

OF_NUMBERS = frozenset(
    {"exp", "ln", "log", "sin", "cos", "tan", "arcsin", "arccos", "atan", "sinh", "cosh", "tanh"}
)  # fmt: skip
"""Functions whose argument is a pure number."""
KEEPING = frozenset({"neg", "abs", "min", "max", "mod", "int", PART, WHOLE, TOTAL})
"""Functions whose value has the unit of the argument."""
ALIKE = frozenset({*RELATIONS, "min", "max", "mod", "atan2"})
"""Functions whose arguments must have the same unit."""
RADIAN = parse_unit("rad")
_ANGLES = frozenset({"arcsin", "arccos", "atan", "atan2"})


def is_bare(expression: Expression) -> bool:
    """Whether it consists of numbers only."""
    stack = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Name) and node.name.startswith("FOR "):
            continue
        if isinstance(node, Name) or (isinstance(node, Apply) and node.function not in BUILTINS):
            return False
        if isinstance(node, Apply):
            stack += node.arguments
    return True


def values_of_if(arguments: tuple[Expression, ...]) -> list[Expression]:
    return [*arguments[1:-1:2], arguments[-1]]


def exponent_in(expression: Expression) -> Fraction | None:
    """The exponent of a power, if it is written as a number or a quotient of numbers."""
    match expression:
        case Number(value) if abs(value) < 1000:
            return Fraction(value).limit_denominator(1000)
        case Apply("neg", (argument,)):
            inside = exponent_in(argument)
            return None if inside is None else -inside
        case Apply("/", (above, below)):
            first, second = exponent_in(above), exponent_in(below)
            return None if first is None or not second else first / second
        case _:
            return None


def coefficient_of(expression: Expression) -> tuple[Expression, float] | None:
    """The first bare number that multiplies or divides the rest, and the product of all such numbers."""
    match expression:
        case Number(value):
            return expression, value
        case Apply("neg", (argument,)):
            inside = coefficient_of(argument)
            return None if inside is None else (inside[0], -inside[1])
        case Apply("*", arguments):
            found = [each for each in map(coefficient_of, arguments) if each is not None]
            if not found:
                return None
            whole = 1.0
            for _, value in found:
                whole *= value
            return found[0][0], whole
        case Apply("/", (above, below)):
            first, second = coefficient_of(above), coefficient_of(below)
            if second is None or second[1] == 0:
                return first
            return (first or second)[0], (first[1] if first else 1.0) / second[1]
        case _:
            return None


def without_numbers_first(expressions: Iterable[Expression]) -> list[Expression]:
    """Put those without a leading number first: such a number may convert units."""
    return sorted(expressions, key=lambda expression: coefficient_of(expression) is not None)


def inverse(unit: Unit | None) -> Unit | None:
    return None if unit is None else to_power(difference_of(unit), Fraction(-1))


def product(units: Iterable[Unit | None]) -> Unit | None:
    """None if one is unknown."""
    known = []
    for unit in units:
        if unit is None:
            return None
        known.append(difference_of(unit))
    return times(*known)


@dataclass(slots=True)
class Units:
    """The known units of variables, and of expressions through them."""

    unit_of_name: dict[str, Unit]
    units_of_function: Mapping[str, tuple[Unit | None, ...]] = field(default_factory=dict)
    """Of tables and foreign functions: the units of the arguments, then that of the value."""
    equations: Sequence[Equation] = ()
    """The informative ones: of equal equations in equal parts only the first."""
    changed: list[str] = field(default_factory=list)
    """The names found since the last reading of this list."""
    _unit_of_node: dict[int, Unit | None] = field(default_factory=dict)
    """The units of nodes of the model, valid until a new unit is found."""

    def unit(self, expression: Expression) -> Unit | None:
        """None if it is unknown, or if any unit would do."""
        if isinstance(expression, Name):
            return self.unit_of_name.get(expression.name)
        if isinstance(expression, Number):
            return None
        key = id(expression)
        if key not in self._unit_of_node:
            self._unit_of_node[key] = self._unit(expression)
        return self._unit_of_node[key]

    def _unit(self, expression: Apply) -> Unit | None:
        match expression:
            case Apply("+", arguments):
                return self._unit_of_sum(arguments)
            case Apply("*", arguments):
                factors = [argument for argument in arguments if not is_bare(argument)]
                return product(map(self.unit, factors)) if factors else None
            case Apply("/", (above, below)):
                return self._unit_of_quotient(above, below)
            case Apply("^", (bottom, power)):
                return self._unit_of_power(bottom, exponent_in(power))
            case Apply("sqrt", (argument,)):
                return self._unit_of_power(argument, Fraction(1, 2))
            case Apply("if", arguments):
                return self.first_unit(values_of_if(arguments))
            case Apply(function, arguments):
                if function in _ANGLES:
                    return RADIAN
                if function in OF_NUMBERS or function == "sign":
                    return NUMBER
                if function in self.units_of_function:
                    return self.units_of_function[function][-1]
                return self.first_unit(arguments) if function in KEEPING else None

    def first_unit(self, expressions: Iterable[Expression]) -> Unit | None:
        return next((unit for unit in map(self.unit, without_numbers_first(expressions)) if unit is not None), None)

    def _unit_of_sum(self, terms: tuple[Expression, ...]) -> Unit | None:
        found = [(term, self.unit(term)) for term in terms]
        absolute = [(term, unit) for term, unit in found if unit is not None and measure_of(unit).offset]
        if not absolute:
            return self.first_unit(terms)
        if any(unit is None and not is_bare(term) for term, unit in found):
            return None
        count, unit = signs_of(term for term, _ in absolute), absolute[0][1]
        return difference_of(unit) if count == 0 else unit if count == 1 else None

    def _unit_of_quotient(self, above: Expression, below: Expression) -> Unit | None:
        if is_bare(below):
            unit = self.unit(above)
            return None if unit is None else difference_of(unit)
        return product((NUMBER if is_bare(above) else self.unit(above), inverse(self.unit(below))))

    def _unit_of_power(self, bottom: Expression, exponent: Fraction | None) -> Unit | None:
        unit = self.unit(bottom)
        if unit is None:
            return None
        if exponent is None:
            return NUMBER if measure_of(unit).is_number else None
        return to_power(difference_of(unit), exponent)

    def need(self, expression: Expression, unit: Unit | None) -> None:
        """Infer missing units in the expression, so that the whole has `unit`."""
        if unit is None or is_bare(expression) or self.unit(expression) is not None:
            return
        match expression:
            case Name(name):
                self.found(name, unit)
            case Apply("+", arguments) if not measure_of(unit).offset and not self._has_zeros(arguments):
                self._need_all(arguments, unit)
            case Apply("*", arguments):
                self._need_factor(arguments, unit)
            case Apply("/", (above, below)):
                if is_bare(below) or self.unit(below) is not None:
                    known = NUMBER if is_bare(below) else self.unit(below)
                    self.need(above, product((unit, known)))
                elif is_bare(above) or self.unit(above) is not None:
                    known = NUMBER if is_bare(above) else self.unit(above)
                    self.need(below, product((known, inverse(unit))))
            case Apply("^", (bottom, power)):
                exponent = exponent_in(power)
                self.need(bottom, to_power(unit, 1 / exponent) if exponent else None)
            case Apply("sqrt", (argument,)):
                self.need(argument, to_power(unit, Fraction(2)))
            case Apply("if", arguments):
                self._need_all(values_of_if(arguments), unit)
            case Apply(function, arguments) if function in KEEPING:
                self._need_all(arguments, unit)
            case _:
                pass

    def resolve(self, expression: Expression) -> None:
        """Find units from how the subexpressions are combined."""
        if not isinstance(expression, Apply):
            return
        function, arguments = expression.function, expression.arguments
        for argument in arguments:
            self.resolve(argument)
        if function in OF_NUMBERS:
            self._need_all(arguments, NUMBER)
        elif function == "^":
            self.need(arguments[1], NUMBER)
        elif function == "+":
            if not self._has_zeros(arguments):
                self._need_all(arguments, self.first_unit(arguments))
        elif function in ALIKE:
            self._need_all(arguments, self.first_unit(arguments))
        elif function in self.units_of_function:
            for argument, unit in zip(arguments, self.units_of_function[function], strict=False):
                self.need(argument, unit)
        elif function == "if":
            values = values_of_if(arguments)
            self._need_all(values, self.first_unit(values))

    def _has_zeros(self, terms: Iterable[Expression]) -> bool:
        """Whether a term is a temperature with its own zero: then others can be such temperatures, or differences."""
        return any(unit is not None and measure_of(unit).offset for unit in map(self.unit, terms))

    def _need_all(self, expressions: Iterable[Expression], unit: Unit | None) -> None:
        for expression in expressions:
            self.need(expression, unit)

    def _need_factor(self, arguments: tuple[Expression, ...], unit: Unit) -> None:
        factors = [argument for argument in arguments if not is_bare(argument)]
        unknown = [factor for factor in factors if self.unit(factor) is None]
        if len(unknown) == 1:
            others = [self.unit(factor) for factor in factors if factor is not unknown[0]]
            self.need(unknown[0], product((unit, inverse(product(others)))))

    def found(self, name: str, unit: Unit | None) -> None:
        if unit is not None and name not in self.unit_of_name:
            self.unit_of_name[name] = unit
            self.changed.append(name)
            self._unit_of_node.clear()


def signs_of(terms: Iterable[Expression]) -> int:
    """How many more terms are added than subtracted."""
    return sum(-1 if isinstance(term, Apply) and term.function == "neg" else 1 for term in terms)


def all_equations(model: FlatModel) -> tuple[Equation, ...]:
    at_events = tuple(equation for event in model.events for equation in event.equations)
    return (*model.initial_equations, *model.equations, *at_events)


@frozen
class _Link:
    """`second` has the unit of `first`, divided by that of time if it is its derivative."""

    first: str
    second: str
    is_rate: bool = False


def units_of_functions(model: FlatModel) -> dict[str, tuple[Unit | None, ...]]:
    """The units written for tables and foreign functions."""
    units_of_name = {table.name: table.units for table in model.tables}
    units_of_name.update((foreign.name, foreign.units) for foreign in model.foreign)
    return {name: units for name, units in units_of_name.items() if units}


def find_units(model: FlatModel) -> Units:
    declared = {variable.name: variable.unit for variable in model.variables if variable.unit is not None}
    unit_of_time = declared.setdefault(model.time, SECOND)
    for size in model.sizes:
        names = names_in(size)
        if declared.keys().isdisjoint(names):
            declared.update(dict.fromkeys(names, NUMBER))
    units = Units(dict(declared), units_of_functions(model))
    for variable in model.variables:
        if variable.role is Role.NEXT_SAMPLE:
            units.found(variable.name, unit_of_time)
    links = _links(model)
    _follow(declared, links, units, unit_of_time)
    units.changed.clear()
    units.equations = equations = _distinct(all_equations(model), units)
    equations_of_name: dict[str, list[Equation]] = {}
    for equation in equations:
        for name in (*equation.reads, equation.target):
            equations_of_name.setdefault(name, []).append(equation)
    is_relation = {variable.name for variable in model.variables if variable.role is Role.RESIDUAL}
    waiting: Sequence[Equation] = equations
    while waiting:
        for equation in waiting:
            count = len(units.changed)
            _learn(equation, units, is_relation)
            if model.whole:  # An array and its elements are one, whatever the order of the equations.
                _follow(tuple(units.changed[count:]), links, units, unit_of_time)
        _follow(tuple(units.changed), links, units, unit_of_time)
        again = [equation for name in units.changed for equation in equations_of_name.get(name, ())]
        units.changed.clear()
        waiting = list({id(equation): equation for equation in again}.values())
    return units


def _distinct(equations: Sequence[Equation], units: Units) -> list[Equation]:
    """Drop equations from the same position in the text whose names have the same units, all known."""
    unit_of = units.unit_of_name.get
    seen: set[tuple[object, ...]] = set()
    found = []
    for equation in equations:
        known = [id(unit_of(name)) if unit_of(name) is not None else 0 for name in equation.reads]
        key = (equation.span, unit_of(equation.target), *known)
        if 0 in known or key not in seen:
            found.append(equation)
            seen.add(key)
    return found


def is_choice(value: Expression) -> TypeGuard[Apply]:
    """Whether its value is one of several expressions."""
    return isinstance(value, Apply) and value.function == "if"


def _learn(equation: Equation, units: Units, is_relation: set[str]) -> None:
    if equation.target in is_relation:
        # The relations of two versions can differ in their units.
        for each in equation.value.arguments if is_choice(equation.value) else (equation.value,):
            units.resolve(each)
        return
    units.resolve(equation.value)
    expected = units.unit_of_name.get(equation.target)
    if expected is None:
        units.found(equation.target, units.unit(equation.value))
    else:
        units.need(equation.value, expected)


def _links(model: FlatModel) -> Mapping[str, list[_Link]]:
    links = [_Link(state, derivative, is_rate=True) for state, derivative in model.states]
    links += [_Link(state, new) for sampler in model.samplers for state, new in sampler.states]
    links += [_Link(part.array, part.name) for part in (*model.whole.pieces, *model.whole.views)]
    links += [_Link(before.of, before.name) for before in model.befores]
    links += [_Link(delay.source, delay.name) for delay in model.delays]
    links_of_name: dict[str, list[_Link]] = {}
    for link in links:
        links_of_name.setdefault(link.first, []).append(link)
        links_of_name.setdefault(link.second, []).append(link)
    return links_of_name


def _follow(names: Iterable[str], links: Mapping[str, list[_Link]], units: Units, unit_of_time: Unit) -> None:
    """From each name to those that have its unit, and onwards from these."""
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        unit, count = units.unit_of_name[name], len(units.changed)
        for link in links.get(name, ()):
            if link.first == name:
                units.found(link.second, rate_of(unit, unit_of_time) if link.is_rate else unit)
            else:
                units.found(link.first, product((unit, unit_of_time)) if link.is_rate else unit)
        waiting += units.changed[count:]


def rate_of(unit: Unit, unit_of_time: Unit) -> Unit | None:
    return product((unit, inverse(unit_of_time)))
