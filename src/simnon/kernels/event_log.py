"""The log of events, in the order in which they occur."""

from .control import LOG_WIDTH, Control
from .subset import Array


def note(control: Control, log: Array, kind: int, number: int, old: float, new: float, cause: int) -> None:
    """Add an entry to the event log; all entries of an instant have its time, even after `leave_zero` has advanced the
    run."""
    row = int(control.logged)
    if row >= control.log_capacity:
        control.lost += 1.0
        return
    log[row * LOG_WIDTH] = control.reached
    log[row * LOG_WIDTH + 1] = float(kind)
    log[row * LOG_WIDTH + 2] = float(number)
    log[row * LOG_WIDTH + 3] = old
    log[row * LOG_WIDTH + 4] = new
    log[row * LOG_WIDTH + 5] = float(cause)
    control.logged += 1.0
