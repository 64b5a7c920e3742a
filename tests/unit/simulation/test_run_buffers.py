"""The arrays of a run: sizes that fit the model, and histories that grow without losing anything."""

import numpy as np
import pytest

import simnon
from simnon.kernels import METHODS, Control
from simnon.kernels import control as codes
from simnon.program import Array, Layout
from simnon.simulation import RunOptions, run_buffers
from simnon.simulation.run_buffers import (
    FIXED,
    OF_SINGLE_RUNS,
    begin,
    fixed_numbers,
    make_run_buffers,
    with_histories,
    with_longer_histories,
)

TEXT = """CONTINUOUS SYSTEM s
STATE x
DER dx
dx = IF x > 1 THEN -DELAY(x, 1) ELSE DELAY(x, 2)
WHEN x > 2
  n = PRE(n) + 1
END
STOP WHEN x > 3
END
DISCRETE SYSTEM d
OUTPUT y
TIME t
TSAMP ts
y = t
ts = t + 1
END
"""


def layout_of(text: str) -> tuple[Layout, Array]:
    program = simnon.load(text)._simulator.program
    assert program is not None
    return program.layout, np.array([slot.start for slot in program.layout.slots])


def test_the_control_numbers_count_what_the_model_has() -> None:
    layout, values = layout_of(TEXT)
    control = make_run_buffers(layout, with_histories(layout, values), [5, 6], METHODS["dopri5"]).control

    counts = {
        "state_count": 1,
        "event_count": 1,
        "stop_count": 1,
        "sampler_count": 1,
        "delay_count": 2,
        "stored_count": 2,
        "condition_count": 2,
        "guard_count": len(layout.guards),
        "mode_count": len(layout.modes),
    }
    assert {name: getattr(control, name) for name in counts} == counts


def test_a_record_holds_an_integer_number_of_rows() -> None:
    layout, values = layout_of(TEXT)
    buffers = make_run_buffers(layout, with_histories(layout, values), [5, 6], METHODS["dopri5"])

    assert len(buffers.record) == buffers.control.row_limit * 3


def test_a_wide_record_has_fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, values = layout_of(TEXT)
    monkeypatch.setattr(run_buffers, "MAX_NUMBERS_IN_A_RECORD", 90)
    buffers = make_run_buffers(layout, with_histories(layout, values), [5, 6], METHODS["dopri5"])

    assert buffers.control.row_limit == 30


def test_an_empty_model_has_run_buffers_too() -> None:
    layout, values = layout_of("CONTINUOUS SYSTEM s\ny = 1\nEND\n")
    buffers = make_run_buffers(layout, values, [], METHODS["dopri5"])

    assert all(len(part) > 0 for part in buffers.arrays())


def test_a_run_begins_at_its_start_with_event_iteration() -> None:
    layout, values = layout_of(TEXT)
    buffers = make_run_buffers(layout, with_histories(layout, values), [], METHODS["dopri5"])
    begin(buffers, layout, RunOptions(2.0, 5.0, seed=7), METHODS["dopri5"])

    assert [buffers.control.time, buffers.control.stop_time, buffers.control.phase] == [
        2.0,
        5.0,
        codes.ITERATING_EVENTS,
    ]
    assert buffers.values[:2].tolist() == [2.0, 7.0]


def test_longer_histories_keep_their_contents() -> None:
    layout, values = layout_of(TEXT)
    short = with_histories(layout, values)
    for number, delay in enumerate(layout.delays):
        start, capacity = int(short[delay.history]), int(short[delay.history + 1])
        short[delay.history + 2 : delay.history + 4] = (3, capacity)
        ring = short[start : start + capacity * run_buffers.PIECE_SIZE].reshape(capacity, run_buffers.PIECE_SIZE)
        ring[:] = np.roll(np.arange(capacity), 3)[:, None] + 0.5 * number

    long = with_longer_histories(layout, short)

    for number, delay in enumerate(layout.delays):
        start, capacity, oldest, count = (int(n) for n in long[delay.history : delay.history + 4])
        assert (capacity, oldest, count) == (2 * run_buffers.PIECES_OF_A_HISTORY, 0, run_buffers.PIECES_OF_A_HISTORY)
        kept = long[start : start + count * run_buffers.PIECE_SIZE : run_buffers.PIECE_SIZE]
        assert np.array_equal(kept, np.arange(count) + 0.5 * number)


@pytest.mark.parametrize("stored", [[], [5], [3, 5, 6]])
def test_the_fixed_numbers_are_equal_in_every_run(stored: list[int]) -> None:
    layout, values = layout_of(TEXT)
    buffers = make_run_buffers(layout, with_histories(layout, values), stored, METHODS["dop853"])
    fixed = fixed_numbers(layout, METHODS["dop853"])

    assert {number for array, number in fixed if array == "control"} == set(
        map(Control.offset, (*FIXED, *OF_SINGLE_RUNS))
    )
    arrays = {"control": buffers.control.numbers, "plan": buffers.plan}
    assert all(arrays[array][number] == known for (array, number), known in fixed.items())
