"""interpolants: whether values inside a step are needed, and the cubic through both of its ends."""

import pytest

from simnon.kernels.control import NEW
from simnon.kernels.interpolants import hermite, is_interpolant_needed
from simnon.kernels.subset import zeros
from simnon.program import Layout
from simnon.simulation import RunOptions

from .begun_runs import begun, state_slots

LAYOUT = Layout(states=state_slots(2))
LAST = 4


@pytest.mark.parametrize("fraction", [0.0, 0.125, 0.5, 0.8, 1.0])
def test_a_cubic_is_interpolated_exactly(fraction: float) -> None:
    run = begun(LAYOUT, states=(1.0, 2.0))
    h = run.control.taken = 0.5
    # 1 + t - 3 t^2 + 2 t^3, and 2 - t^3
    run.set_states(0, 1.0, 0.0)
    run.set_states(NEW, 1.0 + h - 3.0 * h**2 + 2.0 * h**3, 2.0 - h**3)
    run.set_states(LAST, 1.0 - 6.0 * h + 6.0 * h**2, -3.0 * h**2)
    out = zeros(2)
    run.control.last_stage = LAST
    hermite(fraction, run.control, run.states, run.work, out)

    t = fraction * h
    assert [out[0], out[1]] == pytest.approx([1.0 + t - 3.0 * t**2 + 2.0 * t**3, 2.0 - t**3], abs=1e-15)


def test_no_interpolant_is_needed_without_guards_delays_and_records() -> None:
    control = begun(LAYOUT).control
    assert not is_interpolant_needed(0.0, 1.0, control)
    control.guard_count = 1
    assert is_interpolant_needed(0.0, 1.0, control)
    control.guard_count, control.delay_count = 0, 1
    assert is_interpolant_needed(0.0, 1.0, control)


def test_a_record_within_the_step_or_at_its_end_needs_an_interpolant() -> None:
    control = begun(LAYOUT, RunOptions(2.0, 9.0, method="dopri5", spacing=0.5)).control
    control.records_due = 3.0
    assert is_interpolant_needed(3.0, 0.5, control)
    assert is_interpolant_needed(3.0, 1.5, control)
    assert not is_interpolant_needed(3.0, 0.25, control)
