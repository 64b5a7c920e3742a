"""Rename a part: its declaration and every reference to it, in all systems of a text."""

from collections.abc import Iterable, Mapping

from simnon.model import Name, System

from .replacing import Edited, Replacement, Statement, check_new_name, names_of, part_of, statements_of

Types = Mapping[str, Mapping[str, System]]
"""By folded name of a system: the type of each of its parts, by folded name."""


def rename(system: System, old: str, new: str, systems: Iterable[System], types: Types) -> Edited:
    """Only texts of the source of the system are changed; `systems` are those in it."""
    part = part_of(system, old)
    if new.casefold() != old.casefold():
        check_new_name(new, system)
    found = [Replacement(part.span.start, part.span.end, new)]
    for each in systems:
        if each.span.source is not system.span.source:
            continue
        for statement in statements_of(each):
            found += _references(statement, each, system, part.name, new, types)
    return Edited(tuple(dict.fromkeys(found)))


def _references(
    statement: Statement, user: System, owner: System, old: str, new: str, types: Types
) -> Iterable[Replacement]:
    for name in names_of(statement):
        at = position_in(name, user, owner, old, types)
        if at is not None:
            yield Replacement(at, at + len(old), new)


def position_in(name: Name, user: System, owner: System, old: str, types: Types) -> int | None:
    """Where, in the reference, the part is named; None if it does not lead through it."""
    assert name.span is not None
    text, current = name.span.text, user
    steps = [step.name for step in name.path]
    if text.rstrip().endswith("]") and "." not in text:
        # x[part]: the name of the part is in brackets.
        if current.name == owner.name and steps and steps[0].casefold() == old.casefold():
            return name.span.start + text.rindex("[") + 1 + _blanks(text[text.rindex("[") + 1 :])
        return None
    position = 0
    for step in steps:
        position = text.casefold().index(step.casefold(), position)
        if current.name == owner.name and step.casefold() == old.casefold():
            return name.span.start + position
        following = types.get(current.name.casefold(), {}).get(step.casefold())
        if following is None:
            return None
        current = following
        position = _after_step(text, position + len(step))
    return None


def _after_step(text: str, position: int) -> int:
    """After the indices of a step."""
    depth = 0
    while position < len(text) and (depth or text[position] != "."):
        depth += (text[position] == "[") - (text[position] == "]")
        position += 1
    return position


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())
