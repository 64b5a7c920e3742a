"""Expression as written -> Expression in our vocabulary: functions of XPP, conditions as numbers, sums and shifts.

In XPP a comparison is the number 1 or 0, and a condition is true if it is not 0. Here they are separate: a comparison
that is used as a number becomes IF, a number that is used as a condition is compared with 0.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from simnon.model import (
    BUILTINS,
    NOW,
    RELATIONS,
    Apply,
    Expression,
    Name,
    Number,
    finite_number_of,
    names_in,
    substitute,
)
from simnon.source import Span

from ...tokens import Unreadable
from ..formulas import INDEX_OF_SUM
from ..grammar import FUNCTIONS, IF, INTEGRAL, NOT, REFUSED, SAME, SUM
from .corners import corner
from .integrals import PAST, Integrals
from .picking import pick

MAX_TERMS = 100_000
"""Of all sums of a program together, expanded."""
_ARITHMETIC = ("+", "neg", "*", "/", "^")
_CONDITIONS = (*RELATIONS, "and", "or", NOT)
_NAME_OF_BUILTIN = {"log": "ln", "log10": "log", "asin": "arcsin", "acos": "arccos"} | {name: name for name in SAME}
_ARGUMENTS = {
    **dict.fromkeys((*_NAME_OF_BUILTIN, "heav", "flr", "ceil", "ran"), 1),
    **dict.fromkeys(("atan2", "min", "max", "mod", "normal", "delay", "shift"), 2),
    "del_shft": 3,
}
_CORNERS = ("abs", "sign", "min", "max")
_WORD_OF_FUNCTION = {function: word for word, function in FUNCTIONS.items()}

Draw = Callable[[str, Span | None], Expression]
"""A new random number, `rect` or `norm`, at each step."""


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
        self.histories = histories
        self.locates_events = True
        """Whether comparisons are located: XPP's methods of fixed step compute them at their steps only."""
        self.parameters: Mapping[str, float] = {}
        self.fixed_parameters: set[str] = set()
        """Parameters that end sums, so that their values are part of the structure."""
        self.special: Mapping[str, Special] = {}
        """Functions of `special` lines by name."""
        self.integrals: Integrals | None = None
        self._is_in_integral = False
        self._index: int | None = None
        self._terms = 0
        self._draw: Draw = _drawn_in_place
        self._rules: dict[str, Callable[[tuple[Expression, ...], Span | None], Expression]] = {
            "heav": self._heav,
            "flr": self._floor,
            "ceil": self._ceiling,
            "mod": self._modulo,
            "ran": self._uniform,
            "normal": self._normal,
            "delay": self._delay,
            "shift": self._shift,
            "del_shft": self._shifted_delay,
        }

    def number(self, expression: Expression, draw: Draw | None = None) -> Expression:
        """The value of the formula; without `draw` random numbers are drawn when the formula is computed."""
        self._draw = draw or _drawn_in_place
        return self._number(expression)

    def condition(self, expression: Expression, draw: Draw | None = None) -> Expression:
        self._draw = draw or _drawn_in_place
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
                return self._function(_WORD_OF_FUNCTION[function], arguments, span)
            case Apply(function, (index,), span) if function in self.special and span is not None:
                return self.special[function](self._number(index), span)
            case Apply(function, arguments, span):
                name = function if function in _ARITHMETIC else own_function(function)
                return Apply(name, tuple(self._number(argument) for argument in arguments), span)

    def _condition(self, expression: Expression) -> Expression:
        match expression:
            case Apply(function, arguments, span) if function in RELATIONS:
                return Apply(self._plain(function), tuple(self._number(argument) for argument in arguments), span)
            case Apply(function, arguments, span) if function in ("and", "or", NOT):
                name = "not" if function == NOT else function
                return Apply(name, tuple(self._condition(argument) for argument in arguments), span)
        value = self._number(expression)
        match value:
            case Apply("if", (condition, Number(1.0), Number(0.0))):
                return condition
            case _:
                return Apply(self._plain("<>"), (value, Number(0.0, value.span)), value.span)

    def _plain(self, function: str) -> str:
        """The comparison or INT as the method of the program computes it."""
        return function if self.locates_events else f"{function}{NOW}"

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
        ends = [self._end_of_sum(self._number(end)) for end in arguments[:2]]
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

    def _end_of_sum(self, end: Expression) -> float | None:
        """Its value; a parameter in it has the value of the text, and is remembered as fixed."""
        known = finite_number_of(end, self.constants)
        if known is not None:
            return known
        self.fixed_parameters |= {name for name in names_in(end) if name in self.parameters}
        return finite_number_of(end, {**self.constants, **self.parameters})

    def _integral(self, arguments: tuple[Expression, ...], span: Span) -> Expression:
        if self.integrals is None or self._is_in_integral:
            raise _unreadable("unsupported-statement", "an integral cannot be here", span, "give it a name: y=int{..}")
        if not 2 <= len(arguments) <= 3:
            raise _unreadable("wrong-arguments", "an integral has a kernel and a value", span, "write int{exp(-t)#x}")
        if arguments[0] != Number(0.0):
            message = "integrals with a singular kernel are not supported"
            raise _unreadable(
                "unsupported-statement", message, span, "write int{k#x}, with a kernel that is finite at 0"
            )
        self._is_in_integral = True
        try:
            values = [self._number(argument) for argument in arguments[1:]]
        finally:
            self._is_in_integral = False
        if len(values) == 2:
            return self.integrals.convolution(values[0], values[1], span)
        return self.integrals.over_past(values[0], span)

    def _count(self, span: Span | None) -> None:
        self._terms += 1
        if self._terms > MAX_TERMS:
            message = f"the sums of the program have more than {MAX_TERMS} terms"
            raise _unreadable("loop-too-long", message, span, "make them smaller")

    def _function(self, word: str, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        if word in REFUSED:
            message = f"the function {word} is not supported"
            raise _unreadable("unsupported-statement", message, span, "use a table of its values")
        wanted = _ARGUMENTS[word]
        if len(arguments) != wanted:
            message = f"{word} takes {wanted} argument{'s' * (wanted > 1)}, not {len(arguments)}"
            raise _unreadable("wrong-arguments", message, span, "")
        if word in self._rules:
            return self._rules[word](arguments, span)
        if word in _CORNERS and not self.locates_events:
            values = tuple(self._number(argument) for argument in arguments)
            return corner(word, values, span)
        return Apply(_NAME_OF_BUILTIN[word], tuple(self._number(argument) for argument in arguments), span)

    def _heav(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        is_above = Apply(self._plain(">="), (self._number(arguments[0]), Number(0.0, span)), span)
        return Apply("if", (is_above, Number(1.0, span), Number(0.0, span)), span)

    def _floor(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        return self._floor_of(self._number(arguments[0]), span)

    def _ceiling(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        return _negative(self._floor_of(_negative(self._number(arguments[0]), span), span), span)

    def _modulo(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        x, y = (self._number(argument) for argument in arguments)
        whole = self._floor_of(Apply("/", (x, y), span), span)
        return Apply("+", (x, _negative(Apply("*", (y, whole), span), span)), span)

    def _floor_of(self, x: Expression, span: Span | None) -> Expression:
        """INT cuts towards zero: below an integer that is not it, one less."""
        whole = Apply(self._plain("int"), (x,), span)
        is_below = Apply(self._plain("<"), (x, whole), span)
        less = Apply("if", (is_below, Number(1.0, span), Number(0.0, span)), span)
        return Apply("+", (whole, _negative(less, span)), span)

    def _uniform(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        return Apply("*", (self._number(arguments[0]), self._draw("rect", span)), span)

    def _normal(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        """The second argument is the variance."""
        mean, variance = (self._number(argument) for argument in arguments)
        return Apply("+", (mean, Apply("*", (Apply("sqrt", (variance,), span), self._draw("norm", span)), span)), span)

    def _delay(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        signal, lag = (self._number(argument) for argument in arguments)
        return self._delayed(signal, lag, span)

    def _delayed(self, signal: Expression, lag: Expression, span: Span | None) -> Expression:
        """Before the start a variable has the value of its line x(0)=, in which t is the time; without one it is 0."""
        history = self.histories.get(signal.name) if isinstance(signal, Name) else None
        if history is None:
            return Apply("delay", (signal, lag, Number(0.0, span)), span)
        past = Apply("+", (Name("t", span), _negative(lag, span)), span)
        return Apply("delay", (signal, lag, substitute(self._number(history), {"t": past})), span)

    def _shift(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        return self._shifted(arguments, span, lambda variable: variable)

    def _shifted(
        self, arguments: tuple[Expression, ...], span: Span | None, use: Callable[[Name], Expression]
    ) -> Expression:
        """`use` of the variable some places after the first; if they are computed, a choice from the same array."""
        first, distance = arguments
        if not isinstance(first, Name) or first.name not in self.in_order:
            message = "shift takes a variable of an equation first"
            raise _unreadable("undefined-name", message, span, "write shift(u0,3) or sum(0,9)of(shift(u0,i'))")
        index = self._number(distance)
        steps = finite_number_of(index, self.constants)
        place = self.in_order.index(first.name)
        if steps is not None and not 0 <= place + int(steps) < len(self.in_order):
            message = f"there is no variable {int(steps)} places from {first.name}"
            raise _unreadable("undefined-name", message, span, "variables are counted in the order of their equations")
        if steps is not None:
            return use(Name(self.in_order[place + int(steps)], span))
        array = {i - place: name for i, name in enumerate(self.in_order) if _stem(name) == _stem(first.name)}
        values = {i: use(Name(name, span)) for i, name in array.items() if _is_joined(array, i)}
        return pick(index, values, Number(0.0, span), span)

    def _shifted_delay(self, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        lag = self._number(arguments[2])
        return self._shifted(arguments[:2], span, lambda variable: self._delayed(variable, lag, span))


def _stem(name: str) -> str:
    return name.rstrip("0123456789")


def _is_joined(array: Mapping[int, str], place: int) -> bool:
    """Whether the places from 0 to this one all belong to the array."""
    return all(i in array for i in range(min(place, 0), max(place, 0) + 1))


def _drawn_in_place(distribution: str, span: Span | None) -> Expression:
    return Apply(distribution, (), span)


def _negative(expression: Expression, span: Span | None) -> Expression:
    return Apply("neg", (expression,), span)


def _unreadable(code: str, message: str, span: Span | None, hint: str) -> Unreadable:
    assert span is not None
    return Unreadable(code, message, span, hint)


_SUM_HINT = "write sum(1,10)of(i'*x)"
