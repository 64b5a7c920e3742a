"""Layout -> the names of what a run logs by number; the logs of all runs of a model share them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import control as codes
from simnon.program import Array, Layout, SlotTable, StateSlot, StateTable
from simnon.source import LazySequence, UnknownName, arguments, nearest

SLIDING_ON = "sliding on "
"""Precedes the comparison along whose zero a run begins or ceases to slide."""

ACCUMULATION = "accumulation"
"""The run continues from the limit of accumulating events."""

TIME, KIND, NUMBER, BEFORE, AFTER, CAUSE = range(codes.LOG_WIDTH)


class NamesOfSlots(Mapping[int, str]):
    """What users read for each slot."""

    def __init__(self, slots: SlotTable) -> None:
        self._slots = slots

    def __getitem__(self, index: int) -> str:
        slot = self._slots[index]
        return slot.written or slot.name

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._slots)))

    def __len__(self) -> int:
        return len(self._slots)


class EventNames:
    """Plain names and numbers, without the layout itself: they are pickled with a log."""

    def __init__(self, layout: Layout) -> None:
        if isinstance(layout.states, StateTable) and isinstance(layout.slots, SlotTable):
            self._name_by_range(layout, layout.states, layout.slots)
            return
        self.comparisons = tuple(layout.slots[slot].written for slot in layout.modes)
        self._states: Sequence[str] = tuple(state.name for state in layout.states)
        self._slots: Mapping[int, str] = {slot.index: slot.written or slot.name for slot in layout.slots}
        self._stops = tuple(stop.message or "STOP WHEN" for stop in layout.stops)
        self._causes = tuple(event.causes for event in layout.events)
        self._hidden = {
            codes.LOGGED_MODE: [i for i, slot in enumerate(layout.modes) if not layout.slots[slot].written],
            codes.LOGGED_STATE: [i for i, state in enumerate(layout.states) if state.written != state.name],
        }
        """What only the compiler knows: the switches and states behind a change of states, which is logged itself."""

    def _name_by_range(self, layout: Layout, states: StateTable, slots: SlotTable) -> None:
        """The same for a model with whole arrays: events name few of their elements."""
        self.comparisons = tuple(slots[slot].written for slot in layout.modes)
        self._states = LazySequence(len(states), lambda: (state.name for state in states))
        self._slots = NamesOfSlots(slots)
        self._stops = tuple(stop.message or "STOP WHEN" for stop in layout.stops)
        self._causes = tuple(event.causes for event in layout.events)
        single = [part for part in states.parts if isinstance(part, StateSlot)]
        self._hidden = {
            codes.LOGGED_MODE: [i for i, slot in enumerate(layout.modes) if not slots[slot].written],
            codes.LOGGED_STATE: [state.index for state in single if state.written != state.name],
        }

    def readable(self, logged: Array) -> Array:
        """The rows without those that only the compiler knows."""
        for kind, numbers in self._hidden.items():
            if numbers:
                logged = logged[(logged[:, KIND] != kind) | ~np.isin(logged[:, NUMBER], numbers)]
        return logged

    def name(self, kind: int, number: int) -> str:
        if kind == codes.LOGGED_STATE:
            return self._states[number]
        if kind == codes.LOGGED_SLOT:
            return self._slots[number]
        if kind == codes.LOGGED_STOP:
            return self._stops[number]
        if kind == codes.LOGGED_ACCUMULATION:
            return ACCUMULATION
        name = self.comparisons[number]
        return f"{SLIDING_ON}{name}" if kind == codes.LOGGED_SLIDE else name

    def find(self, name: str) -> str:
        """The name as entries show it; it need not be in any."""
        key = arguments.text(name, "name", "the name of an event").casefold()
        if key not in self._name_of_key:
            near = nearest(name, list(self._name_of_key.values()))
            hint = f"did you mean '{near}'?" if near else "print run.events to see the names"
            raise UnknownName("unknown-variable", f"no event has the name '{name}'", hint)
        return self._name_of_key[key]

    @cached_property
    def _name_of_key(self) -> dict[str, str]:
        sliding = [f"{SLIDING_ON}{name}" for name in self.comparisons]
        names = (*self._states, *self._slots.values(), *self._stops, *self.comparisons, *sliding, ACCUMULATION)
        return {name.casefold(): name for name in reversed(names)}

    def crossings(self, rows: Array) -> NDArray[np.int64]:
        """How the guard of a WHEN crossed zero; 1 if its condition became true without a crossing; 0 for no WHEN."""
        causes = rows[:, CAUSE].astype(np.int64)
        found = (causes >= 0).astype(np.int64)
        for cause in np.flatnonzero(np.bincount(causes[causes >= 0])).tolist():
            open_rows = np.flatnonzero(causes == cause)
            for mode, side in self._causes[cause]:
                changes = np.flatnonzero((rows[:, KIND] == codes.LOGGED_MODE) & (rows[:, NUMBER] == mode))
                if not len(changes):
                    continue
                # The last change of the mode before each row, if it was at the same time.
                last = np.searchsorted(changes, open_rows) - 1
                change = rows[changes[last]]
                is_cause = (last >= 0) & (change[:, TIME] == rows[open_rows, TIME])
                signs = np.where(change[:, AFTER] > change[:, BEFORE], side, -side)
                found[open_rows[is_cause]] = signs[is_cause]
                open_rows = open_rows[~is_cause]
        return found
