"""A run that cannot continue -> the first variable that was infinite or nan, its line, and its causes."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simnon.compiler import CompiledModel
from simnon.doors import loaded_on_use
from simnon.kernels import control as codes
from simnon.model import Equation, HybridModel, Role, equation_of_element, names_in, names_of_piece, scalars_of
from simnon.program import Array, Executable, Layout, Slot
from simnon.source import Span, frozen

from .outcome import EventEntry, StopKind, StopReason
from .run_buffers import RunBuffers

with loaded_on_use(__name__):
    from .singular_loops import explain_singular, singular_loop_with

FEW_NUMBERS = 50
MAX_NAMES = 6
FARTHER = (1.0, 1e3, 1e6)
"""How far ahead to search for the cause of a failed step, in units of that step."""
_HINT = "look at what it is computed from: a division by zero, a root of a negative number, an overflow"


def explain_not_finite(
    at: float, model: CompiledModel, layout: Layout, buffers: RunBuffers, events: Sequence[EventEntry]
) -> StopReason | None:
    """None if everything is finite."""
    found = _assigned(model, buffers, events) or _computed(model, layout, buffers)
    return None if found is None else _explained(found, at, model, layout, buffers.values)


def are_finite(numbers: Array) -> bool:
    """A few numbers are summed faster than numpy checks them; if the sum overflows, numpy checks them anyway."""
    if len(numbers) <= FEW_NUMBERS and math.isfinite(sum(numbers.tolist())):
        return True
    # Twice as fast as `all`, whose wrapper is written in Python.
    return b"\0" not in np.isfinite(numbers).tobytes()


@frozen
class SlotsAtTime:
    """The values of some slots at a time."""

    time: float
    slots: Sequence[int] | NDArray[np.int64]
    numbers: Array

    def not_finite(self) -> set[int]:
        """The slots whose value is infinite or nan."""
        return {int(self.slots[i]) for i in np.flatnonzero(~np.isfinite(self.numbers)).tolist()}


def explain_row(
    row: SlotsAtTime, bad: Collection[int], at: float, model: CompiledModel, layout: Layout, values: Array
) -> StopReason:
    """For a run that completed at `at`: the first bad slot in the order of computation, and why.

    `values` are those of all slots at the end.
    """
    values = values.copy()
    values[list(row.slots)] = row.numbers
    slots_in_order = [*_slots_in_order(model, layout), *((slot, slot.span) for slot in layout.slots)]
    slot, span = next((slot, span) for slot, span in slots_in_order if slot.index in bad)
    found = slot.name, float(values[slot.index]), span
    return replace(_explained(found, row.time, model, layout, values), time=at)


def _explained(
    found: tuple[str, float, Span | None], at: float, model: CompiledModel, layout: Layout, values: Array
) -> StopReason:
    name, value, span = found
    loop = singular_loop_with(name, model, layout, values)
    if loop is not None:
        return explain_singular(at, loop, layout, values)
    inner = ""
    role_of_name = {variable.name: variable.role for variable in scalars_of(model.analysed.declared)}
    if name not in role_of_name:
        inner, name = (span.text if span is not None else name), _owner(model, span)
    equation = _declared_equation(model, name, span)
    span = span if equation is None or inner else equation.span
    what = f"'{inner}' in the equation of '{name}'" if inner and name else f"'{inner or name}'"
    if role_of_name.get(name) is Role.RESIDUAL:
        what = f"what is needed to solve '{inner}'"
    return StopReason(
        StopKind.FAILURE,
        "not-finite",
        f"{what} became {value:g} at t = {at:g}{_inputs_of(equation, layout, values)}",
        at,
        _HINT,
        span,
    )


def _assigned(
    model: CompiledModel, buffers: RunBuffers, events: Sequence[EventEntry]
) -> tuple[str, float, Span | None] | None:
    """A state to which a WHEN has just assigned such a value."""
    for entry in reversed(events[-50:]):
        if entry.time == buffers.control.reached and not np.isfinite(entry.after):
            equations = (e for event in model.analysed.declared.events for e in event.equations)
            span = next((e.span for e in equations if e.target == entry.name), None)
            return entry.name, entry.after, span
    return None


def _computed(model: CompiledModel, layout: Layout, buffers: RunBuffers) -> tuple[str, float, Span | None] | None:
    """Check the current state, then a little ahead, then the last state that was tried."""
    executable = model.executable
    scratch = np.zeros(max(1, len(buffers.work)))
    slots_in_order = _slots_in_order(model, layout)
    for time, states in _points(executable, layout, buffers):
        if "outputs" in executable.entries and len(states):
            executable.call("outputs", time, states, buffers.values, scratch)
        for slot, span in slots_in_order:
            value = float(buffers.values[slot.index])
            if not np.isfinite(value):
                return slot.name, value, span
    return None


def _points(executable: Executable, layout: Layout, buffers: RunBuffers) -> Iterator[tuple[float, Array]]:
    count = len(layout.states)
    time, tried = buffers.control.time, buffers.control.tried
    yield time, buffers.states
    slopes = np.zeros(max(1, len(buffers.work)))
    for entry in ("times", "derivatives"):
        if entry in executable.entries:
            executable.call(entry, time, buffers.states, buffers.values, slopes)
    trial = buffers.work[codes.TRIAL * count : (codes.TRIAL + 1) * count].copy()
    for farther in FARTHER[:1] if np.isfinite(trial).all() else FARTHER:
        moved = buffers.states.copy()
        with np.errstate(all="ignore"):
            moved[:count] += farther * tried * slopes[:count]
        yield time + farther * tried, moved
    yield time, trial


def _slots_in_order(model: CompiledModel, layout: Layout) -> list[tuple[Slot, Span | None]]:
    """Everything the user has named, with the line that computes it: states first, then in the order of computation."""
    schedule = model.analysed.schedule
    named = {slot.name: slot for slot in layout.slots if slot.span is not None}
    span_of_name = {name: slot.span for name, slot in named.items()}
    parts = [*schedule.initial, *(block.part for block in schedule.blocks)]
    span_of_name = {
        name: (part.span if isinstance(part, Equation) else None) or span_of_name.get(name)
        for part in parts
        for target in part.targets
        for name in _scalars(target, model.analysed.model)
    }
    ordered = [name for name in span_of_name if name in named]
    others = [name for name in named if name not in span_of_name]
    return [(named[name], span_of_name.get(name, named[name].span)) for name in (*others, *ordered)]


def _scalars(target: str, model: HybridModel) -> Iterable[str]:
    """The elements that a piece of a whole array gives; the name of a scalar itself."""
    piece = next((each for each in model.whole.pieces if each.name == target), None)
    return (target,) if piece is None else names_of_piece(piece, model)


def _owner(model: CompiledModel, span: Span | None) -> str:
    """The variable whose equation contains an expression that has a name only inside the compiler."""
    for equation in _declared_equations(model):
        if span is not None and equation.span is not None and _is_within(span, equation.span):
            return equation.target
    return ""


def _is_within(inner: Span, outer: Span) -> bool:
    return inner.source == outer.source and outer.start <= inner.start and inner.end <= outer.end


def _declared_equation(model: CompiledModel, name: str, span: Span | None) -> Equation | None:
    """The equation of a variable; of several, such as one in INITIAL, the one that computed the value."""
    if model.is_whole:
        found = equation_of_element(model.analysed.declared, name)
        if found is not None:
            return found
    own = [equation for equation in _declared_equations(model) if equation.target == name]
    here = [equation for equation in own if span is not None and equation.span == span]
    return next(iter((*here, *own)), None)


def _declared_equations(model: CompiledModel) -> list[Equation]:
    declared = model.analysed.declared
    of_events = (equation for event in declared.events for equation in event.equations)
    return [*declared.equations, *declared.initial_equations, *of_events]


def _inputs_of(equation: Equation | None, layout: Layout, values: Array) -> str:
    """The variables it was computed from, with values."""
    if equation is None:
        return ""
    slot_of_name = layout.slot_of_name()
    names = [name for name in dict.fromkeys(names_in(equation.value)) if name in slot_of_name]
    inputs = [f"{name} = {float(values[slot_of_name[name]]):g}" for name in names[:MAX_NAMES]]
    return f", where {', '.join(inputs)}" if inputs else ""
