"""The numbers of stop reasons, which files contain."""

import numpy as np

from simnon.kernels import control as codes
from simnon.simulation.member_stops import STOPS, number_of_stop, numbers_of_stops


def test_the_table_matches_existing_files() -> None:
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
        "arrived",
    )


def test_a_status_not_in_the_table_is_a_failure() -> None:
    assert STOPS[number_of_stop("singular-loop")] == "step-too-small"
    statuses = np.array([codes.ENDED, codes.STOPPED, codes.HISTORY_IS_FULL, codes.DELAY_VANISHED], float)
    assert [STOPS[number] for number in numbers_of_stops(statuses)] == [
        "end",
        "stop-condition",
        "step-too-small",
        "delay-vanished",
    ]
