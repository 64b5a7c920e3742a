"""Place a part, connect terminals, make an array, give a value: acts that add a line or change a word."""

from collections.abc import Sequence

from simnon.model import Name, System, SystemKind, print_expression
from simnon.source import UserError, whole_number

from .replacing import (
    NAME,
    Edited,
    Replacement,
    check_new_name,
    declaration_range,
    inserted_after,
    inserted_before_end,
    is_in,
    names_of,
    names_taken,
    part_of,
    statement_range,
    statements_of,
)


def place(system: System, type_: str, name: str = "", members: str = "") -> tuple[Edited, str]:
    """`SYSTEM name: type` after the parts there are; the name of the new part, which is made if none is given."""
    chosen = name or free_part_name(system, type_)
    check_new_name(chosen, system)
    line = f"SYSTEM {chosen}{f'[{members}]' if members else ''}: {type_}"
    return Edited((inserted_after(system.span.source, after_parts(system), [line]),)), chosen


def free_part_name(system: System, type_: str) -> str:
    """The name of the type, with the first number that makes it unique."""
    stem, taken = type_.rpartition(".")[2], names_taken(system)
    number, found = 1, stem
    while found.casefold() in taken:
        number += 1
        found = f"{stem}{number}"
    return found


def after_parts(system: System) -> int:
    """Where a part is declared: after the last one, else after the declarations, else after the heading."""
    places = [part.span.start for part in system.parts]
    places = places or [each.span.start for each in system.declarations]
    places = places or [each.span.start for each in system.terminals]
    return max(places, default=system.span.start)


def join(system: System, ends: Sequence[str]) -> Edited:
    """`CONNECT a.p b.p` after the connections there are; in a system of connected systems, `u[b] = y[a]`."""
    if len(ends) < 2:
        raise UserError("bad-command", "JOIN needs at least two ends", "JOIN motor.shaft gear.a")
    twice = next((end for i, end in enumerate(ends) if end.casefold() in {each.casefold() for each in ends[:i]}), None)
    if twice is not None:
        raise UserError("improper-connection", f"{twice} cannot be connected to itself", "give two different ends")
    if system.kind is SystemKind.CONNECTING and not system.parts:
        return Edited((inserted_before_end(system, _as_equations(ends)),))
    line = f"CONNECT {' '.join(ends)}"
    if system.connects:
        last = max(system.connects, key=lambda each: each.span.start)
        start = statement_range(last)[1] - 1
        return Edited((inserted_after(system.span.source, max(start, last.span.start), [line]),))
    return Edited((inserted_after(system.span.source, after_parts(system), [line]),))


def _as_equations(ends: Sequence[str]) -> list[str]:
    names = [_in_brackets(end) for end in ends]
    return [f"{target} = {names[0]}" for target in names[1:]]


def _in_brackets(end: str) -> str:
    owner, dot, name = end.rpartition(".")
    return f"{name}[{owner}]" if dot else name


def make_array(system: System, name: str, count: str) -> Edited:
    """`SYSTEM name[1..count]: type`; what was connected stays connected to the first member, values go to all."""
    part = part_of(system, name)
    if not _is_count(count):
        hint = "give a positive number, or the name of a parameter"
        raise UserError("bad-argument", f"an array cannot have {count} members", hint)
    if part.first is not None:
        return _with_count(system, name, count)
    *_, end = declaration_range(part)
    found = [Replacement(end, end, f"[1..{count}]")]
    index = next(each for each in ("k", "i", "j", "member") if each not in names_taken(system))
    for statement in statements_of(system):
        names = [each for each in names_of(statement) if is_in(each, (name.casefold(),))]
        is_value = statement in system.redefinitions
        for each in names:
            assert each.span is not None
            at = each.span.start + len(each.path[0].name)
            found.append(Replacement(at, at, f"[{index}]" if is_value else "[1]"))
        if is_value and names:
            found.append(Replacement(statement.span.end, statement.span.end, f" FOR {index} = 1..{count}"))
    return Edited(tuple(found))


def _is_count(text: str) -> bool:
    """A positive integer or a name; what a name means, the compiler knows."""
    return whole_number(text) > 0 if text.isdecimal() else NAME.fullmatch(text) is not None


def _with_count(system: System, name: str, count: str) -> Edited:
    part = part_of(system, name)
    _, _, start, end = declaration_range(part)
    assert part.first is not None
    text = f"{part.name}[{print_expression(part.first)}..{count}]"
    return Edited((Replacement(start, end, text),))


def give(system: System, target: Name, written: str, value: str) -> Edited:
    """A value in the text: in place of the one there is, else in a line of its own before END."""
    key = written.casefold().replace(" ", "")
    for given in system.redefinitions:
        if given.target.span is not None and given.target.span.text.casefold().replace(" ", "") == key:
            return Edited((_with_value(given.span.source.text, given.target.span.end, given.span.end, value),))
    if not target.path:
        for own in system.values:
            if own.name.casefold() == target.name.casefold():
                return Edited((_with_value(own.span.source.text, own.span.start, own.span.end, value),))
        names = ", ".join(each.name for each in system.values)
        raise UserError("unknown-parameter", f"'{system.name}' gives no value to '{written}'", f"it has {names}")
    part_of(system, target.path[0].name)
    if system.redefinitions:
        last = max(system.redefinitions, key=lambda each: each.span.start)
        line = inserted_after(system.span.source, last.span.start, [f"{written}: {value}"])
    else:
        line = inserted_before_end(system, [f"{written}: {value}"])
    return Edited((line,))


def _with_value(text: str, start: int, end: int, value: str) -> Replacement:
    """After the colon, with the blanks there are; a unit stays if the new value has none."""
    colon = text.index(":", start)
    begin = colon + 1
    while begin < end and text[begin] in " \t":
        begin += 1
    bracket = text.find("[", begin, end)
    if bracket >= 0 and "[" not in value:
        while text[bracket - 1] in " \t":
            bracket -= 1
        return Replacement(begin, bracket, value)
    return Replacement(begin, end, value)
