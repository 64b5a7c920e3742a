"""DATA: the position of every number of a run: the slots of the arrays `values` and `states`.

A slot keeps the name, unit and span of its variable, so that a run can report which line of
the user's text gave the first NaN.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import prod

import numpy as np
from numpy.typing import NDArray

from simnon.source import ElementNames, NamesToNumbers, Span, Table, frozen

START_SLOT, SEED_SLOT = 0, 1
"""The start time of the run and its random seed: the first two slots of every layout."""


@frozen
class Slot:
    """`values[index]` belongs to the variable `name`; `start` is its value before `initial` is called."""

    index: int
    name: str
    start: float = 0.0
    unit: str = ""
    span: Span | None = None
    written: str = ""
    """What users read for the name; empty if they have not written anything that it stands for."""

    @property
    def count(self) -> int:
        return 1

    def at(self, _: int) -> "Slot":
        return self


@frozen
class ArraySlots:
    """The slots of the elements of an array, from `index` on; `starts` are their start values, if they differ."""

    index: int
    name: str
    elements: ElementNames
    start: float = 0.0
    starts: tuple[float, ...] = ()
    unit: str = ""
    span: Span | None = None
    is_written: bool = False
    """Whether users know the array."""

    @property
    def count(self) -> int:
        return len(self.elements)

    def at(self, offset: int) -> Slot:
        name = self.elements.name(offset)
        start = self.starts[offset] if self.starts else self.start
        return Slot(self.index + offset, name, start, self.unit, self.span, name if self.is_written else "")


class SlotTable(Table[Slot, Slot | ArraySlots]):
    """All slots of a model with whole arrays."""


@frozen
class StateSlot:
    """`states[index]`, its derivative `out[index]`; the slot `value` holds its start value, then its last one."""

    index: int
    name: str
    derivative: str
    value: int
    written: str = ""
    """What users read for the name."""

    @property
    def count(self) -> int:
        return 1

    def at(self, _: int) -> "StateSlot":
        return self


@frozen
class ArrayStates:
    """The states of an array, from `index` on, with their derivatives; their slots begin at `value`."""

    index: int
    name: str
    derivative: str
    value: int
    elements: ElementNames
    derivatives: ElementNames

    @property
    def count(self) -> int:
        return len(self.elements)

    def at(self, offset: int) -> StateSlot:
        name = self.elements.name(offset)
        return StateSlot(self.index + offset, name, self.derivatives.name(offset), self.value + offset, name)


class StateTable(Table[StateSlot, StateSlot | ArrayStates]):
    """All states of a model with whole arrays."""


@frozen
class Update:
    """`count` consecutive slots from `old` on are replaced by those from `new` on."""

    old: int
    new: int
    count: int = 1

    def at(self, offset: int) -> tuple[int, int]:
        return self.old + offset, self.new + offset


class Updates(Table[tuple[int, int], Update]):
    """Reads as a tuple of pairs: a slot and that of its new value."""


@frozen
class SamplerSlots:
    """A discrete system: the slot of its next instant, and (state slot, NEW slot) of each state.

    `triggers` are the consecutive indices in `conditions` of the events that sample it. Its own index among the
    samplers is its index in `out` of `sample`. The slot `count` counts its samples.
    """

    name: str
    next_time: int | None
    triggers: range
    updates: Sequence[tuple[int, int]]
    count: int


@frozen
class EventSlots:
    """A WHEN: the index of its condition in `conditions`; what it assigns: (state or slot, slot of the new value).

    `causes` are the modes its condition reads: (index among the modes, 1 if it is true above zero, -1 if below).
    """

    name: str
    condition: int
    state_updates: tuple[tuple[int, int], ...]
    value_updates: tuple[tuple[int, int], ...]
    span: Span | None = None
    causes: tuple[tuple[int, int], ...] = ()


@frozen
class StopSlots:
    """If this stop is due to an unknown version, `version` is the slot whose number is none of the `versions`."""

    condition: int
    message: str
    span: Span | None = None
    version: int | None = None
    versions: tuple[str, ...] = ()


@frozen
class GuardSlot:
    """`out[index]` of `guards`; the modes (slots in `values`) that can change when it changes sign.

    `limits` is the function that is undefined where the guard is negative, if any. It `is_curved` unless it is affine
    in time and states: then its shape within a step is not that of the interpolant of the states.
    """

    index: int
    name: str
    modes: tuple[int, ...]
    span: Span | None = None
    limits: str = ""
    is_curved: bool = False


@frozen
class TimeEventSlot:
    """`out[index]` of `time_events`: the next time at which the modes can change."""

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
    """A DELAY: the slots of its source and of the time it looks up, and the first slot of its history's descriptor.

    `lag` is what the delay depends on between events.
    """

    name: str
    source: int
    at: int
    history: int
    lag: Lag = Lag.STEADY


@frozen
class LoopSlots:
    """An algebraic loop that is solved by iteration.

    The slots `guesses` hold the last solution for the iterated variables, nan before the first; those of all loops are
    consecutive. The slot `residual` is zero, or the error of the equations if no solution was found.
    """

    members: tuple[str, ...]
    unknowns: tuple[str, ...]
    guesses: tuple[int, ...]
    residual: int
    span: Span | None = None
    workspace: int = 0
    """The offset of the workspace of a large loop in `values`, after the slots."""


@frozen
class BandSlots:
    """A Jacobian that is a narrow band with the states in the order `states`."""

    states: Sequence[int]
    below: int
    above: int


@frozen
class SparseSlots:
    """A sparse Jacobian, its states in the order `states`, including the fill-in of elimination.

    Entries are by rows: those of row i are at `starts[i]` to `starts[i + 1]`, their columns in `columns`, the diagonal
    at `diagonals[i]`. Rows and columns are indices into `states`.
    """

    states: tuple[int, ...]
    starts: tuple[int, ...]
    columns: tuple[int, ...]
    diagonals: tuple[int, ...]


MatrixSlots = BandSlots | SparseSlots


@frozen
class PatternBlock:
    """Entries (row, column) that are affine in indices which count from 0: the number at 0, and a step for each index.

    The first index is the fastest.
    """

    counts: tuple[int, ...]
    row: tuple[int, ...]
    column: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.counts)

    def at(self, offset: int) -> tuple[int, int]:
        row, column = self.row[0], self.column[0]
        for i, count in enumerate(self.counts):
            offset, number = divmod(offset, count)
            row, column = row + number * self.row[i + 1], column + number * self.column[i + 1]
        return row, column

    def numbers(self, steps: tuple[int, ...]) -> NDArray[np.int64]:
        """The rows or the columns of all entries."""
        found = np.full(1, steps[0], dtype=np.int64)
        for count, step in zip(self.counts, steps[1:], strict=True):
            found = (np.arange(count, dtype=np.int64)[:, None] * step + found[None, :]).reshape(-1)
        return found


class Pattern(Table[tuple[int, int], PatternBlock]):
    """The entries of the Jacobian of a model with whole arrays, block by block."""

    def rows_and_columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        none = np.zeros(0, dtype=np.int64)
        rows = np.concatenate([none, *(block.numbers(block.row) for block in self.parts)])
        return rows, np.concatenate([none, *(block.numbers(block.column) for block in self.parts)])


Entries = Sequence[tuple[int, int]]


def rows_and_columns(entries: Entries) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and the columns of the entries of a Jacobian."""
    if isinstance(entries, Pattern):
        return entries.rows_and_columns()
    rows, columns = np.array(entries, dtype=np.int64).reshape(-1, 2).T
    return rows, columns


def is_bandwidth_at_least(bandwidth: int, size: int, entries: Entries) -> bool:
    """Whether it is easy to see that no order of the unknowns has a narrower band.

    Two unknowns that are k entries apart are at most k bandwidths apart in any order, so few layers around an unknown
    with many in them need a wide band.
    """
    rows, columns = rows_and_columns(entries)
    order = np.argsort(np.concatenate([rows, columns]), kind="stable")
    neighbours = np.concatenate([columns, rows])[order]
    counts = np.bincount(np.concatenate([rows, columns]), minlength=size)
    starts = np.concatenate([[0], np.cumsum(counts)])
    is_reached = np.zeros(size, dtype=bool)
    layer = np.zeros(1, dtype=np.int64)
    is_reached[layer] = True
    reached = layers = 0
    while len(layer) and 2 * layers * bandwidth < size:
        reached += len(layer)
        layers += 1
        lengths = counts[layer]
        offsets = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        found = np.unique(neighbours[np.repeat(starts[layer], lengths) + offsets])
        layer = found[~is_reached[found]]
        is_reached[layer] = True
    return not len(layer) and reached - 1 >= 2 * (layers - 1) * bandwidth


@frozen
class SlidingSlots:
    """For a model that can slide along the zeros of guards: the table `shape` of the kernels, and for each mode the
    guards along which it can slide and whether it rises with them. `size` is the size of its workspace in `values`."""

    numbers: tuple[int, ...]
    guards_of_mode: tuple[tuple[int, ...], ...]
    rises_of_mode: tuple[bool, ...]
    size: int


@frozen
class SensitivitySlots:
    """The derivatives of the first `base` states in some directions are the states after them.

    `shifts` has a slot for each direction: how much an instant moves in it. If `has_moving_samples`, there is one
    sampler, and its instants move too.
    """

    base: int
    shifts: tuple[int, ...]
    has_moving_samples: bool = False


@frozen
class Island:
    """A part of a large model that no event outside it affects: ranges of its guards, modes, events and states.

    `colours` are the numbers of its states among those that are connected, `state_of_guards` the only state on which
    each guard depends, or -1; `is_open` if a STOP WHEN depends on it.
    """

    guards: range
    modes: range
    events: range
    states: range
    colours: tuple[int, ...]
    state_of_guards: tuple[int, ...]
    is_open: bool = False


@frozen
class StartConstraintSlot:
    """The state `name` of a model with relations, in the slot `value`, negated if `is_negated`.

    `given` holds its given initial value; it is None if the run starts from that value. Otherwise the relations
    determine the state. `flag`, if any, is one if the text or a run gives the value.
    """

    name: str
    value: int
    is_negated: bool
    given: int | None
    is_given: bool
    flag: int | None = None
    leaders: tuple[str, ...] = ()
    """States from whose given values it starts, if it has none."""

    @property
    def count(self) -> int:
        return 1

    def at(self, _: int) -> "StartConstraintSlot":
        return self


@frozen
class ArrayStartConstraints:
    """The same for the states of a whole array: the run starts from their values, of which `given` are given."""

    value: int
    elements: ElementNames
    is_given: bool
    given: tuple[bool, ...] = ()
    """If that differs."""

    @property
    def count(self) -> int:
        return len(self.elements)

    def at(self, offset: int) -> StartConstraintSlot:
        is_given = self.given[offset] if self.given else self.is_given
        return StartConstraintSlot(self.elements.name(offset), self.value + offset, False, None, is_given)


class StartConstraintTable(Table[StartConstraintSlot, StartConstraintSlot | ArrayStartConstraints]):
    """Those of a model with whole arrays."""


@frozen
class Layout:
    """Every number of a run by index. `aliases` are names that share a slot, `negatives` share it negated."""

    slots: Sequence[Slot] = ()
    states: Sequence[StateSlot] = ()
    samplers: tuple[SamplerSlots, ...] = ()
    pieces_of_samplers: tuple[tuple[int, ...], ...] = ()
    """For each of many samplers, the pieces of `sample` that are computed when it is due."""
    events: tuple[EventSlots, ...] = ()
    stops: tuple[StopSlots, ...] = ()
    guards: tuple[GuardSlot, ...] = ()
    time_events: tuple[TimeEventSlot, ...] = ()
    modes: tuple[int, ...] = ()
    unseen_modes: frozenset[int] = frozenset()
    """Modes that only conditions read: no recorded value jumps with them."""
    delays: tuple[DelaySlots, ...] = ()
    loops: tuple[LoopSlots, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    negatives: tuple[tuple[str, str], ...] = ()
    start_constraints: Sequence[StartConstraintSlot] = ()
    jacobian: Entries = ()
    """(row, column) of each number that `jacobian` writes, by row or by block; the derivatives by time follow, one per
    state."""
    jacobian_size: int = 0
    """The minimum length of `out` of `jacobian`."""
    workspace: int = 0
    """The length of the workspaces in `values` after the slots, for large algebraic loops and for sliding."""
    sliding: SlidingSlots | None = None
    sensitivities: SensitivitySlots | None = None
    islands: tuple[Island, ...] = ()
    island_list: int = 0
    """Where `values` lists the islands that entries evaluate."""
    matrix: MatrixSlots | None = None
    """How the matrix computed from the Jacobian is stored; None for a full one."""

    @property
    def sample_pieces(self) -> int:
        """How many pieces of `sample` have flags, which follow those of the samplers in `out`."""
        return 1 + max((piece for pieces in self.pieces_of_samplers for piece in pieces), default=-1)

    @property
    def conditions(self) -> int:
        """The number of truth values that the function `conditions` writes."""
        triggers = sum(len(sampler.triggers) for sampler in self.samplers)
        return len(self.events) + len(self.stops) + triggers

    def slot_of_name(self) -> Mapping[str, int]:
        """The slot of every name, including aliases."""
        if isinstance(self.slots, SlotTable):
            return self._slot_of_ranges(self.slots)
        slots = {slot.name: slot.index for slot in self.slots}
        return slots | {alias: slots[name] for alias, name in (*self.aliases, *self.negatives) if name in slots}

    def _slot_of_ranges(self, table: SlotTable) -> NamesToNumbers:
        single = {part.name: part.index for part in table.parts if isinstance(part, Slot)}
        arrays = {
            (part.elements.before, part.elements.after): (part.elements, part.index)
            for part in table.parts
            if isinstance(part, ArraySlots)
        }
        own = NamesToNumbers(single, arrays)
        pairs = (*self.aliases, *self.negatives)
        return own.with_others({alias: own[name] for alias, name in pairs if name in own}) if pairs else own

    def slot_of_part(self) -> dict[str, int]:
        """The slot of every name, and the first slot of every array that is whole."""
        if not isinstance(self.slots, SlotTable):
            return {slot.name: slot.index for slot in self.slots}
        return {part.name: part.index for part in self.slots.parts}

    def constraints_of_scalars(self) -> Iterator[StartConstraintSlot]:
        """Those that can constrain an initial value: the elements of whole arrays are free."""
        constraints = self.start_constraints
        parts = constraints.parts if isinstance(constraints, StartConstraintTable) else constraints
        return (each for each in parts if isinstance(each, StartConstraintSlot))

    def initial_slot_of_name(self) -> Mapping[str, int]:
        """The slot that receives an initial value."""
        slots = self.slot_of_name()
        given = {each.name: each.given for each in self.constraints_of_scalars() if each.given is not None}
        if isinstance(slots, NamesToNumbers):
            return slots.with_others(given)
        return {**slots, **given}

    def negated(self) -> frozenset[str]:
        """The names whose slot holds the negated value."""
        return frozenset(name for name, _ in self.negatives)
