"""BCKLSH -> a state that follows its signal while the play between them is used up.

Its derivative needs that of the signal, which is found by the chain rule through the equations of the program.
"""

from simnon.model import BUILTINS, Apply, Expression, Name, Number, Section, apply
from simnon.source import Report

from ...tokens import Unreadable
from .draft import SystemDraft
from .stateful_blocks import Backlash

_ZERO = Number(0.0)
_MAX_RATES = 1000


def add_backlash(backlash: Backlash, parts: SystemDraft, time: str, report: Report) -> None:
    span = backlash.span
    try:
        rate = Name(parts.fresh(f"{backlash.state}_rate"), span)
        parts.equation(rate.name, _Rates(parts, time).rate(backlash.signal), span)
    except Unreadable as error:
        report.error(error.code, str(error), span, error.hint)
        return
    state = Name(backlash.state, span)
    gap = apply("+", backlash.signal, apply("neg", state))
    ahead = apply("and", apply(">=", gap, backlash.half), apply(">", rate, _ZERO))
    behind = apply("and", apply("<=", gap, apply("neg", backlash.half)), apply("<", rate, _ZERO))
    parts.state(backlash.state, apply("if", apply("or", ahead, behind), rate, _ZERO), backlash.initial, span)


class _Rates:
    """Derivatives with respect to time, as expressions; that of a state is its DER."""

    def __init__(self, parts: SystemDraft, time: str) -> None:
        self.time = time
        self.value_of = {a.target.name: a.value for a in parts.assignments if a.section is not Section.INITIAL}
        states = [d.name for d in parts.declarations if d.kind.value == "STATE"]
        rates = [d.name for d in parts.declarations if d.kind.value == "DER"]
        self.rate_of: dict[str, Expression] = {state: Name(rate) for state, rate in zip(states, rates, strict=True)}
        self.found = 0

    def rate(self, expression: Expression) -> Expression:
        self.found += 1
        if self.found > _MAX_RATES:
            raise _refused(expression)
        match expression:
            case Number():
                return _ZERO
            case Name(name) if name == self.time:
                return Number(1.0)
            case Name(name):
                if name not in self.rate_of and name in self.value_of:
                    self.rate_of[name] = _ZERO
                    self.rate_of[name] = self.rate(self.value_of[name])
                return self.rate_of.get(name, _ZERO)
            case Apply(function, arguments):
                terms = [self._term(function, arguments, i, expression) for i in range(len(arguments))]
                needed = [term for term in terms if term != _ZERO]
                return _ZERO if not needed else needed[0] if len(needed) == 1 else apply("+", *needed)

    def _term(self, function: str, arguments: tuple[Expression, ...], i: int, whole: Expression) -> Expression:
        inner = self.rate(arguments[i])
        if inner == _ZERO:
            return _ZERO
        builtin = BUILTINS.get(function)
        partial = builtin.derivative(arguments, i) if builtin is not None and builtin.derivative is not None else None
        if partial is None:
            raise _refused(whole)
        return apply("*", partial, inner)


def _refused(expression: Expression) -> Unreadable:
    assert expression.span is not None
    return Unreadable(
        "backlash-not-smooth",
        "BCKLSH needs the rate of this signal, which cannot be computed",
        expression.span,
        "give BCKLSH a state, or a smooth function of states and time",
    )
