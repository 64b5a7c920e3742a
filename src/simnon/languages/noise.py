"""Random numbers of a continuous-time program -> a discrete system that draws them, and its connections.

The programs draw at each integration step. Here a separate system is sampled with the period of a step and
holds the numbers it has drawn.
"""

from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Assignment,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Name,
    Section,
    Step,
    System,
    SystemKind,
)
from simnon.source import Span, frozen


@frozen
class Clock:
    """The names, in the discrete system, of time, of its next sample and of the period."""

    time: str
    following: str
    period: str


@frozen
class Wire:
    """Connects `target` of one system to `source` of the other."""

    target: str
    source: str
    span: Span


@dataclass(slots=True)
class Drawing:
    """The discrete system being built; `step` is its period, in seconds of the program."""

    clock: Clock
    span: Span
    step: float
    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    to_program: list[Wire] = field(default_factory=list)
    to_noise: list[Wire] = field(default_factory=list)
    _has_period: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.to_program

    def output(self, name: str, drawn: str, value: Expression, span: Span) -> None:
        """Connect the input `name` of the program to the output `drawn`, which has `value` at each sample."""
        self.declarations.append(Declaration(Declared.OUTPUT, drawn, None, span))
        self.assign(drawn, value, span)
        self.to_program.append(Wire(name, drawn, span))

    def input(self, name: str, source: str, span: Span) -> Expression:
        """The variable `source` of the program, as the input `name`."""
        self.declarations.append(Declaration(Declared.INPUT, name, None, span))
        self.to_noise.append(Wire(name, source, span))
        return Name(name, span)

    def assign(self, name: str, value: Expression, span: Span) -> None:
        self.assignments.append(Assignment(Name(name, span), value, Section.NONE, span))

    def period(self, span: Span) -> Expression:
        if not self._has_period:
            self.values.append(GivenValue(self.clock.period, self.step, None, self.span))
            self._has_period = True
        return Name(self.clock.period, span)

    def systems(self, program: str, own: str, connecting: str) -> tuple[System, System]:
        """The discrete system, called `own`, and the one that connects it with the program."""
        clock, span = self.clock, self.span
        self.declarations += [
            Declaration(Declared.TIME, clock.time, None, span),
            Declaration(Declared.TSAMP, clock.following, None, span),
        ]
        self.assign(clock.following, Apply("+", (Name(clock.time, span), self.period(span)), span), span)
        noise = System(
            own, SystemKind.DISCRETE, span, tuple(self.declarations), tuple(self.values), tuple(self.assignments)
        )
        wires = [(program, own, wire) for wire in self.to_program] + [(own, program, wire) for wire in self.to_noise]
        connections = tuple(
            Assignment(
                Name(wire.target, wire.span, (Step(to),)),
                Name(wire.source, wire.span, (Step(whence),)),
                Section.NONE,
                wire.span,
            )
            for to, whence, wire in wires
        )
        return noise, System(connecting, SystemKind.CONNECTING, span, assignments=connections)
