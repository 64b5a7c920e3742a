"""The arrays of runs about to start, so that a test can call one function of the run loop as plain Python.

The entries of the model are small functions of a test, or those of a text, interpreted.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from simnon.kernels import METHODS, RUN_LOOP, Control, Integers, Shape
from simnon.kernels.control import LOG_WIDTH
from simnon.kernels.history import PIECE_SIZE
from simnon.kernels.subset import Array
from simnon.program import ENTRIES, Layout, StateSlot
from simnon.simulation import RunOptions
from simnon.simulation.run_buffers import begin, make_run_buffers
from tests.unit.analysis.small_models import program_without

from .plain_runs import module, put_in_place, replace_functions

Entry = Callable[[float, Array, Array, Array], None]
SLOTS = 100
"""How many slots `values` has before the histories."""
PIECES = 8
FIRST_STATE_SLOT = 2
UNIT = RunOptions(0.0, 1.0, method="dopri5")


@dataclass(frozen=True, slots=True, repr=False)
class BegunRun:
    """The arrays in the order in which kernels take them."""

    control: Control
    plan: Integers
    states: "array[float]"
    values: "array[float]"
    work: "array[float]"
    record: "array[float]"
    log: "array[float]"

    @property
    def model(self) -> tuple[Control, Integers, Array, Array, Array]:
        """The arguments nearly all functions take."""
        return self.control, self.plan, self.states, self.values, self.work

    @property
    def arrays(self) -> tuple[Control, Integers, Array, Array, Array, Array, Array]:
        return (*self.model, self.record, self.log)

    @property
    def shape(self) -> Shape:
        return Shape(np.asarray(self.plan.numbers)[self.control.sliding_shape :])

    def array_of_states(self, number: int) -> list[float]:
        """One of the arrays at the beginning of `work`."""
        count = self.control.state_count
        return list(self.work[number * count : (number + 1) * count])

    def set_states(self, number: int, *states: float) -> None:
        first = number * self.control.state_count
        self.work[first : first + len(states)] = array("d", states)

    def guards(self, number: int) -> list[float]:
        """One of the arrays of guards."""
        first, count = self.control.guards, self.control.guard_count
        return list(self.work[first + number * count : first + (number + 1) * count])

    def set_guards(self, number: int, *guards: float) -> None:
        first = self.control.guards + number * self.control.guard_count
        self.work[first : first + len(guards)] = array("d", guards)

    def rows(self) -> list[tuple[float, ...]]:
        """The records taken."""
        width = self.control.stored_count + 1
        return [tuple(self.record[i * width : (i + 1) * width]) for i in range(int(self.control.rows))]

    def logged(self) -> list[tuple[float, ...]]:
        """The entries of the log: time, kind, number, the values before and after, the cause."""
        return [tuple(self.log[i * LOG_WIDTH : (i + 1) * LOG_WIDTH]) for i in range(int(self.control.logged))]


def state_slots(count: int) -> tuple[StateSlot, ...]:
    return tuple(StateSlot(i, f"x{i}", f"dx{i}", FIRST_STATE_SLOT + i) for i in range(count))


def begun(
    layout: Layout,
    options: RunOptions = UNIT,
    *,
    states: Sequence[float] = (),
    stored: Sequence[int] = (),
    initials: Sequence[int] = (),
    times: Sequence[float] = (),
) -> BegunRun:
    """A run with the method of the options and the given states; all slots and results are zero."""
    method = METHODS[options.method]
    values = np.zeros(SLOTS + PIECES * PIECE_SIZE * len(layout.delays))
    for i, delay in enumerate(layout.delays):
        values[delay.history : delay.history + 2] = SLOTS + i * PIECES * PIECE_SIZE, PIECES
    buffers = make_run_buffers(layout, values, stored, method, initials, len(times))
    begin(buffers, layout, replace(options, times=times), method)
    buffers.states[: len(states)] = states
    # Python arrays return Python floats, which are faster than NumPy's.
    control, plan, *others = (array("d", each.tobytes()) for each in buffers.arrays())
    return BegunRun(Control(control), Integers(plan), *others)


def put_entries(patch: pytest.MonkeyPatch, **functions: Callable[..., object]) -> None:
    """Give the kernels these entries of a model and of a method; the others do nothing."""
    for name in (*RUN_LOOP, "ensemble"):
        replace_functions(module(name), dict.fromkeys(ENTRIES, nothing) | functions, patch)


def nothing(time: float, states: Array, values: Array, out: Array) -> None:
    pass


def begun_model(text: str, patch: pytest.MonkeyPatch, options: RunOptions = UNIT) -> BegunRun:
    """A run of the model of a text, its entries interpreted, after `begin`."""
    program = program_without(text)
    put_in_place([program], METHODS[options.method], patch)
    run = begun(program.layout, options)
    for slot in program.layout.slots:
        run.values[slot.index] = slot.start
    run.values[0], run.values[1] = options.start, options.seed
    module("start").begin(*run.model)
    return run
