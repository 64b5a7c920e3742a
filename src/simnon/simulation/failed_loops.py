"""An algebraic loop without a solution -> which it is, and what is not determined there, or where to begin."""

from collections.abc import Mapping

import numpy as np

from simnon.compiler import CompiledModel, loop_matrix
from simnon.model import Iteration
from simnon.program import START_SLOT, Array, Layout, LoopSlots
from simnon.source import listed

from .outcome import StopKind, StopReason

MAX_NAMES = 6
_NEARBY = 1e-3
"""How far from the last solution the matrix is compared with that at it, as a part of the unknown."""
_VANISHING = 0.01
"""A determinant that is so much less than that nearby comes to zero here."""


def failed_loop(at: float, model: CompiledModel, layout: Layout, values: Array) -> StopReason | None:
    """Where an algebraic loop had no solution when it was last solved: which, and how much it was off."""
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
    members = listed([variable_of_name[name].written for name in loop.members])
    message = f"no solution was found for the algebraic loop of {members} at t = {at:g}, {off}"
    hint = "there may be none from here on; a state or a DELAY breaks the loop"
    if at == values[START_SLOT]:
        hint = _where_to_begin(loop, model)
    else:
        lost = _undetermined(loop, model, layout, values)
        if lost:
            message += f": two solutions meet here, where the equations cease to determine {lost}"
            hint = (
                "beyond there may be none: the model may need what the real thing has here (a mass, a spring, a stop), "
                "another solution at the start, or a STOP WHEN before"
            )
    return StopReason(StopKind.FAILURE, "algebraic-loop-failed", message, at, hint, loop.span)


def _where_to_begin(loop: LoopSlots, model: CompiledModel) -> str:
    """The unknowns that nobody gave a value, from which a search could begin."""
    given = {variable.name for variable in model.variables if variable.start is not None}
    declared = {variable.name for variable in model.variables}
    left = [name for name in loop.unknowns if name in declared and name not in given]
    names = ", ".join(f"{name}: number" for name in left[:MAX_NAMES])
    if not names:
        return "the values that were given may allow none; others, nearer to a solution, may lead to it"
    return f"say where the solution is looked for, if there is one: {names}"


def _undetermined(loop: LoopSlots, model: CompiledModel, layout: Layout, values: Array) -> str:
    """The unknown whose equations have no slope at the last solution, though they have one nearby; empty if none."""
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
                direction = np.linalg.svd(here)[2][-1]
                return loop.unknowns[int(np.argmax(np.abs(direction)))]
    return ""


def _is_of(iteration: Iteration, loop: LoopSlots) -> bool:
    return iteration.unknowns == loop.unknowns and iteration.members == loop.members


def _matrix(iteration: Iteration, value_of_name: Mapping[str, float], point: Mapping[str, float]) -> Array | None:
    rows = loop_matrix(iteration, value_of_name, point)
    return None if rows is None else np.array(rows)
