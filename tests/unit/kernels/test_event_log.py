"""event_log: entries one after another, with the time reached, as long as there is space."""

from simnon.kernels.event_log import note
from simnon.program import Layout

from .begun_runs import begun


def test_entries_follow_one_another_with_the_time_reached() -> None:
    run = begun(Layout())
    run.control.time, run.control.reached = 0.75, 0.5
    note(run.control, run.log, 1, 2, -1.5, 2.5, -1)
    run.control.reached = 0.625
    note(run.control, run.log, 2, 7, 0.0, 1.0, 3)

    assert run.logged() == [(0.5, 1.0, 2.0, -1.5, 2.5, -1.0), (0.625, 2.0, 7.0, 0.0, 1.0, 3.0)]
    assert run.control.lost == 0.0


def test_entries_that_do_not_fit_are_counted() -> None:
    run = begun(Layout())
    run.control.log_capacity = 1
    for _ in range(3):
        note(run.control, run.log, 0, 0, 0.0, 1.0, -1)

    assert len(run.logged()) == 1
    assert run.control.lost == 2.0
