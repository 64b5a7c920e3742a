"""Remove parts, with everything that names them; or an end of a connection."""

from collections.abc import Sequence

from simnon.model import Connect, Name, Part, System
from simnon.source import UserError

from .replacing import (
    Edited,
    Replacement,
    Statement,
    declaration_range,
    is_in,
    names_of,
    part_of,
    statement_range,
    statements_of,
)


def remove(system: System, names: Sequence[str]) -> Edited:
    """The parts; a connection keeps its other ends, everything else that reads or sets them is removed too."""
    gone = {part_of(system, name).name.casefold() for name in names}
    found = without_parts(system, gone)
    notes = []
    for statement in statements_of(system):
        touched = [name for name in names_of(statement) if is_in(name, gone)]
        if not touched:
            continue
        if isinstance(statement, Connect):
            found += without_ends(statement, touched)
        else:
            start, end = statement_range(statement)
            found.append(Replacement(start, end, ""))
            notes.append(f"removed: {_first_line(statement)}")
    return Edited(tuple(found), tuple(notes))


def _first_line(statement: Statement) -> str:
    return " ".join(statement.span.text.split())


def without_parts(system: System, gone: set[str]) -> list[Replacement]:
    """Their declarations: whole lines, or single names in a line with several."""
    by_line: dict[tuple[int, int], list[Part]] = {}
    for each in (system, *system.versions):
        for part in each.parts:
            first, last, _, _ = declaration_range(part)
            by_line.setdefault((first, last), []).append(part)
    found = []
    for (first, last), parts in by_line.items():
        going = [part for part in parts if part.name.casefold() in gone]
        if len(going) == len(parts):
            found.append(Replacement(first, last, ""))
        elif going:
            found += _without_names(parts, gone)
    return found


def _without_names(parts: list[Part], gone: set[str]) -> list[Replacement]:
    """Each with the comma or blanks between it and a neighbour that stays."""
    ranges = [declaration_range(part)[2:] for part in parts]
    stays = [part.name.casefold() not in gone for part in parts]
    first = stays.index(True)
    found = [Replacement(ranges[i][0], ranges[i + 1][0], "") for i in range(first)]
    found += [Replacement(ranges[i - 1][1], ranges[i][1], "") for i in range(first + 1, len(parts)) if not stays[i]]
    return found


def without_ends(connect: Connect, gone: Sequence[Name], *, least: int = 2) -> list[Replacement]:
    """The connection without these ends; the whole line if less than `least` are left."""
    left = [end for end in connect.ends if end not in gone]
    if len(left) < least:
        start, end = statement_range(connect)
        return [Replacement(start, end, "")]
    spans = [end.span for end in connect.ends if end.span is not None]
    found = []
    stays = [end not in gone for end in connect.ends]
    first = stays.index(True)
    found += [Replacement(spans[i].start, spans[i + 1].start, "") for i in range(first)]
    found += [Replacement(spans[i - 1].end, spans[i].end, "") for i in range(first + 1, len(spans)) if not stays[i]]
    return found


def disconnect(system: System, ends: Sequence[str]) -> Edited:
    """Of the connection that has all these ends: all but the first of them go."""
    wanted = [_plain(end) for end in ends]
    for connect in system.connects:
        by_text = {_plain(end.span.text): end for end in connect.ends if end.span is not None}
        if all(end in by_text for end in wanted):
            return Edited(tuple(without_ends(connect, [by_text[end] for end in wanted[1:]])))
    for assignment in system.assignments:
        names = [_plain(name.span.text) for name in names_of(assignment) if name.span is not None]
        if names[:1] and set(wanted) == set(names):
            start, stop = statement_range(assignment)
            return Edited((Replacement(start, stop, ""),))
    known = [" ".join(_plain(end.span.text) for end in each.ends if end.span) for each in system.connects]
    hint = f"the connections are: {'; '.join(known[:8])}" if known else f"'{system.name}' has no connections"
    raise UserError("improper-connection", f"nothing connects {' and '.join(ends)}", hint)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
