"""HybridModel -> Layout: the slots of a run, and which of them states, samplers, events, guards and delays use."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from simnon.kernels import control
from simnon.model import (
    Apply,
    Event,
    HybridModel,
    Role,
    Sampler,
    StartConstraint,
    element_names,
    names_in,
    size_of_shape,
)
from simnon.program import (
    ArraySlots,
    ArrayStartConstraints,
    ArrayStates,
    DelaySlots,
    EventSlots,
    GuardSlot,
    Island,
    Lag,
    Layout,
    LoopSlots,
    SamplerSlots,
    SensitivitySlots,
    Slot,
    SlotTable,
    StartConstraintSlot,
    StartConstraintTable,
    StateSlot,
    StateTable,
    StopSlots,
    TimeEventSlot,
    Update,
    Updates,
)

from ..sliding import sliding_slots
from ..whole_arrays import state_offsets
from .curved_names import curved_names
from .loop_workspaces import workspace_size
from .number_slots import (
    condition_names,
    count_name,
    guard_names,
    guess_name,
    history_name,
    iterations_of,
    next_name,
    number_slots,
    residual_name,
)


def make_layout(model: HybridModel, lag_of_delay: Mapping[str, Lag], islands: tuple[Island, ...] = ()) -> Layout:
    slots = number_slots(model)
    slot_of_name = Layout(slots).slot_of_part()
    condition_of_name = {name: i for i, name in enumerate(condition_names(model))}
    mode_slots_of_guard = _mode_slots_of_guard(model, slot_of_name)
    workspaces = [workspace_size(iteration) for iteration in iterations_of(model)]
    modes = tuple(slot_of_name[mode.name] for mode in model.modes)
    number_of_guard = {name: i for i, name in enumerate(guard_names(model))}
    sliding = sliding_slots(model, number_of_guard, len(slots), len(slots) + sum(workspaces), modes)
    workspace = sum(workspaces) + (sliding.size if sliding else 0)
    return Layout(
        slots=slots,
        states=_state_slots(model, slots, slot_of_name),
        samplers=tuple(_sampler_slots(model, slot_of_name)),
        events=tuple(_event_slots(model, event, slot_of_name, condition_of_name) for event in model.events),
        stops=tuple(_stop_slots(model, slot_of_name, condition_of_name)),
        guards=tuple(_guard_slots(model, mode_slots_of_guard)),
        time_events=tuple(_time_event_slots(model, mode_slots_of_guard)),
        modes=modes,
        unseen_modes=frozenset(slot_of_name[name] for name in _unseen_modes(model)),
        delays=tuple(_delay_slots(model, slot_of_name, lag_of_delay)),
        loops=tuple(_loop_slots(model, slot_of_name, accumulate(workspaces, initial=len(slots)))),
        workspace=workspace + (1 + control.LISTED * len(islands) if islands else 0),
        sliding=None if model.sensitivities else sliding,
        sensitivities=_sensitivity_slots(model, slot_of_name),
        islands=islands,
        island_list=len(slots) + workspace if islands else 0,
        aliases=model.aliases,
        negatives=model.negatives,
        start_constraints=_start_constraint_slots(model, slot_of_name),
    )


def _state_slots(model: HybridModel, slots: Sequence[Slot], slot_of_name: Mapping[str, int]) -> Sequence[StateSlot]:
    if not isinstance(slots, SlotTable):
        return tuple(
            StateSlot(i, state, derivative, slot_of_name[state], slots[slot_of_name[state]].written)
            for i, (state, derivative) in enumerate(model.states)
        )
    names_of_array = {part.name: part.elements for part in slots.parts if isinstance(part, ArraySlots)}
    parts: list[StateSlot | ArrayStates] = []
    index = 0
    for state, derivative in model.states:
        slot = slot_of_name[state]
        if state in names_of_array:
            elements, derivatives = names_of_array[state], names_of_array[derivative]
            parts.append(ArrayStates(index, state, derivative, slot, elements, derivatives))
        else:
            parts.append(StateSlot(index, state, derivative, slot, slots[slot].written))
        index += parts[-1].count
    return StateTable(parts)


def _sampler_slots(model: HybridModel, slot_of_name: Mapping[str, int]) -> Iterator[SamplerSlots]:
    for sampler, triggers in zip(model.samplers, _triggers(model), strict=True):
        yield SamplerSlots(
            sampler.name,
            slot_of_name[sampler.next_sample] if sampler.next_sample else None,
            triggers,
            _updates(model, sampler, slot_of_name),
            slot_of_name[count_name(sampler.name)],
        )


def _updates(model: HybridModel, sampler: Sampler, slot_of_name: Mapping[str, int]) -> Sequence[tuple[int, int]]:
    if not model.whole:
        return tuple((slot_of_name[state], slot_of_name[new]) for state, new in sampler.states)
    size_of_name = {variable.name: size_of_shape(variable.shape) for variable in model.variables}
    return Updates(
        [Update(slot_of_name[state], slot_of_name[new], size_of_name[state]) for state, new in sampler.states]
    )


def _triggers(model: HybridModel) -> list[range]:
    """The indices of the triggers of each sampler among `condition_names`."""
    first = len(model.events) + len(model.stops)
    found = []
    for sampler in model.samplers:
        found.append(range(first, first + len(sampler.triggers)))
        first += len(sampler.triggers)
    return found


def _event_slots(
    model: HybridModel, event: Event, slot_of_name: Mapping[str, int], condition_of_name: Mapping[str, int]
) -> EventSlots:
    number_of_state = state_offsets(model)
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


def _stop_slots(
    model: HybridModel, slot_of_name: Mapping[str, int], condition_of_name: Mapping[str, int]
) -> Iterator[StopSlots]:
    for stop in model.stops:
        yield StopSlots(
            condition_of_name[stop.condition],
            stop.message,
            stop.span,
            slot_of_name[stop.version] if stop.version else None,
            stop.versions,
        )


def _guard_slots(model: HybridModel, mode_slots_of_guard: Mapping[str, tuple[int, ...]]) -> Iterator[GuardSlot]:
    names = guard_names(model)
    limited = {domain.guard: domain.function for domain in model.domains}
    span_of_name = {variable.name: variable.span for variable in model.variables}
    curved = curved_names(model, names)
    for i, name in enumerate(names):
        slots = mode_slots_of_guard.get(name, ())
        yield GuardSlot(i, name, slots, span_of_name[name], limited.get(name, ""), name in curved)


def _time_event_slots(
    model: HybridModel, mode_slots_of_guard: Mapping[str, tuple[int, ...]]
) -> Iterator[TimeEventSlot]:
    span_of_name = {variable.name: variable.span for variable in model.variables}
    for i, event in enumerate(model.time_events):
        yield TimeEventSlot(i, event.guard, mode_slots_of_guard[event.guard], span_of_name[event.guard])


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


def _delay_slots(
    model: HybridModel, slot_of_name: Mapping[str, int], lag_of_delay: Mapping[str, Lag]
) -> Iterator[DelaySlots]:
    for delay in model.delays:
        yield DelaySlots(
            delay.name,
            slot_of_name[delay.source],
            slot_of_name[delay.at],
            slot_of_name[history_name(delay.name)],
            lag_of_delay[delay.name],
        )


def _loop_slots(model: HybridModel, slot_of_name: Mapping[str, int], workspaces: Iterable[int]) -> Iterator[LoopSlots]:
    """`workspaces` are the offsets of their workspaces."""
    for iteration, workspace in zip(iterations_of(model), workspaces, strict=False):
        guesses = tuple(slot_of_name[guess_name(iteration, unknown)] for unknown in iteration.unknowns)
        residual = slot_of_name[residual_name(iteration)]
        yield LoopSlots(iteration.members, iteration.unknowns, guesses, residual, iteration.span, workspace)


def _sensitivity_slots(model: HybridModel, slot_of_name: Mapping[str, int]) -> SensitivitySlots | None:
    if model.sensitivities is None:
        return None
    found = model.sensitivities
    shifts = tuple(slot_of_name[name] for name in found.shifts)
    return SensitivitySlots(found.base, shifts, found.has_moving_samples)


def _start_constraint_slots(model: HybridModel, slot_of_name: Mapping[str, int]) -> Sequence[StartConstraintSlot]:
    if model.whole and model.start_constraints:
        return _start_constraints_by_range(model, slot_of_name)
    return tuple(_start_constraints_of_scalars(model, model.start_constraints, slot_of_name))


def _start_constraints_by_range(model: HybridModel, slot_of_name: Mapping[str, int]) -> StartConstraintTable:
    variable_of_name = model.by_name()
    parts: list[StartConstraintSlot | ArrayStartConstraints] = []
    for constraint in model.start_constraints:
        variable = variable_of_name[constraint.name]
        if not variable.shape:
            parts += _start_constraints_of_scalars(model, [constraint], slot_of_name)
            continue
        given = tuple(start is not None for start in variable.starts) if None in variable.starts else ()
        elements = element_names(variable)
        parts.append(ArrayStartConstraints(slot_of_name[variable.name], elements, constraint.is_given, given))
    return StartConstraintTable(parts)


def _start_constraints_of_scalars(
    model: HybridModel, constraints: Sequence[StartConstraint], slot_of_name: Mapping[str, int]
) -> Iterator[StartConstraintSlot]:
    of_alias, of_negative = dict(model.aliases), dict(model.negatives)
    for constraint in constraints:
        yield StartConstraintSlot(
            constraint.name,
            slot_of_name[of_negative.get(constraint.name) or of_alias.get(constraint.name, constraint.name)],
            constraint.name in of_negative,
            slot_of_name[constraint.given] if constraint.given else None,
            constraint.is_given,
            slot_of_name[constraint.flag] if constraint.flag else None,
            constraint.leaders,
        )
