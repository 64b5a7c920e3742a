"""Why a member of an ensemble stopped, as a number: the table of reasons, and tests on it."""

import numpy as np
from numpy.typing import NDArray

from simnon.kernels import control as codes

NOT_RUN, END, STOP_CONDITION, FAILURE, LOOP_FAILED, NOT_FINITE, AMBIGUOUS, ARRIVED = (
    "not-run",
    "end",
    "stop-condition",
    "step-too-small",
    "algebraic-loop-failed",
    "not-finite",
    "ambiguous-sliding",
    "arrived",
)
HAS_NOT_RUN = 0
"""The status of members that were abandoned when an ensemble was stopped; no run ends with it."""
CODE_OF_STATUS = {
    codes.ENDED: END,
    codes.STOPPED: STOP_CONDITION,
    codes.STEP_TOO_SMALL: FAILURE,
    codes.CHATTERING: "event-chattering",
    codes.SAMPLING_STUCK: "sampling-stuck",
    codes.OUTSIDE_DOMAIN: "outside-domain",
    codes.DELAY_VANISHED: "delay-vanished",
}
STOPS = (NOT_RUN, *CODE_OF_STATUS.values(), LOOP_FAILED, NOT_FINITE, AMBIGUOUS, ARRIVED)
"""Results and files hold indices into this table. A member whose states become infinite or nan ends because no step
is short enough; one that completed is not-finite if a value it keeps is not."""
NUMBER_OF_STOP = {code: number for number, code in enumerate(STOPS)}
_HAS_RESULTS = np.array([code in (END, STOP_CONDITION, NOT_FINITE, ARRIVED) for code in STOPS])
_CODE_OF_ANY = {HAS_NOT_RUN: NOT_RUN, **CODE_OF_STATUS, codes.SLIDE_AMBIGUOUS: AMBIGUOUS, codes.ARRIVED: ARRIVED}
_OF_STATUS = np.array(
    [NUMBER_OF_STOP[_CODE_OF_ANY.get(status, FAILURE)] for status in range(max(_CODE_OF_ANY) + 1)], np.int8
)


def have_results(stops: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which members reached the stop time, a STOP WHEN or a destination."""
    return _HAS_RESULTS[stops]


def number_of_stop(code: str) -> int:
    """The index of a stop code."""
    return NUMBER_OF_STOP.get(code, NUMBER_OF_STOP[FAILURE])


def mark_not_finite(stops: NDArray[np.int8], numbers: NDArray[np.float64]) -> NDArray[np.int8]:
    """The stops, with those of completed members marked if their row of `numbers` is not finite."""
    is_bad = ~np.isfinite(numbers).all(axis=1) & (stops == NUMBER_OF_STOP[END])
    return np.where(is_bad, np.int8(NUMBER_OF_STOP[NOT_FINITE]), stops)


def numbers_of_stops(statuses: NDArray[np.float64]) -> NDArray[np.int8]:
    """Indices of the stops for statuses of the kernels."""
    return _OF_STATUS[statuses.astype(np.int64)]
