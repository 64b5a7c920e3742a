"""Program -> System: values, derivatives, sections that are executed, and the experiment."""

from simnon.model import (
    NEW_AXES,
    Assignment,
    Declaration,
    Declared,
    Experiment,
    GivenValue,
    Name,
    Number,
    Range,
    System,
    SystemKind,
    finite_number_of,
    names_in,
)
from simnon.source import Report, Source, Span, nearest

from ..identifiers import free_name, system_name
from .functions import FunctionReader
from .program import Program
from .sections import SectionExecution
from .statements import StatementReader

MAX_POINTS = 301
TIME = "T"


class Builder:
    """Builds the system of one program."""

    def __init__(
        self, source: Source, program: Program, statements: StatementReader, functions: FunctionReader, report: Report
    ) -> None:
        self.source = source
        self.program = program
        self.statements = statements
        self.functions = functions
        self.report = report
        self.sections = SectionExecution(source, program, statements, report)

    def system(self) -> System:
        span = Span(self.source, 0, min(1, len(self.source.text)))
        known = self._constants()
        self.sections.execute(known)
        names = set(self.program.spelling)
        derivative_of: dict[str, str] = {}
        for state, _ in self.program.derivatives:
            derivative_of.setdefault(state, free_name(f"D{state}", lambda name: name.casefold() in names))
            names.add(derivative_of[state].casefold())
        time = Declaration(Declared.TIME, self.program.spelled(TIME), None, span)
        states = list(dict.fromkeys(state for state, _ in self.program.derivatives))
        span_of_name = {state: assignment.span for state, assignment in reversed(self.program.derivatives)}
        experiment = self._experiment(known)
        values, initial = self._given_values()
        rates = [
            Assignment(Name(derivative_of[state], a.target.span), a.value, a.section, a.span)
            for state, a in self.program.derivatives
        ]
        return System(
            system_name(self.source),
            SystemKind.CONTINUOUS,
            span,
            (
                *([time] if self._is_read(time.name) else []),
                *(Declaration(Declared.STATE, state, None, span_of_name[state]) for state in states),
                *(Declaration(Declared.DER, derivative_of[state], None, span_of_name[state]) for state in states),
            ),
            values,
            (*initial, *sorted((*self.program.assignments, *rates), key=lambda a: a.span.start)),
            (),
            tuple(self.program.stops),
            tuple(self.functions.functions),
            unreadable=frozenset(
                self.program.unreadable | self.functions.unreadable | self.statements.assigned_in_error
            ),
            experiment=experiment,
            comments=tuple(self.program.comments),
            ranges=self._ranges(),
        )

    def _ranges(self) -> tuple[Range, ...]:
        """A run reports what is written: the variable of a WRITE then leaves its range."""
        return tuple(Range(write.name, 0.0, 0.5, None, write.span) for write in self.sections.writing.writes)

    def _is_read(self, name: str) -> bool:
        return any(
            name in names_in(a.value) for a in (*self.program.assignments, *(a for _, a in self.program.derivatives))
        ) or any(name in names_in(stop.condition) for stop in self.program.stops)

    def _constants(self) -> dict[str, float]:
        """The values that are numbers, in any order."""
        known: dict[str, float] = {}
        for _ in self.program.given:
            before = len(known)
            for assignment in self.program.given:
                value = finite_number_of(assignment.value, known)
                if value is not None:
                    known[assignment.target.name] = value
            if len(known) == before:
                break
        return known

    def _experiment(self, known: dict[str, float]) -> Experiment:
        by_name = {name.casefold(): value for name, value in known.items()}
        stop, points = by_name.get("tmax"), by_name.get("npoint")
        span_of_name = {a.target.name.casefold(): a.span for a in self.program.given}
        if points is not None and not 2 <= points <= MAX_POINTS:
            self.report.error(
                "number-out-of-range",
                f"NPOINT is {points:g}; DARE-P keeps 2 to {MAX_POINTS} points",
                span_of_name["npoint"],
                f"the maximum is {MAX_POINTS}",
            )
            points = None
        if stop is not None and stop <= 0.0:
            self.report.error("number-out-of-range", f"TMAX is {stop:g}", span_of_name["tmax"], "it must be positive")
            stop = None
        spacing = stop / (points - 1.0) if stop is not None and points is not None else None
        defined = (
            {a.target.name for a in self.program.assignments}
            | {state for state, _ in self.program.derivatives}
            | set(known)
        )
        for name in (name for graph in self.program.graphs for name in graph):
            if name.name not in defined | self.program.unreadable | self.statements.assigned_in_error:
                near = nearest(name.name, sorted(defined))
                self.report.error(
                    "undefined-name",
                    f"there is no variable '{name.name}' to draw",
                    name.span,
                    f"did you mean '{near}'?" if near else "",
                )
        shown: list[str] = []
        for graph in self.program.graphs:
            shown += [NEW_AXES] * bool(shown) + list(dict.fromkeys(name.name for name in graph))
        return Experiment(0.0, stop, spacing, shown=tuple(shown), title=self.program.title)

    def _given_values(self) -> tuple[tuple[GivenValue, ...], list[Assignment]]:
        values, initial = [], []
        for assignment in self.program.given:
            name = assignment.target.name
            is_only_for_reading = name.casefold() in ("tmax", "npoint") or name in self.sections.read_in_advance
            if is_only_for_reading and not self._is_read(name):
                continue
            number = assignment.value.value if isinstance(assignment.value, Number) else None
            if number is None:
                initial.append(assignment)
            else:
                values.append(GivenValue(name, number, None, assignment.span))
        return tuple(values), initial
