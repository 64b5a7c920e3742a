"""The event table of a run: stored as the numbers that the run logs, made readable on request."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from simnon.kernels import control as codes
from simnon.program import Array, Layout

from .outcome import EventEntry

SLIDING_ON = "sliding on "
"""Precedes the comparison along whose zero a run begins or ceases to slide."""

ACCUMULATION = "accumulation"
"""The run continues from the limit of accumulating events."""


class EventLog(Sequence[EventEntry]):
    """Every change at an event, in the order in which it happened."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._pieces: list[Array] = []
        self._entries: list[EventEntry] = []
        self._length = 0
        self._changes: dict[int, tuple[float, int]] = {}
        """When each mode last changed, and whether it became true or false."""

    def append_rows(self, rows: Array) -> None:
        """Copy entries as the run loop logs them."""
        self._pieces.append(rows.reshape(-1, codes.LOG_WIDTH).copy())
        self._length += len(self._pieces[-1])

    @property
    def instants(self) -> int:
        """The number of times at which something happened."""
        times = np.sort(np.concatenate([piece[:, 0] for piece in self._pieces] or [np.empty(0)]))
        return len(np.flatnonzero(np.diff(times))) + bool(len(times))

    def slides(self, end: float) -> list[tuple[str, float, float]]:
        """Each comparison along which the run slid, with start and end; `end` if it is still sliding."""
        rows = [row for piece in self._pieces for row in piece[piece[:, 1] == codes.LOGGED_SLIDE].tolist()]
        found: list[tuple[str, float, float]] = []
        since: dict[int, float] = {}
        for at, _, number, _, begins, _ in rows:
            if begins:
                since[int(number)] = at
            elif int(number) in since:
                found.append((self._comparison(int(number)), since.pop(int(number)), at))
        return [*found, *((self._comparison(number), at, end) for number, at in since.items())]

    def accumulations(self) -> list[float]:
        """The times at which events have accumulated."""
        return [at for piece in self._pieces for at in piece[piece[:, 1] == codes.LOGGED_ACCUMULATION, 0].tolist()]

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> EventEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[EventEntry]: ...
    def __getitem__(self, index: int | slice) -> EventEntry | Sequence[EventEntry]:
        return self._readable()[index]

    def __iter__(self) -> Iterator[EventEntry]:
        return iter(self._readable())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """As a list of entries: the layout of the model stays behind."""
        return tuple, (list(self),)

    def __repr__(self) -> str:
        return f"EventLog({len(self)} entries)"

    def _readable(self) -> list[EventEntry]:
        if len(self._entries) < self._length:
            name_of_slot = {slot.index: slot.name for slot in self._layout.slots}
            rows = np.concatenate(self._pieces)[len(self._entries) :]
            for at, kind, number, old, new, cause in rows.tolist():
                if kind == codes.LOGGED_MODE:
                    self._changes[int(number)] = (at, 1 if new > old else -1)
                name = self._name(int(kind), int(number), name_of_slot)
                crossing = 0 if cause < 0 else self._crossing(at, int(cause))
                self._entries.append(EventEntry(at, name, old, new, crossing))
        return self._entries

    def _crossing(self, at: float, event: int) -> int:
        """How the guard of a WHEN crossed zero; 1 if its condition became true without a crossing."""
        for mode, side in self._layout.events[event].causes:
            time, change = self._changes.get(mode, (None, 0))
            if time == at:
                return side * change
        return 1

    def _name(self, kind: int, number: int, name_of_slot: dict[int, str]) -> str:
        layout = self._layout
        if kind == codes.LOGGED_STATE:
            return layout.states[number].name
        if kind == codes.LOGGED_SLOT:
            return name_of_slot[number]
        if kind == codes.LOGGED_STOP:
            return layout.stops[number].message or "STOP WHEN"
        if kind == codes.LOGGED_ACCUMULATION:
            return ACCUMULATION
        name = self._comparison(number)
        return f"{SLIDING_ON}{name}" if kind == codes.LOGGED_SLIDE else name

    def _comparison(self, mode: int) -> str:
        slot = self._layout.slots[self._layout.modes[mode]]
        return slot.span.text if slot.span is not None else slot.name
