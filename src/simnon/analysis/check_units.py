"""FlatModel -> FlatModel: compare the units of everything that is added, compared or assigned.

Nothing is said about a model in which no unit is written. What disagrees is a note; where the user asked for
units to be checked strictly, it is an error, and so is a parameter or a state without a unit.
A bare number takes the unit it needs.
"""

from dataclasses import replace
from fractions import Fraction

from simnon.model import (
    NUMBER,
    Apply,
    Delay,
    Expression,
    FlatModel,
    Name,
    Number,
    Role,
    Unit,
    Variable,
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

_MADE_BY_USER = frozenset(
    {Role.PARAMETER, Role.CONSTANT, Role.STATE, Role.INPUT, Role.OUTPUT, Role.AUXILIARY, Role.HELD}
)
_WITHOUT_PLACE = frozenset({Role.RESIDUAL, Role.INTERMEDIATE})
"""What the user has not written: the parts of its value are compared with each other."""
_NEEDS_UNIT = frozenset({Role.PARAMETER, Role.STATE})
_LONGEST = 60
_NEAR_ENOUGH = 1e-3
"""How far a number that converts units, such as 57.3, may be from the true one."""


@frozen
class _Wanted:
    """The unit that something must have, because `what` has it, which stands at `span`.

    It `is_written`, or only found from other equations.
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
    for equation in units.equations:
        variable = variable_of_name[equation.target]
        unit = units.unit_of_name.get(equation.target)
        is_written = variable.name in checker.written
        if variable.role is Role.RESIDUAL and is_choice(equation.value):
            for each in equation.value.arguments:
                checker.check(each, None)
            continue
        wanted = None if unit is None else _Wanted(unit, f"'{variable.name}'", variable.span, is_written)
        checker.check(equation.value, None if variable.role in _WITHOUT_PLACE else wanted, equation.target)
    if "missing-unit" in report.strict:
        _report_missing(model, units, report)
    return replace(model, variables=tuple(_with_unit(variable, units) for variable in model.variables))


def _written(model: FlatModel) -> frozenset[str]:
    """The variables whose unit the user wrote, for derivatives and new values that of their state."""
    names = {variable.name for variable in model.variables if variable.unit is not None}
    pairs = (*model.states, *(pair for sampler in model.samplers for pair in sampler.states))
    return frozenset({*names, *(following for state, following in pairs if state in names)})


def _with_unit(variable: Variable, units: Units) -> Variable:
    unit = units.unit_of_name.get(variable.name)
    has_place = variable.role in _MADE_BY_USER or variable.role in (Role.DERIVATIVE, Role.NEW)
    return replace(variable, unit=unit) if variable.unit is None and unit is not None and has_place else variable


def _check_rates(model: FlatModel, units: Units, report: Report) -> None:
    """A derivative that is declared with a unit of its own has that of the state divided by that of time."""
    variable_of_name = model.by_name()
    pairs = [(state, following, True) for state, following in model.states]
    pairs += [(state, following, False) for sampler in model.samplers for state, following in sampler.states]
    for state, following, is_rate in pairs:
        unit, found = units.unit_of_name.get(state), units.unit_of_name.get(following)
        if unit is None or found is None:
            continue
        wanted = rate_of(unit, units.unit_of_name[model.time]) if is_rate else unit
        if wanted is not None and not _is_same(wanted, found):
            what = f"the derivative of '{state}'" if is_rate else f"'{state}'"
            place = _Wanted(wanted, what, variable_of_name[state].span)
            _report_difference(f"'{following}'", variable_of_name[following].span, found, place, report)


def _report_missing(model: FlatModel, units: Units, report: Report) -> None:
    counts = {limit.count for limit in model.limits}
    for variable in model.variables:
        if variable.role not in _MADE_BY_USER or variable.unit is not None or variable.is_condition:
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

    def check(self, expression: Expression, wanted: _Wanted | None, target: str = "") -> None:
        """Compare what is inside, and the whole with what is wanted."""
        if is_bare(expression):
            if wanted is not None:
                self._check_bare(expression, wanted)
            return
        match expression:
            case Apply("+", arguments):
                self._check_sum(expression, arguments, wanted)
            case Apply("if", arguments):
                for condition in arguments[:-1:2]:
                    self.check(condition, None)
                self._check_alike(values_of_if(arguments), wanted)
            case Apply("delayed", (_, *before)):
                delay = self.delay_of_name.get(target)
                self._check_alike([Name(delay.source, expression.span), *before] if delay else before, wanted)
            case Apply("abs" | "min" | "max", arguments):
                self._check_alike(list(arguments), wanted)
            case Apply("neg", (argument,)):
                self._check_no_zero(argument)
                self.check(argument, wanted)
            case Apply(function, arguments):
                self._check_arguments(function, arguments)
                self._compare(expression, wanted)
            case _:
                self._compare(expression, wanted)

    def _check_arguments(self, function: str, arguments: tuple[Expression, ...]) -> None:
        if function in OF_NUMBERS:
            for argument in arguments:
                self.check(argument, _Wanted(NUMBER, f"the argument of {function.upper()}", None))
        elif function in ALIKE or function in KEEPING:
            self._check_alike(list(arguments), None)
        elif function == "^":
            self._check_power(*arguments)
        elif function in self.units.units_of_function:
            for argument, unit in zip(arguments, self.units.units_of_function[function], strict=False):
                what = f"the argument of {function}"
                self.check(argument, None if unit is None else _Wanted(unit, what, None))
        else:
            for argument in arguments:
                self.check(argument, None)
                if function in ("*", "/", "sqrt"):
                    self._check_no_zero(argument)

    def _check_power(self, bottom: Expression, exponent: Expression) -> None:
        if exponent_in(exponent) is None:
            self.check(exponent, _Wanted(NUMBER, "an exponent", None))
            self.check(bottom, _Wanted(NUMBER, "the base of a variable power", None))
        else:
            self.check(bottom, None)
            self._check_no_zero(bottom)

    def _check_alike(self, expressions: list[Expression], wanted: _Wanted | None) -> None:
        first = self._first(expressions)
        if wanted is None or (first is not None and not wanted.is_written and _is_same(first.unit, wanted.unit)):
            wanted = first
        for expression in expressions:
            self.check(expression, wanted)

    def _first(self, expressions: list[Expression]) -> _Wanted | None:
        for expression in without_numbers_first(expressions):
            unit = self.units.unit(expression)
            if unit is not None:
                is_written = not self.written.isdisjoint(names_in(expression))
                return _Wanted(unit, _described(expression), expression.span, is_written)
        return None

    def _check_sum(self, whole: Expression, terms: tuple[Expression, ...], wanted: _Wanted | None) -> None:
        inside = [term.arguments[0] if isinstance(term, Apply) and term.function == "neg" else term for term in terms]
        unit_of_terms = [self.units.unit(term) for term in inside]
        absolute = [i for i, unit in enumerate(unit_of_terms) if unit is not None and measure_of(unit).offset]
        if not absolute:
            self._check_alike(inside, wanted)
            return
        first = _Wanted(self._known(inside[absolute[0]]), _described(inside[absolute[0]]), inside[absolute[0]].span)
        for i in absolute[1:]:
            self.check(inside[i], first)
        others = [term for i, term in enumerate(inside) if i not in absolute]
        if signs_of(terms[i] for i in absolute) not in (0, 1):
            self._report_zeros(whole, first, self._first(others))
        else:
            self._check_differences(others, first)
            self._compare(whole, wanted)

    def _report_zeros(self, whole: Expression, first: _Wanted, other: _Wanted | None) -> None:
        """A sum that depends on where the zero of the scale lies."""
        problem = f"temperatures in [{first.unit.text}] are added, which also adds the zero of the scale"
        if other is not None and not measure_of(other.unit).is_number:
            problem = (
                f"{other.what} is in [{other.unit.text}] and {first.what} in [{first.unit.text}]: their zeros differ"
            )
        self.report.note("wrong-zero", problem, whole.span, "declare all of them in [K], or all with the same unit")

    def _check_differences(self, terms: list[Expression], first: _Wanted) -> None:
        """What is added to a temperature in degC is a difference of temperatures."""
        step = product((first.unit,))
        for term in terms:
            self.check(term, None if step is None else _Wanted(step, f"a difference to {first.what}", first.span))

    def _known(self, expression: Expression) -> Unit:
        unit = self.units.unit(expression)
        assert unit is not None, "check_units: only what is known is asked for"
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

    def _check_bare(self, expression: Expression, wanted: _Wanted) -> None:
        """Zero is zero in any unit, but for those whose zero lies elsewhere."""
        measure = measure_of(wanted.unit)
        if measure.is_number and measure.factor == 1:
            return
        if isinstance(expression, Number) and expression.value == 0 and not measure.offset:
            return
        self._report_bare(expression, wanted.unit, wanted)

    def _compare(self, expression: Expression, wanted: _Wanted | None) -> None:
        unit = self.units.unit(expression)
        if unit is None or wanted is None or unit.factors == wanted.unit.factors:
            return
        if _is_same(unit, wanted.unit):
            return
        own, other = measure_of(unit), measure_of(wanted.unit)
        number = coefficient_of(expression)
        if number is not None and number[1] == 0:
            return
        if own.dimension == other.dimension:
            if number is not None and _is_near(number[1], own.factor / other.factor):
                return
        elif number is not None and abs(number[1]) != 1:
            self._report_bare(number[0], product((wanted.unit, inverse(unit))), wanted)
            return
        _report_difference(_described(expression), expression.span, unit, wanted, self.report)

    def _report_bare(self, expression: Expression, unit: Unit | None, wanted: _Wanted) -> None:
        if unit is None or not (wanted.is_written or "bare-number" in self.report.strict):
            return
        text = print_expression(expression)
        self.report.note(
            "bare-number",
            f"{text} is taken as {text} [{unit.text}], because {wanted.what} is in [{wanted.unit.text}]",
            expression.span,
            f"give it a name and a unit: name: {text} [{unit.text}]",
            _place_of(wanted, expression.span),
        )


def _report_difference(what: str, span: Span | None, unit: Unit, wanted: _Wanted, report: Report) -> None:
    own, other = measure_of(unit), measure_of(wanted.unit)
    missing = product((wanted.unit, inverse(unit)))
    code, hint = "wrong-dimension", "" if missing is None else f"a factor in [{shortest(missing).text}] is missing"
    if own.dimension == other.dimension:
        code, hint = "wrong-scale", _cure(own.factor / other.factor)
        if own.offset != other.offset:
            code, hint = "wrong-zero", "the two scales have different zeros: declare both with the same unit"
    shown = "a pure number" if wanted.unit == NUMBER else f"in [{wanted.unit.text}]"
    report.note(
        code,
        f"{what} is {'a pure number' if unit == NUMBER else f'in [{unit.text}]'}, but {wanted.what} is {shown}",
        span,
        hint,
        _place_of(wanted, span),
    )


def _is_same(unit: Unit, wanted: Unit) -> bool:
    own, other = measure_of(unit), measure_of(wanted)
    return own.dimension == other.dimension and own.offset == other.offset and own.has_same_scale(other)


def _place_of(wanted: _Wanted, span: Span | None) -> tuple[Related, ...]:
    """Where the other side is, unless it can be seen beside this one."""
    if wanted.span is None or (span is not None and (wanted.span.source, wanted.span.line) == (span.source, span.line)):
        return ()
    return (Related(f"{wanted.what} is here", wanted.span),)


def _cure(ratio: Fraction) -> str:
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
    """A name as the user wrote it; it may stand for more."""
    is_written = isinstance(expression, Name) and expression.span is not None
    text = expression.span.text if is_written and expression.span is not None else print_expression(expression)
    return f"'{text if len(text) <= _LONGEST else text[: _LONGEST - 3] + '...'}'"
