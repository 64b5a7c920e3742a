"""A parameter that moves -> the eigenvalues at the equilibrium that moves with it, and where its stability changes."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from simnon.figures import Figure
from simnon.linear import follow_poles, locus_figure
from simnon.program import Array
from simnon.simulation import Simulator
from simnon.source import UserError, arguments, frozen, has_same_fields, no_hash

from .equilibrium import Equilibrium, find_equilibrium, read_request
from .point import Point

COUNT = 200
MAX_BISECTIONS = 50


@frozen
class EigenvalueLocus:
    """`poles[k, i]` is eigenvalue i of the equilibrium with `values[k]`; each column follows one of them."""

    parameter: str
    values: Array
    poles: npt.NDArray[np.complex128]
    period: float
    changes: tuple[float, ...]
    """The values at which the equilibrium becomes stable or unstable."""
    present: npt.NDArray[np.complex128]
    """The eigenvalues at the value that the parameter has now."""
    notes: tuple[str, ...] = ()

    __eq__ = has_same_fields
    __hash__ = no_hash

    def plot(self) -> Figure:
        """Crosses are at the first value, squares at the one that the parameter has now."""
        return locus_figure(self.poles, self.present, self.period)


def eigenvalue_locus(
    simulator: Simulator, point: Point, name: str, low: float, high: float, count: int = COUNT
) -> EigenvalueLocus:
    """The equilibrium is followed from the present value of the parameter, up and down."""
    if name not in simulator.parameters:
        raise UserError("not-a-parameter", f"'{name}' is not a parameter", "the locus of a parameter is drawn")
    if not np.isfinite(low):
        raise arguments.refusal("low", "a finite number", low)
    if not low < high < np.inf:
        raise arguments.refusal("high", f"a finite number above {low:g}", high)
    request = read_request(simulator, (), {})

    def at(value: float, start: Point) -> Equilibrium:
        return find_equilibrium(simulator, start.with_values({name: value}), request)

    present = at(point.values[name], point)
    values = np.linspace(low, high, count)
    middle = min(max(point.values[name], low), high)
    above, stop_above = _followed(at, present, [float(v) for v in values if v >= middle])
    below, stop_below = _followed(at, present, [float(v) for v in values[::-1] if v < middle])
    found = [*below[::-1], *above]
    if not found:
        raise stop_above or stop_below or UserError("no-equilibrium", f"{name} has no values here", "widen the range")
    # Through a delay there are infinitely many poles, and not always equally many that are accurate.
    shown = min(len(each.eigenvalues) for each in found)
    notes = [f"{name} = {value:g}: {error.message}" for value, error in _stops(stop_below, stop_above, found, name)]
    return EigenvalueLocus(
        name,
        np.array([each.values[name] for each in found]),
        follow_poles([each.eigenvalues[:shown] for each in found]),
        present.linear.period,
        tuple(_change(at, name, one, other) for one, other in pairwise(found) if one.is_stable != other.is_stable),
        present.eigenvalues,
        tuple(notes),
    )


Finder = Callable[[float, Point], Equilibrium]


def _followed(at: Finder, first: Equilibrium, values: list[float]) -> tuple[list[Equilibrium], UserError | None]:
    """Each search starts from the equilibrium before; the error of the first value that has none."""
    found: list[Equilibrium] = []
    last = first
    for value in values:
        try:
            last = at(value, last.point)
        except UserError as error:
            return found, error
        found.append(last)
    return found, None


def _stops(
    below: UserError | None, above: UserError | None, found: list[Equilibrium], name: str
) -> list[tuple[float, UserError]]:
    """The last values at which there was an equilibrium, and why there was none beyond."""
    ends = ((below, found[0]), (above, found[-1]))
    return [(end.values[name], error) for error, end in ends if error is not None]


def _change(at: Finder, name: str, one: Equilibrium, other: Equilibrium) -> float:
    """By bisection; to rounding, or as near as the equilibria can be found."""
    for _ in range(MAX_BISECTIONS):
        middle = 0.5 * (one.values[name] + other.values[name])
        if middle in (one.values[name], other.values[name]):
            break
        try:
            found = at(middle, one.point)
        except UserError:
            break
        one, other = (found, other) if found.is_stable == one.is_stable else (one, found)
    return 0.5 * (one.values[name] + other.values[name])
