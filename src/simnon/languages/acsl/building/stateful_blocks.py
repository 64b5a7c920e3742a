"""Blocks with memory -> states and equations."""

from dataclasses import dataclass, field

from simnon.model import Expression, Name, Number, apply
from simnon.source import Span, frozen

from ...tokens import Unreadable
from .draft import SystemDraft

_ZERO = Number(0.0)


def _minus(one: Expression, other: Expression) -> Expression:
    return apply("+", one, apply("neg", other))


@frozen
class Backlash:
    """Its derivative is that of `signal` while the play is used up; that is found when all equations are known."""

    state: str
    initial: Expression
    half: Expression
    signal: Expression
    span: Span


@dataclass(slots=True)
class StatefulBlocks:
    parts: SystemDraft
    backlashes: list[Backlash] = field(default_factory=list)

    def remember(self, word: str, arguments: tuple[Expression, ...], span: Span, target: Name | None) -> Expression:
        """What the block gives: the name of its state, or an expression; `target` is the variable that is just it."""
        match word, arguments:
            case "integ", (rate, initial):
                name = self._named(target, word)
                self.parts.state(name, rate, initial, span)
            case "limint", (rate, initial, low, high):
                name = self._named(target, word)
                self.parts.state(name, _limited(Name(name, span), rate, low, high), initial, span)
            case "realpl", (lag, x, *initial):
                name = self._named(target, word)
                rate = apply("/", _minus(x, Name(name, span)), lag)
                self.parts.state(name, rate, _or_zero(initial), span)
            case "ledlag", (lead, lag, x, *initial):
                return self._lead_lag(target, lead, lag, x, _or_zero(initial), span)
            case "cmpxpl", (square, damping, x, *initial):
                return self._second_order(target, square, damping, x, initial, span)
            case "delay", (x, before, lag, *_):
                return apply("delay", x, lag, before)
            case "implc", (residual, _guess):
                if target is None:
                    raise Unreadable(
                        "wrong-section",
                        "IMPLC must be the whole right-hand side",
                        span,
                        "name = IMPLC(residual, guess)",
                    )
                return apply("+", target, residual)
            case _, (initial_value, half, signal):
                name = self._named(target, word)
                self.backlashes.append(Backlash(name, initial_value, half, signal, span))
            case _:
                raise AssertionError(f"{word} is not a block with memory")
        return Name(name, span)

    def _named(self, target: Name | None, word: str) -> str:
        return target.name if target is not None else self.parts.fresh(word)

    def _lead_lag(
        self, target: Name | None, lead: Expression, lag: Expression, x: Expression, initial: Expression, span: Span
    ) -> Expression:
        """lag*y' + y = lead*x' + x, with the state lag*y - lead*x."""
        output = Name(self._named(target, "ledlag"), span)
        inner = self.parts.fresh(f"{output.name}_state")
        self.parts.state(inner, _minus(x, output), initial, span)
        value = apply("/", apply("+", Name(inner, span), apply("*", lead, x)), lag)
        if target is not None:
            return value
        self.parts.equation(output.name, value, span)
        return output

    def _second_order(
        self,
        target: Name | None,
        square: Expression,
        damping: Expression,
        x: Expression,
        initial: list[Expression],
        span: Span,
    ) -> Expression:
        """square*y'' + damping*y' + y = x."""
        output = Name(self._named(target, "cmpxpl"), span)
        rate = Name(self.parts.fresh(f"{output.name}_rate"), span)
        force = apply("+", x, apply("neg", output), apply("neg", apply("*", damping, rate)))
        self.parts.state(output.name, rate, initial[0] if initial else _ZERO, span)
        self.parts.state(rate.name, apply("/", force, square), initial[1] if len(initial) > 1 else _ZERO, span)
        return output


def _or_zero(initial: list[Expression]) -> Expression:
    return initial[0] if initial else _ZERO


def _limited(state: Expression, rate: Expression, low: Expression, high: Expression) -> Expression:
    """The rate, but where it would drive the state beyond a limit."""
    above = apply("and", apply(">=", state, high), apply(">", rate, _ZERO))
    below = apply("and", apply("<=", state, low), apply("<", rate, _ZERO))
    return apply("if", apply("or", above, below), _ZERO, rate)
