"""FlatModel -> FlatModel: compare the units of everything that is added, compared or assigned.

A model without units is not checked. A disagreement is a note; if the user asked for strict checks, it is an error,
and so is a parameter or a state without a unit. A bare number takes the unit it needs.
"""

from dataclasses import replace
from fractions import Fraction

from simnon.model import (
    FUNCTIONS_OF_WHOLE_ARRAYS,
    NUMBER,
    SILENT,
    TOTAL,
    Apply,
    Delay,
    Expression,
    FlatModel,
    Name,
    Number,
    Role,
    Unit,
    Variable,
    functions_in,
    measure_of,
    names_in,
    print_expression,
    print_number,
    shortest,
)
from simnon.source import Related, Report, Span, frozen

from .find_units import (
    ALIKE,
    KEEPING,
    OF_NUMBERS,
    Units,
    coefficient_of,
    exponent_in,
    find_units,
    inverse,
    is_bare,
    is_choice,
    product,
    rate_of,
    signs_of,
    units_of_functions,
    values_of_if,
    without_numbers_first,
)

_DECLARED_BY_USER = frozenset(
    {Role.PARAMETER, Role.CONSTANT, Role.STATE, Role.INPUT, Role.OUTPUT, Role.AUXILIARY, Role.HELD}
)
_WITHOUT_TEXT = frozenset({Role.RESIDUAL, Role.INTERMEDIATE})
"""Not written by the user: only the terms of its value are compared with each other."""
_NEEDS_UNIT = frozenset({Role.PARAMETER, Role.STATE})
_LONGEST = 60
_NEAR_ENOUGH = 1e-3
"""How far a number that converts units, such as 57.3, can be from the exact one."""


@frozen
class _Expected:
    """The unit that an expression must have, because `what`, at `span`, has it.

    It `is_written`, or follows from other equations.
    """

    unit: Unit
    what: str
    span: Span | None
    is_written: bool = True


def check_units(model: FlatModel, report: Report) -> FlatModel:
    if all(variable.unit is None for variable in model.variables) and not units_of_functions(model):
        return model
    units = find_units(model)
    variable_of_name = model.by_name()
    checker = _Checker(model, units, report)
    _check_rates(model, units, report)
    counts = {limit.count for limit in model.limits}
    of_ranges = {event.condition for event in model.events if any(e.target in counts for e in event.equations)}
    array_of_piece = {piece.name: piece.array for piece in model.whole.pieces}
    for equation in units.equations:
        if equation.target in of_ranges or (isinstance(equation.value, Apply) and equation.value.function in SILENT):
            continue  # the limits of a RANGE are in the unit of its variable, the elements of an array in its unit
        variable = variable_of_name[array_of_piece.get(equation.target, equation.target)]
        unit = units.unit_of_name.get(equation.target)
        is_written = variable.name in checker.written
        if variable.role is Role.RESIDUAL and is_choice(equation.value):
            for each in equation.value.arguments:
                checker.check(each, None)
            continue
        expected = None if unit is None else _Expected(unit, f"'{variable.name}'", variable.span, is_written)
        checker.check(equation.value, None if variable.role in _WITHOUT_TEXT else expected, equation.target)
    for size in model.sizes:
        checker.check(size, _Expected(NUMBER, "a size", None))
    for requirement in model.requirements.conditions:
        checker.check(requirement.condition, None)
    if "missing-unit" in report.strict:
        _report_missing(model, units, report)
    return replace(model, variables=tuple(_with_unit(variable, units) for variable in model.variables))


def _written(model: FlatModel) -> frozenset[str]:
    """The variables whose unit the user wrote; a derivative or new value counts with its state."""
    names = {variable.name for variable in model.variables if variable.unit is not None}
    pairs = (*model.states, *(pair for sampler in model.samplers for pair in sampler.states))
    return frozenset({*names, *(following for state, following in pairs if state in names)})


def _with_unit(variable: Variable, units: Units) -> Variable:
    unit = units.unit_of_name.get(variable.name)
    is_visible = variable.role in _DECLARED_BY_USER or variable.role in (Role.DERIVATIVE, Role.NEW)
    return replace(variable, unit=unit) if variable.unit is None and unit is not None and is_visible else variable


def _check_rates(model: FlatModel, units: Units, report: Report) -> None:
    """A derivative declared with a unit must have that of the state divided by that of time."""
    variable_of_name = model.by_name()
    pairs = [(state, following, True) for state, following in model.states]
    pairs += [(state, following, False) for sampler in model.samplers for state, following in sampler.states]
    for state, following, is_rate in pairs:
        unit, found = units.unit_of_name.get(state), units.unit_of_name.get(following)
        if unit is None or found is None:
            continue
        expected = rate_of(unit, units.unit_of_name[model.time]) if is_rate else unit
        if expected is not None and not _is_same(expected, found):
            what = f"the derivative of '{state}'" if is_rate else f"'{state}'"
            required = _Expected(expected, what, variable_of_name[state].span)
            _report_difference(f"'{following}'", variable_of_name[following].span, found, required, report)


def _report_missing(model: FlatModel, units: Units, report: Report) -> None:
    counts = {limit.count for limit in model.limits}
    for variable in model.variables:
        if variable.role not in _DECLARED_BY_USER or variable.unit is not None or variable.is_condition:
            continue
        if variable.name in counts:
            continue
        unit = units.unit_of_name.get(variable.name)
        if unit is not None and (variable.role not in _NEEDS_UNIT or measure_of(unit).is_number):
            continue
        hint = f"its equations give [{shortest(unit).text}]" if unit else "write [1] if it is a pure number"
        report.error("missing-unit", f"'{variable.name}' has no unit", variable.span, hint)


class _Checker:
    def __init__(self, model: FlatModel, units: Units, report: Report) -> None:
        self.units = units
        self.written = _written(model)
        self.delay_of_name: dict[str, Delay] = {delay.name: delay for delay in model.delays}
        self.report = report

    def check(self, expression: Expression, expected: _Expected | None, target: str = "") -> None:
        """Compare the subexpressions with each other, and the whole with the expected unit."""
        if is_bare(expression):
            if expected is not None:
                self._check_bare(expression, expected)
            return
        match expression:
            case Apply("+", arguments):
                self._check_sum(expression, arguments, expected)
            case Apply("if", arguments):
                for condition in arguments[:-1:2]:
                    self.check(condition, None)
                self._check_alike(values_of_if(arguments), expected)
            case Apply(function, (*_, body)) if function == TOTAL:
                self.check(body, expected)
            case Apply("delayed", (_, *before)):
                delay = self.delay_of_name.get(target)
                self._check_alike([Name(delay.source, expression.span), *before] if delay else before, expected)
            case Apply("abs" | "min" | "max", arguments):
                self._check_alike(list(arguments), expected)
            case Apply("neg", (argument,)):
                self._check_no_zero(argument)
                self.check(argument, expected)
            case Apply(function, arguments):
                self._check_arguments(function, arguments)
                self._compare(expression, expected)
            case _:
                self._compare(expression, expected)

    def _check_arguments(self, function: str, arguments: tuple[Expression, ...]) -> None:
        if function in OF_NUMBERS:
            for argument in arguments:
                self.check(argument, _Expected(NUMBER, f"the argument of {function.upper()}", None))
        elif function in ALIKE or function in KEEPING:
            self._check_alike(list(arguments), None)
        elif function == "^":
            self._check_power(*arguments)
        elif function in self.units.units_of_function:
            for argument, unit in zip(arguments, self.units.units_of_function[function], strict=False):
                what = f"the argument of {function}"
                self.check(argument, None if unit is None else _Expected(unit, what, None))
        else:
            for argument in arguments:
                self.check(argument, None)
                if function in ("*", "/", "sqrt"):
                    self._check_no_zero(argument)

    def _check_power(self, bottom: Expression, exponent: Expression) -> None:
        if exponent_in(exponent) is None:
            self.check(exponent, _Expected(NUMBER, "an exponent", None))
            self.check(bottom, _Expected(NUMBER, "the base of a variable power", None))
        else:
            self.check(bottom, None)
            self._check_no_zero(bottom)

    def _check_alike(self, expressions: list[Expression], expected: _Expected | None) -> None:
        first = self._first(expressions)
        if expected is None or (first is not None and not expected.is_written and _is_same(first.unit, expected.unit)):
            expected = first
        for expression in expressions:
            self.check(expression, expected)

    def _first(self, expressions: list[Expression]) -> _Expected | None:
        for expression in without_numbers_first(expressions):
            unit = self.units.unit(expression)
            if unit is not None:
                is_written = not self.written.isdisjoint(names_in(expression))
                return _Expected(unit, _described(expression), expression.span, is_written)
        return None

    def _check_sum(self, whole: Expression, terms: tuple[Expression, ...], expected: _Expected | None) -> None:
        inside = [term.arguments[0] if isinstance(term, Apply) and term.function == "neg" else term for term in terms]
        unit_of_terms = [self.units.unit(term) for term in inside]
        absolute = [i for i, unit in enumerate(unit_of_terms) if unit is not None and measure_of(unit).offset]
        if not absolute:
            self._check_alike(inside, expected)
            return
        first = _Expected(self._known(inside[absolute[0]]), _described(inside[absolute[0]]), inside[absolute[0]].span)
        for i in absolute[1:]:
            self.check(inside[i], first)
        others = [term for i, term in enumerate(inside) if i not in absolute]
        if signs_of(terms[i] for i in absolute) not in (0, 1):
            self._report_zeros(whole, first, self._first(others))
        else:
            self._check_differences(others, first)
            self._compare(whole, expected)

    def _report_zeros(self, whole: Expression, first: _Expected, other: _Expected | None) -> None:
        """A sum that depends on the zero of the scale."""
        problem = f"temperatures in [{first.unit.text}] are added, which also adds the zero of the scale"
        if other is not None and not measure_of(other.unit).is_number:
            problem = (
                f"{other.what} is in [{other.unit.text}] and {first.what} in [{first.unit.text}]: their zeros differ"
            )
        self.report.note("wrong-zero", problem, whole.span, "declare all of them in [K], or all with the same unit")

    def _check_differences(self, terms: list[Expression], first: _Expected) -> None:
        """What is added to a temperature in degC must be a temperature difference."""
        step = product((first.unit,))
        for term in terms:
            self.check(term, None if step is None else _Expected(step, f"a difference to {first.what}", first.span))

    def _known(self, expression: Expression) -> Unit:
        unit = self.units.unit(expression)
        assert unit is not None, "check_units: the unit must be known here"
        return unit

    def _check_no_zero(self, expression: Expression) -> None:
        unit = self.units.unit(expression)
        if unit is not None and measure_of(unit).offset:
            self.report.note(
                "wrong-zero",
                f"{_described(expression)} is in [{unit.text}], whose zero is arbitrary",
                expression.span,
                "use [K], or a difference of temperatures",
            )

    def _check_bare(self, expression: Expression, expected: _Expected) -> None:
        """Zero is zero in any unit, unless the zero of its scale is arbitrary."""
        measure = measure_of(expected.unit)
        if measure.is_number and measure.factor == 1:
            return
        if isinstance(expression, Number) and expression.value == 0 and not measure.offset:
            return
        self._report_bare(expression, expected.unit, expected)

    def _compare(self, expression: Expression, expected: _Expected | None) -> None:
        unit = self.units.unit(expression)
        if unit is None or expected is None or unit.factors == expected.unit.factors:
            return
        if _is_same(unit, expected.unit):
            return
        own, other = measure_of(unit), measure_of(expected.unit)
        number = coefficient_of(expression)
        if number is not None and number[1] == 0:
            return
        if own.dimension == other.dimension:
            if number is not None and _is_near(number[1], own.factor / other.factor):
                return
        elif number is not None and abs(number[1]) != 1:
            self._report_bare(number[0], product((expected.unit, inverse(unit))), expected)
            return
        _report_difference(_described(expression), expression.span, unit, expected, self.report)

    def _report_bare(self, expression: Expression, unit: Unit | None, expected: _Expected) -> None:
        if unit is None or not (expected.is_written or "bare-number" in self.report.strict):
            return
        text = _printed(expression)
        self.report.note(
            "bare-number",
            f"{text} is taken as {text} [{unit.text}], because {expected.what} is in [{expected.unit.text}]",
            expression.span,
            f"give it a name and a unit: name: {text} [{unit.text}]",
            _position_of(expected, expression.span),
        )


def _report_difference(what: str, span: Span | None, unit: Unit, expected: _Expected, report: Report) -> None:
    own, other = measure_of(unit), measure_of(expected.unit)
    missing = product((expected.unit, inverse(unit)))
    code, hint = "wrong-dimension", "" if missing is None else f"a factor in [{shortest(missing).text}] is missing"
    if own.dimension == other.dimension:
        code, hint = "wrong-scale", _conversion_hint(own.factor / other.factor)
        if own.offset != other.offset:
            code, hint = "wrong-zero", "the two scales have different zeros: declare both with the same unit"
    shown = "a pure number" if expected.unit == NUMBER else f"in [{expected.unit.text}]"
    report.note(
        code,
        f"{what} is {'a pure number' if unit == NUMBER else f'in [{unit.text}]'}, but {expected.what} is {shown}",
        span,
        hint,
        _position_of(expected, span),
    )


def _is_same(unit: Unit, expected: Unit) -> bool:
    own, other = measure_of(unit), measure_of(expected)
    return own.dimension == other.dimension and own.offset == other.offset and own.has_same_scale(other)


def _position_of(expected: _Expected, span: Span | None) -> tuple[Related, ...]:
    """The position of the other side, unless it is visible next to this one."""
    other = expected.span
    if other is None or (span is not None and (other.source, other.line) == (span.source, span.line)):
        return ()
    return (Related(f"{expected.what} is here", other),)


def _conversion_hint(ratio: Fraction) -> str:
    word, factor = ("multiply", ratio) if ratio >= 1 else ("divide", 1 / ratio)
    try:
        return f"{word} it by {print_number(float(f'{float(factor):.6g}'))}"
    except OverflowError:
        return "use units of similar size"


def _is_near(number: float, ratio: Fraction) -> bool:
    try:
        return abs(abs(number) / float(ratio) - 1) < _NEAR_ENOUGH
    except (OverflowError, ZeroDivisionError):
        return False


def _described(expression: Expression) -> str:
    """A name as the user wrote it, or the text of an expression."""
    is_written = isinstance(expression, Name) or not FUNCTIONS_OF_WHOLE_ARRAYS.isdisjoint(functions_in(expression))
    span = expression.span if is_written else None
    text = _printed(expression) if span is None else " ".join(span.text.split())
    return f"'{text if len(text) <= _LONGEST else text[: _LONGEST - 3] + '...'}'"


def _printed(expression: Expression) -> str:
    return print_expression(expression).replace("FOR ", "")
