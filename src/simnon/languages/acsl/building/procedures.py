"""Code that is executed in order -> steps of `procedural`: loops are unrolled, subroutines inlined."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from simnon.model import Apply, Expression, Name, Number
from simnon.source import Report, Span

from ...procedural import MAX_ITERATIONS
from ...steps import Assign, Decision, Jump, Label, Step
from ...tokens import Unreadable
from ..syntax import (
    Assigned,
    Branching,
    Call,
    Code,
    DoLoop,
    GoTo,
    Labelled,
    Procedural,
    Schedule,
    Subprogram,
    Target,
    Terminate,
)
from .resolver import Known, Resolver

MAX_CALLS_DEEP = 20
RETURN = "return"


@dataclass(slots=True)
class Ordering:
    """Turns the code of a section into steps; mistakes are reported.

    `slot_of` says in which variable a SCHEDULE .AT. keeps its time: None if none can stand, empty if its mistake
    is known.
    """

    resolver: Resolver
    slot_of: Callable[[Schedule], str | None]
    report: Report
    log: str = ""
    """The variable that counts the calls of LOGD; empty where they have no effect."""
    iterations: int = 0
    calls: int = 0
    depth: int = 0

    def steps(self, code: Iterable[Code], known: Known, labels: Mapping[str, str]) -> tuple[Step, ...]:
        """`labels` are those of the loops around, as they are called in this round."""
        made: list[Step] = []
        for statement in code:
            try:
                made += self._steps(statement, known, labels)
            except Unreadable as error:
                self.report.error(error.code, str(error), error.span, error.hint)
        return tuple(made)

    def _steps(self, statement: Code, known: Known, labels: Mapping[str, str]) -> list[Step]:
        match statement:
            case Assigned(target, value, span):
                return self._assign(target, value, span, known)
            case Branching():
                return list(self._choice(statement, known, labels))
            case DoLoop():
                return self._loop(statement, known, labels)
            case GoTo(label, span):
                return [Jump(labels.get(label, label), span)]
            case Labelled(label, span):
                return [Label(labels.get(label, label), span)]
            case Schedule(section, kind, value, span):
                slot = self.slot_of(statement) if kind == "at" else None
                if slot is None:
                    raise Unreadable(
                        "wrong-section",
                        f"SCHEDULE {section} .{kind.upper()}. is not allowed here",
                        span,
                        ".AT. is for INITIAL and DISCRETE, .XP. .XN. .XZ. for DERIVATIVE",
                    )
                return [Assign(slot, self.resolver.number(value, known), span)] if slot else []
            case Call("logd", _, span):
                count = Apply("+", (Name(self.log, span), Number(1.0, span)), span)
                return [Assign(self.log, count, span)] if self.log else []
            case Call():
                return self._call(statement, known)
            case Terminate(_, _, span):
                raise Unreadable(
                    "wrong-section", "TERMT is not allowed here", span, "TERMT(condition) is a separate statement"
                )
            case Procedural(body, _):
                return list(self.steps(body, known, labels))

    def _assign(self, target: Target, value: Expression, span: Span, known: Known) -> list[Step]:
        """One step; for an element that the run chooses, one for each of its array."""
        number = self.resolver.number(value, known)
        if target.name in self.resolver.program.integers and not isinstance(number, Number):
            number = Apply("int", (number,), span)
        index = self.resolver.computed_index(target.name, target.indices, known)
        if index is None:
            return [Assign(self.resolver.target(target, known).name, number, span)]
        made: list[Step] = []
        for place in range(1, self.resolver.program.dimensions[target.name][0] + 1):
            low, high = Number(place - 0.5), Number(place + 0.5)
            is_it = Apply("and", (Apply(">=", (index, low), span), Apply("<", (index, high), span)), span)
            name = self.resolver.element_at(target.name, (place,))
            made.append(Decision(is_it, (Assign(name, number, span),), (), span))
        return made

    def _choice(self, branching: Branching, known: Known, labels: Mapping[str, str]) -> tuple[Step, ...]:
        """Each branch has those after it in its ELSE."""
        otherwise = self.steps(branching.otherwise, known, labels)
        for condition, body in reversed(branching.branches):
            then = self.steps(body, known, labels)
            otherwise = (Decision(self.resolver.condition(condition, known), then, otherwise, branching.span),)
        return otherwise

    def _loop(self, loop: DoLoop, known: Known, labels: Mapping[str, str]) -> list[Step]:
        control = loop.control
        first, last, step = (self.resolver.whole(bound, known) for bound in (control.first, control.last, control.step))
        if first is None or last is None or not step:
            raise Unreadable(
                "loop-not-constant",
                "the bounds of this loop are not known at compile time",
                loop.span,
                "use numbers or constants: the loop is unrolled",
            )
        inner = labels_in(loop.body)
        made: list[Step] = []
        for k in range(max(0, int((last - first) / step + 1.0 + 1e-9))):
            self.iterations += 1
            if self.iterations > MAX_ITERATIONS:
                if self.iterations == MAX_ITERATIONS + 1:
                    self.report.error(
                        "loop-too-long", f"loops of more than {MAX_ITERATIONS} iterations are not unrolled", loop.span
                    )
                break
            own = {label: f"{label}.{self.iterations}" for label in inner}
            made += self.steps(
                loop.body, {**known, control.variable: Number(first + k * step, loop.span)}, {**labels, **own}
            )
        return made

    def _call(self, call: Call, known: Known) -> list[Step]:
        """The body of the subroutine, with the arguments for its parameters and names of its own for the rest."""
        subprogram = self.resolver.program.subprograms.get(call.name)
        if subprogram is None or subprogram.is_function:
            raise Unreadable(
                "undefined-function",
                f"there is no subroutine '{call.name}'",
                call.span,
                "write it after the program: SUBROUTINE name(a, b) ... END",
            )
        if len(call.arguments) != len(subprogram.parameters):
            raise Unreadable(
                "wrong-arguments",
                f"'{subprogram.name}' takes {len(subprogram.parameters)} arguments, found {len(call.arguments)}",
                call.span,
            )
        if self.depth >= MAX_CALLS_DEEP:
            raise Unreadable("recursive-function", f"'{subprogram.name}' calls itself", call.span)
        inside = self._inside(subprogram, call, known)
        self.calls += 1
        suffix = f".call{self.calls}"
        labels = {label: label + suffix for label in (*labels_in(subprogram.body), RETURN)}
        self.depth += 1
        steps = self.steps(subprogram.body, inside, labels)
        self.depth -= 1
        return [*steps, Label(RETURN + suffix, call.span)]

    def _inside(self, subprogram: Subprogram, call: Call, known: Known) -> dict[str, Expression]:
        inside: dict[str, Expression] = {}
        for parameter, argument in zip(subprogram.parameters, call.arguments, strict=True):
            is_array = isinstance(argument, Name) and argument.name in self.resolver.program.dimensions
            inside[parameter] = argument if is_array else self.resolver.number(argument, known)
        for target in targets_in(subprogram.body):
            if target not in inside and target not in self.resolver.program.dimensions:
                inside[target] = Name(self.resolver.fresh(f"{subprogram.name}_{target}"), call.span)
        return inside


def labels_in(code: Iterable[Code]) -> list[str]:
    """The labels of the code, those of inner loops not included."""
    found: list[str] = []
    for statement in code:
        match statement:
            case Labelled(label):
                found.append(label)
            case Branching(branches, otherwise):
                for _, body in branches:
                    found += labels_in(body)
                found += labels_in(otherwise)
            case Procedural(body):
                found += labels_in(body)
            case _:
                pass
    return found


def targets_in(code: Iterable[Code]) -> dict[str, None]:
    """The variables and arrays that the code assigns, in order."""
    found: dict[str, None] = {}
    for statement in code:
        match statement:
            case Assigned(target):
                found[target.name] = None
            case Branching(branches, otherwise):
                for _, body in branches:
                    found |= targets_in(body)
                found |= targets_in(otherwise)
            case DoLoop(body=body) | Procedural(body=body):
                found |= targets_in(body)
            case _:
                pass
    return found
