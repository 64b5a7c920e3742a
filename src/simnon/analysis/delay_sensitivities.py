"""A DELAY -> the delays of its derivatives: what it looks up has changed, and it is looked up at a different time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from simnon.model import Apply, Delay, Equation, Expression, Name, Number, Role, Variable, apply
from simnon.source import frozen

from .derivative import Partials, gradient_of, simplified
from .gradients import GradientWalk

ZERO, ONE = Number(0.0), Number(1.0)


def walk_delay(walk: GradientWalk, delay: Delay, changes: Mapping[int, Expression]) -> None:
    """The gradient of a delayed value; `changes` are the delayed derivatives of its source."""
    moved = walk.gradient_of_name.get(delay.at, {})
    slope = Name(_slope(delay))
    gradient = {}
    for j in sorted({*changes, *moved}):
        gradient[j] = apply("+", changes.get(j, ZERO), apply("*", slope, moved.get(j, ZERO)))
    walk.give(delay.name, {j: simplified(value) for j, value in gradient.items()})


@frozen
class DelayedDerivatives:
    """What the model gets for its delays."""

    delays: tuple[Delay, ...]
    equations: tuple[Equation, ...]
    variables: tuple[Variable, ...]


def delay_derivatives(
    delays: Sequence[Delay],
    equation_of_name: Mapping[str, Equation],
    walk: GradientWalk,
    names: Callable[[str], Sequence[str]],
    sources: Callable[[str], Sequence[str]],
    given: Partials,
) -> DelayedDerivatives:
    """`names` and `sources` give the variables of all directions: of a delay, and of what it delays."""
    added: list[Delay] = []
    equations: list[Equation] = []
    variables: list[Variable] = []
    for delay in delays:
        equation = equation_of_name[delay.name]
        assert isinstance(equation.value, Apply), "add_sensitivities: the value of a delay is looked up"
        at, *before = equation.value.arguments
        rows = [gradient_of(value, walk.gradient_of_name, given) for value in before]
        for j, (name, source) in enumerate(zip(names(delay.name), sources(delay.source), strict=True)):
            added.append(Delay(name, source, delay.at))
            earlier = (row.get(j, ZERO) for row in rows)
            equations.append(Equation(name, Apply("delayed", (at, *earlier), equation.value.span), equation.span))
            variables.append(Variable(name, Role.DELAYED, local=name))
        slope = Apply("delayed.slope", equation.value.arguments, equation.value.span)
        equations.append(Equation(_slope(delay), slope, equation.span))
        variables.append(Variable(_slope(delay), Role.INTERMEDIATE, local=_slope(delay)))
    own = tuple(replace(delay, slope=_slope(delay)) for delay in delays)
    return DelayedDerivatives((*own, *added), tuple(equations), tuple(variables))


def shifts_of_arrivals(
    delays: Iterable[Delay], row: Callable[[str], Sequence[Expression]], speed: Callable[[str], Expression]
) -> list[tuple[Expression, ...]]:
    """Two rows for each delay, a and b: a jump at an instant that moves by tau arrives at one moving by a + b tau."""
    rows: list[tuple[Expression, ...]] = []
    for delay in delays:
        by_time = speed(delay.at)
        rows.append(tuple(simplified(apply("neg", apply("/", value, by_time))) for value in row(delay.at)))
        rows.append(tuple(simplified(apply("/", ONE, by_time)) for _ in row(delay.at)))
    return rows


def _slope(delay: Delay) -> str:
    return f"slope of {delay.name}"
