"""The event table of a run: the numbers that the run logs, made readable on request, as columns or entries."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import control as codes
from simnon.program import Array

from .event_names import AFTER, BEFORE, KIND, NUMBER, TIME, EventNames
from .outcome import EventEntry

Integers = NDArray[np.int64]
NO_ROWS = np.zeros((0, codes.LOG_WIDTH))


class EventLog(Sequence[EventEntry]):
    """Every change at an event, in the order in which it happened.

    `time`, `name`, `before`, `after` and `crossing` are arrays with one element for each entry, and `of(NAME)` has the
    entries of one name: with thousands of events, these are much faster than a loop over the entries.
    """

    def __init__(self, names: EventNames, rows: Array = NO_ROWS, crossing: Integers | None = None) -> None:
        self._names = names
        self._readable = rows
        self._crossing = crossing
        self._whole: tuple[EventLog, NDArray[np.bool_]] | None = None
        """For the entries of one name: the log, and which of its entries they are."""
        self._pieces: list[Array] = []
        self._entries: list[EventEntry] = []

    def append_rows(self, rows: Array) -> None:
        """Copy entries as the run loop logs them."""
        self._pieces.append(rows.reshape(-1, codes.LOG_WIDTH).copy())

    @property
    def _rows(self) -> Array:
        if self._pieces:
            pieces, self._pieces = self._pieces, []
            added = self._names.readable(np.concatenate(pieces) if len(pieces) > 1 else pieces[0])
            self._readable = np.concatenate([self._readable, added]) if len(self._readable) else added
            self._crossing = None
        return self._readable

    @property
    def time(self) -> Array:
        return self._rows[:, TIME]

    @property
    def name(self) -> NDArray[np.object_]:
        """The variable, state or comparison that changed, in each entry."""
        keys, name_of_key = self._keys()
        table = np.full(max(name_of_key, default=0) + 1, "", dtype=object)
        table[list(name_of_key)] = list(name_of_key.values())
        return table[keys]

    @property
    def before(self) -> Array:
        return self._rows[:, BEFORE]

    @property
    def after(self) -> Array:
        return self._rows[:, AFTER]

    @property
    def crossing(self) -> Integers:
        """Of the guard that caused each entry: 1 if it rose through zero, -1 if it fell; 0 without a guard."""
        rows = self._rows
        if self._crossing is None and self._whole is not None:
            log, chosen = self._whole
            self._crossing = log.crossing[: len(chosen)][chosen]
        elif self._crossing is None:
            self._crossing = self._names.crossings(rows)
        return self._crossing

    def of(self, name: str) -> "EventLog":
        """The entries of one variable, state or comparison."""
        wanted = self._names.find(name)
        keys, name_of_key = self._keys()
        is_wanted = np.zeros(max(name_of_key, default=0) + 1, dtype=bool)
        is_wanted[[key for key, known in name_of_key.items() if known == wanted]] = True
        chosen = is_wanted[keys]
        found = EventLog(self._names, self._rows[chosen])
        found._whole = self, chosen  # The crossings depend on entries with other names.
        return found

    def _keys(self) -> tuple[Integers, dict[int, str]]:
        """A number for each entry, and the names of these numbers."""
        rows = self._rows
        if not len(rows):
            return np.zeros(0, dtype=np.int64), {}
        numbers = rows[:, NUMBER].astype(np.int64)
        count = int(numbers.max()) + 1
        keys = rows[:, KIND].astype(np.int64) * count + numbers
        return keys, {key: self._names.name(*divmod(key, count)) for key in np.flatnonzero(np.bincount(keys)).tolist()}

    @property
    def instants(self) -> int:
        """The number of times at which something happened."""
        times = self.time
        if not len(times):
            return 0
        steps = np.diff(times)
        if (steps < 0.0).any():
            steps = np.diff(np.sort(times))
        return int(np.count_nonzero(steps)) + 1

    def slides(self, end: float) -> list[tuple[str, float, float]]:
        """Each comparison along which the run slid, with start and end; `end` if it is still sliding."""
        names = self._names.comparisons
        found: list[tuple[str, float, float]] = []
        since: dict[int, float] = {}
        for at, _, number, _, begins, _ in self._of_kind(codes.LOGGED_SLIDE).tolist():
            if begins:
                since[int(number)] = at
            elif int(number) in since:
                found.append((names[int(number)], since.pop(int(number)), at))
        return [*found, *((names[number], at, end) for number, at in since.items())]

    def accumulations(self) -> list[float]:
        """The times at which events have accumulated."""
        times: list[float] = self._of_kind(codes.LOGGED_ACCUMULATION)[:, TIME].tolist()
        return times

    def _of_kind(self, kind: int) -> Array:
        rows = self._rows
        found: Array = rows[rows[:, KIND] == kind]
        return found

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> EventEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[EventEntry]: ...
    def __getitem__(self, index: int | slice) -> EventEntry | Sequence[EventEntry]:
        return self._all()[index]

    def __iter__(self) -> Iterator[EventEntry]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Entries as they are now; the model stays behind."""
        return EventLog, (self._names, self._rows, self.crossing)

    def __repr__(self) -> str:
        return f"EventLog({len(self)} entries)"

    def _all(self) -> list[EventEntry]:
        known, count = self._entries, len(self._rows)
        if len(known) < count:
            columns = (self.time, self.name, self.before, self.after, self.crossing)
            known += map(EventEntry, *(column[len(known) : count].tolist() for column in columns))
        return known
