"""look_ahead: how far the look-ahead goes beyond an instant, and the states there."""

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


def test_the_look_ahead_exceeds_the_accuracy_of_events() -> None:
    assert look_ahead_distance(control_after(), TOLERANCE) == TOLERANCE + 4e-12 * 0.5


@pytest.mark.parametrize(("cluster", "doublings"), [(4, 0), (5, 1), (9, 5), (24, 20), (90, 20)])
def test_a_cluster_of_events_extends_the_look_ahead(cluster: float, doublings: int) -> None:
    control = control_after()
    control.cluster = cluster
    assert look_ahead_distance(control, TOLERANCE) == 2.0**doublings * (TOLERANCE + 4e-12 * 0.5)


def test_in_a_series_the_look_ahead_is_a_fraction_of_the_last_interval() -> None:
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


def test_the_look_ahead_does_not_shrink() -> None:
    control = control_after()
    control.horizon = 3.0 + 1e-6
    assert look_ahead_distance(control, TOLERANCE) == control.horizon - 3.0


def test_states_are_extrapolated_along_their_derivatives() -> None:
    run = begun(Layout(states=state_slots(2)), states=(1.0, 2.0))
    run.set_states(0, 4.0, -12.0)
    look(run.control, run.states, run.work, 0.25)
    assert run.array_of_states(TRIAL) == [2.0, -1.0]
    assert list(run.states) == [1.0, 2.0]
