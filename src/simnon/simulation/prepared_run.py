"""Model + options -> runs about to begin, by copying the arrays of one that is kept.

Whatever runs with the same options share, whatever their parameters and initial values, is found once: the method, its
code, the slots of names, plans and workspaces.
"""

import time
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simnon.compiler import CompiledModel
from simnon.doors import loaded_on_use
from simnon.kernels import Control
from simnon.program import Array
from simnon.source import frozen

from .event_names import EventNames
from .first_method import STIFF_CHOICE, CodeOfMethod, first_method
from .options import RunOptions
from .record import check_record_size
from .run_buffers import RunBuffers, begin, give_initial_values, make_run_buffers, with_histories

with loaded_on_use(__name__):
    from .matrix_buffers import add_jacobian
    from .sundials import load_library

MAX_BYTES_OF_SPARE = 2**21
"""Buffers up to this size are kept for the next run: the system hands out new memory page by page."""
MAX_BYTES_OF_BEGUN = 2**25
"""Larger runs begin anew each time: a copy would take as long, and as much memory as the run."""
MAX_SPARE = 4
"""Pairs of buffers that are kept, for runs in several threads."""

NOTHING = np.zeros(0)
"""In place of a record and a log that were handed to another run."""

Spare = tuple[Array, Array, tuple[Any, ...]]
"""A record and a log, and what the run loop takes in their place."""
Sliding = Callable[[], tuple[CompiledModel, CodeOfMethod]]
"""Returns the model with code that can slide along a switch, and its methods."""


@frozen
class IfStiff:
    """What `auto` does if the system is stiff: the method, and whether that needs a scalar for each element of arrays.

    `expanded` is then the same run with them.
    """

    method: Callable[[], str] = lambda: STIFF_CHOICE
    needs_elements: Callable[[], bool] = lambda: False
    expanded: Callable[[], tuple["PreparedRun", RunBuffers]] | None = None


@frozen
class RecordedNames:
    """What is recorded: the names and their slots; the columns in `negated` have the opposite sign."""

    names: Sequence[str]
    slots: tuple[int, ...]
    negated: tuple[int, ...] = ()
    every: Sequence[int] | NDArray[np.int64] = ()
    """The slots of all variables, stored or not."""


MOST_KEPT = 32
"""Runs that each record something different, or each have a different end, do not fill the memory."""
_settings = attrgetter(*(name for name in RunOptions.__dataclass_fields__ if name not in ("parameters", "initial")))


class PreparedRun:
    """All that runs with the same options share; `values` are those of the text, or of the one run it is for."""

    def __init__(
        self,
        model: CompiledModel,
        code_of_method: CodeOfMethod,
        options: RunOptions,
        values: Array,
        stored: RecordedNames,
        sliding: Sliding | None = None,
        if_stiff: IfStiff | None = None,
    ) -> None:
        started = time.perf_counter()
        layout = model.program.layout
        self.model, self.layout, self.stored = model, layout, stored
        self.executable = model.executable
        self.has_foreign = bool(model.program.foreign)
        self.is_isolated = any(function.isolation for function in model.program.foreign)
        self.code_of_method, self.sliding, self.if_stiff = code_of_method, sliding, if_stiff or IfStiff()
        self.width = len(stored.slots) + 1
        first = first_method(options.method, model, layout, code_of_method)
        self.method, self.note = first.method, first.note
        if self.method.has_library_steps:
            load_library(self.method.name)  # If it is missing, report that before compiling a large model.
        self.code = code_of_method(self.method.name)
        self.names = EventNames(layout)
        self.slowness = model.target.slowness
        self.every = np.asarray(stored.every, dtype=np.int64)
        self.is_all_stored = len(stored.slots) == len(self.every) and bool(np.all(stored.slots == self.every))
        self._arrange(options, values)
        self._begun: dict[tuple[object, ...], Array] = {}
        self.compile_seconds = time.perf_counter() - started
        """Counted by the first run."""

    def _arrange(self, options: RunOptions, values: Array) -> None:
        """Lay out the arrays that change in a row."""
        layout = self.layout
        slot_of_name = layout.initial_slot_of_name() if options.initial else {}
        buffers = make_run_buffers(
            layout,
            with_histories(layout, values) if layout.delays else values,
            self.stored.slots,
            self.method,
            tuple(slot_of_name[name] for name in options.initial),
            len(options.times),
            len(options.watching.destinations) if options.watching else 0,
        )
        if self.method.has_jacobian:
            add_jacobian(buffers, len(layout.states), self.code.jacobian)
        parts = (buffers.control.numbers, buffers.states, buffers.values, buffers.work)
        ends = np.cumsum([len(part) for part in parts]).tolist()
        zeros = _leading_zeros(buffers.work)
        self._size, self._head, self._tail = ends[-1], np.concatenate(parts[:3]), buffers.work[zeros:].copy()
        self._slices = tuple(slice(end - len(part), end) for part, end in zip(parts, ends, strict=True))
        self._starts: tuple[int, ...] = tuple(part.start for part in self._slices)
        self._plan, self._argument_of_plan = buffers.plan, self.code.run.arguments(buffers.plan)
        self._spare = [self._with_arguments(buffers.record, buffers.log)]
        self._sizes = (len(buffers.record), len(buffers.log))

    def _with_arguments(self, record: Array, log: Array) -> Spare:
        return record, log, self.code.run.arguments(record, log)

    def buffers(self, options: RunOptions) -> RunBuffers:
        """The arrays of a run about to begin, with its initial values; its parameters are those of the text."""
        settings = _settings(options)
        try:
            begun = self._begun.get(settings)
        except TypeError:  # Tolerances by name cannot be compared quickly.
            return self._begin(options)
        if begun is None:
            if len(self._begun) >= MOST_KEPT:
                self._begun.clear()
            buffers = self._begin(options)
            if 8 * self._size <= MAX_BYTES_OF_BEGUN:
                self._begun[settings] = _block_of(buffers).copy()
            return buffers
        buffers = self._sliced(begun.copy())
        if options.initial:
            give_initial_values(buffers, options)
        return buffers

    def again(self, buffers: RunBuffers, places: NDArray[np.int64], numbers: Array) -> RunBuffers:
        """The arrays of another run that begins as the one of `buffers` would, but with `numbers` at `places`."""
        block = _block_of(buffers).copy()
        block[places] = numbers
        return self._sliced(block)

    def place_of_value(self, slot: int) -> int:
        """Where the block has the value of a slot,"""
        return self._starts[2] + slot

    def place_of_work(self, index: int) -> int:
        """and a number of `work`."""
        return self._starts[3] + index

    def _begin(self, options: RunOptions) -> RunBuffers:
        check_record_size(options, self.width, options.stop)
        # Memory that is only zero takes no space until a run writes to it.
        block = np.zeros(self._size)
        block[: len(self._head)] = self._head
        block[self._size - len(self._tail) :] = self._tail
        buffers = self._sliced(block)
        begin(buffers, self.layout, options, self.method)
        return buffers

    def _sliced(self, block: Array) -> RunBuffers:
        control, states, values, work = self._slices
        record, log, last = self._take_spare()
        first, *others = self.code.run.arguments_in(block, self._starts)
        arguments = (first, *self._argument_of_plan, *others, *last)
        numbers = Control(block[control])
        return RunBuffers(numbers, self._plan, block[states], block[values], block[work], record, log, arguments)

    def _take_spare(self) -> Spare:
        """A record and a log; the numbers in them are those of an earlier run."""
        try:
            return self._spare.pop()
        except IndexError:
            record, log = self._sizes
            return self._with_arguments(np.zeros(record), np.zeros(log))

    def lend(self, buffers: RunBuffers) -> None:
        """Give a run that continues a record and a log."""
        buffers.record, buffers.log, _ = self._take_spare()

    def take_back(self, buffers: RunBuffers) -> None:
        """Keep the record and the log of a run that has stopped, whose contents have been copied, for other runs."""
        if len(self._spare) < MAX_SPARE and buffers.record.nbytes <= MAX_BYTES_OF_SPARE:
            self._spare.append((buffers.record, buffers.log, buffers.arguments[-2:]))
        buffers.record = buffers.log = NOTHING
        buffers.arguments = ()


def _block_of(buffers: RunBuffers) -> Array:
    """All that changes during a run, in a row."""
    block = buffers.control.numbers.base
    assert isinstance(block, np.ndarray)
    return block


def _leading_zeros(numbers: Array) -> int:
    found = np.flatnonzero(numbers)
    return int(found[0]) if len(found) else len(numbers)


class PreparedRuns:
    """Those of one model that were used last, by the options that they depend on."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[object, ...], PreparedRun] = {}

    def find(self, options: RunOptions, make: Callable[[], PreparedRun]) -> PreparedRun:
        watching = options.watching
        destinations = len(watching.destinations) if watching is not None else 0
        store = None if options.store is None else tuple(options.store)
        key = (store, options.method, tuple(options.initial), len(options.times), destinations)
        found = self._by_key.get(key)
        if found is None:
            if len(self._by_key) >= MOST_KEPT:
                self._by_key.clear()
            found = self._by_key[key] = make()
        return found
