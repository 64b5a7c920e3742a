"""DISCRETE sections and their schedules -> WHEN.

All sections that are scheduled by time are one WHEN, in which those that are due are executed in the order of the text,
each with what the ones before it made. A section that is scheduled by a crossing has a WHEN of its own, and a held
variable with the side on which the expression is, so that what holds at the start is no crossing.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Assignment,
    Expression,
    Name,
    Number,
    Section,
    When,
    apply,
    names_in,
    rewrite,
)
from simnon.source import Report, Span

from ...procedural import Executed, VersionedAssignment
from ...steps import Assign, Decision, Step
from ..syntax import Branching, Code, Discrete, DoLoop, Procedural, Program, Schedule
from .draft import SystemDraft
from .procedures import Ordering
from .versions import inlined

NEVER = Number(1e300)
_HALF, _ZERO, _ONE = Number(0.5), Number(0.0), Number(1.0)
SAME_INSTANT = 1e-10
"""Times that differ by less than this fraction are one instant."""
COINCIDENCE = 1e-9
"""Samples of two sections that are nearer than this part of an interval are at one instant."""


@dataclass(slots=True)
class Slots:
    """The variables that hold the times of sections, by section; one for each SCHEDULE AT of each turn of a loop."""

    parts: SystemDraft
    program: Program
    report: Report
    of_section: dict[str, list[str]] = field(default_factory=dict)
    of_schedule: dict[int, str] = field(default_factory=dict)
    """By the identity of the statement."""
    is_again: set[str] = field(default_factory=set)
    """Slots that are filled in a DISCRETE section."""
    taken: set[int] = field(default_factory=set)
    """Statements whose slot has been used: in a loop, every further turn gets a new one."""

    def find(self) -> None:
        for schedule in schedules_in(self.program.initial):
            self._add(schedule)
        for section in self.program.discrete.values():
            for schedule in schedules_in(section.body):
                slot = self._add(schedule)
                if slot is not None:
                    self.is_again.add(slot)

    def _add(self, schedule: Schedule) -> str | None:
        if schedule.kind != "at":
            return None
        if not is_known(schedule, self.program, self.report):
            self.of_schedule[id(schedule)] = ""
            return None
        slot = self.parts.fresh(f"{schedule.section}_at")
        self.of_section.setdefault(schedule.section, []).append(slot)
        self.of_schedule[id(schedule)] = slot
        return slot

    def slot(self, schedule: Schedule) -> str | None:
        """Where this execution of the statement keeps its time."""
        slot = self.of_schedule.get(id(schedule))
        if not slot or id(schedule) not in self.taken:
            self.taken.add(id(schedule))
            return slot
        further = self.parts.fresh(f"{schedule.section}_at")
        self.of_section[schedule.section].append(further)
        if slot in self.is_again:
            self.is_again.add(further)
        return further

    @property
    def initial_steps(self) -> list[Step]:
        """Before INITIAL nothing is scheduled."""
        return [Assign(slot, NEVER, self.program.span) for slots in self.of_section.values() for slot in slots]


def is_known(schedule: Schedule, program: Program, report: Report) -> bool:
    if schedule.section in program.discrete:
        return True
    report.error(
        "undefined-name",
        f"there is no DISCRETE section '{schedule.section}'",
        schedule.span,
        f"write DISCRETE {schedule.section} ... END",
    )
    return False


def schedules_in(code: Iterable[Code]) -> list[Schedule]:
    found: list[Schedule] = []
    for statement in code:
        match statement:
            case Schedule():
                found.append(statement)
            case Branching(branches, otherwise):
                for _, body in branches:
                    found += schedules_in(body)
                found += schedules_in(otherwise)
            case DoLoop(body=body) | Procedural(body=body):
                found += schedules_in(body)
            case _:
                pass
    return found


@dataclass(slots=True)
class EventMaker:
    parts: SystemDraft
    program: Program
    ordering: Ordering
    slots: Slots
    is_constant: Callable[[str], bool]
    """Whether a name keeps its value for the run."""
    bodies: Mapping[str, tuple[Step, ...]]
    """The steps of each section, by its name."""
    readers: dict[str, list[str]] = field(init=False)
    """The variables whose equations read a name."""

    def __post_init__(self) -> None:
        self.readers = {}
        for equation in self.parts.assignments:
            if equation.section is not Section.INITIAL:
                for name in names_in(equation.value):
                    self.readers.setdefault(name, []).append(equation.target.name)

    def add_timed(self) -> None:
        """The WHEN of all sections with INTERVAL or a time."""
        conditions: list[Expression] = []
        pieces: list[tuple[Expression, tuple[Step, ...], Span]] = []
        for section in self.program.discrete.values():
            slots, dues, steps = self._times(section)
            if dues:
                time = Name(self.program.time, section.span)
                conditions += [_reached(time, slot) for slot in slots]
                pieces.append((_any(dues, section.span), (*steps, *self.bodies[section.name]), section.span))
        if not pieces:
            return
        first = pieces[0][2]
        due = pieces[0][1] if len(pieces) == 1 else tuple(Decision(*piece[:2], (), piece[2]) for piece in pieces)
        self._add_when(_any(conditions, first), (*due, *self._passed()), first)

    def _times(self, section: Discrete) -> tuple[list[str], list[Expression], list[Step]]:
        """The variables with the times of the section, the conditions of being due, and what is done first."""
        time, span = Name(self.program.time, section.span), section.span
        slots = list(self.slots.of_section.get(section.name, []))
        dues = [_is_due(time, slot) for slot in slots]
        is_only = len(slots) + bool(section.interval) == 1
        steps: list[Step] = []
        for slot, due in zip(slots, dues, strict=True):
            steps.append(Assign(slot, NEVER if is_only else apply("if", due, NEVER, Name(slot, span)), span))
        if section.interval:
            slot, due, counted = self._sampled(section)
            slots.append(slot)
            dues.append(due)
            steps += counted if is_only else (Decision(due, counted, (), span),)
        return slots, dues, steps

    def _passed(self) -> list[Step]:
        """A time that has passed when it is scheduled never comes."""
        time = Name(self.program.time, self.program.span)
        return [
            Assign(slot, apply("if", apply(">", Name(slot), time), Name(slot), NEVER), self.program.span)
            for slots in self.slots.of_section.values()
            for slot in slots
            if slot in self.slots.is_again
        ]

    def _sampled(self, section: Discrete) -> tuple[str, Expression, tuple[Step, ...]]:
        """Samples are counted from the start where their interval stays, so that they do not drift."""
        time, span = Name(self.program.time, section.span), section.span
        slot = self.parts.fresh(f"{section.name}_next")
        interval = Name(section.interval, span)
        self.parts.equation(slot, time, span, Section.INITIAL)
        near = apply("neg", apply("*", Number(COINCIDENCE), interval))
        due = apply(">=", time, apply("+", Name(slot, span), near))
        if not self.is_constant(section.interval):
            return slot, due, (Assign(slot, apply("+", time, interval), span),)
        begin = self.parts.fresh(f"{section.name}_begin")
        count = self.parts.fresh(f"{section.name}_count")
        self.parts.equation(begin, time, span, Section.INITIAL)
        self.parts.start(count, _ZERO, span)
        instant = apply("+", Name(begin, span), apply("*", Name(count, span), interval))
        return slot, due, (Assign(count, apply("+", Name(count, span), _ONE), span), Assign(slot, instant, span))

    def add_crossing(self, schedule: Schedule) -> None:
        """.XP. when the expression becomes positive, .XN. negative, .XZ. either."""
        if not is_known(schedule, self.program, self.slots.report):
            return
        span = schedule.span
        signal = Name(self.parts.fresh(f"{schedule.section}_event"), span)
        side = Name(self.parts.fresh(f"{schedule.section}_side"), span)
        self.parts.equation(signal.name, self.ordering.resolver.number(schedule.value, {}), span)
        positive = apply(">", signal, _ZERO)
        self.parts.equation(side.name, apply("if", positive, _ONE, _ZERO), span, Section.INITIAL)
        body = self.bodies[schedule.section]
        rising = apply("and", positive, apply("<", side, _HALF))
        falling = apply("and", apply("<", signal, _ZERO), apply(">", side, _HALF))
        for condition, after, kinds in ((rising, _ONE, ("xp", "xz")), (falling, _ZERO, ("xn", "xz"))):
            steps = body if schedule.kind in kinds else ()
            self._add_when(condition, (Assign(side.name, after, span), *steps), span)

    def _add_when(self, condition: Expression, steps: tuple[Step, ...], span: Span) -> None:
        executed = self.parts.execute(steps, is_held=True)
        self.parts.whens.append(When(condition, self._assignments(executed), span))

    def _assignments(self, executed: Executed) -> tuple[Assignment, ...]:
        """The last version of each variable; what the section found before it is PRE where the section changes it."""
        changed = self._affected(executed.assigned)
        made = {version.name for version in executed.versions}

        def before(part: Expression) -> Expression | None:
            if isinstance(part, Name) and part.name not in made and part.name in changed:
                return Apply("pre", (part,), part.span)
            return None

        versions = [VersionedAssignment(v.name, rewrite(v.value, before), v.span) for v in executed.versions]
        variable_of = {last: variable for variable, last in executed.last_of.items()}
        kept = inlined(versions, variable_of)
        return tuple(
            Assignment(
                Name(variable_of.get(v.name, v.name), v.span), _renamed(v.value, variable_of), Section.NONE, v.span
            )
            for v in kept
        )

    def _affected(self, assigned: Iterable[str]) -> set[str]:
        """What is assigned, and all that equations compute from it."""
        found: set[str] = set()
        stack = list(assigned)
        while stack:
            name = stack.pop()
            if name not in found:
                found.add(name)
                stack += self.readers.get(name, [])
        return found


def _reached(time: Expression, slot: str) -> Expression:
    return apply(">=", time, Name(slot))


def _is_due(time: Expression, slot: str) -> Expression:
    """Reached, or so near that the run cannot tell the two instants apart: then both are this one."""
    near = apply("*", Number(SAME_INSTANT), apply("abs", time))
    return _reached(apply("+", time, near), slot)


def _any(conditions: list[Expression], span: Span) -> Expression:
    return conditions[0] if len(conditions) == 1 else Apply("or", tuple(conditions), span)


def _renamed(value: Expression, variable_of: Mapping[str, str]) -> Expression:
    def change(part: Expression) -> Expression | None:
        return Name(variable_of[part.name], part.span) if isinstance(part, Name) and part.name in variable_of else None

    return rewrite(value, change)
