"""Program -> System: its equations, states, events and functions in our vocabulary."""

from dataclasses import dataclass, field

from simnon.model import (
    Apply,
    Declaration,
    Declared,
    Expression,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
)
from simnon.source import Report, Span

from ...steps import Step, targets_of
from ...tokens import Unreadable
from ..syntax import Assigned, Code, GoTo, Labelled, Program, Schedule, Terminate
from .backlash import add_backlash
from .constants import given_values, places_of
from .draft import SystemDraft
from .events import EventMaker, Slots
from .experiment import experiment_of
from .initial import InitialSection
from .memories import separate_memories
from .procedures import Ordering, targets_in
from .resolver import MEMORIES, Resolver
from .stateful_blocks import StatefulBlocks
from .subprograms import close_over, function_of
from .versions import inlined


def build(program: Program, report: Report) -> System:
    """The system, whatever errors it has (all reported)."""
    separate_memories(program, report)
    builder = _Builder(program, report)
    builder.add_constants()
    builder.add_functions()
    builder.initial.read()
    builder.read_sections()
    builder.add_initial()
    builder.add_equations()
    builder.add_events()
    for backlash in builder.memories.backlashes:
        add_backlash(backlash, builder.parts, program.time, report)
    return builder.finished()


@dataclass(slots=True)
class _Builder:
    program: Program
    report: Report
    parts: SystemDraft = field(init=False)
    resolver: Resolver = field(init=False)
    memories: StatefulBlocks = field(init=False)
    slots: Slots = field(init=False)
    ordering: Ordering = field(init=False)
    initial: InitialSection = field(init=False)
    changed: dict[str, None] = field(init=False)
    """What INITIAL and DISCRETE assign: no constants, though some have a first value."""
    sampled: dict[str, None] = field(default_factory=dict)
    """What DISCRETE sections assign."""
    given: dict[str, float] = field(default_factory=dict)
    constants: dict[str, float] = field(default_factory=dict)
    """Those of `given` that nothing assigns."""
    crossings: list[Schedule] = field(default_factory=list)
    partly: dict[str, Span] = field(default_factory=dict)
    """What a section assigns on some of its paths only."""
    bodies: dict[str, tuple[Step, ...]] = field(default_factory=dict)
    """The steps of the DISCRETE sections."""
    log: str = ""
    """The variable that counts the calls of LOGD, if there are any."""

    def __post_init__(self) -> None:
        program = self.program
        program.time = program.spelled(program.time)
        self.parts = SystemDraft(self.report, set(program.spelling))
        self.changed = targets_in(program.initial)
        for section in program.discrete.values():
            self.sampled |= targets_in(section.body)
        self.changed |= self.sampled
        own = frozenset((*program.subprograms, *(table.name.casefold() for table in program.tables)))
        self.resolver = Resolver(program, self.parts.fresh, self.constants, own)
        self.memories = StatefulBlocks(self.parts)
        self.slots = Slots(self.parts, program, self.report)
        self.slots.find()
        self.ordering = Ordering(self.resolver, self.slots.slot, self.report)
        self.initial = InitialSection(program, self.parts, self.ordering, self.report, self.given, self.sampled)

    def add_constants(self) -> None:
        for constant in self.program.constants:
            try:
                for name, value in given_values(constant, self.program.dimensions, self.resolver.element_at):
                    if self.given.get(name) == value:
                        continue
                    self.given[name] = value
                    self.parts.values.append(GivenValue(name, value, None, constant.span))
                    if constant.name not in self.changed:
                        self.constants[name] = value
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
                sizes = self.program.dimensions.get(constant.name, ())
                elements = [self.resolver.element_at(constant.name, place) for place in places_of(sizes)]
                self.program.unreadable |= {constant.name, *elements}
        for name, span in self.program.inputs:
            self.parts.declarations.append(Declaration(Declared.INPUT, name, None, span))

    def add_functions(self) -> None:
        found = []
        for subprogram in self.program.subprograms.values():
            if subprogram.is_function:
                made = function_of(subprogram, self.ordering, self.report)
                if made is not None:
                    found.append(made)
                else:
                    self.program.unreadable.add(subprogram.name)
        closed, added = close_over(found)
        self.parts.functions += closed
        self.resolver.added.update(added)

    def read_sections(self) -> None:
        """The steps of DISCRETE sections; their loops decide how many times a section can wait for."""
        self.ordering.log = log = self.parts.fresh("logd_count")
        for section in self.program.discrete.values():
            body = [code for code in section.body if not isinstance(code, Terminate)]
            self.bodies[section.name] = self.ordering.steps(body, {}, {})
        if log in targets_of(step for body in self.bodies.values() for step in body):
            self.parts.start(log, Number(0.0), self.program.span)
            self.log = log
        self.ordering.log = ""

    def add_initial(self) -> None:
        self._add_executed((*self.slots.initial_steps, *self.initial.steps), Section.INITIAL)

    def _add_executed(self, steps: tuple[Step, ...], section: Section) -> None:
        executed = self.parts.execute(steps, is_held=False)
        for version in inlined(executed.versions, set(executed.last_of.values())):
            self.parts.equation(version.name, version.value, version.span, section)
            if section is Section.INITIAL:
                self.initial.note(version, self.constants)
        for name in executed.assigned:
            if name not in executed.last_of:
                self.partly[name] = steps[0].span

    def _check_partly_assigned(self, read: set[str]) -> None:
        """Such a variable may be used in its section, but not outside."""
        for name, span in self.partly.items():
            if name in read:
                self.program.unreadable.add(name)
                self.report.error(
                    "maybe-unassigned",
                    f"'{name}' is not assigned on every path through this section",
                    span,
                    "give it a value before the IF, or in ELSE",
                )

    def add_equations(self) -> None:
        for code in self.program.equations:
            try:
                self._add_code(code)
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
                if isinstance(code, Assigned):
                    self.program.unreadable.add(code.target.name)

    def _add_code(self, code: Code) -> None:
        match code:
            case Assigned():
                self._add_equation(code)
            case Schedule(kind="xp" | "xn" | "xz"):
                self.crossings.append(code)
            case Terminate(condition, message, span):
                self.parts.stops.append(
                    Stop(self.resolver.condition(condition, {}, self._remember), message or "TERMT", span)
                )
            case GoTo(_, span) | Labelled(_, span):
                raise Unreadable("wrong-section", "equations are sorted, not jumped to", span, "put them in PROCEDURAL")
            case _:
                steps = self.ordering.steps((code,), {}, {})
                self._add_executed(tuple(self.initial.held(steps)), Section.NONE)

    def _remember(self, word: str, arguments: tuple[Expression, ...], span: Span, target: Name | None) -> Expression:
        return self.memories.remember(word, arguments, span, target)

    def _add_equation(self, equation: Assigned) -> None:
        value, span = equation.value, equation.span
        word = value.function.casefold() if isinstance(value, Apply) else ""
        if isinstance(value, Apply) and word == "intvc" and word not in self.resolver.own_functions:
            self._integrate_array(equation, value)
            return
        target = self.resolver.target(equation.target, {})
        if isinstance(value, Apply) and word in MEMORIES and word not in self.resolver.own_functions:
            assert value.span is not None
            made = self.resolver.memory(word, value.arguments, value.span, {}, self._remember, target)
            if made == target:
                return
        else:
            made = self.resolver.number(value, {}, self._remember)
        if target.name in self.program.integers:
            made = Apply("int", (made,), span)
        self.parts.equation(target.name, made, span)

    def _integrate_array(self, equation: Assigned, value: Apply) -> None:
        """`x = INTVC(dx, x0)`, each an array of the same size."""
        names = [equation.target.name, *(part.name for part in value.arguments if isinstance(part, Name))]
        sizes = {self.program.dimensions.get(name) for name in names}
        size = self.program.dimensions.get(names[0])
        if len(names) != 3 or len(sizes) != 1 or size is None or equation.target.indices:
            raise Unreadable(
                "wrong-arguments",
                "INTVC takes two arrays of the same size as its result",
                equation.span,
                "DIMENSION x(3), dx(3), x0(3), then x = INTVC(dx, x0)",
            )
        for place in places_of(size):
            state, rate, initial = (self.resolver.element_at(name, place) for name in names)
            self.parts.state(state, Name(rate, equation.span), Name(initial, equation.span), equation.span)

    def add_events(self) -> None:
        maker = EventMaker(
            self.parts,
            self.program,
            self.ordering,
            self.slots,
            lambda name: name not in self.changed,
            self.bodies,
        )
        for section in self.program.discrete.values():
            section.body[:] = [code for code in section.body if not self._took(code)]
        for schedule in self.crossings:
            try:
                maker.add_crossing(schedule)
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
        maker.add_timed()
        scheduled = {schedule.section for schedule in self.crossings} | set(self.slots.of_section)
        for section in self.program.discrete.values():
            if not section.interval and section.name not in scheduled:
                self.report.error(
                    "missing-sampling",
                    f"the DISCRETE section '{section.name}' is never scheduled",
                    section.span,
                    "INTERVAL ts = 1 in it, or SCHEDULE name .AT. time in INITIAL",
                )

    def _took(self, code: Code) -> bool:
        """TERMT in a DISCRETE section watches its condition like any other."""
        if isinstance(code, Terminate):
            self.add_one(code)
        return isinstance(code, Terminate)

    def add_one(self, code: Code) -> None:
        try:
            self._add_code(code)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _known_values(self) -> dict[str, float]:
        """What keeps one value during the run, and is known when the text is read."""
        known = {**self.constants, **self.initial.values}
        return {name: value for name, value in known.items() if name not in self.sampled}

    def finished(self) -> System:
        program, parts = self.program, self.parts
        read = parts.names_read()
        self._check_partly_assigned(read)
        inner = {*program.settings.values(), *self.resolver.fixed}
        inner -= {*read, *self.sampled}
        values = [value for value in parts.values if value.name not in inner]
        unread = {start.name for start in self.initial.starts.values() if isinstance(start, Name)} - read
        parts.declarations.append(Declaration(Declared.TIME, program.time, None, program.span))
        return System(
            program.name,
            SystemKind.CONTINUOUS,
            program.span,
            tuple(parts.declarations),
            tuple(values),
            tuple(assignment for assignment in parts.assignments if assignment.target.name not in unread),
            tuple(parts.whens),
            tuple(parts.stops),
            tuple(parts.functions),
            tuple(program.tables),
            unreadable=frozenset(program.unreadable),
            experiment=experiment_of(program, self._known_values(), self.sampled, parts, self.report, self.log),
            comments=program.comments,
        )
