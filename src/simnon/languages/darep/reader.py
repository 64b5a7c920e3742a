"""Source -> System: a DARE-P program with its model, values and output requests; all errors are reported together.

A program is the model ($D1 and $F, to END in columns 1 to 3), values (to END), output requests (to END). Block marks
have their $ in column 2. The equations need no order; a PROCED section is executed in order.
"""

import re
from dataclasses import dataclass, field
from enum import Enum

from simnon.model import (
    Apply,
    Assignment,
    Comment,
    Declaration,
    Declared,
    Experiment,
    GivenValue,
    Name,
    Number,
    Section,
    Stop,
    System,
    SystemKind,
    finite_number_of,
    names_in,
    substitute,
)
from simnon.source import Report, Source, Span, nearest

from ..expressions import ExpressionParser
from ..identifiers import free_name, system_name
from ..procedural import Decision, all_steps, execute, read_before_assigned, targets_of
from ..tokens import Token, Unreadable, describe
from ..unrolled import needed_versions, unroll_backward_jumps
from .functions import FunctionReader
from .grammar import tokens_of
from .integers import as_assigned_to, in_our_functions, is_integer_name
from .statements import Statement, StatementReader, statement_of

MAX_POINTS = 301
TIME = "T"
_MODEL_WORDS = ("PROCED", "ENDPRO", "TERMINATE", "END")
_BLOCK = re.compile(r"( *)\$(\w*)")
_EQUATION_HINT = "an equation is name = expression or name. = expression"


class ProgramSection(Enum):
    MODEL = "the model"
    VALUES = "the values"
    OUTPUT = "the output requests"
    AFTER = "the end"


def read_systems(source: Source, report: Report) -> tuple[System, ...]:
    """The one system of the program, whatever errors it has."""
    reader = _Reader(source, report)
    for number, start in enumerate(source.line_starts, 1):
        reader.read_line(number, start, source.line_text(number))
    return reader.finish()


@dataclass(slots=True)
class _Procedure:
    """A PROCED section: the outputs and inputs of its heading, and the lines after it."""

    outputs: list[str]
    inputs: list[Token]
    span: Span
    statements: list[Statement] = field(default_factory=list)


class _Reader:
    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.part = ProgramSection.MODEL
        self.block = ""
        self.spelling: dict[str, str] = {}
        self.statements = StatementReader(source, report, self.spelled)
        self.functions = FunctionReader(source, report, self.statements)
        self.derivatives: list[tuple[str, Assignment]] = []
        self.assignments: list[Assignment] = []
        self.procedures: list[_Procedure] = []
        self.procedure: _Procedure | None = None
        self.stops: list[Stop] = []
        self.given: list[Assignment] = []
        self.shown: list[Name] = []
        self.graphs: list[str] = []
        """The variables of each GRAPH, as ASHOW takes them."""
        self.title = ""
        self.comments: list[Comment] = []
        self.unreadable: set[str] = set()
        self.read_in_advance: set[str] = set()
        """Values that count when the text is read: the limits of loops, and guesses."""
        self._has_model = False

    def spelled(self, text: str) -> str:
        return self.spelling.setdefault(text.casefold(), text)

    def read_line(self, number: int, start: int, text: str) -> None:
        text = self._without_comment(number, text)
        if not text.strip():
            return
        try:
            if re.fullmatch(r"END\s*", text, re.IGNORECASE):
                self._end(Span(self.source, start, start + 3))
            else:
                self._line(start, text)
        except Unreadable as error:
            self.report.error(error.code, str(error), error.span, error.hint)

    def _without_comment(self, number: int, text: str) -> str:
        """Drop text after '!', and model lines with C or * in column 1, as in FORTRAN; *title is output."""
        is_output = self.part in (ProgramSection.OUTPUT, ProgramSection.AFTER)
        begins_comment = re.match(r"[cC](?![\w.])(?!\s*=)", text) if self.part is ProgramSection.MODEL else None
        if begins_comment or (text.startswith("*") and not is_output):
            self.comments.append(Comment(number, text[1:].strip(), is_alone=True))
            return ""
        before, mark, comment = text.partition("!")
        if mark and before.count("'") % 2 == 0:
            self.comments.append(Comment(number, comment.strip(), is_alone=not before.strip()))
            return before.rstrip()
        return text.rstrip()

    def _end(self, span: Span) -> None:
        match self.part:
            case ProgramSection.MODEL:
                self._close_block("END")
                self.part = ProgramSection.VALUES
            case ProgramSection.VALUES:
                self.part = ProgramSection.OUTPUT
            case ProgramSection.OUTPUT:
                self.part = ProgramSection.AFTER
            case ProgramSection.AFTER:
                raise Unreadable("unexpected-text", "this END comes after the end of the program", span, "remove it")

    def _line(self, start: int, text: str) -> None:
        tokens = tokens_of(self.source, start, text)
        match self.part:
            case ProgramSection.MODEL:
                self._model_line(start, text, tokens)
            case ProgramSection.VALUES:
                self._values(tokens)
            case ProgramSection.OUTPUT:
                self._output(start, text, tokens)
            case ProgramSection.AFTER:
                raise Unreadable(
                    "unexpected-text",
                    "this line comes after the end of the program",
                    self.statements.span(tokens),
                    "remove it",
                )

    def _model_line(self, start: int, text: str, tokens: list[Token]) -> None:
        block = _BLOCK.match(text)
        if block:
            self._block(start, text, block)
        elif self.block == "F":
            self.functions.read_line(tokens)
        elif self.block == "D1":
            self._dynamic(tokens)
        elif not self._has_model:
            self._has_model = True
            raise Unreadable(
                "heading-expected",
                f"{describe(tokens[0])} comes before $D1",
                self.statements.span(tokens),
                "begin with $D1",
            )

    def _block(self, start: int, text: str, found: re.Match[str]) -> None:
        self._close_block(text.strip())
        name = found.group(2).upper()
        span = Span(self.source, start + found.end(1), start + found.end())
        self.block = name
        self._has_model = self._has_model or name == "D1"
        if found.end() != len(text):
            self.report.error("unexpected-text", f"'{text[found.end() :].strip()}' does not belong here", span)
        if len(found.group(1)) != 1:
            self.report.error(
                "wrong-column",
                f"the $ of ${name} is in column {len(found.group(1)) + 1}",
                span,
                "put it in column 2",
            )
        if name not in ("D1", "F"):
            raise Unreadable(
                "unreadable-line",
                f"there is no block ${name}",
                span,
                "$D1 holds the equations, $F the FORTRAN functions",
            )

    def _close_block(self, found: str) -> None:
        self.functions.close(found)
        if self.procedure is not None:
            self.report.error(
                "end-expected", f"this PROCED has no ENDPRO before {found}", self.procedure.span, "add a line ENDPRO"
            )
            self.procedure = None

    def _dynamic(self, tokens: list[Token]) -> None:
        statement = statement_of(tokens)
        word = statement.word
        if word == "ENDPRO":
            self.statements.parser(tokens, 1).finish()
            if self.procedure is None:
                raise Unreadable("unexpected-text", "ENDPRO ends no PROCED", self.statements.span(tokens), "remove it")
            self.procedure = None
        elif word == "END":
            raise Unreadable(
                "wrong-column",
                "this END is not in columns 1 to 3",
                self.statements.span(tokens),
                "begin it in column 1",
            )
        elif self.procedure is not None:
            self.procedure.statements.append(statement)
        elif word == "PROCED":
            self._open_procedure(tokens)
        elif word == "TERMINATE":
            self._terminate(tokens)
        else:
            self._equation(tokens)

    def _open_procedure(self, tokens: list[Token]) -> None:
        """`PROCED out, out = in, in`."""
        self.procedure = _Procedure([], [], self.statements.span(tokens))
        equals = next((i for i, token in enumerate(tokens) if token.text == "="), len(tokens) - 1)
        lists = (tokens[1:equals], tokens[equals + 1 : -1])
        if not lists[0] or any(
            token.kind != "name" if i % 2 == 0 else token.text != "," for part in lists for i, token in enumerate(part)
        ):
            raise Unreadable(
                "unreadable-line",
                "PROCED needs its outputs and its inputs",
                self.statements.span(tokens),
                "write PROCED A, B = X, Y",
            )
        outputs, inputs = ([token for token in part if token.kind == "name"] for part in lists)
        self.procedure.outputs = [self.spelled(token.text) for token in outputs]
        self.procedure.inputs = inputs
        self.procedures.append(self.procedure)

    def _terminate(self, tokens: list[Token]) -> None:
        parser = self.statements.parser(tokens, 1)
        value = in_our_functions(parser.expression())
        parser.finish()
        if self.stops:
            raise Unreadable(
                "duplicate-definition",
                "a program can have only one TERMINATE",
                self.statements.span(tokens),
                "join the conditions in one expression that becomes negative, such as AMIN1(H, -V)",
            )
        self.stops.append(Stop(Apply("<", (value, Number(0.0)), value.span), "TERMINATE", self.statements.span(tokens)))

    def _equation(self, tokens: list[Token]) -> None:
        first, second = tokens[0], tokens[1] if len(tokens) > 1 else tokens[0]
        is_derivative = second.text == "." and len(tokens) > 2 and tokens[2].text == "="
        if first.kind != "name" or not (is_derivative or second.text == "="):
            raise self.statements.not_a_statement(tokens, _MODEL_WORDS, _EQUATION_HINT)
        name = self.spelled(first.text)
        try:
            parser = self.statements.parser(tokens, 3 if is_derivative else 2)
            value = parser.expression()
            parser.finish()
        except Unreadable:
            self.unreadable.add(name)
            raise
        target = Name(name, Span(self.source, first.start, first.end))
        if not is_derivative:
            self.assignments.append(
                Assignment(target, as_assigned_to(name, value), Section.NONE, self.statements.span(tokens))
            )
            return
        self.derivatives.append(
            (name, Assignment(target, in_our_functions(value), Section.NONE, self.statements.span(tokens)))
        )
        if is_integer_name(name):
            self.report.error(
                "integer-name",
                f"'{name}' is INTEGER, as are all names that begin with I to N: it cannot be integrated",
                target.span,
                f"call it X{name}",
            )

    def _values(self, tokens: list[Token]) -> None:
        """`NAME = number, NAME = number`; a name or a formula of constants is computed at the start of a run."""
        parser = self.statements.parser(tokens)
        while True:
            self._value(parser)
            if parser.token.text != ",":
                break
            parser.take()
            if parser.token.kind == "end":
                break
        parser.finish()

    def _value(self, parser: ExpressionParser) -> None:
        token = parser.take()
        if token.kind != "name" or parser.token.text != "=":
            raise Unreadable(
                "unreadable-line",
                f"expected NAME = value, found {describe(token)}",
                Span(self.source, token.start, token.end),
                "the values end with END in column 1",
            )
        parser.take()
        name = self.spelled(token.text)
        self.unreadable.add(name)
        first = parser.position
        value = as_assigned_to(name, parser.expression())
        self.unreadable.discard(name)
        target = Name(name, Span(self.source, token.start, token.end))
        end = parser.tokens[max(first, parser.position - 1)].end
        self.given.append(Assignment(target, value, Section.INITIAL, Span(self.source, token.start, end)))

    def _output(self, start: int, text: str, tokens: list[Token]) -> None:
        if text.startswith("*"):
            self.title = text[1:].strip()
            return
        names = tokens[1:-1]
        if tokens[0].text.upper() != "GRAPH":
            near = nearest(tokens[0].text.upper(), ("GRAPH", "END"))
            raise Unreadable(
                "unreadable-line",
                f"{describe(tokens[0])} is not a supported output request",
                Span(self.source, start, start + len(text)),
                f"did you mean {near}?" if near else "write GRAPH and a variable",
            )
        if not names or any(token.kind != "name" if i % 2 == 0 else token.text != "," for i, token in enumerate(names)):
            raise Unreadable(
                "unreadable-line", "GRAPH needs variables", self.statements.span(tokens), "write GRAPH H, V"
            )
        found = [
            Name(self.spelled(token.text), Span(self.source, token.start, token.end))
            for token in names
            if token.kind == "name"
        ]
        self.shown += found
        self.graphs.append(" ".join(name.name for name in found))

    def finish(self) -> tuple[System, ...]:
        whole = Span(self.source, 0, min(1, len(self.source.text)))
        if self.part is ProgramSection.MODEL and not self._has_model:
            self.report.error("heading-expected", "the text contains no block $D1", None, "begin with $D1")
        elif self.part in (ProgramSection.MODEL, ProgramSection.VALUES):
            last = len(self.source.text.rstrip())
            last_character = Span(self.source, max(last - 1, 0), last)
            missing = "the model has no END" if self.part is ProgramSection.MODEL else "the values have no END"
            self._close_block("the end of the text")
            self.report.error("end-expected", missing, last_character, "add a line END that begins in column 1")
        if not self._has_model:
            return ()
        return (self._system(whole),)

    def _system(self, span: Span) -> System:
        known = self._constants()
        self._execute_procedures(known)
        names = set(self.spelling)
        derivative_of: dict[str, str] = {}
        for state, _ in self.derivatives:
            derivative_of.setdefault(state, free_name(f"D{state}", lambda name: name.casefold() in names))
            names.add(derivative_of[state].casefold())
        time = Declaration(Declared.TIME, self.spelled(TIME), None, span)
        states = list(dict.fromkeys(state for state, _ in self.derivatives))
        span_of_name = {state: assignment.span for state, assignment in reversed(self.derivatives)}
        experiment = self._experiment(known)
        values, initial = self._given_values()
        rates = [
            Assignment(Name(derivative_of[state], a.target.span), a.value, a.section, a.span)
            for state, a in self.derivatives
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
            (*initial, *sorted((*self.assignments, *rates), key=lambda a: a.span.start)),
            (),
            tuple(self.stops),
            tuple(self.functions.functions),
            unreadable=frozenset(self.unreadable | self.functions.unreadable | self.statements.assigned_in_error),
            experiment=experiment,
            comments=tuple(self.comments),
        )

    def _is_read(self, name: str) -> bool:
        return any(name in names_in(a.value) for a in (*self.assignments, *(a for _, a in self.derivatives))) or any(
            name in names_in(stop.condition) for stop in self.stops
        )

    def _constants(self) -> dict[str, float]:
        """The values that are numbers, in any order."""
        known: dict[str, float] = {}
        for _ in self.given:
            before = len(known)
            for assignment in self.given:
                value = finite_number_of(assignment.value, known)
                if value is not None:
                    known[assignment.target.name] = value
            if len(known) == before:
                break
        return known

    def _execute_procedures(self, known: dict[str, float]) -> None:
        """Sections become equations; variables that are not outputs are local to the section."""
        states = {state for state, _ in self.derivatives}
        carried = self._drop_carried(known)
        outputs = {name for procedure in self.procedures for name in procedure.outputs}
        defined = {a.target.name for a in self.assignments} | states | outputs | {a.target.name for a in self.given}
        for procedure in self.procedures:
            written = self.statements.steps(procedure.statements)
            steps = unroll_backward_jumps(written, known, self.report)
            conditions = [step.condition for step in all_steps(written) if isinstance(step, Decision)]
            self.read_in_advance |= {name for condition in conditions for name in names_in(condition)}
            executed = execute(
                steps,
                self.report,
                is_taken=lambda name: name.casefold() in self.spelling,
                is_held=lambda name: name in known or name in states,
                constant=lambda expression: finite_number_of(expression, known),
            )
            own = {}
            for name in executed.assigned:
                last = executed.last_of.get(name)
                if last == name and name not in (*procedure.outputs, *carried) and name in defined:
                    own[name] = free_name(f"{name}_2", lambda other: other.casefold() in self.spelling)
                    self.spelled(own[name])
            self._check_procedure(procedure, executed.assigned, carried)
            defined |= set(executed.assigned)
            results = {*procedure.outputs, *carried}
            for version in executed.versions if len(steps) == len(written) else needed_versions(executed, results):
                self.spelled(version.name)
                value = substitute(version.value, {name: Name(other) for name, other in own.items()})
                target = Name(own.get(version.name, version.name), version.span)
                self.assignments.append(Assignment(target, value, Section.NONE, version.span))

    def _drop_carried(self, known: dict[str, float]) -> set[str]:
        """Variables that a section sets for the next evaluation: in the limit they are what they are set to now.

        So they are computed like all others, which closes an algebraic loop, and what the values give is only a guess.
        One computed from itself is left for `_check_procedure`.
        """
        given = {a.target.name for a in self.given}
        carried: set[str] = set()
        for procedure in self.procedures:
            steps = StatementReader(self.source, Report(), self.spelled).steps(procedure.statements)
            carried |= (targets_of(steps).keys() & given) - read_before_assigned(steps)
        for assignment in self.given:
            if assignment.target.name in carried:
                self.read_in_advance |= set(names_in(assignment.value))
        self.given = [a for a in self.given if a.target.name not in carried]
        for name in carried:
            known.pop(name, None)
        return carried

    def _check_procedure(self, procedure: _Procedure, assigned: tuple[str, ...], carried: set[str]) -> None:
        sets_next = any(name in carried for name in assigned)
        for name in procedure.outputs:
            if name not in assigned and name not in self.statements.assigned_in_error and not sets_next:
                self.report.error(
                    "missing-equation",
                    f"PROCED never assigns its output '{name}'",
                    procedure.span,
                    f"write {name} = expression in it",
                )
        given = {a.target.name for a in self.given}
        for name in assigned:
            if name in given:
                self.report.error(
                    "carried-value",
                    f"'{name}' would carry its value from one evaluation to the next",
                    procedure.span,
                    "a state integrates, an event counts; here the answer would depend on the steps",
                )

    def _experiment(self, known: dict[str, float]) -> Experiment:
        by_name = {name.casefold(): value for name, value in known.items()}
        stop, points = by_name.get("tmax"), by_name.get("npoint")
        span_of_name = {a.target.name.casefold(): a.span for a in self.given}
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
        defined = {a.target.name for a in self.assignments} | {state for state, _ in self.derivatives} | set(known)
        for name in self.shown:
            if name.name not in defined | self.unreadable | self.statements.assigned_in_error:
                near = nearest(name.name, sorted(defined))
                self.report.error(
                    "undefined-name",
                    f"there is no variable '{name.name}' to draw",
                    name.span,
                    f"did you mean '{near}'?" if near else "",
                )
        shown = tuple(dict.fromkeys(name.name for name in self.shown))
        drawn = ("SIMU", f"SPLIT {len(self.graphs)} 1", *(f"ASHOW {graph}" for graph in self.graphs))
        commands = drawn if len(self.graphs) > 1 else ()
        return Experiment(0.0, stop, spacing, shown=shown, title=self.title, commands=commands)

    def _given_values(self) -> tuple[tuple[GivenValue, ...], list[Assignment]]:
        values, initial = [], []
        for assignment in self.given:
            name = assignment.target.name
            is_only_for_reading = name.casefold() in ("tmax", "npoint") or name in self.read_in_advance
            if is_only_for_reading and not self._is_read(name):
                continue
            number = assignment.value.value if isinstance(assignment.value, Number) else None
            if number is None:
                initial.append(assignment)
            else:
                values.append(GivenValue(name, number, None, assignment.span))
        return tuple(values), initial
