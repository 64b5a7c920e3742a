"""Integrals over the past -> states.

`int{k(t)#f}` is the integral from 0 to t of k(t-s) f(s). With k = t^n exp(a t), the integrals m_n of t^n exp(a t) obey
m_n' = a m_n + n m_(n-1), where m_0' = a m_0 + f; with sines and cosines there are two chains of them. In `int{g}`, t'
is s and variables are those at s; t = tau + s brings it to this form. `int[m]{k(t)#f}` has the kernel t^-m k(t). This
power, and any kernel that is no sum of such terms, is approximated by exponentials or by damped waves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from simnon.model import Apply, Expression, FunctionDefinition, Name, Number, names_in, rewrite, substitute
from simnon.source import Span, frozen

from ...tokens import Unreadable
from .exponential_sums import ExponentialSum, Wave, damped_waves, fitted, power_law

AGE, PAST = "tau'", "t'"
"""Names of t - s and of s in a kernel, which nobody can define."""
MAX_DEGREE = 10
WORST_FIT = 1e-3
"""The largest relative error of a kernel that is approximated."""
_ONE, _ZERO = Number(1.0), Number(0.0)


@frozen
class Term:
    """`factor * tau^degree * exp(rate*tau)`, times the cosine or the sine of `frequency*tau` if there is one."""

    factor: Expression
    degree: int = 0
    rate: Expression = _ZERO
    frequency: Expression | None = None
    is_sine: bool = False

    @property
    def shape(self) -> tuple[int, Expression, Expression | None, bool]:
        return self.degree, self.rate, self.frequency, self.is_sine


class _NotClosed(Exception):
    """The kernel is no sum of such terms."""


@dataclass(slots=True)
class Integrals:
    """`functions` are those of the program, which a kernel can call; a new state begins with 0."""

    functions: Mapping[str, FunctionDefinition]
    new_state: Callable[[Span], Name]
    set_derivative: Callable[[Name, Expression], None]
    number_of: Callable[[Expression], float | None]
    """The value of an expression in which parameters have the values of the text, and are fixed from then on."""
    step: float
    total: float
    is_approximated: bool = False
    """Whether there are exponentials so fast that the program is stiff."""
    _fits: dict[tuple[Expression, float], ExponentialSum] = field(default_factory=dict)

    def convolution(self, power: float, kernel: Expression, value: Expression, span: Span) -> Expression:
        """The integral of (t-s)^-power kernel(t-s) value(s)."""
        return self._integral(power, substitute(kernel, {"t": Name(AGE, span)}), value, span)

    def over_past(self, power: float, integrand: Expression, span: Span) -> Expression:
        """The integral of (t-t')^-power and the integrand over t'."""
        now = Apply("+", (Name(AGE, span), Name(PAST, span)), span)
        return self._integral(power, substitute(integrand, {"t": now}), Number(1.0, span), span)

    def _integral(self, power: float, kernel: Expression, value: Expression, span: Span) -> Expression:
        inlined = self._inlined(kernel)
        immediate: Expression = _ZERO
        try:
            terms = list(self._merged(self._terms(inlined)))
            if power > 0.0:
                self.is_approximated = True
                law = power_law(power, self.step, self.total)
                at_once = [term.factor for term in terms if term.degree == 0 and not term.is_sine]
                immediate = _times(Number(law.immediate, span), _total(at_once))
                terms = [_damped(term, a, rate) for term in terms for a, rate in _pairs(law)]
        except _NotClosed:
            terms, immediate = self._approximated(power, inlined, span)
        made = [self._chain(term, value, span) for term in terms if term.factor != _ZERO]
        if immediate != _ZERO:
            made.append(substitute(_times(immediate, value), {PAST: Name("t", span)}))
        return _total(made, span)

    def _approximated(self, power: float, kernel: Expression, span: Span) -> tuple[list[Term], Expression]:
        """Terms, and an immediate part, of a kernel that must be a function of tau and of parameters."""

        def value_at(t: float) -> float:
            value = self.number_of(substitute(kernel, {AGE: Number(t, span)}))
            if value is None:
                raise Unreadable("unsupported-statement", _NOT_CLOSED, span, _CLOSED_HINT)
            return value

        key = (kernel, power)
        if key not in self._fits:
            self._fits[key] = fitted(value_at, power, self.step, self.total)
        fit = self._fits[key]
        if fit.error <= WORST_FIT:
            self.is_approximated = True
            return [Term(Number(a, span), rate=Number(-rate, span)) for a, rate in _pairs(fit)], Number(fit.immediate)
        waves, error = damped_waves(value_at, self.total) if power == 0.0 else ((), 1.0)
        if error > WORST_FIT:
            message = "the kernel of this integral cannot be approximated by decaying exponentials and waves"
            raise Unreadable("unsupported-statement", message, span, _CLOSED_HINT)
        return [term for wave in waves for term in _terms_of(wave, span)], _ZERO

    def _chain(self, term: Term, value: Expression, span: Span) -> Expression:
        """The states of one term; the last is its integral."""
        drive = substitute(_times(term.factor, value), {PAST: Name("t", span)})
        before: tuple[Name, Name] | None = None
        for degree in range(term.degree + 1):
            before = self._pair(term, degree, drive, before, span)
        assert before is not None
        return before[1] if term.is_sine else before[0]

    def _pair(
        self, term: Term, degree: int, drive: Expression, lower: tuple[Name, Name] | None, span: Span
    ) -> tuple[Name, Name]:
        """With a frequency the chains of cosine and sine, otherwise one state twice."""
        rate, frequency = term.rate, term.frequency
        factor = Number(float(degree), span)
        inputs = (drive, None) if lower is None else (_times(factor, lower[0]), _times(factor, lower[1]))
        first = self.new_state(span)
        if frequency is None:
            self.set_derivative(first, _sum(_times(rate, first), inputs[0]))
            return first, first
        second = self.new_state(span)
        back = Apply("neg", (_times(frequency, second),), span)
        self.set_derivative(first, _sum(_sum(_times(rate, first), back), inputs[0]))
        self.set_derivative(second, _sum(_sum(_times(rate, second), _times(frequency, first)), inputs[1]))
        return first, second

    def _inlined(self, expression: Expression, depth: int = 0) -> Expression:
        def change(node: Expression) -> Expression | None:
            function = self.functions.get(node.function) if isinstance(node, Apply) else None
            if function is None or not isinstance(node, Apply) or depth > MAX_DEGREE:
                return None
            if AGE not in names_in(node) or len(function.parameters) != len(node.arguments):
                return None
            body = substitute(function.body, dict(zip(function.parameters, node.arguments, strict=True)))
            return self._inlined(body, depth + 1)

        return rewrite(expression, change)

    def _merged(self, terms: list[Term]) -> Iterator[Term]:
        """Terms of one shape together, so that what cancels makes no states of its own."""
        by_shape: dict[tuple[int, Expression, Expression | None, bool], Expression] = {}
        for term in terms:
            known = by_shape.get(term.shape)
            by_shape[term.shape] = term.factor if known is None else _sum(known, term.factor)
        for (degree, rate, frequency, is_sine), factor in by_shape.items():
            yield Term(factor, degree, rate, frequency, is_sine)

    def _terms(self, expression: Expression) -> list[Term]:
        if AGE not in names_in(expression):
            return [Term(expression)]
        match expression:
            case Name():
                return [Term(_ONE, 1)]
            case Apply("+", arguments):
                return [term for argument in arguments for term in self._terms(argument)]
            case Apply("neg", (argument,)):
                return [_scaled(term, Number(-1.0)) for term in self._terms(argument)]
            case Apply("*", arguments):
                return self._product(arguments)
            case Apply("/", (above, below)) if AGE not in names_in(below):
                return [_scaled(term, Apply("/", (_ONE, below), expression.span)) for term in self._terms(above)]
            case Apply("^", (base, Number(power))) if power.is_integer() and 0 < power <= MAX_DEGREE:
                return self._product((base,) * int(power))
            case Apply("exp" | "sin" | "cos" as function, (argument,)):
                return list(_wave(function, *self._line(argument)))
            case _:
                raise _NotClosed

    def _product(self, factors: tuple[Expression, ...]) -> list[Term]:
        product = [Term(_ONE)]
        for factor in factors:
            product = [_multiplied(one, other) for one in product for other in self._terms(factor)]
        return product

    def _line(self, expression: Expression) -> tuple[Expression, Expression]:
        """The constant and the slope of what must be a straight line in tau."""
        constant: Expression = _ZERO
        slope: Expression = _ZERO
        for term in self._terms(expression):
            if term.rate != _ZERO or term.frequency is not None or term.degree > 1:
                raise _NotClosed
            if term.degree == 1:
                slope = _sum(slope, term.factor)
            else:
                constant = _sum(constant, term.factor)
        return constant, slope


def _pairs(exponentials: ExponentialSum) -> Iterator[tuple[float, float]]:
    return zip(exponentials.amplitudes, exponentials.rates, strict=True)


def _terms_of(wave: Wave, span: Span) -> tuple[Term, ...]:
    rate = Number(-wave.rate, span)
    if wave.frequency == 0.0:
        return (Term(Number(wave.cosine, span), rate=rate),)
    frequency = Number(wave.frequency, span)
    cosine = Term(Number(wave.cosine, span), 0, rate, frequency)
    return cosine, Term(Number(wave.sine, span), 0, rate, frequency, is_sine=True)


def _damped(term: Term, amplitude: float, rate: float) -> Term:
    """The term times amplitude*exp(-rate*tau)."""
    return _multiplied(term, Term(Number(amplitude), rate=Number(-rate)))


def _total(terms: Sequence[Expression], span: Span | None = None) -> Expression:
    if len(terms) > 1:
        return Apply("+", tuple(terms), span)
    return terms[0] if terms else _ZERO


_NOT_CLOSED = (
    "the kernel of this integral is neither a sum of powers, exponentials and sines of t nor known before the run"
)
_CLOSED_HINT = "write the memory as states, or the kernel as such a sum: exp(-t) # x is m'=x-m"


def _wave(function: str, constant: Expression, slope: Expression) -> Iterator[Term]:
    """exp, sin or cos of constant + slope*tau."""
    if function == "exp":
        yield Term(Apply("exp", (constant,), constant.span), rate=slope)
        return
    sine, cosine = (Apply(name, (constant,), constant.span) for name in ("sin", "cos"))
    same, crossed = (sine, cosine) if function == "sin" else (cosine, Apply("neg", (sine,), sine.span))
    yield Term(same, frequency=slope)
    yield Term(crossed, frequency=slope, is_sine=True)


def _multiplied(one: Term, other: Term) -> Term:
    if one.frequency is not None and other.frequency is not None:
        raise _NotClosed
    with_wave = one if one.frequency is not None else other
    return Term(
        _times(one.factor, other.factor),
        one.degree + other.degree,
        _sum(one.rate, other.rate),
        with_wave.frequency,
        with_wave.is_sine,
    )


def _scaled(term: Term, factor: Expression) -> Term:
    return Term(_times(term.factor, factor), term.degree, term.rate, term.frequency, term.is_sine)


def _times(one: Expression, other: Expression) -> Expression:
    if isinstance(one, Number) and isinstance(other, Number):
        return Number(one.value * other.value, one.span or other.span)
    if _ZERO in (one, other):
        return _ZERO
    if one == _ONE:
        return other
    return one if other == _ONE else Apply("*", (one, other), one.span or other.span)


def _sum(one: Expression, other: Expression | None) -> Expression:
    if other is None or other == _ZERO:
        return one
    if isinstance(one, Number) and isinstance(other, Number):
        return Number(one.value + other.value, one.span or other.span)
    if one == Apply("neg", (other,)) or other == Apply("neg", (one,)):
        return _ZERO
    return other if one == _ZERO else Apply("+", (one, other), one.span or other.span)
