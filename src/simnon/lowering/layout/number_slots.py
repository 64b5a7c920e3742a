"""HybridModel -> Slots: a number for everything in `values`, and the names of what is not a variable."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import nan

from simnon.model import ADDED_ROLES, HybridModel, Iteration, Role, Variable, element_names
from simnon.program import ArraySlots, Slot, SlotTable
from simnon.source import Span

from ..whole_arrays import shapes_of_arrays

LONG_MODEL = 64
_WITHOUT_SLOT = (Role.TIME,)
SAMPLING_FIELDS = ("samples", "origin", "samples at origin", "period")
HISTORY_FIELDS = ("start", "capacity", "oldest", "count", "visible", "begin")


def number_slots(model: HybridModel) -> Sequence[Slot]:
    """The slots of variables, then those of samplers, delays, events and loops."""
    aliases = {alias for alias, _ in (*model.aliases, *model.negatives)}
    if model.whole:
        # Elements of whole arrays have the slots of their arrays.
        aliases |= model.whole.names()
    kept = [v for v in model.variables if v.role not in _WITHOUT_SLOT and v.name not in aliases]
    parameters = [v for v in kept if v.role is Role.PARAMETER]
    others = [v for v in kept if v.role is not Role.PARAMETER]
    if is_long(model):
        number_of_derivative = {derivative: i for i, (_, derivative) in enumerate(model.states)}
        others.sort(key=lambda variable: number_of_derivative.get(variable.name, len(model.states)))
    names: list[tuple[str, Variable | None, Span | None]] = [
        ("start of the run", None, None),
        ("seed of the run", None, None),
    ]
    names += [(v.name, v, v.span) for v in (*parameters, *others)]
    for sampler in model.samplers:
        names += [(f"{part} of {sampler.name}", None, None) for part in SAMPLING_FIELDS]
    for delay in model.delays:
        names += [(f"{delay.name}.{part}", None, None) for part in HISTORY_FIELDS]
    for event in model.events:
        names += [(next_name(event.name, e.target), None, e.span) for e in event.equations]
    if model.whole:
        return _slots_of_ranges(model, names)
    slots = [
        Slot(
            i,
            name,
            variable.start if variable is not None and variable.start is not None else 0.0,
            variable.unit.text if variable is not None and variable.unit is not None else "",
            span,
            variable.written if variable is not None else "",
        )
        for i, (name, variable, span) in enumerate(names)
    ]
    iterations = iterations_of(model)
    slots += [
        Slot(len(slots) + i, name, guess)
        for i, (name, guess) in enumerate(chain.from_iterable(_guesses(model, each) for each in iterations))
    ]
    slots += [Slot(len(slots) + i, residual_name(iteration)) for i, iteration in enumerate(iterations)]
    return tuple(slots)


def _slots_of_ranges(model: HybridModel, names: Sequence[tuple[str, Variable | None, Span | None]]) -> SlotTable:
    """The same with one object for all elements of an array."""
    shapes = shapes_of_arrays(model).shapes
    parts: list[Slot | ArraySlots] = []
    index = 0
    for name, variable, span in names:
        shape = shapes.get(name, ())
        unit = variable.unit.text if variable is not None and variable.unit is not None else ""
        start = variable.start if variable is not None and variable.start is not None else 0.0
        if not shape:
            parts.append(Slot(index, name, start, unit, span, variable.written if variable is not None else ""))
        else:
            starts = _numbers(variable.starts) if variable is not None else ()
            is_written = variable is not None and bool(variable.shape) and variable.role not in ADDED_ROLES
            named = (
                replace(variable, shape=shape)
                if variable is not None
                else Variable(name, Role.INTERMEDIATE, shape=shape)
            )
            names_of_elements = element_names(named)
            parts.append(ArraySlots(index, name, names_of_elements, start, starts, unit, span, is_written))
        index += parts[-1].count
    for iteration in iterations_of(model):
        for guess_of, guess in _guesses(model, iteration):
            parts.append(Slot(index, guess_of, guess))
            index += 1
    for iteration in iterations_of(model):
        parts.append(Slot(index, residual_name(iteration)))
        index += 1
    return SlotTable(parts)


def _numbers(starts: tuple[float | None, ...]) -> tuple[float, ...]:
    if None not in starts:
        return starts  # type: ignore[return-value]
    return tuple(each or 0.0 for each in starts)


def _guesses(model: HybridModel, iteration: Iteration) -> Iterator[tuple[str, float]]:
    """The starting point of the first search: the value the model gives, else zero; nan if it gives none."""
    unknowns = set(iteration.unknowns)
    starts = {variable.name: variable.start for variable in model.variables if variable.name in unknowns}
    is_given = any(start is not None for start in starts.values())
    for unknown in iteration.unknowns:
        start = starts.get(unknown)
        yield guess_name(iteration, unknown), (start or 0.0) if is_given else nan


def iterations_of(model: HybridModel) -> list[Iteration]:
    """The loops that are solved by iteration, in the order of their numbers."""
    found = [part for part in (*model.solutions, *model.initial_solutions) if isinstance(part, Iteration)]
    return sorted(found, key=lambda iteration: iteration.number)


def is_long(model: HybridModel) -> bool:
    """True if there are so many derivatives that recording calls the entry for them instead of computing them again.

    Their slots are then adjacent, in the order of the states.
    """
    return model.state_count > LONG_MODEL and not model.solutions


def guard_names(model: HybridModel) -> list[str]:
    """The guards whose roots are searched for, in order: without those whose times are known in advance."""
    known = {event.guard for event in model.time_events}
    return [v.name for v in model.variables if v.role is Role.GUARD and v.name not in known]


def condition_names(model: HybridModel) -> list[str]:
    """The conditions of events, then stops, then triggers, in the order of `conditions`."""
    return [
        *(event.condition for event in model.events),
        *(stop.condition for stop in model.stops),
        *(trigger for sampler in model.samplers for trigger in sampler.triggers),
    ]


def count_name(sampler: str) -> str:
    return f"{SAMPLING_FIELDS[0]} of {sampler}"


def history_name(delay: str) -> str:
    return f"{delay}.{HISTORY_FIELDS[0]}"


def next_name(event: str, target: str) -> str:
    return f"{target} after {event}"


def guess_name(iteration: Iteration, unknown: str) -> str:
    return f"{unknown} guessed in loop {iteration.number}"


def residual_name(iteration: Iteration) -> str:
    return f"residual of loop {iteration.number}"
