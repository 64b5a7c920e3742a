"""The random numbers of an XPP program: `ran` and `normal` in formulas, wiener and markov variables.

A wiener variable is normal with the variance 1/dt, so that its integral over a step has the variance dt, and a markov
variable jumps from i to j with the probability dt times the rate.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simnon.model import Apply, Declaration, Declared, Expression, GivenValue, Name, Number
from simnon.source import Span

from ..noise import Clock, Drawing, Wire
from .formulas import Spelling
from .program import Markov

CLOCK = Clock("time", "next", "dt")


@dataclass(slots=True)
class Noise:
    """What is drawn for a program, under names that are free in it."""

    spelling: Spelling
    drawing: Drawing

    def random(self, distribution: str, span: Span | None) -> Expression:
        """An input of the program that is drawn anew at each step."""
        name = self.spelling.free({"rect": "ran_1", "norm": "normal_1"}[distribution])
        self._output(name, Apply(distribution, (), span), span or self.drawing.span)
        return Name(name, span)

    def wiener(self, name: str, span: Span) -> None:
        self._output(name, wiener_value(self.drawing.period(span), span), span)

    def markov(self, markov: Markov, rates: Sequence[Sequence[str]], start: float) -> None:
        """`rates` are the names of the rates in the program."""
        span, drawing = markov.span, self.drawing
        state, following = self.spelling.free(f"{markov.name}_now"), self.spelling.free(f"{markov.name}_next")
        drawing.declarations += [
            Declaration(Declared.STATE, state, None, span),
            Declaration(Declared.NEW, following, None, span),
        ]
        drawing.values.append(GivenValue(state, start, None, span))
        inputs = [[self._input(name, span) for name in row] for row in rates]
        draw = self.spelling.free(f"{markov.name}_draw")
        drawing.assign(draw, Apply("rect", (), span), span)
        drawing.assign(following, next_state(Name(state, span), Name(draw, span), inputs, drawing.period(span)), span)
        drawing.to_program.append(Wire(markov.name, state, span))

    def _output(self, name: str, value: Expression, span: Span) -> None:
        self.drawing.output(name, self.spelling.free(f"{name}_drawn"), value, span)

    def _input(self, rate: str, span: Span) -> Expression:
        return self.drawing.input(self.spelling.free(f"{rate}_seen"), rate, span) if rate else Number(0.0, span)


def wiener_value(period: Expression, span: Span) -> Expression:
    return Apply("/", (Apply("norm", (), span), Apply("sqrt", (period,), span)), span)


def next_state(
    state: Expression, draw: Expression, rates: Sequence[Sequence[Expression]], period: Expression
) -> Expression:
    """Where the variable jumps from its state, by one number drawn between 0 and 1."""
    span = state.span
    choices: list[Expression] = []
    for i, row in enumerate(rates):
        choices += [Apply("=", (state, Number(float(i), span)), span), _jump(i, draw, row, period)]
    return Apply("if", (*choices[:-2], choices[-1]), span)


def _jump(i: int, draw: Expression, rates: Sequence[Expression], period: Expression) -> Expression:
    span = draw.span
    arguments: list[Expression] = []
    passed: list[Expression] = []
    for j, rate in enumerate(rates):
        if j == i or rate == Number(0.0):
            continue
        passed.append(rate)
        total = passed[0] if len(passed) == 1 else Apply("+", tuple(passed), span)
        arguments += [
            Apply("<", (draw, Apply("*", (period, total), span)), span),
            Number(float(j), span),
        ]
    stays = Number(float(i), span)
    return Apply("if", (*arguments, stays), span) if arguments else stays
