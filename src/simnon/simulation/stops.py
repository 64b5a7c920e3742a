"""Status of a run -> why it stopped, in the user's words, and what to try."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from simnon.compiler import CompiledModel
from simnon.doors import loaded_on_use
from simnon.kernels import accumulation
from simnon.kernels import control as codes
from simnon.model import numbered_versions
from simnon.program import Layout, StopSlots
from simnon.source import Span

from .event_names import ACCUMULATION
from .failed_loops import failed_loop
from .not_finite import explain_not_finite
from .outcome import EventEntry, StopKind, StopReason
from .run_buffers import RunBuffers

with loaded_on_use(__name__):
    from simnon.kernels import is_crawling

    from .singular_loops import find_singular


def explain_stop(
    status: int, model: CompiledModel, layout: Layout, buffers: RunBuffers, events: Sequence[EventEntry]
) -> StopReason:
    at = buffers.control.time
    culprit = buffers.control.culprit
    match status:
        case codes.ENDED:
            return failed_loop(at, model, layout, buffers.values) or (_ended(at) if at else _end(at))
        case codes.STOPPED:
            stop = layout.stops[culprit]
            if stop.version is not None:
                return _unknown_version(at, stop, layout.slots[stop.version].name, float(buffers.values[stop.version]))
            return StopReason(StopKind.CONDITION, "stop-condition", stop.message or "STOP WHEN", at, "", stop.span)
        case codes.ARRIVED:
            return StopReason(StopKind.CONDITION, "arrived", f"near destination {culprit + 1} at t = {at:g}", at)
        case codes.CHATTERING:
            return _chattering(at, model, layout, buffers, events)
        case codes.SLIDE_AMBIGUOUS:
            return _ambiguous(at, layout, events)
        case codes.OUTSIDE_DOMAIN:
            guard = layout.guards[culprit]
            return StopReason(
                StopKind.FAILURE,
                "outside-domain",
                f"{guard.limits.upper()} is applied to a number outside its domain at t = {at:g}",
                at,
                "limit its argument, for example with MAX(x, 0), or end the run earlier with STOP WHEN",
                guard.span,
            )
        case codes.DELAY_VANISHED:
            return StopReason(
                StopKind.FAILURE,
                "delay-vanished",
                f"a DELAY is not positive at t = {at:g}",
                at,
                "a delay must look back; for no delay, write the signal itself",
                layout.slots[layout.delays[culprit].at].span,
            )
        case codes.SAMPLING_STUCK:
            name = layout.samplers[culprit].name
            return StopReason(
                StopKind.FAILURE,
                "sampling-stuck",
                f"the system '{name}' requests its next sample at once, at t = {at:g}",
                at,
                "its TSAMP variable must be later than the present time",
            )
        case _:
            return _step_too_small(at, model, layout, buffers, events)


def _end(at: float) -> StopReason:
    return StopReason(StopKind.END, "end", f"the end of the run, t = {at:g}", at)


_ended = lru_cache(maxsize=32)(_end)
"""Most runs end where an earlier one did. Of a zero, a cache would not know the sign."""


def _unknown_version(at: float, stop: StopSlots, name: str, number: float) -> StopReason:
    return StopReason(
        StopKind.FAILURE,
        "unknown-version",
        f"a WHEN sets '{name}' to {number:g} at t = {at:g}, but there is no such version",
        at,
        f"the versions are {numbered_versions(stop.versions)}",
        stop.span,
    )


def _chattering(
    at: float, model: CompiledModel, layout: Layout, buffers: RunBuffers, events: Sequence[EventEntry]
) -> StopReason:
    span_of_name = {slot.written or slot.name: slot.span for slot in layout.slots}
    names = list(dict.fromkeys(entry.name for entry in events[-50:]))
    singular = find_singular(at, model, layout, buffers, names)
    if singular is not None:
        return singular
    accumulated = buffers.control.accumulated
    if accumulated > -math.inf:
        names = [name for name in names if name != ACCUMULATION]
    spans = [span_of_name.get(name) for name in names]
    shown = [name if span is None else f"{name} (line {span.line})" for name, span in zip(names, spans, strict=True)]
    first = next((span for span in spans if span is not None), None)
    if at - accumulated <= accumulation.AGAIN * float(buffers.control.stop_time - buffers.control.start_time):
        return StopReason(
            StopKind.FAILURE,
            "event-chattering",
            f"infinitely many events accumulate at t = {accumulated:.12g}: {', '.join(shown)}",
            at,
            "write the equations that hold at rest, such as dv = IF h > 0 THEN -g ELSE 0, "
            "or end the run earlier with STOP WHEN",
            first,
        )
    return StopReason(
        StopKind.FAILURE,
        "event-chattering",
        f"events follow each other without end at t = {at:.12g}: {', '.join(shown)}",
        at,
        "a hysteresis, or a STOP WHEN before this point, ends it",
        first,
    )


def _ambiguous(at: float, layout: Layout, events: Sequence[EventEntry]) -> StopReason:
    names = list(dict.fromkeys(entry.name for entry in events[-50:] if entry.time == events[-1].time))
    spans = {layout.slots[slot].written: layout.slots[slot].span for slot in layout.modes}
    return StopReason(
        StopKind.FAILURE,
        "ambiguous-sliding",
        f"from t = {at:.12g} the run would slide along several switches at once, which is ambiguous "
        f"because each changes what the others do: {', '.join(names)}",
        at,
        "give one of them a hysteresis or a small time constant, or end the run here with STOP WHEN",
        next((spans[name] for name in names if name in spans), None),
    )


def _step_too_small(
    at: float, model: CompiledModel, layout: Layout, buffers: RunBuffers, events: Sequence[EventEntry]
) -> StopReason:
    longest = buffers.control.largest_step
    if buffers.control.tried == 0.0 and longest < math.ulp(at):
        return _time_does_not_advance(at, longest)
    failed = failed_loop(at, model, layout, buffers.values)
    if failed is not None:
        return failed
    not_finite = explain_not_finite(at, model, layout, buffers, events)
    if not_finite is not None:
        return not_finite
    name, span = _worst_state(model, layout, buffers)
    control: Any = buffers.control
    if is_crawling(control):
        return _too_many_steps(at, control.step, control.stop_time - at, name, span)
    return StopReason(
        StopKind.FAILURE,
        "step-too-small",
        f"no step from t = {at:.12g} is short enough for the error of '{name}' to stay within its tolerance",
        at,
        f"'{name}' may grow without bound or jump here (a jump should be an IF, a WHEN or a DELAY), "
        "or the tolerance is tighter than the arithmetic",
        span,
    )


def _time_does_not_advance(at: float, step: float) -> StopReason:
    return StopReason(
        StopKind.FAILURE,
        "step-too-small",
        f"a step of {step:.3g} does not change the time t = {at:.17g}, where numbers are {math.ulp(at):.2g} apart",
        at,
        "take longer steps, or start the run nearer to t = 0",
    )


def _too_many_steps(at: float, step: float, rest: float, name: str, span: Span | None) -> StopReason:
    return StopReason(
        StopKind.FAILURE,
        "step-too-small",
        f"from t = {at:.12g} the rest of the run would take more {_count_of_steps(rest, step)}, "
        f"because steps longer than {step:.1g} make the error of '{name}' too large",
        at,
        f"'{name}' may jump back and forth here without an event, or be lost in rounding; "
        "a method named instead of auto continues anyway",
        span,
    )


def _count_of_steps(rest: float, step: float) -> str:
    count = rest / step if step > 0.0 else math.inf
    return f"than 10^{int(math.log10(count))} steps" if 1.0 <= count < math.inf else "steps than can be counted"


def _worst_state(model: CompiledModel, layout: Layout, buffers: RunBuffers) -> tuple[str, Span | None]:
    """The state that the last step tried to move farthest from a straight line, in tolerances, and its equation."""
    executable = model.executable
    control, count = buffers.control, len(layout.states)
    slopes = np.zeros(max(1, len(buffers.work)))
    for entry in ("times", "derivatives"):
        if entry in executable.entries:
            executable.call(entry, control.time, buffers.states, buffers.values, slopes)
    new = buffers.work[codes.NEW * count : (codes.NEW + 1) * count]
    absolute = buffers.work[codes.ABSOLUTE * count : (codes.ABSOLUTE + 1) * count]
    with np.errstate(all="ignore"):
        scale = absolute + control.relative * np.maximum(np.abs(buffers.states), np.abs(new))
        bend = np.abs(new - buffers.states - control.tried * slopes[:count]) / scale
    state = layout.states[int(np.argmax(np.where(np.isnan(bend), np.inf, bend)))]
    spans = {part.target: part.span for part in model.analysed.model.equations}
    return state.written, spans.get(state.derivative)
