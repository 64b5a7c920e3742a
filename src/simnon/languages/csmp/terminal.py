"""TERMINAL -> commands after each run: new values of parameters, WRITE, and CALL RERUN for a further run."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from simnon.model import Apply, Expression, Name, parts_of, print_expression
from simnon.source import Report, Source

from ..steps import Assign, Decision, Jump, Label, Repeat, Step, all_steps, check_labels
from .deck import Deck, Procedure, Segment
from .procedures import RERUN, WRITTEN, ProcedureReader
from .structure import Facts


def read_terminal(source: Source, deck: Deck, facts: Facts, report: Report) -> tuple[Step, ...]:
    """The steps of TERMINAL; report those that are impossible after a run."""
    cards = [card for part in deck.parts[Segment.TERMINAL] if isinstance(part, Procedure) for card in part.cards]
    steps = tuple(ProcedureReader(source, report, _unchanged, _unknown, deck, is_terminal=True).steps(cards))
    for step in all_steps(steps):
        if isinstance(step, Assign):
            if step.target in facts.computed:
                report.error(
                    "wrong-section",
                    f"'{step.target}' is computed during the run",
                    step.span,
                    "TERMINAL can change only parameters and its own names",
                )
            _check_functions(step.value, report)
        elif isinstance(step, Decision):
            _check_functions(step.condition, report)
    _check_jumps(steps, report)
    return steps


def _check_jumps(steps: tuple[Step, ...], report: Report) -> None:
    """A jump in TERMINAL can go backwards too, but its label must exist."""
    check_labels(steps, report)
    labels = {step.label for step in all_steps(steps) if isinstance(step, Label)}
    for step in all_steps(steps):
        if isinstance(step, Jump) and step.label not in labels:
            report.error(
                "unknown-label", f"no statement in TERMINAL has the number {step.label}", step.span, "add its label"
            )


def _unchanged(part: Apply) -> Name:
    return Name(f"{part.function}", part.span)


def _unknown(_expression: Expression) -> float | None:
    return None


def _check_functions(expression: Expression, report: Report) -> None:
    for part in parts_of(expression):
        if isinstance(part, Apply) and part.function.isupper() and part.function != WRITTEN:
            report.error(
                "undefined-function",
                f"{part.function.rstrip('_')} cannot be computed after a run",
                part.span,
                "compute it in DYNAMIC: TERMINAL sees its last value",
            )


def parameters_changed(steps: Iterable[Step], facts: Facts) -> tuple[str, ...]:
    """The parameters that TERMINAL changes."""
    targets = [step.target for step in all_steps(steps) if isinstance(step, Assign)]
    return tuple(dict.fromkeys(target for target in targets if target in facts.parameters))


def terminal_lines(steps: tuple[Step, ...], facts: Facts, mark: str) -> list[str]:
    """The lines after one run; `mark` distinguishes its labels from those of others."""
    if not steps:
        return []
    written = _Lines(facts, mark)
    written.add(steps)
    return [f"LET {RERUN} = 0", *written.lines, f"IF {RERUN} EQ 1 GOTO AGAIN_{mark}"]


@dataclass(slots=True)
class _Lines:
    facts: Facts
    mark: str
    lines: list[str] = field(default_factory=list)
    choices: int = 0

    def add(self, steps: Iterable[Step]) -> None:
        for step in steps:
            match step:
                case Assign(target, value):
                    self.lines.append(self._assignment(target, value))
                case Decision():
                    self._choice(step)
                case Jump(label):
                    self.lines.append(f"GOTO L{label}_{self.mark}")
                case Label(label):
                    self.lines.append(f"LABEL L{label}_{self.mark}")
                case Repeat():
                    raise AssertionError("csmp: loops are unrolled by the reader")

    def _assignment(self, target: str, value: Expression) -> str:
        if target == WRITTEN:
            assert isinstance(value, Apply)
            texts = [print_expression(part).replace(" ", "") for part in value.arguments]
            return "WRITE " + " ".join(f"'{text} =' {text}" for text in texts)
        word, sign = ("PAR", ":") if target in self.facts.parameters else ("LET", " =")
        return f"{word} {target}{sign} {print_expression(value)}"

    def _choice(self, step: Decision) -> None:
        self.choices += 1
        otherwise, after = (f"{word}{self.choices}_{self.mark}" for word in ("ELSE", "AFTER"))
        self.lines.append(f"IF (IF {print_expression(step.condition)} THEN 1 ELSE 0) EQ 0 GOTO {otherwise}")
        self.add(step.then)
        self.lines += [f"GOTO {after}", f"LABEL {otherwise}"]
        self.add(step.otherwise)
        self.lines.append(f"LABEL {after}")
