"""Steps -> steps in which a variable that only some paths assign has a value on all of them.

A variable of Fortran keeps its value from one evaluation to the next. What only conditions assign therefore keeps the
last value while none of them holds: a held variable has it, and takes it over when the last condition ceases to hold.
"""

from collections.abc import Callable, Container, Iterable, Mapping

from simnon.model import Apply, Expression, Name, Number, names_in
from simnon.source import Report, Span, frozen

from .procedural import assigned_on_every_path
from .steps import Assign, Decision, Repeat, Step, all_steps, targets_of


@frozen
class HeldValue:
    """`last` holds the last value of `variable`; `condition` becomes true when the variable must keep it."""

    variable: str
    last: str
    condition: Expression
    span: Span

    @property
    def value(self) -> Expression:
        return Apply("pre", (Name(self.variable, self.span),), self.span)


def hold_partly_assigned(
    steps: Iterable[Step], report: Report, beside: Callable[[str, str], str], among: Container[str] | None = None
) -> tuple[list[Step], list[HeldValue]]:
    """The steps with a value on every path; `beside(name, ending)` gives a name that nothing else has.

    `among` are the variables that can be held; None is all.

    A variable that such a step reads before it assigns it, as in `IF(X.GT.BIG) BIG=X`, would change with every
    evaluation, and is an error.
    """
    steps = list(steps)
    whole, first = assigned_on_every_path(steps), _read_then_assigned(steps)
    partly = [name for name in targets_of(steps) if name not in whole and (among is None or name in among)]
    span_of = {step.target: step.span for step in all_steps(steps) if isinstance(step, Assign)}
    held: list[HeldValue] = []
    begin: list[Step] = []
    is_set: dict[str, str] = {}
    for name in partly:
        span = span_of.get(name, steps[0].span)
        if name in first:
            _report_own(name, span, report)
        last, is_set[name] = beside(name, "LAST"), beside(name, "SET")
        begin += [Assign(name, Name(last, span), span), Assign(is_set[name], Number(0.0), span)]
        held.append(HeldValue(name, last, Apply("<", (Name(is_set[name], span), Number(0.5)), span), span))
    return [*begin, *_marked(steps, is_set)], held


def _read_then_assigned(steps: Iterable[Step]) -> set[str]:
    """The variables that a step reads, perhaps without a value, though it or one after it assigns them."""
    order = list(all_steps(steps))
    last_write = {step.target: i for i, step in enumerate(order) if isinstance(step, Assign)}
    position = {id(step): i for i, step in enumerate(order)}
    found: set[str] = set()

    def look(block: Iterable[Step], known: frozenset[str]) -> None:
        for step in block:
            read = _names_read(step)
            found.update(n for n in read if n not in known and last_write.get(n, -1) >= position[id(step)])
            match step:
                case Assign(target):
                    known |= {target}
                case Decision(_, then, otherwise):
                    look(then, known)
                    look(otherwise, known)
                case Repeat(body=body):
                    look(body, known)
                case _:
                    pass

    look(steps, frozenset())
    return found


def _names_read(step: Step) -> set[str]:
    match step:
        case Assign(_, value):
            return set(names_in(value))
        case Decision(condition):
            return set(names_in(condition))
        case _:
            return set()


def _report_own(name: str, span: Span, report: Report) -> None:
    report.error(
        "maybe-unassigned",
        f"'{name}' is computed from its own last value, which changes with every evaluation",
        span,
        "compute it from the others, or at the samples of a discrete section",
    )


def _marked(steps: Iterable[Step], is_set: Mapping[str, str]) -> tuple[Step, ...]:
    """The steps, each assignment followed by the note that there was one."""
    made: list[Step] = []
    for step in steps:
        match step:
            case Assign(target, _, span):
                made.append(step)
                if target in is_set:
                    made.append(Assign(is_set[target], Number(1.0), span))
            case Decision(condition, then, otherwise, span):
                made.append(Decision(condition, _marked(then, is_set), _marked(otherwise, is_set), span))
            case Repeat(variable, begin, last, by, body, span):
                made.append(Repeat(variable, begin, last, by, _marked(body, is_set), span))
            case _:
                made.append(step)
    return tuple(made)
