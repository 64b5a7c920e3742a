"""INITIAL -> steps, and what the rest of the program sees of it.

A variable that INITIAL and an equation both assign is the equation's; what INITIAL gave it has a name of its own. A
constant that INITIAL can change keeps its name, so that it can be set, and the value in use has a name of its own.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from simnon.model import Assignment, Expression, Name, Number, Section, When, finite_number_of
from simnon.source import Report, listed

from ...held import hold_partly_assigned
from ...procedural import VersionedAssignment, assigned_on_every_path, read_before_assigned
from ...steps import Assign, Step, renamed_steps, targets_of
from ..syntax import Program
from .draft import SystemDraft
from .procedures import Ordering, targets_in

UNSET = Number(5.55555e33)
"""What ACSL puts into a variable that nothing assigns, so that it is noticed."""


@dataclass(slots=True)
class InitialSection:
    """`given` are the values of CONSTANT; `sampled` is what DISCRETE sections assign."""

    program: Program
    parts: SystemDraft
    ordering: Ordering
    report: Report
    given: Mapping[str, float]
    sampled: Container[str]
    starts: dict[str, Expression] = field(default_factory=dict)
    """What INITIAL calls the variables that equations compute too."""
    steps: list[Step] = field(default_factory=list)
    values: dict[str, float] = field(default_factory=dict)
    """What INITIAL gives, as far as it is known when the text is read."""

    def read(self) -> None:
        computed = targets_in(self.program.equations)
        own = targets_in(self.program.initial)
        for name in own:
            if name in computed and name not in self.program.dimensions:
                self.starts[name] = Name(self.parts.fresh(f"{name}_initial"), self.program.span)
        steps = self.ordering.steps(self.program.initial, self.starts, {})
        whole, first = assigned_on_every_path(steps), read_before_assigned(steps)
        unset: list[str] = []
        for name in targets_of(steps):
            if name in self.given and (name not in whole or name in first):
                self._keep_constant(name, is_plain=name in own and name not in self.sampled)
            elif name not in whole:
                unset.append(name)
                self.steps.append(Assign(name, UNSET, self.program.span))
        self._warn_about(unset, steps)
        self.steps += renamed_steps(steps, self.ordering.resolver.renamed)

    def _keep_constant(self, name: str, *, is_plain: bool) -> None:
        span, renamed = self.program.span, self.ordering.resolver.renamed
        if is_plain:
            renamed[name] = self.parts.fresh(f"{name}_initial")
        value = Name(name, span) if is_plain else Number(self.given[name], span)
        self.steps.append(Assign(renamed.get(name, name), value, span))

    def _warn_about(self, unset: list[str], steps: tuple[Step, ...]) -> None:
        if unset:
            span = next(step.span for step in steps if targets_of((step,)).keys() & set(unset))
            self.report.warn(
                "maybe-unassigned",
                f"INITIAL does not assign {listed(unset)} on every path",
                span,
                f"otherwise the value is {UNSET.value:g}, as in ACSL: add ELSE, or assign it before the IF",
            )

    def note(self, version: VersionedAssignment, constants: Mapping[str, float]) -> None:
        """Remember a value that is known when the text is read."""
        value = finite_number_of(version.value, {**constants, **self.values})
        if value is not None:
            self.values[version.name] = value

    def held(self, steps: tuple[Step, ...]) -> list[Step]:
        """The steps of an equation: a variable that some path leaves alone has the value of INITIAL, then its last."""
        made, held = hold_partly_assigned(steps, self.report, self._beside, self.starts)
        for each in held:
            update = Assignment(Name(each.last, each.span), each.value, Section.NONE, each.span)
            self.parts.whens.append(When(each.condition, (update,), each.span))
            self.parts.start(each.last, self.starts[each.variable], each.span)
        return made

    def _beside(self, name: str, ending: str) -> str:
        return self.parts.fresh(f"{name}_{ending.lower()}")
