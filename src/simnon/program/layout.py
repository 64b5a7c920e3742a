"""DATA: which number of a run stands where: the slots of the arrays `values` and `states`.

A slot keeps the name, unit and span of its variable, so that a run can say which line of
the user's text gave the first NaN.
"""

from dataclasses import dataclass

from simnon.source import Span


@dataclass(frozen=True, slots=True)
class Slot:
    """`values[index]` belongs to the variable `name`."""

    index: int
    name: str
    unit: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class StateSlot:
    """`states[index]`, its derivative `out[index]`; `initial` is the slot of its start value, also its last recorded one."""

    index: int
    name: str
    derivative: str
    initial: int


@dataclass(frozen=True, slots=True)
class SamplerSlots:
    """A discrete system: where its next instant stands, and which NEW slot becomes which state slot.

    `trigger` is the place in `conditions` of the event that samples it, `due` its place in `due`.
    """

    name: str
    next_time: int | None
    trigger: int | None
    updates: tuple[tuple[int, int], ...]
    count: int
    """The slot that counts its samples (random streams advance with it)."""


@dataclass(frozen=True, slots=True)
class EventSlots:
    """A WHEN: its condition's place in `conditions`, and the assignments (kind, slot or state index, next slot)."""

    name: str
    condition: int
    state_updates: tuple[tuple[int, int], ...]
    value_updates: tuple[tuple[int, int], ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class StopSlots:
    condition: int
    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class GuardSlot:
    """`out[index]` of `guards`; the modes (slots in `values`) that may change where it changes sign."""

    index: int
    name: str
    modes: tuple[int, ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class TimeEventSlot:
    """`out[index]` of `time_events`: the time at which the modes may change next."""

    index: int
    name: str
    modes: tuple[int, ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class DelaySlots:
    """A DELAY: the slot its source is computed into, and the slot that says where its history lies."""

    name: str
    source: int
    history: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Every number of a run by place. `aliases` are names that share another's slot."""

    slots: tuple[Slot, ...] = ()
    states: tuple[StateSlot, ...] = ()
    samplers: tuple[SamplerSlots, ...] = ()
    events: tuple[EventSlots, ...] = ()
    stops: tuple[StopSlots, ...] = ()
    guards: tuple[GuardSlot, ...] = ()
    time_events: tuple[TimeEventSlot, ...] = ()
    modes: tuple[int, ...] = ()
    delays: tuple[DelaySlots, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    jacobian: tuple[tuple[int, int], ...] = ()
    """(row, column) of each number that `jacobian` writes, by row; df/dt follows, one a state."""

    @property
    def conditions(self) -> int:
        """How many truths the function `conditions` writes."""
        triggers = sum(sampler.trigger is not None for sampler in self.samplers)
        return len(self.events) + len(self.stops) + triggers

    def slot_of_name(self) -> dict[str, int]:
        """The slot of every name, aliases included."""
        slots = {slot.name: slot.index for slot in self.slots}
        return slots | {alias: slots[name] for alias, name in self.aliases if name in slots}
