"""DATA: an algebraic loop with its torn variables chosen, and the derivatives of the reduced loop."""

from collections.abc import Callable, Collection, Iterable

from simnon.model import Apply, Equation, Expression, Number, Solution, apply
from simnon.source import Report, Span, frozen, listed

from .derivative import gradient_of, simplified
from .fold_constants import folded

ZERO, ONE = Number(0.0), Number(1.0)

Member = Equation | Solution


@frozen
class TornLoop:
    """The members in source order; the torn ones, and the others in the order in which they follow from these."""

    members: tuple[Equation, ...]
    torn: tuple[Equation, ...]
    chain: tuple[Equation, ...]
    owner: str
    sampler: str
    is_initial: bool
    is_shared: bool = False
    """Whether it goes through several discrete systems."""
    is_linear: bool = False
    is_large: bool = False
    """Whether every variable that can be torn is, so that each equation reads few of the torn ones."""

    @property
    def names(self) -> frozenset[str]:
        return frozenset(equation.target for equation in self.members)


def equations_in(parts: Iterable[Member]) -> tuple[Equation, ...]:
    return tuple(part for part in parts if isinstance(part, Equation))


def is_residual(equation: Equation) -> bool:
    """Whether the target is the value that makes a residual zero."""
    return isinstance(equation.value, Apply) and equation.value.function == "solve"


def formula(equation: Equation) -> Expression:
    """The expression that the target equals, or that must be zero."""
    value = equation.value
    return value.arguments[0] if isinstance(value, Apply) and value.function == "solve" else value


def derivatives(
    loop: TornLoop, flat: Collection[str], name_slope: Callable[[Expression], Expression]
) -> list[list[tuple[int, Expression]]]:
    """The derivatives of (torn variable - its value) by the torn variables, through the chain.

    Row by row, with the nonzero columns; variables in `flat` are piecewise constant.
    """
    gradient_of_name: dict[str, dict[int, Expression]] = {e.target: {i: ONE} for i, e in enumerate(loop.torn)}
    for equation in loop.chain:
        gradient = {} if equation.target in flat else gradient_of(equation.value, gradient_of_name)
        gradient_of_name[equation.target] = {column: name_slope(slope) for column, slope in gradient.items()}
    rows = []
    for i, equation in enumerate(loop.torn):
        gradient = gradient_of(formula(equation), gradient_of_name)
        own = gradient
        # x - v(x) has 1 - dv/dx on the diagonal; a residual is already the function to be made zero.
        if not is_residual(equation):
            own = {column: apply("neg", slope) for column, slope in gradient.items()}
            own[i] = apply("+", ONE, own[i]) if i in own else ONE
        entries = [(j, folded(simplified(own[j]))) for j in sorted(own)]
        rows.append([(j, entry) for j, entry in entries if entry != ZERO])
    return rows


def reject_loop(names: list[str], span: Span | None, why: str, hint: str, report: Report) -> None:
    report.error("algebraic-loop-unsolved", f"{listed(names)}: {why}", span, hint)
