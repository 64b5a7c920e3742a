"""Steps of a procedural section -> those that latch a variable, and the rest.

`IF(X.GT.5.0) FLAG=1.0`, if FLAG has a value before the run: it keeps the value last assigned, so this is an event.
"""

from collections.abc import Container, Iterable

from simnon.model import Expression, names_in
from simnon.source import Span, frozen

from ..steps import Assign, Decision, Step, targets_of


@frozen
class Latch:
    condition: Expression
    values: dict[str, Expression]
    span: Span


def separate_latches(steps: Iterable[Step], has_value: Container[str]) -> tuple[list[Latch], list[Step]]:
    """A variable is held if nothing but stand-alone conditions assigns it."""
    steps = list(steps)
    found = [_latch(step, has_value) for step in steps]
    otherwise = targets_of(step for step, latch in zip(steps, found, strict=True) if latch is None)
    latches: list[Latch] = []
    rest: list[Step] = []
    for step, latch in zip(steps, found, strict=True):
        if latch is None or any(name in otherwise for name in latch.values):
            rest.append(step)
        else:
            latches.append(latch)
    return latches, rest


def _latch(step: Step, has_value: Container[str]) -> Latch | None:
    if not isinstance(step, Decision) or step.otherwise:
        return None
    values: dict[str, Expression] = {}
    for inner in step.then:
        if not isinstance(inner, Assign) or inner.target not in has_value or inner.target in values:
            return None
        values[inner.target] = inner.value
    is_own = any(name in values for value in values.values() for name in names_in(value))
    return Latch(step.condition, values, step.span) if values and not is_own else None
