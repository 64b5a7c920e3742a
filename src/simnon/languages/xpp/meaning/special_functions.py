"""erf, erfc, lgamma, besselj and bessely -> functions of the program, made of arithmetic and elementary functions.

Each is computed from a series near 0 and from an expansion that is accurate farther away; the error is at most 1e-11,
relative to the largest values of the function. As in XPP, the order of a Bessel function is an integer.

Sources: Abramowitz and Stegun (1964), 7.1.5, 9.1.10, 9.1.11, 9.1.27, 9.2.5 to 9.2.10; for erfc the trapezoidal rule of
Chiarella and Reichl (1968); for lgamma the approximation of Lanczos (1964) with g = 7.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from simnon.model import NOW, Apply, Expression, Name, Number
from simnon.source import Span

Define = Callable[[str, Expression, Span], str]
"""Adds a function of `x` near a proposed name; gives its name."""

MAX_ORDER = 20
_FAR = 12.0
"""From here on the expansions of Bessel functions for large arguments are used, or from their order on."""
_LANCZOS = (
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
)  # fmt: skip
_EULER = 0.57721566490153286
_TERMS = 42
_TERMS_TOGETHER = 16
_ERF_TERMS = [(-1.0) ** k * 2 / math.sqrt(math.pi) / (math.factorial(k) * (2 * k + 1)) for k in range(20)]
_X = Name("x")
_HALF = Apply("*", (Number(0.5), _X))
_QUARTER_SQUARE = Apply("*", (Number(0.25), _X, _X))


@dataclass(slots=True)
class SpecialFunctions:
    """Defines each function when it is first needed."""

    define: Define
    _names: dict[str, str] = field(default_factory=dict)

    def error_function(self, word: str, argument: Expression, span: Span) -> Expression:
        """erf or erfc."""
        size = self._call("size", _if(_now("<", _X, 0.0), _minus(_X), _X), _X, span)
        tail = self._call("erfc_tail", _erfc_tail(), _at_least(size, 1.0), span)
        near = _at_most(size, 1.0)
        series = _times(_X, self._polynomial("erf_sum", _ERF_TERMS, _times(near, near), span))
        is_near = Apply("and", (_now("<", _X, 1.0), _now(">", _X, -1.0)))
        is_left = _now("<", _X, 0.0)
        if word == "erf":
            body = _if(is_near, series, _if(is_left, _sum(tail, Number(-1.0)), _sum(Number(1.0), _minus(tail))))
        else:
            beyond = _if(is_left, _sum(Number(2.0), _minus(tail)), tail)
            body = _if(is_near, _sum(Number(1.0), _minus(series)), beyond)
        return self._call(word, body, argument, span)

    def log_gamma(self, argument: Expression, span: Span) -> Expression:
        mirrored = _if(_now("<", _X, 0.5), _sum(Number(1.0), _minus(_X)), _X)
        right = self._call("lgamma_right", _lanczos(), mirrored, span)
        sine = Apply("sin", (_times(Number(math.pi), _X),))
        size = _if(_now("<", sine, 0.0), _minus(sine), sine)
        safe = _if(_now(">", size, 0.0), size, Number(1.0))
        reflected = _sum(Apply("ln", (_over(Number(math.pi), safe),)), _minus(right))
        return self._call("lgamma", _if(_now("<", _X, 0.5), reflected, right), argument, span)

    def bessel(self, word: str, order: int, argument: Expression, span: Span) -> Expression:
        """besselj or bessely; a negative order, or a negative argument of besselj, only changes the sign."""
        size = _if(_now("<", _X, 0.0), _minus(_X), _X) if word == "besselj" else _X
        value = self._positive(word, abs(order), size, span)
        if word == "besselj" and order % 2:
            value = _if(_now("<", _X, 0.0), _minus(value), value)
        body = _minus(value) if order < 0 and order % 2 else value
        ending = f"{'m' if order < 0 else ''}{abs(order)}"
        return self._call(f"{word}_{ending}", body, argument, span)

    def _positive(self, word: str, order: int, argument: Expression, span: Span) -> Expression:
        """For an argument that is not negative."""
        border = max(_FAR, float(order))
        if order < 2:
            far = self._far(word, order, span)
        else:
            one, two = (self._positive(word, order - k, _X, span) for k in (1, 2))
            far = _sum(_over(_times(Number(2.0 * (order - 1)), one), _X), _minus(two))
            if word == "bessely":
                return self._call(f"{word}_right_{order}", far, argument, span)
        near = self._j_near(order, span) if word == "besselj" else self._y_near(order, span)
        body = _if(
            _now("<", _X, border),
            self._call(f"{word}_near_{order}", near, _at_most(_X, border), span),
            self._call(f"{word}_far_{order}", far, _at_least(_X, border), span),
        )
        return self._call(f"{word}_right_{order}", body, argument, span)

    def _j_near(self, order: int, span: Span) -> Expression:
        terms = [(-1.0) ** k / (math.factorial(k) * math.factorial(k + order)) for k in range(_TERMS)]
        series = self._polynomial(f"besselj_sum_{order}", terms, _QUARTER_SQUARE, span)
        return _times(*(_HALF,) * order, series) if order else series

    def _y_near(self, order: int, span: Span) -> Expression:
        """Orders 0 and 1."""
        logarithm = _times(Number(2 / math.pi), Apply("ln", (_HALF,)), self._j_near(order, span))
        harmonic = [sum(1 / i for i in range(1, k + 1)) for k in range(_TERMS + 1)]
        terms = []
        for k in range(_TERMS):
            digammas = harmonic[k] + harmonic[k + order] - 2 * _EULER
            terms.append(-((-1.0) ** k) * digammas / (math.pi * math.factorial(k) * math.factorial(k + order)))
        series = self._polynomial(f"bessely_sum_{order}", terms, _QUARTER_SQUARE, span)
        if order == 0:
            return _sum(logarithm, series)
        return _sum(logarithm, _times(_HALF, series), _over(Number(-2 / math.pi), _X))

    def _far(self, word: str, order: int, span: Span) -> Expression:
        """Hankel's expansion, up to the smallest of its terms."""
        terms = [1.0]
        for k in range(1, 24):
            terms.append(terms[-1] * (4.0 * order**2 - (2 * k - 1) ** 2) / (8.0 * k))
        signed = [(-1.0) ** (k // 2) * term for k, term in enumerate(terms)]
        y = _over(Number(1.0), _times(_X, _X))
        p = self._polynomial(f"bessel_p_{order}", signed[::2], y, span)
        q = _over(self._polynomial(f"bessel_q_{order}", signed[1::2], y, span), _X)
        angle = _sum(_X, Number(-(0.5 * order + 0.25) * math.pi))
        sine, cosine = Apply("sin", (angle,)), Apply("cos", (angle,))
        if word == "besselj":
            wave = _sum(_times(p, cosine), _minus(_times(q, sine)))
        else:
            wave = _sum(_times(p, sine), _times(q, cosine))
        return _times(Apply("sqrt", (_over(Number(2 / math.pi), _X),)), wave)

    def _polynomial(self, name: str, coefficients: Sequence[float], argument: Expression, span: Span) -> Expression:
        """By Horner's rule; the terms beyond a few are a function of their own, so that parentheses stay readable."""
        value: Expression = Number(coefficients[-1])
        for power in reversed(range(len(coefficients) - 1)):
            if power % _TERMS_TOGETHER == _TERMS_TOGETHER - 1:
                value = self._call(f"{name}_{power + 1}", value, _X, span)
            value = _sum(Number(coefficients[power]), _times(_X, value))
        return self._call(name, value, argument, span)

    def _call(self, name: str, body: Expression, argument: Expression, span: Span) -> Expression:
        if name not in self._names:
            self._names[name] = self.define(name, body, span)
        return Apply(self._names[name], (argument,), span)


def _erfc_tail() -> Expression:
    """For x >= 1: the trapezoidal rule with the step 1/2 and, as long as it counts, the correction for its pole."""
    h = 0.5
    square = _times(_X, _X)
    parts = [_over(Number(2 * math.exp(-((k * h) ** 2))), _sum(square, Number((k * h) ** 2))) for k in range(1, 13)]
    bell = Apply("exp", (_minus(square),))
    total = _times(Number(h / math.pi), _X, bell, _sum(_over(Number(1.0), square), *parts))
    wave = Apply("exp", (_times(Number(-2 * math.pi / h), _X),))
    correction = _over(_times(Number(-2.0), wave), _sum(Number(1.0), _minus(wave)))
    return _if(_now("<", _X, 6.0), _sum(total, correction), total)


def _lanczos() -> Expression:
    """ln Gamma(x) for x >= 1/2."""
    shifted = _sum(_X, Number(-1.0))
    parts = [_over(Number(c), _sum(_X, Number(float(k)))) for k, c in enumerate(_LANCZOS[1:])]
    t = _sum(_X, Number(6.5))
    power = _times(_sum(shifted, Number(0.5)), Apply("ln", (t,)))
    logarithm = Apply("ln", (_sum(Number(_LANCZOS[0]), *parts),))
    return _sum(Number(0.5 * math.log(2 * math.pi)), power, _minus(t), logarithm)


def _at_most(x: Expression, bound: float) -> Expression:
    """Both branches of a choice are computed, so each gets an argument for which it is valid."""
    return _if(_now("<", x, bound), x, Number(bound))


def _at_least(x: Expression, bound: float) -> Expression:
    return _if(_now(">", x, bound), x, Number(bound))


def _now(relation: str, x: Expression, bound: float) -> Expression:
    return Apply(f"{relation}{NOW}", (x, Number(bound)))


def _if(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    return Apply("if", (condition, then, otherwise))


def _sum(*terms: Expression) -> Expression:
    return Apply("+", terms)


def _times(*factors: Expression) -> Expression:
    return Apply("*", factors)


def _over(above: Expression, below: Expression) -> Expression:
    return Apply("/", (above, below))


def _minus(x: Expression) -> Expression:
    return Apply("neg", (x,))
