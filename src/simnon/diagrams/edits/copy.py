"""Copy parts: each with its values, and what connects those that are copied with each other."""

from collections.abc import Sequence

from simnon.model import Connect, Name, System
from simnon.source import UserError

from .place import after_parts
from .rename import position_in
from .replacing import (
    Edited,
    Replacement,
    Statement,
    declaration_range,
    edited,
    inserted_after,
    inserted_before_end,
    is_in,
    names_of,
    names_taken,
    part_of,
    span_text,
    statement_range,
    statements_of,
)


def copy(system: System, names: Sequence[str]) -> tuple[Edited, tuple[str, ...]]:
    """The edit, and the names of the copies: those of the parts with the next free number."""
    parts = [part_of(system, name) for name in dict.fromkeys(name.casefold() for name in names)]
    if any(part.span.text.casefold() != part.name.casefold() for part in parts):
        hint = "declare SYSTEM a: type"
        raise UserError("unknown-part", f"'{system.name}' connects systems, which are no parts", hint)
    taken, copies = names_taken(system), dict[str, str]()
    for part in parts:
        copies[part.name.casefold()] = _free(part.name, taken | {each.casefold() for each in copies.values()})
    text = system.span.source.text
    declarations = []
    for part in parts:
        start, end = declaration_range(part)[2:]
        indices = text[start + len(part.name) : end]
        declarations.append(f"SYSTEM {copies[part.name.casefold()]}{indices}: {part.type}")
    statements = [line for each in statements_of(system) if (line := _copied(each, system, copies))]
    found = [inserted_after(system.span.source, after_parts(system), declarations)]
    if statements:
        found.append(inserted_before_end(system, statements))
    return Edited(tuple(found)), tuple(copies.values())


def _free(name: str, taken: set[str]) -> str:
    """`motor2` for `motor`, `motor3` for `motor2`."""
    stem = name.rstrip("0123456789")
    number = int(name[len(stem) :] or "2")
    while f"{stem}{number}".casefold() in taken:
        number += 1
    return f"{stem}{number}"


def _copied(statement: Statement, system: System, copies: dict[str, str]) -> str:
    """Its lines for the copies; empty if it is not, or not only, about the parts that are copied."""
    names = names_of(statement)
    inside = [name for name in names if is_in(name, copies)]
    if isinstance(statement, Connect) and len(inside) < len(names):
        is_kept = len(inside) >= 2 and statement.loop is None
        return f"CONNECT {' '.join(_renamed(name, copies) for name in inside)}" if is_kept else ""
    if not inside or any(name.path and not is_in(name, copies) for name in names):
        return ""
    start, end = statement_range(statement)
    text = statement.span.source.text[start:end]
    found = []
    for name in inside:
        old = name.path[0].name
        at = position_in(name, system, system, old, {})
        if at is not None:
            found.append(Replacement(at - start, at - start + len(old), copies[old.casefold()]))
    return edited(text, dict.fromkeys(found)).rstrip("\r\n")


def _renamed(end: Name, copies: dict[str, str]) -> str:
    old = end.path[0].name
    return copies[old.casefold()] + span_text(end.span)[len(old) :]
