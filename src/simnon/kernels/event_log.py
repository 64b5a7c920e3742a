"""The log of events, in the order in which they happen."""

from .control import LOG_ROOM, LOG_WIDTH, LOGGED, LOST, REACHED
from .subset import Array


def note(control: Array, log: Array, kind: int, number: int, old: float, new: float, cause: int) -> None:
    """Add an entry to the event log; all of an instant have its time, also where `leave_zero` has moved on."""
    row = int(control[LOGGED])
    if row >= int(control[LOG_ROOM]):
        control[LOST] += 1.0
        return
    log[row * LOG_WIDTH] = control[REACHED]
    log[row * LOG_WIDTH + 1] = float(kind)
    log[row * LOG_WIDTH + 2] = float(number)
    log[row * LOG_WIDTH + 3] = old
    log[row * LOG_WIDTH + 4] = new
    log[row * LOG_WIDTH + 5] = float(cause)
    control[LOGGED] += 1.0
