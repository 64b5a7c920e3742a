"""ahead: how far a look goes beyond an instant, and where states are by then."""

import pytest

from simnon.kernels import Control
from simnon.kernels.control import TRIAL
from simnon.kernels.look_ahead import look, look_ahead_distance
from simnon.program import Layout

from .begun_runs import begun, state_slots

TOLERANCE = 1e-15


def control_after(taken: float = 0.5) -> Control:
    control = begun(Layout(states=state_slots(2))).control
    control.time, control.taken = 3.0, taken
    return control


def test_a_look_goes_a_little_farther_than_events_are_exact() -> None:
    assert look_ahead_distance(control_after(), TOLERANCE) == TOLERANCE + 4e-12 * 0.5


@pytest.mark.parametrize(("cluster", "doublings"), [(4, 0), (5, 1), (9, 5), (24, 20), (90, 20)])
def test_a_crowd_of_events_makes_it_look_farther(cluster: float, doublings: int) -> None:
    control = control_after()
    control.cluster = cluster
    assert look_ahead_distance(control, TOLERANCE) == 2.0**doublings * (TOLERANCE + 4e-12 * 0.5)


def test_in_a_series_it_looks_no_farther_than_a_part_of_the_last_interval() -> None:
    control = control_after()
    control.interval = 1e-12
    control.shrinks = 3.0
    assert look_ahead_distance(control, TOLERANCE) == TOLERANCE + 4e-12 * 0.5
    control.shrinks = 4.0
    assert look_ahead_distance(control, TOLERANCE) == 0.05 * 1e-12
    control.interval = 1e-15
    assert look_ahead_distance(control, TOLERANCE) == TOLERANCE
    control.interval = 1.0
    assert look_ahead_distance(control, TOLERANCE) == TOLERANCE + 4e-12 * 0.5


def test_it_does_not_look_less_far_than_before() -> None:
    control = control_after()
    control.horizon = 3.0 + 1e-6
    assert look_ahead_distance(control, TOLERANCE) == control.horizon - 3.0


def test_states_go_along_their_derivatives() -> None:
    run = begun(Layout(states=state_slots(2)), states=(1.0, 2.0))
    run.set_states(0, 4.0, -12.0)
    look(run.control, run.states, run.work, 0.25)
    assert run.array_of_states(TRIAL) == [2.0, -1.0]
    assert list(run.states) == [1.0, 2.0]
