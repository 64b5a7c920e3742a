"""DATA: the steps of a procedural section, and what can be asked of them without executing them."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

from simnon.model import Expression, Name, rewrite
from simnon.source import Report, Span, frozen


@frozen
class Assign:
    target: str
    value: Expression
    span: Span


@frozen
class Decision:
    condition: Expression
    then: tuple["Step", ...]
    otherwise: tuple["Step", ...]
    span: Span


@frozen
class Repeat:
    """`variable` from `first` to `last` inclusive."""

    variable: str
    first: Expression
    last: Expression
    step: Expression
    body: tuple["Step", ...]
    span: Span


@frozen
class Jump:
    label: str
    span: Span


@frozen
class Label:
    label: str
    span: Span


Step = Assign | Decision | Repeat | Jump | Label


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps and those inside them, in text order."""
    for step in steps:
        yield step
        if isinstance(step, Decision):
            yield from all_steps((*step.then, *step.otherwise))
        elif isinstance(step, Repeat):
            yield from all_steps(step.body)


def check_labels(steps: Iterable[Step], report: Report) -> None:
    seen: set[str] = set()
    for step in all_steps(steps):
        if isinstance(step, Label):
            if step.label in seen:
                report.error(
                    "duplicate-definition", f"two statements have the label {step.label}", step.span, "rename one"
                )
            seen.add(step.label)


def targets_of(steps: Iterable[Step]) -> dict[str, None]:
    """Every variable that is assigned, in order."""
    found: dict[str, None] = {}
    for step in all_steps(steps):
        if isinstance(step, Assign):
            found[step.target] = None
        elif isinstance(step, Repeat):
            found[step.variable] = None
    return found


def renamed_steps(steps: Iterable[Step], renamed: Mapping[str, str]) -> tuple[Step, ...]:
    """The steps with other names for some variables."""

    def change(part: Expression) -> Expression | None:
        is_other = isinstance(part, Name) and part.name in renamed
        return Name(renamed[part.name], part.span) if is_other and isinstance(part, Name) else None

    made: list[Step] = []
    for step in steps:
        match step:
            case Assign(target, value, span):
                made.append(Assign(renamed.get(target, target), rewrite(value, change), span))
            case Decision(condition, then, otherwise, span):
                then, otherwise = renamed_steps(then, renamed), renamed_steps(otherwise, renamed)
                made.append(Decision(rewrite(condition, change), then, otherwise, span))
            case Repeat():
                made.append(dataclasses.replace(step, body=renamed_steps(step.body, renamed)))
            case _:
                made.append(step)
    return tuple(made)
