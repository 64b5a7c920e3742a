"""library_steps: how far a step taken by a library can go, and how it is taken over."""

from simnon.kernels import Control
from simnon.kernels.control import FAILED, MADE, REQUESTED
from simnon.kernels.library_steps import UNBOUNDED, request_step, take_step
from simnon.program import Layout

from .begun_runs import begun, state_slots


def control_at(time: float) -> Control:
    control = begun(Layout(states=state_slots(1))).control
    control.time, control.limit, control.shortest_delay = time, time + 1.0, 0.5
    return control


def test_a_step_can_go_to_the_limit() -> None:
    control = control_at(2.0)
    request_step(control)
    assert control.bound == 3.0
    control.step = 4.0
    request_step(control)
    assert control.bound == 3.0


def test_a_step_is_no_longer_than_proposed() -> None:
    control = control_at(2.0)
    control.step = 0.25
    request_step(control)
    assert control.bound == 2.25


def test_a_step_is_no_longer_than_the_shortest_delay() -> None:
    control = control_at(2.0)
    control.delay_count = 1
    control.step = 0.75
    request_step(control)
    assert control.bound == 2.5


def taken_as(outcome: int) -> tuple[Control, bool]:
    control = control_at(2.0)
    control.library_step, control.bound, control.proposed_step, control.step = outcome, 2.375, 0.125, 0.5
    control.budget, control.steps = 7.0, 20.0
    is_made = take_step(control)
    assert control.library_step == REQUESTED
    assert (control.budget, control.steps) == (6.0, 21.0)
    return control, is_made


def test_a_step_that_was_made_is_taken_over() -> None:
    control, is_made = taken_as(MADE)
    assert is_made
    assert (control.taken, control.reached, control.step, control.rejected) == (0.375, 2.375, UNBOUNDED, 0.0)


def test_after_a_failure_the_proposed_step_comes_next() -> None:
    control, is_made = taken_as(FAILED)
    assert not is_made
    assert (control.step, control.rejected, control.taken) == (0.125, 1.0, 0.0)
