"""Random numbers of a program with continuous time -> a discrete system that draws them, and the connections.

XPP draws at each step of length dt. Here a system of its own is sampled with the period dt and holds what it has
drawn: a wiener variable is normal with the variance 1/dt, so that its integral over a step has the variance dt, and
a markov variable jumps from i to j with the probability dt times the rate.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Name,
    Number,
    Section,
    System,
    SystemKind,
)
from simnon.source import Span

from .formulas import Spelling
from .program import Markov

PERIOD = "dt"


@dataclass(slots=True)
class Drawing:
    """The discrete system being made; `connections` are pairs of (input of the program, what is drawn for it)."""

    spelling: Spelling
    span: Span
    step: float
    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    to_program: list[tuple[str, str]] = field(default_factory=list)
    to_noise: list[tuple[str, str]] = field(default_factory=list)
    _has_period: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.to_program

    def random(self, distribution: str, span: Span | None) -> Expression:
        """An input of the program that is drawn anew at each step."""
        name = self.spelling.free({"rect": "ran_1", "norm": "normal_1"}[distribution])
        self._output(name, Apply(distribution, (), span), span or self.span)
        return Name(name, span)

    def wiener(self, name: str, span: Span) -> None:
        self._output(name, wiener_value(self.period(span), span), span)

    def markov(self, markov: Markov, rates: Sequence[Sequence[str]], start: float) -> None:
        """`rates` are the names of the rates in the program."""
        span = markov.span
        state, following = self.spelling.free(f"{markov.name}_now"), self.spelling.free(f"{markov.name}_next")
        self.declarations += [
            Declaration(Declared.STATE, state, None, span),
            Declaration(Declared.NEW, following, None, span),
        ]
        self.values.append(GivenValue(state, start, None, span))
        inputs = [[self._input(name, span) for name in row] for row in rates]
        draw = self.spelling.free(f"{markov.name}_draw")
        self.assignments += [
            _assigned(draw, Apply("rect", (), span), span),
            _assigned(following, next_state(Name(state, span), Name(draw, span), inputs, self.period(span)), span),
        ]
        self.to_program.append((markov.name, state))

    def period(self, span: Span) -> Expression:
        if not self._has_period:
            self.values.append(GivenValue(PERIOD, self.step, None, self.span))
            self._has_period = True
        return Name(PERIOD, span)

    def systems(self, program: str, own: str, connecting: str) -> tuple[System, System]:
        """The discrete system, called `own`, and the connecting one."""
        span = self.span
        now, following = "time", "next"
        declarations = (
            *self.declarations,
            Declaration(Declared.TIME, now, None, span),
            Declaration(Declared.TSAMP, following, None, span),
        )
        after = Apply("+", (Name(now, span), self.period(span)), span)
        noise = System(
            own,
            SystemKind.DISCRETE,
            span,
            declarations,
            tuple(self.values),
            (*self.assignments, _assigned(following, after, span)),
        )
        connections = [
            *((Name(name, span, program), Name(drawn, span, own)) for name, drawn in self.to_program),
            *((Name(name, span, own), Name(rate, span, program)) for name, rate in self.to_noise),
        ]
        joined = tuple(Assignment(target, value, Section.NONE, span) for target, value in connections)
        return noise, System(connecting, SystemKind.CONNECTING, span, (), (), joined)

    def _output(self, name: str, value: Expression, span: Span) -> None:
        drawn = self.spelling.free(f"{name}_drawn")
        self.declarations.append(Declaration(Declared.OUTPUT, drawn, None, span))
        self.assignments.append(_assigned(drawn, value, span))
        self.to_program.append((name, drawn))

    def _input(self, rate: str, span: Span) -> Expression:
        if not rate:
            return Number(0.0, span)
        name = self.spelling.free(f"{rate}_seen")
        self.declarations.append(Declaration(Declared.INPUT, name, None, span))
        self.to_noise.append((name, rate))
        return Name(name, span)


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


def _assigned(name: str, value: Expression, span: Span) -> Assignment:
    return Assignment(Name(name, span), value, Section.NONE, span)
