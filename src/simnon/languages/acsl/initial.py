"""INITIAL -> steps, and what the rest of the program sees of it.

A variable that INITIAL and an equation both assign is the equation's; what INITIAL gave it has a name of its own. A
constant that INITIAL can change keeps its name, so that it can be set, and the value in use has a name of its own.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from simnon.model import Expression, Name, Number, finite_number_of, names_in
from simnon.source import Report, listed

from ..procedural import (
    Assign,
    Decision,
    Step,
    VersionedAssignment,
    all_steps,
    assigned_on_every_path,
    read_before_assigned,
    renamed_steps,
    targets_of,
)
from ..tokens import Unreadable
from .draft import SystemDraft
from .procedures import Ordering, targets_in
from .syntax import Code, Program

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

    def before(self, code: Code, steps: tuple[Step, ...], constants: Container[str]) -> list[Step]:
        """Before code that may leave a variable as it is: the value of INITIAL, if the decision never changes."""
        kept = [name for name in targets_in((code,)) if name in self.starts]
        if not kept:
            return []
        whole = assigned_on_every_path(steps)
        is_varying = any(self._is_varying(step, constants) for step in all_steps(steps))
        for name in kept:
            if name not in whole and is_varying:
                self.program.unreadable.add(name)
                raise Unreadable(
                    "maybe-unassigned",
                    f"'{name}' keeps its value while no branch assigns it, which an equation cannot do",
                    code.span,
                    "assign it in a DISCRETE section with INTERVAL, or on every path",
                )
        return [Assign(name, self.starts[name], code.span) for name in kept]

    def _is_varying(self, step: Step, constants: Container[str]) -> bool:
        """Whether it is a decision that can change during the run."""
        if not isinstance(step, Decision):
            return False
        own, computed = targets_in(self.program.initial), targets_in(self.program.equations)
        return any(
            name in self.sampled or name in computed or (name not in constants and name not in own)
            for name in names_in(step.condition)
        )
