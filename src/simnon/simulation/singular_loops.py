"""A run that cannot continue -> the linear equations that are singular under the current conditions."""

from collections.abc import Collection, Iterable

import numpy as np

from simnon.compiler import CompiledModel
from simnon.model import LinearLoop, Name, Number
from simnon.program import Array, Layout
from simnon.source import Span

from .outcome import StopKind, StopReason
from .run_buffers import RunBuffers

MAX_NAMES = 6
_HINT = "an ideal part may need what a real one has: a small resistance when on, a small conductance when off"


def singular_loop_with(name: str, model: CompiledModel, layout: Layout, values: Array) -> LinearLoop | None:
    """The linear equations that determine the variable, if they are singular at these values."""
    loop = next((loop for loop in model.analysed.model.linear_loops if name in loop.members), None)
    return loop if loop is not None and _is_singular(loop, layout, values) else None


def _is_singular(loop: LinearLoop, layout: Layout, values: Array) -> bool:
    """From the matrix, if it is kept; otherwise the solution is not finite."""
    slots = layout.slot_of_name()
    entries = [entry for row in loop.matrix for entry in row]
    numbers = [
        entry.value if isinstance(entry, Number) else float(values[slots[entry.name]])
        for entry in entries
        if isinstance(entry, Number) or (isinstance(entry, Name) and entry.name in slots)
    ]
    if len(numbers) < len(entries):
        return any(not np.isfinite(values[slots[name]]) for name in loop.solved if name in slots)
    matrix = np.array(numbers).reshape(len(loop.matrix), -1)
    return bool(np.isfinite(matrix).all()) and np.linalg.matrix_rank(matrix) < len(matrix)


def explain_singular(at: float, loop: LinearLoop, layout: Layout, values: Array) -> StopReason:
    slots = layout.slot_of_name()
    conditions = _conditions_of(loop.modes, layout, values)
    where = f", where {' and '.join(conditions)}" if conditions else ""
    members = [name for name in loop.members if name in slots and layout.slots[slots[name]].written == name]
    shown = members[:MAX_NAMES]
    others = len(members) - len(shown)
    names = ", ".join(shown) + (f" and {others} more" if others > 0 and len(shown) == MAX_NAMES else "")
    return StopReason(
        StopKind.FAILURE,
        "singular-equations",
        f"the equations for {names}{_lines(loop.spans)} have no solution, or many, at t = {at:g}{where}",
        at,
        _HINT if conditions else "with these parameter values, two of them are equivalent or contradict each other",
        next((span for span in loop.spans if span is not None), None),
    )


def find_singular(
    at: float, model: CompiledModel, layout: Layout, buffers: RunBuffers, conditions: Collection[str]
) -> StopReason | None:
    """Whether a condition changes forever because equations are singular where it holds, or where it does not."""
    for loop in model.analysed.model.linear_loops:
        for slot in _slots_of(loop.modes, layout):
            if layout.slots[slot].written not in conditions:
                continue
            for value in (1.0, 0.0):
                values = _values_where(slot, value, model, buffers, at)
                if _is_singular(loop, layout, values):
                    return explain_singular(at, loop, layout, values)
    return None


def _values_where(slot: int, value: float, model: CompiledModel, buffers: RunBuffers, at: float) -> Array:
    executable = model.executable
    values, scratch = buffers.values.copy(), np.zeros(max(1, len(buffers.work)))
    values[slot] = value
    for entry in ("held", "times", "outputs"):
        if entry in executable.entries:
            executable.call(entry, at, buffers.states, values, scratch)
    return values


def _slots_of(modes: Iterable[str], layout: Layout) -> list[int]:
    slots = layout.slot_of_name()
    return [slots[mode] for mode in modes if mode in slots]


def _conditions_of(modes: Iterable[str], layout: Layout, values: Array) -> list[str]:
    conditions: list[str] = []
    for slot in _slots_of(modes, layout):
        condition = layout.slots[slot].written
        if condition:
            conditions.append(f"{condition} {'holds' if values[slot] else 'does not hold'}")
    return list(dict.fromkeys(conditions))[:MAX_NAMES]


def _lines(spans: Iterable[Span | None]) -> str:
    lines = list(dict.fromkeys(span.line for span in spans if span is not None))[:MAX_NAMES]
    return f" (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})" if lines else ""
