"""bands: guards that are zero along with a surface count as zero there; when it is left, their signs are imposed."""

import pytest

from simnon.kernels import Shape
from simnon.kernels.bands import (
    CUT,
    KEPT,
    begin_bands,
    end_bands,
    is_watched,
    leave_bands,
    move_off_surface,
    raw_guards,
    restore_states,
    take_modes_off_surface,
)
from simnon.kernels.control import TRIAL
from simnon.kernels.shares import BESIDE, FAR, RAW
from simnon.kernels.subset import Array
from simnon.program import GuardSlot, Layout, SlidingSlots
from simnon.simulation import RunOptions

from .begun_runs import BegunRun, begun, put_entries, state_slots

NOW = 3.0
DIFFERENCE = 0.001
WAY = 2.0 * DIFFERENCE
"""How far off the surface the state is moved: the fields differ by 2."""
COUNT = 50
SIZES = {
    "count": 1, "difference": 1, "surfaces": 3, "lows": 3, "highs": 3, "watched": 2, "shares": 2, "slopes": 6,
    "system": 6, "fields": 6, "point": 2, "rates": 2, "first": 3, "second": 3, "base": 0, "sum": 0, "kept": 0,
    "bands": 3,
}  # fmt: skip
MODES = (10, 11, 12)


def shape_of() -> tuple[int, ...]:
    """Two states, three modes, each with the guard of the same number, at most two surfaces."""
    shape = Shape([0] * len(Shape.record_fields))
    shape.states, shape.modes, shape.all_guards, shape.slots, shape.most = 2, 3, 3, 0, 2
    end = COUNT
    for name, size in SIZES.items():
        setattr(shape, name, end)
        end += size
    return (*shape.numbers, *MODES, 0, -1, 1, -1, 2, -1)


def slope_at(state: float) -> float:
    return 3.0 if state > 0.0 else 2.0


@pytest.fixture
def slide(monkeypatch: pytest.MonkeyPatch) -> BegunRun:
    """A run slides along x = 0, the zero of its first guard; the second guard is 2 x, or 3 x above, the third 1 + x.

    The fields lead up on the low side and down on the high side. A mode is true if its guard is positive.
    """

    def held(time: float, states: Array, values: Array, out: Array) -> None:
        values[20] = 7.0 if values[COUNT] == 0.0 else 0.0

    def times(time: float, states: Array, values: Array, out: Array) -> None:
        values[21] = time * values[20]

    def guards(time: float, states: Array, values: Array, out: Array) -> None:
        assert (time, values[COUNT], values[20], values[21]) == (NOW, 0.0, 7.0, 7.0 * NOW)
        out[0], out[1], out[2] = states[0], slope_at(states[0]) * states[0], 1.0 + states[0]

    def modes(time: float, states: Array, values: Array, out: Array) -> None:
        assert (time, values[COUNT]) == (NOW, 0.0)
        for i, guard in enumerate((states[0], states[0], 1.0 + states[0])):
            out[i] = 1.0 if guard > 0.0 else 0.0

    put_entries(monkeypatch, held=held, times=times, guards=guards, modes=modes)
    numbers = shape_of()
    layout = Layout(
        states=state_slots(2),
        guards=tuple(GuardSlot(i, "", ()) for i in range(3)),
        modes=MODES,
        sliding=SlidingSlots(numbers, ((0,), (1,), (2,)), (True, True, True), 0),
    )
    run = begun(layout, RunOptions(0.0, 10.0, method="dopri5"), states=(0.0, 5.0))
    run.control.time, run.control.taken, run.control.sliding = NOW, 0.5, COUNT
    shape, values = run.shape, run.values
    values[COUNT], values[shape.difference], values[shape.watched] = 1.0, DIFFERENCE, 0.0
    values[shape.surfaces] = 1.0
    for i, field in enumerate((1.0, 0.5, -1.0, 0.5)):
        values[shape.fields + i] = field
    return run


def bands_of(run: BegunRun) -> list[float]:
    return list(run.values[run.shape.bands : run.shape.bands + 3])


def test_raw_guards_are_those_with_all_modes_low(slide: BegunRun) -> None:
    slide.states[0] = 0.25
    raw_guards(slide.control, slide.shape, slide.states, slide.values, slide.work, RAW)
    assert slide.guards(RAW) == [0.25, 0.75, 1.25]
    assert slide.values[COUNT] == 1.0


@pytest.mark.parametrize(("side", "state"), [(1, WAY), (-1, -WAY)])
def test_a_state_is_moved_off_the_surface_to_the_requested_side(slide: BegunRun, side: int, state: float) -> None:
    move_off_surface(slide.control, slide.shape, slide.states, slide.values, slide.work, side)
    assert list(slide.states) == [state, 5.0]
    assert slide.guards(BESIDE) == [state, slope_at(state) * state, 1.0 + state]
    assert slide.array_of_states(TRIAL) == [0.0, 5.0]
    restore_states(slide.control, slide.shape, slide.states, slide.values, slide.work)
    assert list(slide.states) == [0.0, 5.0]
    assert slide.guards(RAW) == [0.0, 0.0, 1.0]


def test_the_distance_off_a_surface_is_that_of_the_surface(slide: BegunRun) -> None:
    shape = slide.shape
    slide.values[shape.fields + 4], slide.values[shape.fields + 5] = 1.0, -2.5
    move_off_surface(slide.control, shape, slide.states, slide.values, slide.work, -2)
    assert list(slide.states) == [0.0, 5.0 - 3.0 * DIFFERENCE]


def test_the_distance_off_a_surface_is_at_least_that_of_a_jump(slide: BegunRun) -> None:
    slide.control.taken = 1e4
    move_off_surface(slide.control, slide.shape, slide.states, slide.values, slide.work, 1)
    assert slide.states[0] == 2.0 * FAR * 1e4


def begin(run: BegunRun) -> BegunRun:
    begin_bands(run.control, run.plan, run.shape, run.states, run.values, run.work, 1)
    return run


def test_a_guard_that_is_zero_along_with_the_surface_gets_a_band(slide: BegunRun) -> None:
    slide.values[11] = slide.values[12] = 1.0
    begin(slide)
    # Not the guard of the surface itself, and not one that is far from zero.
    assert bands_of(slide) == [0.0, 2.0 * WAY, 0.0]
    assert list(slide.states) == [0.0, 5.0]
    # Its mode is that of the low side, even if it was not before.
    assert list(slide.values[10:13]) == [0.0, 0.0, 1.0]


def test_a_guard_that_has_a_band_keeps_it(slide: BegunRun) -> None:
    slide.values[slide.shape.bands + 1] = 0.5
    slide.values[11] = 1.0
    begin(slide)
    assert bands_of(slide) == [0.0, 0.5, 0.0]
    assert slide.values[11] == 1.0


def test_a_guard_as_far_from_zero_as_it_changes_gets_no_band(slide: BegunRun) -> None:
    slide.values[slide.shape.watched] = 2.0
    for state in (3.01 * WAY, -1.01 * WAY):
        slide.states[0] = state
        begin(slide)
        assert bands_of(slide) == [0.0, 0.0, 0.0]
    slide.states[0] = -0.99 * WAY
    begin(slide)
    assert bands_of(slide) == pytest.approx([WAY, 2.0 * WAY, 0.0])


def test_a_guard_is_watched_if_it_belongs_to_a_surface(slide: BegunRun) -> None:
    slide.values[slide.shape.watched + 1] = 2.0
    assert [is_watched(slide.shape, slide.values, guard) for guard in range(3)] == [True, False, False]
    slide.values[COUNT] = 2.0
    assert [is_watched(slide.shape, slide.values, guard) for guard in range(3)] == [True, False, True]


@pytest.mark.parametrize(("side", "mode"), [(1, 1.0), (-1, 0.0)])
def test_modes_with_bands_are_those_of_one_side(slide: BegunRun, side: int, mode: float) -> None:
    slide.values[slide.shape.bands] = slide.values[slide.shape.bands + 1] = 1.0
    slide.values[10], slide.values[11], slide.values[12] = 0.5, 0.5, 0.5
    take_modes_off_surface(slide.control, slide.plan, slide.shape, slide.states, slide.values, slide.work, side)
    # The first has its own surface, the third no band.
    assert list(slide.values[10:13]) == [0.5, mode, 0.5]
    assert slide.values[COUNT] == 1.0
    assert list(slide.states) == [0.0, 5.0]


def leave(run: BegunRun, leaving: int) -> BegunRun:
    leave_bands(run.control, run.plan, run.shape, run.states, run.values, run.work, leaving)
    return run


def imposed(run: BegunRun) -> list[float]:
    return list(run.work[run.control.imposed_signs : run.control.imposed_signs + 3])


def held_modes(run: BegunRun) -> list[float]:
    return list(run.work[run.control.held_modes : run.control.held_modes + 3])


@pytest.mark.parametrize(("leaving", "sign", "mode"), [(1, 1.0, 1.0), (-1, -1.0, 0.0)])
def test_when_a_surface_is_left_the_signs_of_its_guards_are_imposed(
    slide: BegunRun, leaving: int, sign: float, mode: float
) -> None:
    begin(slide)
    leave(slide, leaving)
    assert bands_of(slide) == [0.0, 0.0, 0.0]
    assert imposed(slide) == [0.0, sign, 0.0]
    assert held_modes(slide) == [0.0, KEPT, 0.0]
    assert slide.values[11] == mode


def test_a_guard_with_the_band_of_a_different_surface_keeps_it(slide: BegunRun) -> None:
    slide.values[slide.shape.bands + 1] = 6.01 * WAY
    leave(slide, 1)
    assert bands_of(slide) == [0.0, 6.01 * WAY, 0.0]
    assert imposed(slide) == [0.0, 0.0, 0.0]
    slide.states[0] = WAY
    leave(slide, 1)
    assert bands_of(slide) == [0.0, 6.01 * WAY, 0.0]
    slide.values[slide.shape.bands + 1], slide.states[0] = 6.0 * WAY, 0.0
    leave(slide, 1)
    assert bands_of(slide) == [0.0, 0.0, 0.0]


def test_without_bands_nothing_is_evaluated(slide: BegunRun) -> None:
    leave(slide, 1)
    assert slide.guards(BESIDE) == [0.0, 0.0, 0.0]
    assert held_modes(slide) == [0.0, 0.0, 0.0]


def ended(run: BegunRun, *, is_located: bool) -> int:
    return end_bands(run.control, run.shape, run.values, run.work, is_located)


def test_a_band_ends_when_its_guard_leaves_it(slide: BegunRun) -> None:
    slide.values[slide.shape.bands + 1], slide.values[slide.shape.bands + 2] = 0.5, 0.5
    slide.set_guards(RAW, 9.0, 0.5, -0.6)
    assert ended(slide, is_located=False) == 1
    assert bands_of(slide) == [0.0, 0.5, 0.0]


def test_a_band_ends_when_its_guard_has_just_been_located(slide: BegunRun) -> None:
    slide.values[slide.shape.bands], slide.values[slide.shape.bands + 1] = 0.5, 0.5
    slide.set_guards(RAW, 0.0, 0.0, 0.0)
    slide.set_guards(CUT, 0.0, 1e-9, 0.0)
    assert ended(slide, is_located=False) == 0
    assert ended(slide, is_located=True) == 1
    assert bands_of(slide) == [0.0, 0.5, 0.0]


def test_all_bands_end_with_the_last_surface(slide: BegunRun) -> None:
    slide.values[slide.shape.bands], slide.values[slide.shape.bands + 1] = 0.5, 0.5
    slide.values[COUNT] = 0.0
    assert ended(slide, is_located=False) == 2
    assert bands_of(slide) == [0.0, 0.0, 0.0]
