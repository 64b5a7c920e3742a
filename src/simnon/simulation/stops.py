"""Status of a run -> why it stopped, in the user's words, with what to try."""

from collections.abc import Sequence

import numpy as np

from simnon.compiler import CompiledModel
from simnon.kernels import control as place
from simnon.model import Equation
from simnon.program import Array, Layout, Slot
from simnon.source import Span
from simnon.targets import CompiledProgram

from .memory import Memory
from .outcome import EventEntry, StopKind, StopReason


def explain_stop(
    status: int, model: CompiledModel, layout: Layout, memory: Memory, events: Sequence[EventEntry]
) -> StopReason:
    at = float(memory.control[place.TIME])
    culprit = int(memory.control[place.CULPRIT])
    match status:
        case place.ENDED:
            return failed_loop(at, layout, memory.values) or StopReason(
                StopKind.END, "end", f"the end of the run, t = {at:g}", at
            )
        case place.STOPPED:
            stop = layout.stops[culprit]
            return StopReason(StopKind.CONDITION, "stop-condition", stop.message or "STOP WHEN", at, "", stop.span)
        case place.CHATTERING:
            return _chattering(at, layout, events)
        case place.OUTSIDE_DOMAIN:
            guard = layout.guards[culprit]
            return StopReason(
                StopKind.FAILURE,
                "outside-domain",
                f"{guard.limits.upper()} is applied to a number outside its domain at t = {at:g}",
                at,
                "limit its argument, for example with MAX(x, 0), or end the run before with STOP WHEN",
                guard.span,
            )
        case place.DELAY_VANISHED:
            return StopReason(
                StopKind.FAILURE,
                "delay-vanished",
                f"a DELAY is not positive at t = {at:g}",
                at,
                "a delay looks back; where there is none, write the signal itself",
                layout.slots[layout.delays[culprit].at].span,
            )
        case place.SAMPLING_STUCK:
            name = layout.samplers[culprit].name
            return StopReason(
                StopKind.FAILURE,
                "sampling-stuck",
                f"the system '{name}' wants its next sample at once, at t = {at:g}",
                at,
                "its TSAMP variable must be later than the present time",
            )
        case _:
            return _step_too_small(at, model, layout, memory)


def _chattering(at: float, layout: Layout, events: Sequence[EventEntry]) -> StopReason:
    span_of_name = {slot.name: slot.span for slot in layout.slots}
    modes = (layout.slots[slot].span for slot in layout.modes)
    span_of_name |= {span.text: span for span in modes if span is not None}
    names = list(dict.fromkeys(entry.name for entry in events[-50:]))
    spans = [span_of_name.get(name) for name in names]
    said = [name if span is None else f"{name} (line {span.line})" for name, span in zip(names, spans, strict=True)]
    return StopReason(
        StopKind.FAILURE,
        "event-chattering",
        f"events follow each other without end at t = {at:.12g}: {', '.join(said)}",
        at,
        "a hysteresis, or a STOP WHEN before this point, ends it",
        next((span for span in spans if span is not None), None),
    )


def failed_loop(at: float, layout: Layout, values: Array) -> StopReason | None:
    """Where an algebraic loop had no solution when it was last solved: which, and how much it was off."""
    for loop in layout.loops:
        residual = float(values[loop.residual])
        if residual != 0.0:
            off = f"with a residual of {residual:.3g}" if residual < 1e308 else "from any start"
            return StopReason(
                StopKind.FAILURE,
                "algebraic-loop-failed",
                f"no solution was found for the algebraic loop of {', '.join(loop.members)} at t = {at:g}, {off}",
                at,
                "there may be none from here on; a state or a DELAY breaks the loop",
                loop.span,
            )
    return None


def _step_too_small(at: float, model: CompiledModel, layout: Layout, memory: Memory) -> StopReason:
    failed = failed_loop(at, layout, memory.values)
    if failed is not None:
        return failed
    found = _first_not_finite(model, layout, memory)
    if found is not None:
        name, value, span = found
        return StopReason(
            StopKind.FAILURE,
            "not-finite",
            f"'{name}' became {value:g} at t = {at:g}",
            at,
            "look at what it is computed from: a division by zero, a root of a negative number, an overflow",
            span,
        )
    name, span = _worst_state(model, layout, memory)
    return StopReason(
        StopKind.FAILURE,
        "step-too-small",
        f"no step from t = {at:.12g} is short enough for the error of '{name}' to stay within its tolerance",
        at,
        f"'{name}' may grow without bound or jump here (a jump should be an IF, a WHEN or a DELAY), "
        "or the tolerance is tighter than the arithmetic",
        span,
    )


def _worst_state(model: CompiledModel, layout: Layout, memory: Memory) -> tuple[str, Span | None]:
    """The state that the last step tried to move farthest from a straight line, in tolerances, and its equation."""
    executable = model.executable
    assert isinstance(executable, CompiledProgram)
    control, count = memory.control, len(layout.states)
    slopes = np.zeros(max(1, len(memory.work)))
    for entry in ("times", "derivatives"):
        if entry in executable.entries:
            executable.call(entry, float(control[place.TIME]), memory.states, memory.values, slopes)
    new = memory.work[place.NEW * count : (place.NEW + 1) * count]
    absolute = memory.work[place.ABSOLUTE * count : (place.ABSOLUTE + 1) * count]
    scale = absolute + control[place.RELATIVE] * np.maximum(np.abs(memory.states), np.abs(new))
    bend = np.abs(new - memory.states - control[place.TRIED] * slopes[:count]) / scale
    state = layout.states[int(np.argmax(np.where(np.isnan(bend), np.inf, bend)))]
    spans = {part.target: part.span for part in model.analysed.model.equations}
    return state.name, spans.get(state.derivative)


def _first_not_finite(model: CompiledModel, layout: Layout, memory: Memory) -> tuple[str, float, Span | None] | None:
    """Look at the present state, then at the last one that was tried; in the order of computing."""
    executable = model.executable
    assert isinstance(executable, CompiledProgram)
    count = len(layout.states)
    scratch = np.zeros(max(1, len(memory.work)))
    trial = memory.work[place.TRIAL * count : (place.TRIAL + 1) * count].copy()
    places = _places_in_order(model, layout)
    for states in (memory.states, trial):
        if "outputs" in executable.entries and len(states):
            executable.call("outputs", float(memory.control[place.TIME]), states, memory.values, scratch)
        for slot, span in places:
            value = float(memory.values[slot.index])
            if not np.isfinite(value):
                return slot.name, value, span
    return None


def _places_in_order(model: CompiledModel, layout: Layout) -> list[tuple[Slot, Span | None]]:
    """What the user has a name for, with the line that gives its value: states first, then as it is computed."""
    schedule = model.analysed.schedule
    named = {slot.name: slot for slot in layout.slots if slot.span is not None}
    span_of_name = {name: slot.span for name, slot in named.items()}
    parts = [*schedule.initial, *(block.part for block in schedule.blocks)]
    span_of_name = {
        target: part.span if isinstance(part, Equation) else span_of_name.get(target)
        for part in parts
        for target in part.targets
    }
    ordered = [name for name in span_of_name if name in named]
    others = [name for name in named if name not in span_of_name]
    return [(named[name], span_of_name.get(name, named[name].span)) for name in (*others, *ordered)]
