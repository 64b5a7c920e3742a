"""HybridModel -> Layout: a slot in `values` for every number of a run except time and the continuous states."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from math import nan

from simnon.model import Apply, Equation, Event, HybridModel, Iteration, Role, Solution, Variable, is_affine, names_in
from simnon.program import (
    DelaySlots,
    EventSlots,
    GuardSlot,
    Lag,
    Layout,
    LoopSlots,
    SamplerSlots,
    SensitivitySlots,
    Slot,
    StartConstraintSlot,
    StateSlot,
    StopSlots,
    TimeEventSlot,
)
from simnon.source import Span

from .loop_workspaces import workspace_size
from .sliding import sliding_slots

LONG_MODEL = 64
_WITHOUT_SLOT = (Role.TIME,)
SAMPLING_FIELDS = ("samples", "origin", "samples at origin", "period")
HISTORY_FIELDS = ("start", "capacity", "oldest", "count", "visible", "begin")


def make_layout(model: HybridModel, lag_of_delay: Mapping[str, Lag]) -> Layout:
    slots = _make_slots(model)
    slot_of_name = {slot.name: slot.index for slot in slots}
    condition_of_name = {name: i for i, name in enumerate(condition_names(model))}
    limited = {domain.guard: domain.function for domain in model.domains}
    mode_slots_of_guard = _mode_slots_of_guard(model, slot_of_name)
    span_of_name = {variable.name: variable.span for variable in model.variables}
    curved = curved_names(model, guard_names(model))
    workspaces = [workspace_size(iteration) for iteration in iterations_of(model)]
    loops = tuple(_loop_slots(model, slot_of_name, accumulate(workspaces, initial=len(slots))))
    modes = tuple(slot_of_name[mode.name] for mode in model.modes)
    number_of_guard = {name: i for i, name in enumerate(guard_names(model))}
    sliding = sliding_slots(model, number_of_guard, len(slots), len(slots) + sum(workspaces), modes)
    return Layout(
        slots=slots,
        states=tuple(
            StateSlot(i, state, derivative, slot_of_name[state], slots[slot_of_name[state]].written)
            for i, (state, derivative) in enumerate(model.states)
        ),
        samplers=tuple(
            SamplerSlots(
                sampler.name,
                slot_of_name[sampler.next_sample] if sampler.next_sample else None,
                triggers,
                tuple((slot_of_name[state], slot_of_name[new]) for state, new in sampler.states),
                slot_of_name[count_name(sampler.name)],
            )
            for sampler, triggers in zip(model.samplers, _triggers(model), strict=True)
        ),
        events=tuple(_event_slots(model, event, slot_of_name, condition_of_name) for event in model.events),
        stops=tuple(
            StopSlots(
                condition_of_name[stop.condition],
                stop.message,
                stop.span,
                slot_of_name[stop.version] if stop.version else None,
                stop.versions,
            )
            for stop in model.stops
        ),
        guards=tuple(
            GuardSlot(
                i, name, mode_slots_of_guard.get(name, ()), span_of_name[name], limited.get(name, ""), name in curved
            )
            for i, name in enumerate(guard_names(model))
        ),
        time_events=tuple(
            TimeEventSlot(i, event.guard, mode_slots_of_guard[event.guard], span_of_name[event.guard])
            for i, event in enumerate(model.time_events)
        ),
        modes=modes,
        unseen_modes=frozenset(slot_of_name[name] for name in _unseen_modes(model)),
        delays=tuple(
            DelaySlots(
                delay.name,
                slot_of_name[delay.source],
                slot_of_name[delay.at],
                slot_of_name[history_name(delay.name)],
                lag_of_delay[delay.name],
            )
            for delay in model.delays
        ),
        loops=loops,
        workspace=sum(workspaces) + (sliding.size if sliding else 0),
        sliding=None if model.sensitivities else sliding,
        sensitivities=_sensitivity_slots(model, slot_of_name),
        aliases=model.aliases,
        negatives=model.negatives,
        start_constraints=_start_constraint_slots(model, slot_of_name),
    )


def _sensitivity_slots(model: HybridModel, slot_of_name: Mapping[str, int]) -> SensitivitySlots | None:
    if model.sensitivities is None:
        return None
    return SensitivitySlots(model.sensitivities.base, tuple(slot_of_name[name] for name in model.sensitivities.shifts))


def _start_constraint_slots(model: HybridModel, slot_of_name: Mapping[str, int]) -> tuple[StartConstraintSlot, ...]:
    if not model.start_constraints:
        return ()
    of_alias, of_negative = dict(model.aliases), dict(model.negatives)
    return tuple(
        StartConstraintSlot(
            constraint.name,
            slot_of_name[of_negative.get(constraint.name) or of_alias.get(constraint.name, constraint.name)],
            constraint.name in of_negative,
            slot_of_name[constraint.given] if constraint.given else None,
            constraint.is_given,
            slot_of_name[constraint.flag] if constraint.flag else None,
            constraint.leaders,
        )
        for constraint in model.start_constraints
    )


def iterations_of(model: HybridModel) -> list[Iteration]:
    """The loops that are solved by iteration, in the order of their numbers."""
    found = [part for part in (*model.solutions, *model.initial_solutions) if isinstance(part, Iteration)]
    return sorted(found, key=lambda iteration: iteration.number)


def is_long(model: HybridModel) -> bool:
    """True if there are so many derivatives that recording calls the entry for them instead of computing them again.

    Their slots are then adjacent, in the order of the states.
    """
    return len(model.states) > LONG_MODEL and not model.solutions


def guard_names(model: HybridModel) -> list[str]:
    """The guards whose roots are searched for, in order: without those whose times are known in advance."""
    known = {event.guard for event in model.time_events}
    return [v.name for v in model.variables if v.role is Role.GUARD and v.name not in known]


def curved_names(model: HybridModel, names: Iterable[str]) -> set[str]:
    """Those of `names`, and of the variables they depend on, that are not affine in time and states."""
    part_of_name = {target: part for part in (*model.equations, *model.solutions) for target in part.targets}
    reads_of_name = {name: part.reads for name, part in part_of_name.items()}
    behind = _reached(names, reads_of_name)
    readers: dict[str, list[str]] = {}
    for name in behind:
        for read in reads_of_name.get(name, ()):
            readers.setdefault(read, []).append(name)
    delayed = {delay.name for delay in model.delays}
    moving = _reached([model.time, *(state for state, _ in model.states), *delayed], readers)
    bent = [name for name in behind & moving if _is_curved(part_of_name.get(name), moving)]
    return _reached([*bent, *delayed], readers)


def _is_curved(part: Equation | Solution | None, moving: set[str]) -> bool:
    return part is not None and not (isinstance(part, Equation) and is_affine(part.value, moving))


def _reached(names: Iterable[str], next_of_name: Mapping[str, Iterable[str]]) -> set[str]:
    found = set(names)
    waiting = list(found)
    while waiting:
        new = set(next_of_name.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def condition_names(model: HybridModel) -> list[str]:
    """The conditions of events, then stops, then triggers, in the order of `conditions`."""
    return [
        *(event.condition for event in model.events),
        *(stop.condition for stop in model.stops),
        *(trigger for sampler in model.samplers for trigger in sampler.triggers),
    ]


def _triggers(model: HybridModel) -> list[range]:
    """The indices of the triggers of each sampler among `condition_names`."""
    first = len(model.events) + len(model.stops)
    found = []
    for sampler in model.samplers:
        found.append(range(first, first + len(sampler.triggers)))
        first += len(sampler.triggers)
    return found


def count_name(sampler: str) -> str:
    return f"{SAMPLING_FIELDS[0]} of {sampler}"


def history_name(delay: str) -> str:
    return f"{delay}.{HISTORY_FIELDS[0]}"


def next_name(event: str, target: str) -> str:
    return f"{target} after {event}"


def _make_slots(model: HybridModel) -> tuple[Slot, ...]:
    aliases = {alias for alias, _ in (*model.aliases, *model.negatives)}
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


def _guesses(model: HybridModel, iteration: Iteration) -> Iterator[tuple[str, float]]:
    """The starting point of the first search: the value the model gives, else zero; nan if it gives none."""
    unknowns = set(iteration.unknowns)
    starts = {variable.name: variable.start for variable in model.variables if variable.name in unknowns}
    is_given = any(start is not None for start in starts.values())
    for unknown in iteration.unknowns:
        start = starts.get(unknown)
        yield guess_name(iteration, unknown), (start or 0.0) if is_given else nan


def guess_name(iteration: Iteration, unknown: str) -> str:
    return f"{unknown} guessed in loop {iteration.number}"


def residual_name(iteration: Iteration) -> str:
    return f"residual of loop {iteration.number}"


def _loop_slots(model: HybridModel, slot_of_name: Mapping[str, int], workspaces: Iterable[int]) -> Iterator[LoopSlots]:
    """`workspaces` are the offsets of their workspaces."""
    for iteration, workspace in zip(iterations_of(model), workspaces, strict=False):
        guesses = tuple(slot_of_name[guess_name(iteration, unknown)] for unknown in iteration.unknowns)
        residual = slot_of_name[residual_name(iteration)]
        yield LoopSlots(iteration.members, iteration.unknowns, guesses, residual, iteration.span, workspace)


def _mode_slots_of_guard(model: HybridModel, slot_of_name: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    slots: dict[str, tuple[int, ...]] = {}
    for mode in model.modes:
        for guard in mode.guards:
            slots[guard] = (*slots.get(guard, ()), slot_of_name[mode.name])
    return slots


def _unseen_modes(model: HybridModel) -> list[str]:
    """The modes that only conditions read."""
    role_of_name = {variable.name: variable.role for variable in model.variables}
    parts = [part for part in model.equations if role_of_name[part.target] is not Role.CONDITION]
    seen = {name for part in (*parts, *model.solutions) for name in part.reads}
    seen |= {name for event in model.events for equation in event.equations for name in equation.reads}
    seen |= {name for mode in model.modes for name in names_in(mode.value)}
    return [mode.name for mode in model.modes if mode.name not in seen]


def _event_slots(
    model: HybridModel, event: Event, slot_of_name: Mapping[str, int], condition_of_name: Mapping[str, int]
) -> EventSlots:
    number_of_state = {state: i for i, (state, _) in enumerate(model.states)}
    held = {variable.name for variable in model.variables if variable.role is Role.HELD}
    new_slots = [(e.target, slot_of_name[next_name(event.name, e.target)]) for e in event.equations]
    return EventSlots(
        event.name,
        condition_of_name[event.condition],
        tuple((number_of_state[name], slot) for name, slot in new_slots if name in number_of_state),
        tuple((slot_of_name[name], slot) for name, slot in new_slots if name in held),
        event.span,
        _causes(model, event),
    )


def _causes(model: HybridModel, event: Event) -> tuple[tuple[int, int], ...]:
    """The comparisons in the condition of an event, with the side of zero on which each is true."""
    number_of_mode = {mode.name: i for i, mode in enumerate(model.modes)}
    equation_of_name = {equation.target: equation for equation in model.equations}
    is_condition = {variable.name: variable.is_condition for variable in model.variables}
    found: list[tuple[int, int]] = []
    stack = [event.condition]
    seen: set[str] = set()
    while stack:
        name = stack.pop()
        if name in number_of_mode:
            relation = model.modes[number_of_mode[name]].value
            is_above = isinstance(relation, Apply) and relation.function in (">", ">=")
            found.append((number_of_mode[name], 1 if is_above else -1))
        elif name in equation_of_name and name not in seen and is_condition[name]:
            seen.add(name)
            stack += equation_of_name[name].reads
    return tuple(sorted(set(found)))
