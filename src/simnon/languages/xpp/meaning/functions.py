"""A function of XPP and the values of its arguments -> Expression in our vocabulary."""

from collections.abc import Callable, Mapping, Sequence

from simnon.model import NOW, Apply, Expression, Name, Number, finite_number_of, substitute
from simnon.source import Span

from ...tokens import Unreadable
from ..grammar import REFUSED, SAME
from .corners import corner
from .picking import pick
from .special_functions import MAX_ORDER, SpecialFunctions

_NAME_OF_BUILTIN = {"log": "ln", "log10": "log", "asin": "arcsin", "acos": "arccos"} | {name: name for name in SAME}
_ARGUMENTS = {
    **dict.fromkeys((*_NAME_OF_BUILTIN, "heav", "flr", "ceil", "ran", "erf", "erfc", "lgamma"), 1),
    **dict.fromkeys(("atan2", "min", "max", "mod", "normal", "delay", "shift", "besselj", "bessely"), 2),
    "del_shft": 3,
}
_CORNERS = ("abs", "sign", "min", "max")

Values = tuple[Expression, ...]
Draw = Callable[[str, Span | None], Expression]
"""A new random number, `rect` or `norm`, at each step."""


def drawn_in_place(distribution: str, span: Span | None) -> Expression:
    return Apply(distribution, (), span)


class Functions:
    """The functions of one program; `draw` says where random numbers come from."""

    def __init__(
        self,
        constants: Mapping[str, float],
        in_order: Sequence[str],
        histories: Mapping[str, Expression],
        number: Callable[[Expression], Expression],
        is_zero: Callable[[Expression], bool],
    ) -> None:
        self.constants = constants
        self.in_order = in_order
        self.histories = histories
        self.number = number
        self.is_zero = is_zero
        self.locates_events = True
        self.draw: Draw = drawn_in_place
        self.special: SpecialFunctions | None = None
        self._rules: dict[str, Callable[[Values, Span], Expression]] = {
            "heav": self._heav,
            "flr": lambda values, span: self._floor(values[0], span),
            "ceil": lambda values, span: _negative(self._floor(_negative(values[0], span), span), span),
            "mod": self._modulo,
            "ran": lambda values, span: Apply("*", (values[0], self.draw("rect", span)), span),
            "normal": self._normal,
            "delay": lambda values, span: self._delayed(values[0], values[1], span),
            "shift": lambda values, span: self._shifted(values, span, lambda variable: variable),
            "del_shft": self._shifted_delay,
            "lgamma": lambda values, span: self._defined(span).log_gamma(values[0], span),
            **{word: self._error_function(word) for word in ("erf", "erfc")},
            **{word: self._bessel(word) for word in ("besselj", "bessely")},
        }

    def value(self, word: str, values: Values, span: Span) -> Expression:
        if word in REFUSED:
            message = f"the function {word} is not supported"
            raise Unreadable("unsupported-statement", message, span, "use a table of its values")
        wanted = _ARGUMENTS[word]
        if len(values) != wanted:
            message = f"{word} takes {wanted} argument{'s' * (wanted > 1)}, not {len(values)}"
            raise Unreadable("wrong-arguments", message, span, "")
        if word in self._rules:
            return self._rules[word](values, span)
        if word in _CORNERS and not self.locates_events:
            return corner(word, values, span)
        return Apply(_NAME_OF_BUILTIN[word], values, span)

    def plain(self, function: str) -> str:
        """The comparison or INT as the method of the program computes it."""
        return function if self.locates_events else f"{function}{NOW}"

    def _heav(self, values: Values, span: Span) -> Expression:
        is_above = Apply(self.plain(">="), (values[0], Number(0.0, span)), span)
        return Apply("if", (is_above, Number(1.0, span), Number(0.0, span)), span)

    def _modulo(self, values: Values, span: Span) -> Expression:
        x, y = values
        whole = self._floor(Apply("/", (x, y), span), span)
        return Apply("+", (x, _negative(Apply("*", (y, whole), span), span)), span)

    def _floor(self, x: Expression, span: Span) -> Expression:
        """INT cuts towards zero: below an integer that is not it, one less."""
        whole = Apply(self.plain("int"), (x,), span)
        is_below = Apply(self.plain("<"), (x, whole), span)
        less = Apply("if", (is_below, Number(1.0, span), Number(0.0, span)), span)
        return Apply("+", (whole, _negative(less, span)), span)

    def _normal(self, values: Values, span: Span) -> Expression:
        """The second argument is the variance."""
        mean, variance = values
        return Apply("+", (mean, Apply("*", (Apply("sqrt", (variance,), span), self.draw("norm", span)), span)), span)

    def _delayed(self, signal: Expression, lag: Expression, span: Span) -> Expression:
        """Before the start a variable has the value of its line x(0)=, in which t is the time; without one it is 0.

        A lag of 0 is no delay.
        """
        if self.is_zero(lag):
            return signal
        history = self.histories.get(signal.name) if isinstance(signal, Name) else None
        if history is None:
            return Apply("delay", (signal, lag, Number(0.0, span)), span)
        past = Apply("+", (Name("t", span), _negative(lag, span)), span)
        return Apply("delay", (signal, lag, substitute(self.number(history), {"t": past})), span)

    def _shifted(self, values: Values, span: Span, use: Callable[[Name], Expression]) -> Expression:
        """`use` of the variable some places after the first; if they are computed, a choice from the same array."""
        first, index = values
        if not isinstance(first, Name) or first.name not in self.in_order:
            message = "shift takes a variable of an equation first"
            raise Unreadable("undefined-name", message, span, "write shift(u0,3) or sum(0,9)of(shift(u0,i'))")
        steps = finite_number_of(index, self.constants)
        place = self.in_order.index(first.name)
        if steps is not None and not 0 <= place + int(steps) < len(self.in_order):
            message = f"there is no variable {int(steps)} places from {first.name}"
            raise Unreadable("undefined-name", message, span, "variables are counted in the order of their equations")
        if steps is not None:
            return use(Name(self.in_order[place + int(steps)], span))
        array = {i - place: name for i, name in enumerate(self.in_order) if _stem(name) == _stem(first.name)}
        chosen = {i: use(Name(name, span)) for i, name in array.items() if _is_joined(array, i)}
        return pick(index, chosen, Number(0.0, span), span)

    def _shifted_delay(self, values: Values, span: Span) -> Expression:
        first, index, lag = values
        return self._shifted((first, index), span, lambda variable: self._delayed(variable, lag, span))

    def _error_function(self, word: str) -> Callable[[Values, Span], Expression]:
        return lambda values, span: self._defined(span).error_function(word, values[0], span)

    def _bessel(self, word: str) -> Callable[[Values, Span], Expression]:
        def value(values: Values, span: Span) -> Expression:
            order = finite_number_of(values[0], self.constants)
            if order is None or abs(order) > MAX_ORDER:
                message = f"the order of {word} must be a number from -{MAX_ORDER} to {MAX_ORDER}"
                raise Unreadable("number-expected", message, span, f"write {word}(0,x)")
            return self._defined(span).bessel(word, int(order), values[1], span)

        return value

    def _defined(self, span: Span) -> SpecialFunctions:
        if self.special is None:
            raise Unreadable("number-expected", "this function is not known before the run", span, "write its value")
        return self.special


def _stem(name: str) -> str:
    return name.rstrip("0123456789")


def _is_joined(array: Mapping[int, str], place: int) -> bool:
    """Whether the places from 0 to this one all belong to the array."""
    return all(i in array for i in range(min(place, 0), max(place, 0) + 1))


def _negative(expression: Expression, span: Span | None) -> Expression:
    return Apply("neg", (expression,), span)
