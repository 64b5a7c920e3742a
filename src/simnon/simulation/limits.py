"""Ranges: parameters outside theirs are rejected, and a run notes when a variable left its range."""

from collections.abc import Callable, Mapping, Sequence

from simnon.model import FixedSet, Limit, VersionChoice, numbered_versions
from simnon.program import Array
from simnon.source import NamesToNumbers, UserError

from .outcome import EventEntry

MAX_SHOWN = 3


def check_parameters(limits: Sequence[Limit], structural: Sequence[str], parameters: Mapping[str, float]) -> None:
    """Raise if a value is outside its range, or belongs to a structural parameter."""
    for name in structural:
        if name in parameters:
            raise UserError(
                "structural-parameter",
                f"'{name}' is a structural parameter, and a run cannot change it",
                "change it in the text, and load the model again",
            )
    for limit in limits:
        for name in _limited(limit, parameters):
            value = parameters[name]
            if not limit.low <= value <= limit.high:
                raise UserError(
                    "out-of-range",
                    f"'{name}' cannot be {value:g}: its range is {limit.shown}",
                    f"give it a value in {limit.shown}",
                )


def _limited(limit: Limit, parameters: Mapping[str, float]) -> list[str]:
    """The parameters that have this range."""
    if limit.elements is None:
        return [limit.name] if limit.name in parameters else []
    elements = NamesToNumbers({}, {(limit.elements.before, limit.elements.after): (limit.elements, 0)})
    return [name for name in parameters if name in elements]


def check_versions(versions: Sequence[VersionChoice], initial: Mapping[str, float]) -> None:
    """Raise if a run would begin with an unknown version."""
    for choice in versions:
        number = initial.get(choice.name, 1.0)
        if not (number.is_integer() and 1 <= number <= len(choice.known)):
            raise UserError(
                "unknown-version",
                f"'{choice.name}' cannot be {number:g}: there is no such version",
                f"the versions are {numbered_versions(choice.known)}",
            )


def check_fixed(sets: Sequence[FixedSet], numbers: Callable[[Sequence[str]], Sequence[float]]) -> None:
    """Raise if connected terminals have different FIXED values; `numbers` returns those of names."""
    for each in sets:
        message = each.disagreement(numbers(each.names))
        if message:
            place = "" if each.span is None else f", connected in line {each.span.line}"
            raise UserError(
                "improper-connection",
                message + place,
                "FIXED values of connected terminals must be equal: change all of them together",
            )


def notes_on_limits(
    limits: Sequence[Limit], columns: Mapping[str, Array], start: float, events: Sequence[EventEntry]
) -> list[str]:
    """When each variable left its range, and whether it began outside."""
    watched = {limit.count: limit for limit in limits if limit.count}
    times: dict[str, list[float]] = {limit.count: [] for limit in watched.values() if _began_outside(limit, columns)}
    for times_at_start in times.values():
        times_at_start.append(start)
    if watched:
        for entry in events:
            if entry.name in watched:
                times.setdefault(entry.name, []).append(entry.time)
    return [_note(watched[count], at) for count, at in times.items()]


def _began_outside(limit: Limit, columns: Mapping[str, Array]) -> bool:
    column = columns.get(limit.name)
    return column is not None and len(column) > 0 and not limit.low <= column[0] <= limit.high


def _note(limit: Limit, times: list[float]) -> str:
    # A variable can leave its range more than once at one time: at the start and by an event there.
    shown = list(dict.fromkeys(f"{time:g}" for time in times))
    more = f" and {len(shown) - MAX_SHOWN} more times" if len(shown) > MAX_SHOWN else ""
    shown = shown[:MAX_SHOWN]
    return f"{limit.name} left its range {limit.shown} at t = {', '.join(shown)}{more}"
