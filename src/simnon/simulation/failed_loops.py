"""An algebraic loop without a solution -> which loop, and what is undetermined there, or where to start the search."""

from collections.abc import Mapping

import numpy as np

from simnon.compiler import CompiledModel
from simnon.doors import loaded_on_use
from simnon.model import Iteration
from simnon.program import START_SLOT, Array, Layout, LoopSlots
from simnon.source import listed

from .outcome import StopKind, StopReason

with loaded_on_use(__name__):
    from simnon.compiler import loop_matrix

MAX_NAMES = 6
_NEARBY = 1e-3
"""Distance from the last solution at which the matrix is compared, as a fraction of the unknown."""
_VANISHING = 0.01
"""A determinant smaller than the nearby one by this factor counts as going to zero."""


def failed_loop(at: float, model: CompiledModel, layout: Layout, values: Array) -> StopReason | None:
    """The algebraic loop whose last solution failed, and its residual."""
    for loop in layout.loops:
        residual = float(values[loop.residual])
        if residual != 0.0:
            return _explained(at, loop, residual, model, layout, values)
    return None


def _explained(
    at: float, loop: LoopSlots, residual: float, model: CompiledModel, layout: Layout, values: Array
) -> StopReason:
    off = f"with a residual of {residual:.3g}" if residual < 1e308 else "from any start"
    variable_of_name = model.analysed.model.by_name()
    members = listed(list(filter(None, (variable_of_name[name].written for name in loop.members))))
    message = f"no solution was found for the algebraic loop of {members} at t = {at:g}, {off}"
    hint = "there may be no solution from here on; a state or a DELAY breaks the loop"
    if at == values[START_SLOT]:
        hint = _where_to_start(loop, model)
    else:
        lost = _undetermined(loop, model, layout, values)
        if lost:
            message += f": two solutions meet here, where the equations cease to determine {lost}"
            hint = (
                "there may be no solution beyond: add what the real system has here (a mass, a spring, a stop), "
                "start from a different solution, or end the run earlier with STOP WHEN"
            )
    return StopReason(StopKind.FAILURE, "algebraic-loop-failed", message, at, hint, loop.span)


def _where_to_start(loop: LoopSlots, model: CompiledModel) -> str:
    """The unknowns without a given value, from which a search could start."""
    given = {variable.name for variable in model.variables if variable.start is not None}
    declared = {variable.name for variable in model.variables}
    left = [name for name in loop.unknowns if name in declared and name not in given]
    names = ", ".join(f"{name}: number" for name in left[:MAX_NAMES])
    if not names:
        return "the given values may allow no solution; try values nearer to one"
    return f"give values from which to search for a solution: {names}"


def _undetermined(loop: LoopSlots, model: CompiledModel, layout: Layout, values: Array) -> str:
    """The unknown whose equations have no slope at the last solution but have one nearby; empty if none."""
    iteration = next(
        (each for each in model.analysed.model.solutions if isinstance(each, Iteration) and _is_of(each, loop)), None
    )
    if iteration is None:
        return ""
    value_of_name = {name: float(values[slot]) for name, slot in layout.slot_of_name().items()}
    point = {name: float(values[slot]) for name, slot in zip(loop.unknowns, loop.guesses, strict=True)}
    here = _matrix(iteration, value_of_name, point)
    if here is None:
        return ""
    for name, value in point.items():
        for step in (_NEARBY, -_NEARBY):
            nearby = _matrix(iteration, value_of_name, {**point, name: value + step * max(abs(value), _NEARBY)})
            if nearby is not None and abs(np.linalg.det(here)) < _VANISHING * abs(np.linalg.det(nearby)):
                # The null vector points to the unknown that the equations no longer determine.
                direction = np.linalg.svd(here)[2][-1]
                return loop.unknowns[int(np.argmax(np.abs(direction)))]
    return ""


def _is_of(iteration: Iteration, loop: LoopSlots) -> bool:
    return iteration.unknowns == loop.unknowns and iteration.members == loop.members


def _matrix(iteration: Iteration, value_of_name: Mapping[str, float], point: Mapping[str, float]) -> Array | None:
    rows = loop_matrix(iteration, value_of_name, point)
    return None if rows is None else np.array(rows)
