"""Event log -> notes on where a run slid along a switch, and where events accumulated."""

from .event_log import EventLog

MAX_LISTED = 3


def notes_on_slides(events: EventLog, end: float) -> list[str]:
    """One note for each comparison, with the first times."""
    times_of_name: dict[str, list[str]] = {}
    for name, since, until in events.slides(end):
        times_of_name.setdefault(name, []).append(f"from t = {since:.6g} to {until:.6g}")
    return [_note(name, times) for name, times in times_of_name.items()]


def notes_on_accumulations(events: EventLog, stop: float) -> list[str]:
    """Where a run continued from the limit of infinitely many events, unless it ended there."""
    return [
        f"events accumulate at t = {at:.12g}: the run continues from their limit"
        for at in events.accumulations()
        if stop - at > 1e-6 * abs(stop)
    ]


def _note(name: str, times: list[str]) -> str:
    shown = ", ".join(times[:MAX_LISTED])
    more = f" and {len(times) - MAX_LISTED} more times" if len(times) > MAX_LISTED else ""
    return (
        f"the run slides on {name} {shown}{more}: the equations on both sides lead back to the switch, "
        "and the values there are their mean"
    )
