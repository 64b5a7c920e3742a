"""DATA: which number of a run stands where: the slots of the arrays `values` and `states`.

A slot keeps the name, unit and span of its variable, so that a run can say which line of
the user's text gave the first NaN.
"""

from enum import Enum

from simnon.source import Span, frozen

START_SLOT, SEED_SLOT = 0, 1
"""The start time of the run and its random seed: the first two slots of every layout."""


@frozen
class Slot:
    """`values[index]` belongs to the variable `name`; `start` is what stands there before `initial` is called."""

    index: int
    name: str
    start: float = 0.0
    unit: str = ""
    span: Span | None = None


@frozen
class StateSlot:
    """`states[index]`, its derivative `out[index]`; in the slot `value` its start value, then its last one."""

    index: int
    name: str
    derivative: str
    value: int


@frozen
class SamplerSlots:
    """A discrete system: where its next instant stands, and (state slot, NEW slot) of each state.

    `triggers` are the places in `conditions`, one after the other, of the events that sample it. Its own place
    among the samplers is its place in `out` of `sample`. The slot `count` counts its samples.
    """

    name: str
    next_time: int | None
    triggers: range
    updates: tuple[tuple[int, int], ...]
    count: int


@frozen
class EventSlots:
    """A WHEN: its condition's place in `conditions`; what it assigns: (state or slot, slot of the new value).

    `causes` are the modes its condition reads: (place among the modes, 1 where it is true above zero, -1 below).
    """

    name: str
    condition: int
    state_updates: tuple[tuple[int, int], ...]
    value_updates: tuple[tuple[int, int], ...]
    span: Span | None = None
    causes: tuple[tuple[int, int], ...] = ()


@frozen
class StopSlots:
    """`version` is the slot that has the number of none of the `versions`, where this is why it stops."""

    condition: int
    message: str
    span: Span | None = None
    version: int | None = None
    versions: tuple[str, ...] = ()


@frozen
class GuardSlot:
    """`out[index]` of `guards`; the modes (slots in `values`) that may change where it changes sign.

    `limits` is the function that is not defined where the guard is negative, if there is one. It `is_curved` unless it
    is affine in time and states: then its shape within a step is not that of the interpolant of the states.
    """

    index: int
    name: str
    modes: tuple[int, ...]
    span: Span | None = None
    limits: str = ""
    is_curved: bool = False


@frozen
class TimeEventSlot:
    """`out[index]` of `time_events`: the time at which the modes may change next."""

    index: int
    name: str
    modes: tuple[int, ...]
    span: Span | None = None


class Lag(Enum):
    STEADY = 0
    BY_TIME = 1
    BY_STATES = 2


@frozen
class DelaySlots:
    """A DELAY: the slots of its source and of the time it looks at, and the first slot of its history's descriptor.

    `lag` says what it goes with between events.
    """

    name: str
    source: int
    at: int
    history: int
    lag: Lag = Lag.STEADY


@frozen
class LoopSlots:
    """An algebraic loop that is solved by iteration.

    The slots `guesses` hold the last solution for the variables that are iterated, nan before the
    first; those of all loops follow one another. The slot `residual` is zero, or how much the
    equations were off where no solution was found.
    """

    members: tuple[str, ...]
    unknowns: tuple[str, ...]
    guesses: tuple[int, ...]
    residual: int
    span: Span | None = None
    workspace: int = 0
    """Where the room of a large loop begins in `values`, behind the slots."""


@frozen
class BandSlots:
    """A Jacobian that is a narrow band when the states are taken in the order `states`."""

    states: tuple[int, ...]
    below: int
    above: int


@frozen
class SparseSlots:
    """A sparse Jacobian, its states in the order `states`, with all that elimination fills in.

    Entries are by rows: those of row i stand at `starts[i]` to `starts[i + 1]`, each in its one of `columns`, the
    diagonal at `diagonals[i]`. Rows and columns are places in `states`.
    """

    states: tuple[int, ...]
    starts: tuple[int, ...]
    columns: tuple[int, ...]
    diagonals: tuple[int, ...]


@frozen
class SlidingSlots:
    """Of a model that can slide along the zeros of guards: the table `shape` of the kernels, and of each mode the
    guards that can make it slide and whether it rises with them. `size` is how much room it takes in `values`."""

    numbers: tuple[int, ...]
    guards_of_mode: tuple[tuple[int, ...], ...]
    rises_of_mode: tuple[bool, ...]
    size: int


@frozen
class StartConstraintSlot:
    """The state `name` of a model with relations, in the slot `value`, with the opposite sign where `is_negated`.

    `given` has its initial value as given; it is None if that value is where the run starts. Otherwise the
    relations determine the state. `flag`, where there is one, is one where the text or a run gives the value.
    """

    name: str
    value: int
    is_negated: bool
    given: int | None
    is_given: bool
    flag: int | None = None
    leaders: tuple[str, ...] = ()
    """States from whose given values it starts, if it has none of its own."""


@frozen
class Layout:
    """Every number of a run by place. `aliases` are names that share another's slot, `negatives` with another sign."""

    slots: tuple[Slot, ...] = ()
    states: tuple[StateSlot, ...] = ()
    samplers: tuple[SamplerSlots, ...] = ()
    events: tuple[EventSlots, ...] = ()
    stops: tuple[StopSlots, ...] = ()
    guards: tuple[GuardSlot, ...] = ()
    time_events: tuple[TimeEventSlot, ...] = ()
    modes: tuple[int, ...] = ()
    unseen_modes: frozenset[int] = frozenset()
    """Those that conditions read and nothing else: no recorded value jumps with them."""
    delays: tuple[DelaySlots, ...] = ()
    loops: tuple[LoopSlots, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    negatives: tuple[tuple[str, str], ...] = ()
    start_constraints: tuple[StartConstraintSlot, ...] = ()
    jacobian: tuple[tuple[int, int], ...] = ()
    """(row, column) of each number that `jacobian` writes, by row; the derivatives by time follow, one a state."""
    jacobian_size: int = 0
    """How long `out` of `jacobian` has to be."""
    workspace: int = 0
    """How many numbers `values` has behind the slots, in which large algebraic loops are solved, and for sliding."""
    sliding: SlidingSlots | None = None
    matrix: BandSlots | SparseSlots | None = None
    """How the matrix made of the Jacobian is stored; None for a full one."""

    @property
    def conditions(self) -> int:
        """How many truths the function `conditions` writes."""
        triggers = sum(len(sampler.triggers) for sampler in self.samplers)
        return len(self.events) + len(self.stops) + triggers

    def slot_of_name(self) -> dict[str, int]:
        """The slot of every name, aliases included."""
        slots = {slot.name: slot.index for slot in self.slots}
        return slots | {alias: slots[name] for alias, name in (*self.aliases, *self.negatives) if name in slots}

    def initial_slot_of_name(self) -> dict[str, int]:
        """The slot in which an initial value is given."""
        return self.slot_of_name() | {
            constraint.name: constraint.given for constraint in self.start_constraints if constraint.given is not None
        }

    def negated(self) -> frozenset[str]:
        """The names whose slot has the value with the opposite sign."""
        return frozenset(name for name, _ in self.negatives)
