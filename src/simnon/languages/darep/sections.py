"""PROCED sections of a program -> equations, by executing their statements in order."""

from simnon.model import Assignment, Name, Number, Section, finite_number_of, names_in, substitute
from simnon.source import Report, Source

from ..identifiers import free_name
from ..procedural import execute, read_before_assigned
from ..steps import Assign, Decision, Step, all_steps, targets_of
from ..unrolled import needed_versions, unroll_backward_jumps
from .program import Procedure, Program
from .statements import StatementReader


class SectionExecution:
    """Executes the sections of one program."""

    def __init__(self, source: Source, program: Program, statements: StatementReader, report: Report) -> None:
        assert statements.writing is not None
        self.source = source
        self.program = program
        self.statements = statements
        self.writing = statements.writing
        self.report = report
        self.read_in_advance: set[str] = set()
        """Values that count when the text is read: the limits of loops, and guesses."""

    def execute(self, known: dict[str, float]) -> None:
        """Sections become equations; variables that are not outputs are local to the section."""
        states = {state for state, _ in self.program.derivatives}
        carried = self._drop_carried(known)
        outputs = {name for procedure in self.program.procedures for name in procedure.outputs}
        defined = (
            {a.target.name for a in self.program.assignments}
            | states
            | outputs
            | {a.target.name for a in self.program.given}
        )
        self._read_formats()
        for procedure in self.program.procedures:
            written, writes = self._steps(procedure)
            steps = unroll_backward_jumps(written, known, self.report)
            conditions = [step.condition for step in all_steps(written) if isinstance(step, Decision)]
            self.read_in_advance |= {name for condition in conditions for name in names_in(condition)}
            executed = execute(
                steps,
                self.report,
                is_taken=lambda name: name.casefold() in self.program.spelling,
                is_held=lambda name: name in known or name in states,
                constant=lambda expression: finite_number_of(expression, known),
            )
            own = {}
            for name in executed.assigned:
                last = executed.last_of.get(name)
                if last == name and name not in (*procedure.outputs, *carried) and name in defined:
                    own[name] = free_name(f"{name}_2", lambda other: other.casefold() in self.program.spelling)
                    self.program.spelled(own[name])
            self._check_procedure(procedure, executed.assigned, carried)
            defined |= set(executed.assigned)
            results = {*procedure.outputs, *carried, *writes}
            for version in executed.versions if len(steps) == len(written) else needed_versions(executed, results):
                self.program.spelled(version.name)
                value = substitute(version.value, {name: Name(other) for name, other in own.items()})
                target = Name(own.get(version.name, version.name), version.span)
                self.program.assignments.append(Assignment(target, value, Section.NONE, version.span))

    def _read_formats(self) -> None:
        for procedure in self.program.procedures:
            for statement in procedure.statements:
                if statement.word == "FORMAT":
                    self.writing.add_format(statement.label, self.statements.span(statement.tokens))

    def _steps(self, procedure: Procedure) -> tuple[tuple[Step, ...], set[str]]:
        """The statements of a section, and the variables of its WRITEs, which are 0 unless they are reached."""
        before = len(self.writing.writes)
        steps = self.statements.steps(procedure.statements)
        writes = self.writing.writes[before:]
        unset = [Assign(write.name, Number(0.0, write.span), write.span) for write in writes]
        return (*unset, *steps), {write.name for write in writes}

    def _drop_carried(self, known: dict[str, float]) -> set[str]:
        """Variables that a section sets for the next evaluation: in the limit they are what they are set to now.

        So they are computed like all others, which closes an algebraic loop, and what the values give is only a guess.
        One computed from itself is left for `_check_procedure`.
        """
        given = {a.target.name for a in self.program.given}
        carried: set[str] = set()
        for procedure in self.program.procedures:
            steps = StatementReader(self.source, Report(), self.program.spelled).steps(procedure.statements)
            carried |= (targets_of(steps).keys() & given) - read_before_assigned(steps)
        for assignment in self.program.given:
            if assignment.target.name in carried:
                self.read_in_advance |= set(names_in(assignment.value))
        self.program.given = [a for a in self.program.given if a.target.name not in carried]
        for name in carried:
            known.pop(name, None)
        return carried

    def _check_procedure(self, procedure: Procedure, assigned: tuple[str, ...], carried: set[str]) -> None:
        sets_next = any(name in carried for name in assigned)
        for name in procedure.outputs:
            if name not in assigned and name not in self.statements.assigned_in_error and not sets_next:
                self.report.error(
                    "missing-equation",
                    f"PROCED never assigns its output '{name}'",
                    procedure.span,
                    f"write {name} = expression in it",
                )
        given = {a.target.name for a in self.program.given}
        for name in assigned:
            if name in given:
                self.report.error(
                    "carried-value",
                    f"'{name}' would carry its value from one evaluation to the next",
                    procedure.span,
                    "a state integrates, an event counts; here the answer would depend on the steps",
                )
