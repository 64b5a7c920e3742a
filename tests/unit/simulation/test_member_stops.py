"""The numbers of reasons, which files keep."""

import numpy as np

from simnon.kernels import control as place
from simnon.simulation.member_stops import STOPS, number_of_stop, numbers_of_stops


def test_the_table_stays_as_files_have_it() -> None:
    assert STOPS == (
        "not-run",
        "end",
        "stop-condition",
        "step-too-small",
        "event-chattering",
        "sampling-stuck",
        "outside-domain",
        "delay-vanished",
        "algebraic-loop-failed",
        "not-finite",
        "ambiguous-sliding",
    )


def test_what_is_not_in_the_table_has_failed() -> None:
    assert STOPS[number_of_stop("singular-loop")] == "step-too-small"
    statuses = np.array([place.ENDED, place.STOPPED, place.HISTORY_IS_FULL, place.DELAY_VANISHED], float)
    assert [STOPS[number] for number in numbers_of_stops(statuses)] == [
        "end",
        "stop-condition",
        "step-too-small",
        "delay-vanished",
    ]
