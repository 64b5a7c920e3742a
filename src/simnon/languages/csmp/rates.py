"""A signal -> its exact derivative by time, from the equations that compute it.

DERIV and HSTRSS need it. CSMP used the difference of the last two values instead.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from simnon.model import BUILTINS, RELATIONS, Apply, Expression, Name, Number, apply
from simnon.source import Span

from ..tokens import Unreadable
from .names import TakenNames

ZERO, ONE = Number(0.0), Number(1.0)


def rate_of(
    signal: Expression,
    equations: Mapping[str, Expression],
    derivative_of_state: Mapping[str, str],
    inputs: Container[str],
    names: TakenNames,
) -> tuple[Expression, dict[str, Expression]]:
    """The derivative, and the equations of other derivatives that it needs."""
    rates = _Rates(equations, derivative_of_state, inputs, names)
    return rates.of(signal), {name: value for name, value in rates.needed.items() if value is not None}


@dataclass(slots=True)
class _Rates:
    equations: Mapping[str, Expression]
    derivative_of_state: Mapping[str, str]
    inputs: Container[str]
    names: TakenNames
    needed: dict[str, Expression | None] = field(default_factory=dict)
    name_of_rate: dict[str, str] = field(default_factory=dict)

    def of(self, expression: Expression) -> Expression:
        match expression:
            case Number():
                return ZERO
            case Name(name, span):
                return self._of_name(name, span)
            case Apply("if", arguments, span):
                values = [a if i % 2 == 0 and i + 1 < len(arguments) else self.of(a) for i, a in enumerate(arguments)]
                return Apply("if", tuple(values), span)
            case Apply("abs", (x,), span):
                rate = self.of(x)
                return Apply("if", (apply("<", x, ZERO), apply("neg", rate), rate), span)
            case Apply("min" | "max" as function, arguments):
                return self._of_extreme("<" if function == "min" else ">", arguments)
            case Apply("mod", (x, _)):
                return self.of(x)
            case Apply("delay", (x, lag, *_), span):
                return Apply("delay", (self.of(x), lag, ZERO), span)
            case Apply(function, arguments, span):
                return self._by_chain_rule(function, arguments, span)

    def _of_name(self, name: str, span: Span | None) -> Expression:
        if name == "TIME":
            return ONE
        if name in self.derivative_of_state:
            return Name(self.derivative_of_state[name], span)
        if name in self.inputs:
            raise _refused(f"'{name}' comes from a different system", span)
        if name not in self.equations:
            return ZERO
        if name not in self.name_of_rate:
            rate = self.names.beside(name, "RATE")
            self.name_of_rate[name] = rate
            self.needed[rate] = None
            self.needed[rate] = self.of(self.equations[name])
        return Name(self.name_of_rate[name], span)

    def _of_extreme(self, relation: str, arguments: tuple[Expression, ...]) -> Expression:
        best, rate = arguments[0], self.of(arguments[0])
        for other in arguments[1:]:
            is_other = apply(relation, other, best)
            rate = apply("if", is_other, self.of(other), rate)
            best = apply("min" if relation == "<" else "max", best, other)
        return rate

    def _by_chain_rule(self, function: str, arguments: tuple[Expression, ...], span: Span | None) -> Expression:
        builtin = BUILTINS.get(function)
        if builtin is None or builtin.derivative is None or function in RELATIONS:
            raise _refused(f"{function.upper()} has no formula for its derivative", span)
        terms = []
        for i, argument in enumerate(arguments):
            inner = self.of(argument)
            outer = None if inner == ZERO else builtin.derivative(arguments, i)
            if outer is not None:
                terms.append(inner if outer == ONE else outer if inner == ONE else apply("*", outer, inner))
        return ZERO if not terms else terms[0] if len(terms) == 1 else apply("+", *terms)


def _refused(problem: str, span: Span | None) -> Unreadable:
    assert span is not None
    return Unreadable("no-derivative", problem, span, "write out the derivative by hand")
