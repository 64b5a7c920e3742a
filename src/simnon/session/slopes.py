"""A run with sensitivities -> the derivatives of the loss and the constraints of a search by its parameters.

The sensitivities are exact. The loss is an expression in variables, cheap to evaluate: its derivatives come from moving
all its variables along their sensitivities, a little ahead and a little behind.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from simnon.languages import read_expression
from simnon.model import Apply, Expression
from simnon.simulation import NamedValues, Simulator, Trajectory
from simnon.source import UserError, frozen
from simnon.studies import Measured, Slopes

STEP = 1e-5
"""As a fraction of the first step of the search: rounding and curvature both matter less than 1e-9."""
_CORNERS = ("abs", "max", "min", "sign", "tmax", "tmin")
_JUMPS = ("if", "int", "mod", "sign", "<", ">", "<=", ">=", "=", "<>", "and", "or", "not", "xor")
_INTEGRALS = ("integral", "mean", "rms")

SlopesOfRun = Callable[[Trajectory], Slopes]


@frozen
class Differentiated:
    """The model with sensitivities of what the loss depends on; `slopes` reads them from a run of it."""

    model: Simulator
    store: tuple[str, ...] | None
    slopes: SlopesOfRun


def differentiated(
    model: Simulator, parameters: Sequence[str], of: Sequence[str], make: Callable[[Simulator], Differentiated]
) -> tuple[Differentiated | None, str]:
    """None, and why, if the model refuses."""
    try:
        return make(model.with_sensitivities(tuple(parameters), tuple(of))), ""
    except UserError as error:
        return None, error.message


def corner_in(texts: Sequence[str]) -> str:
    """A function in the expressions that has corners or jumps, in capitals; empty if they are smooth."""
    return next((found.upper() for text in texts for found in _corners(read_expression(text), inside=False)), "")


def _corners(expression: Expression, *, inside: bool) -> Iterator[str]:
    """`inside` an integral, corners do no harm."""
    if isinstance(expression, Apply):
        name = expression.function.casefold()
        is_curve = name in _INTEGRALS and len(expression.arguments) == 1
        if name in _JUMPS or (name in _CORNERS and not inside):
            yield name
        for argument in expression.arguments:
            yield from _corners(argument, inside=inside or is_curve)


def slopes_of_expressions(
    model: Simulator,
    names: Sequence[str],
    parameters: Sequence[str],
    steps: Sequence[float],
    measure: Callable[[Trajectory], Measured],
) -> SlopesOfRun:
    """`names` are the variables in the expressions that `measure` evaluates."""

    def slopes(run: Trajectory) -> Slopes:
        columns = []
        for parameter, step in zip(parameters, steps, strict=True):
            ahead, behind = (
                _numbers(measure(_moved(model, run, names, parameter, sign * STEP * step))) for sign in (1.0, -1.0)
            )
            columns.append([(a - b) / (2.0 * STEP * step) for a, b in zip(ahead, behind, strict=True)])
        return tuple(zip(*columns, strict=True))

    return slopes


def _numbers(measured: Measured) -> tuple[float, ...]:
    return (measured.loss, *measured.inequalities, *measured.equalities)


def _moved(model: Simulator, run: Trajectory, names: Sequence[str], parameter: str, distance: float) -> Trajectory:
    """The run, to first order, with the parameter changed by `distance`."""
    slope_of_name = {name: f"d({name})/d({parameter})" for name in names}
    final = {name: run.final[name] + distance * run.final[slope] for name, slope in slope_of_name.items()}
    columns = {name: run.columns[name] + distance * run.columns[slope] for name, slope in slope_of_name.items()}
    options = run.provenance.options
    value = options.parameters.get(parameter, model.parameters[parameter])
    moved = replace(options, parameters={**options.parameters, parameter: value + distance})
    return replace(
        as_run_of(model, run),
        columns=columns,
        final=NamedValues(final, model.names),
        provenance=replace(run.provenance, options=moved),
    )


def as_run_of(model: Simulator, run: Trajectory) -> Trajectory:
    """A run of the model with sensitivities as one of the model itself, whose names it has."""
    return replace(run, lookup=model.names)
