"""DATA: a replaced range of a text; a text with all replacements; and where the statements of a system are."""

import re
from collections.abc import Iterable, Iterator

from simnon.model import (
    Assignment,
    Connect,
    Expression,
    Name,
    Part,
    Redefinition,
    Relation,
    Require,
    Stop,
    System,
    When,
    parts_of,
)
from simnon.source import Source, Span, UserError, frozen, nearest

NAME = re.compile(r"[^\W\d]\w*")
_WORDS = "if then else and or not end when stop function table terminal system version range require order for"
_RESERVED = frozenset(_WORDS.split())


@frozen
class Replacement:
    """The characters from `start` to `end` of a text become `text`."""

    start: int
    end: int
    text: str


@frozen
class Edited:
    """What an act changes, and what the user should know of it."""

    replacements: tuple[Replacement, ...]
    notes: tuple[str, ...] = ()


Statement = Part | Connect | Redefinition | Assignment | Relation | When | Stop | Require


def edited(text: str, replacements: Iterable[Replacement]) -> str:
    """The text with the ranges replaced; they must not overlap."""
    pieces, position = [], 0
    for each in sorted(replacements, key=lambda each: (each.start, each.end)):
        assert each.start >= position, "edits: two replacements overlap"
        pieces += [text[position : each.start], each.text]
        position = each.end
    return "".join((*pieces, text[position:]))


def line_range(source: Source, start: int, end: int) -> tuple[int, int]:
    """Whole lines, with the end of the last one."""
    first = source.line_starts[source.line_number(start) - 1]
    after = source.text.find("\n", max(start, end - 1))
    return first, len(source.text) if after < 0 else after + 1


def statement_range(statement: Statement) -> tuple[int, int]:
    """The lines of a statement, with its FOR and its comment; a WHEN ends with its END."""
    span = statement.span
    end = span.end
    loop = getattr(statement, "loop", None)
    if loop is not None:
        end = max(end, loop.span.end)
    if isinstance(statement, When):
        inner = [each.span.end for each in statement.assignments]
        end = max([end, *inner])
    return line_range(span.source, span.start, end)


def newline_of(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def indent_at(source: Source, offset: int) -> str:
    """The blanks at the beginning of the line."""
    line = source.line_text(source.line_number(offset))
    return line[: len(line) - len(line.lstrip())]


def inserted_after(source: Source, offset: int, lines: Iterable[str]) -> Replacement:
    """Lines after the one at `offset`, indented like it."""
    _, end = line_range(source, offset, offset + 1)
    newline, indent = newline_of(source.text), indent_at(source, offset)
    before = "" if end == 0 or source.text[end - 1] == "\n" else newline
    return Replacement(end, end, before + "".join(f"{indent}{line}{newline}" for line in lines))


def end_of(system: System) -> int:
    """Where the line of its END begins."""
    source = system.span.source
    return source.line_starts[system.last_line - 1] if system.last_line else len(source.text)


def inserted_before_end(system: System, lines: Iterable[str]) -> Replacement:
    source, at = system.span.source, end_of(system)
    newline = newline_of(source.text)
    return Replacement(at, at, "".join(f"{line}{newline}" for line in lines))


def part_of(system: System, name: str) -> Part:
    """UserError if there is none."""
    found = next((part for part in system.parts if part.name.casefold() == name.casefold()), None)
    if found is None:
        names = [part.name for part in system.parts]
        near = nearest(name, names)
        hint = f"did you mean '{near}'?" if near else f"its parts are {', '.join(names) or 'none'}"
        raise UserError("unknown-part", f"'{system.name}' has no part '{name}'", hint)
    return found


def names_taken(system: System) -> set[str]:
    """The folded names that a new part must not have."""
    taken = {part.name.casefold() for part in system.parts}
    taken |= {terminal.name.casefold() for terminal in system.terminals}
    taken |= {declaration.name.casefold() for declaration in system.declarations}
    taken |= {value.name.casefold() for value in system.values}
    return taken | {each.target.name.casefold() for each in system.assignments if not each.target.path}


def check_new_name(name: str, system: System) -> None:
    if not NAME.fullmatch(name) or name.casefold() in _RESERVED:
        raise UserError("bad-name", f"'{name}' cannot be a name", "a name has letters, digits and _")
    if name.casefold() in names_taken(system):
        raise UserError("duplicate-declaration", f"'{system.name}' has a '{name}' already", "choose a different name")


def statements_of(system: System) -> Iterator[Statement]:
    """Its own statements, and those of its versions, in the order of the text."""
    found: list[Statement] = []
    for each in (system, *system.versions):
        found += [*each.connects, *each.redefinitions, *each.assignments, *each.relations, *each.whens]
        found += [*each.stops, *each.requires]
    yield from sorted(found, key=lambda statement: statement.span.start)


def names_of(statement: Statement) -> list[Name]:
    """All names with a path in it, in the order of the text; each has a span."""
    expressions: list[Expression] = []
    match statement:
        case Connect(ends):
            expressions += ends
        case Redefinition(target):
            expressions.append(target)
        case Assignment(target, value):
            expressions += [target, value]
        case Relation(left, right):
            expressions += [left, right]
        case When():
            expressions.append(statement.condition)
            expressions += [side for each in statement.assignments for side in (each.target, each.value)]
            expressions += statement.orders
        case Stop() | Require():
            expressions.append(statement.condition)
        case Part():
            pass
    found = [node for expression in expressions for node in parts_of(expression) if isinstance(node, Name)]
    return sorted((name for name in found if name.span is not None), key=_start)


def _start(name: Name) -> int:
    assert name.span is not None
    return name.span.start


def is_in(name: Name, parts: Iterable[str]) -> bool:
    """Whether it is a variable of one of these parts, by folded name."""
    return bool(name.path) and name.path[0].name.casefold() in parts


def declaration_range(part: Part) -> tuple[int, int, int, int]:
    """Of a name in `SYSTEM a, b[1..3]: type`: its line, and the name with its indices."""
    source = part.span.source
    first, last = line_range(source, part.span.start, part.span.end)
    end = part.span.end
    if part.first is not None:
        end = source.text.index("]", end) + 1
    return first, last, part.span.start, end


def span_text(span: Span | None) -> str:
    assert span is not None
    return span.text
