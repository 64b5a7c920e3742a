"""Expression as written -> Expression in our vocabulary: functions of XPP, conditions as numbers, sums and shifts.

In XPP a comparison is the number 1 or 0, and a condition is true if it is not 0. Here they are separate: a comparison
that is used as a number becomes IF, a number that is used as a condition is compared with 0.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from simnon.model import BUILTINS, NOW, RELATIONS, Apply, Expression, Name, Number, finite_number_of, names_in
from simnon.source import Span

from ...tokens import Unreadable
from ..formulas import INDEX_OF_SUM
from ..grammar import FUNCTIONS, IF, INTEGRAL, NOT, SUM
from .functions import Draw, Functions, drawn_in_place
from .integrals import PAST, Integrals

MAX_TERMS = 100_000
SMALL = 2.23e-15
"""What XPP divides by instead of 0."""
"""Of all sums of a program together, expanded."""
_ARITHMETIC = ("+", "neg", "*", "/", "^")
_CONDITIONS = (*RELATIONS, "and", "or", "not", NOT)
_WORD_OF_FUNCTION = {function: word for word, function in FUNCTIONS.items()}

Special = Callable[[Expression, Span], Expression]
"""The value of a network at an index."""


def own_function(name: str) -> str:
    """A function of the program can have the name of a function of Simnon that XPP does not have."""
    return f"{name}_" if name.casefold() in BUILTINS else name


class Meanings:
    """What names and functions of one program mean; `draw` says where random numbers come from."""

    def __init__(self, constants: Mapping[str, float], in_order: Sequence[str], histories: Mapping[str, Expression]):
        self.constants = constants
        self.in_order = in_order
        self.functions = Functions(constants, in_order, histories, self._number, self._is_zero)
        self.parameters: Mapping[str, float] = {}
        self.fixed_parameters: set[str] = set()
        """Parameters that end sums or shape kernels, so that their values are part of the structure."""
        self.special: Mapping[str, Special] = {}
        """Functions of `special` lines by name."""
        self.integrals: Integrals | None = None
        self._is_in_integral = False
        self._index: int | None = None
        self._terms = 0

    def number(self, expression: Expression, draw: Draw | None = None) -> Expression:
        """The value of the formula; without `draw` random numbers are drawn when the formula is computed."""
        self.functions.draw = draw or drawn_in_place
        return self._number(expression)

    def condition(self, expression: Expression, draw: Draw | None = None) -> Expression:
        self.functions.draw = draw or drawn_in_place
        return self._condition(expression)

    def constant(self, expression: Expression) -> float | None:
        """Its value, if it is known before the run."""
        return finite_number_of(self.number(expression), self.constants)

    def is_condition(self, expression: Expression) -> bool:
        return isinstance(expression, Apply) and expression.function in _CONDITIONS

    def _number(self, expression: Expression) -> Expression:
        match expression:
            case Number():
                return expression
            case Name(name, span):
                return self._name(name, span) or expression
            case Apply(function, _, span) if function in _CONDITIONS:
                return Apply("if", (self._condition(expression), Number(1.0, span), Number(0.0, span)), span)
            case Apply(function, arguments, span) if function == IF:
                return self._choice(arguments, span)
            case Apply(function, arguments, span) if function == SUM:
                return self._sum(arguments, span)
            case Apply(function, arguments, span) if function == INTEGRAL and span is not None:
                return self._integral(arguments, span)
            case Apply(function, arguments, span) if function in _WORD_OF_FUNCTION:
                values = tuple(self._number(argument) for argument in arguments)
                return self.functions.value(_WORD_OF_FUNCTION[function], values, _known(span))
            case Apply("/", (left, right), span) if not self._is_in_integral:
                return Apply("/", (self._number(left), self._divisor(self._number(right), span)), span)
            case Apply(function, (index,), span) if function in self.special and span is not None:
                return self.special[function](self._number(index), span)
            case Apply(function, arguments, span):
                name = function if function in _ARITHMETIC else own_function(function)
                return Apply(name, tuple(self._number(argument) for argument in arguments), span)

    def _divisor(self, divisor: Expression, span: Span | None) -> Expression:
        """XPP divides by a small number instead of 0, so that 0/0 is 0."""
        known = finite_number_of(divisor, {**self.constants, **self.parameters})
        if known or is_positive(divisor):
            return divisor
        return Apply("if", (Apply(f"={NOW}", (divisor, Number(0.0, span)), span), Number(SMALL, span), divisor), span)

    def _condition(self, expression: Expression) -> Expression:
        match expression:
            case Apply(function, arguments, span) if function in RELATIONS:
                return Apply(
                    self.functions.plain(function), tuple(self._number(argument) for argument in arguments), span
                )
            case Apply(function, arguments, span) if function in ("and", "or", "not", NOT):
                name = "not" if function == NOT else function
                return Apply(name, tuple(self._condition(argument) for argument in arguments), span)
        value = self._number(expression)
        match value:
            case Apply("if", (condition, Number(1.0), Number(0.0))):
                return condition
            case _:
                return Apply(self.functions.plain("<>"), (value, Number(0.0, value.span)), value.span)

    def _name(self, name: str, span: Span | None) -> Expression | None:
        if name == "pi":
            return Number(math.pi, span)
        if name == PAST and self._is_in_integral:
            return None
        if name.endswith("'") and name != INDEX_OF_SUM:
            message = f"{name} has a meaning only in a boundary condition or an integral"
            raise _unreadable("undefined-name", message, span, "remove the prime")
        if name != INDEX_OF_SUM:
            return None
        if self._index is None:
            raise _unreadable("undefined-name", "i' counts the terms of a sum, and there is none", span, _SUM_HINT)
        return Number(float(self._index), span)

    def _choice(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        hint = "write if(condition)then(value)else(value)"
        if len(arguments) < 2:
            raise _unreadable("then-expected", "if needs then( ) after its condition", span, hint)
        if len(arguments) != 3:
            raise _unreadable("else-expected", "if needs else( ) after the value of then", span, hint)
        condition, then, otherwise = arguments
        return Apply("if", (self._condition(condition), self._number(then), self._number(otherwise)), span)

    def _sum(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        if len(arguments) != 3:
            raise _unreadable("wrong-arguments", "a sum has two ends and of( )", span, _SUM_HINT)
        ends = [self.fixed_number(self._number(end)) for end in arguments[:2]]
        if ends[0] is None or ends[1] is None or not max(map(abs, (ends[0], ends[1]))) < MAX_TERMS:
            message = "the ends of a sum must be known before the run"
            raise _unreadable("loop-not-constant", message, span, "write numbers, or names that number defines")
        outer = self._index
        terms = []
        for self._index in range(int(ends[0]), int(ends[1]) + 1):
            self._count(span)
            terms.append(self._number(arguments[2]))
        self._index = outer
        if len(terms) < 2:
            return terms[0] if terms else Number(0.0, span)
        return Apply("+", tuple(terms), span)

    def fixed_number(self, end: Expression) -> float | None:
        """Its value; a parameter in it has the value of the text, and is remembered as fixed."""
        known = finite_number_of(end, self.constants)
        if known is not None:
            return known
        self.fixed_parameters |= {name for name in names_in(end) if name in self.parameters}
        return finite_number_of(end, {**self.constants, **self.parameters})

    def _is_zero(self, lag: Expression) -> bool:
        """Whether it is 0, with the parameters of the text if need be, which are then fixed."""
        match lag:
            case Apply("*", arguments) if any(finite_number_of(each, self.constants) == 0.0 for each in arguments):
                return True
        return finite_number_of(lag, {**self.constants, **self.parameters}) == 0.0 == self.fixed_number(lag)

    def _integral(self, arguments: tuple[Expression, ...], span: Span) -> Expression:
        if self.integrals is None or self._is_in_integral:
            raise _unreadable("unsupported-statement", "an integral cannot be here", span, "give it a name: y=int{..}")
        if not 2 <= len(arguments) <= 3:
            raise _unreadable("wrong-arguments", "an integral has a kernel and a value", span, "write int{exp(-t)#x}")
        power = arguments[0]
        if not isinstance(power, Number) or not 0.0 <= power.value < 1.0:
            message = "the power of a singular kernel must be a number from 0 to 1, without 1"
            raise _unreadable("number-expected", message, span, "write int[.5]{k#x}")
        self._is_in_integral = True
        try:
            values = [self._number(argument) for argument in arguments[1:]]
        finally:
            self._is_in_integral = False
        if len(values) == 2:
            return self.integrals.convolution(power.value, values[0], values[1], span)
        return self.integrals.over_past(power.value, values[0], span)

    def _count(self, span: Span | None) -> None:
        self._terms += 1
        if self._terms > MAX_TERMS:
            message = f"the sums of the program have more than {MAX_TERMS} terms"
            raise _unreadable("loop-too-long", message, span, "make them smaller")


def is_positive(expression: Expression) -> bool:
    """Whether the form proves that it is never 0: exponentials, and their sums with positive numbers and squares."""
    match expression:
        case Number(value):
            return value > 0.0
        case Apply("exp" | "cosh", _):
            return True
        case Apply("+", arguments):
            return any(map(is_positive, arguments)) and all(map(_is_never_negative, arguments))
        case Apply("*" | "/", arguments):
            return all(map(is_positive, arguments))
        case Apply("^", (base, _)):
            return is_positive(base)
        case _:
            return False


def _is_never_negative(expression: Expression) -> bool:
    match expression:
        case Apply("^", (_, Number(exponent))):
            return exponent % 2.0 == 0.0
        case Apply("abs" | "sqrt", _):
            return True
        case _:
            return is_positive(expression)


def _known(span: Span | None) -> Span:
    assert span is not None
    return span


def _unreadable(code: str, message: str, span: Span | None, hint: str) -> Unreadable:
    return Unreadable(code, message, _known(span), hint)


_SUM_HINT = "write sum(1,10)of(i'*x)"
