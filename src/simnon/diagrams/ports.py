"""System -> the ports of its box: inputs left, outputs right, terminals in turn on both sides, events left."""

from collections.abc import Iterator

from simnon.model import Declaration, Declared, Range, System, Terminal

from .diagram import Port, PortKind, Side
from .icons import library_category

_KINDS = {
    Declared.INPUT: (PortKind.INPUT, Side.LEFT),
    Declared.OUTPUT: (PortKind.OUTPUT, Side.RIGHT),
    Declared.EVENT: (PortKind.EVENT, Side.LEFT),
}
_PAIRS = {"n": Side.RIGHT, "b": Side.RIGHT, "outlet": Side.RIGHT, "out": Side.RIGHT}
"""The second ones of usual pairs of terminals."""


def ports_of(system: System) -> tuple[Port, ...]:
    """In text order."""
    comments = line_comments(system)
    return (*_declared(system, comments), *_terminals(system, comments))


def line_comments(system: System) -> dict[int, str]:
    """The comments beside statements, by line."""
    return {comment.line: comment.text for comment in system.comments if not comment.is_alone}


def _declared(system: System, comments: dict[int, str]) -> Iterator[Port]:
    ranges = {each.name.casefold(): each for each in system.ranges}
    caused = {a.target.name.casefold() for a in system.assignments if not a.target.path}
    for declaration in system.declarations:
        found = _KINDS.get(declaration.kind)
        if found is None or (declaration.kind is Declared.EVENT and declaration.name.casefold() in caused):
            continue
        kind, side = found
        note = _note(declaration, ranges.get(declaration.name.casefold()), comments)
        yield Port(declaration.name, kind, side, "", note)


def _note(declaration: Declaration, range_: Range | None, comments: dict[int, str]) -> str:
    unit = f"[{declaration.unit.text}]" if declaration.unit is not None else ""
    limits = f"{range_.low:g}..{range_.high:g}".replace("-inf", "").replace("inf", "") if range_ is not None else ""
    return " ".join(filter(None, (unit, limits, comments.get(declaration.span.line, ""))))


def _terminals(system: System, comments: dict[int, str]) -> Iterator[Port]:
    count = len(system.terminals)
    for number, terminal in enumerate(system.terminals):
        type_ = with_category(terminal.type, system)
        note = ", ".join(filter(None, (comments.get(terminal.span.line, ""), type_)))
        yield Port(terminal.name, PortKind.TERMINAL, _side(terminal, number, count), type_, note)


def with_category(name: str, system: System) -> str:
    """The name of a type as the system means it, with the category of both."""
    category = system.category or library_category(system.span.source.folder)
    return name if "." in name or not category else f"{category}.{name}"


def _side(terminal: Terminal, number: int, count: int) -> Side:
    """A terminal that takes signals is on the left; of others, the second of each pair is on the right."""
    if terminal.is_reversed:
        return Side.LEFT
    known = _PAIRS.get(terminal.name.casefold())
    if known is not None:
        return known
    return Side.LEFT if number % 2 == 0 or count == 1 else Side.RIGHT
