"""What has been gathered for the system so far: its equations, states, events, and the names that are taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from simnon.model import (
    Assignment,
    Declaration,
    Declared,
    Expression,
    FunctionDefinition,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    When,
    names_in,
)
from simnon.source import Report, Span

from ...procedural import Executed, execute
from ...steps import Step


@dataclass(slots=True)
class SystemDraft:
    report: Report
    taken: set[str]
    """Without case."""
    declarations: list[Declaration] = field(default_factory=list)
    values: list[GivenValue] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    whens: list[When] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    functions: list[FunctionDefinition] = field(default_factory=list)

    def fresh(self, wanted: str) -> str:
        """A name that nothing has yet: the one that is wanted, or with a number after it."""
        name, count = wanted, 1
        while name.casefold() in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self.taken.add(name.casefold())
        return name

    def equation(self, target: str, value: Expression, span: Span, section: Section = Section.NONE) -> None:
        self.assignments.append(Assignment(Name(target, span), value, section, span))

    def start(self, name: str, value: Expression, span: Span) -> None:
        """The initial value of a state or a held variable."""
        if isinstance(value, Number):
            self.values.append(GivenValue(name, value.value, None, span))
        else:
            self.equation(name, value, span, Section.INITIAL)

    def state(self, name: str, derivative: Expression, initial: Expression, span: Span) -> None:
        rate = self.fresh(f"{name}_dot")
        self.declarations.append(Declaration(Declared.STATE, name, None, span))
        self.declarations.append(Declaration(Declared.DER, rate, None, span))
        self.equation(rate, derivative, span)
        self.start(name, initial, span)

    def execute(self, steps: Iterable[Step], *, is_held: bool) -> Executed:
        """The steps as equations; their names are taken from then on."""
        executed = execute(
            steps,
            self.report,
            is_taken=lambda name: name.casefold() in self.taken,
            is_held=lambda _name: is_held,
            constant=_no_loops_left,
        )
        self.taken |= {version.name.casefold() for version in executed.versions}
        return executed

    def names_read(self) -> set[str]:
        """All that some expression reads."""
        expressions: list[Expression] = [assignment.value for assignment in self.assignments]
        for when in self.whens:
            expressions += [when.condition, *(assignment.value for assignment in when.assignments)]
        expressions += [stop.condition for stop in self.stops]
        expressions += [function.body for function in self.functions]
        return {name for expression in expressions for name in names_in(expression)}


def _no_loops_left(_expression: Expression) -> float | None:
    """Loops are unrolled before."""
    return None
