"""Event log -> notes on where a run slid along a switch."""

from .event_log import EventLog

MOST_TOLD = 3


def notes_on_slides(events: EventLog, end: float) -> list[str]:
    """One note for each comparison, with the first times."""
    times_of_name: dict[str, list[str]] = {}
    for name, since, until in events.slides(end):
        times_of_name.setdefault(name, []).append(f"from t = {since:.6g} to {until:.6g}")
    return [_note(name, times) for name, times in times_of_name.items()]


def _note(name: str, times: list[str]) -> str:
    told = ", ".join(times[:MOST_TOLD])
    more = f" and {len(times) - MOST_TOLD} times more" if len(times) > MOST_TOLD else ""
    return (
        f"the run slides on {name} {told}{more}: the equations on both sides lead back to the switch, "
        "and the values there are their mean"
    )
