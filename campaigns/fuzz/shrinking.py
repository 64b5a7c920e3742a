"""A case that shows a finding -> a minimal case that shows it (Zeller and Hildebrandt 2002, ddmin)."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from .case import Case

Item = TypeVar("Item")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
DIGITS_OF_A_PIECE = 32


def smaller(case: Case, shows: Callable[[Case], bool]) -> Case:
    """`shows` tests whether a case still shows the finding; it can return False for lack of time."""
    if case.kind == "data":
        digits = "".join(case.lines)
        pieces = [digits[i : i + DIGITS_OF_A_PIECE] for i in range(0, len(digits), DIGITS_OF_A_PIECE)]
        return case.with_lines(tuple(fewest(pieces, lambda kept: shows(case.with_lines(tuple(kept))))))
    lines = fewest(list(case.lines), lambda kept: shows(case.with_lines(tuple(kept))))
    for i in range(len(lines)):
        lines[i] = _shorter(lines, i, lambda kept: shows(case.with_lines(tuple(kept))))
    return case.with_lines(tuple(lines))


def _shorter(lines: list[str], place: int, shows: Callable[[list[str]], bool]) -> str:
    """One of the lines with as few words and characters as possible."""
    before, after = lines[:place], lines[place + 1 :]
    words = _TOKEN.findall(lines[place])
    return "".join(fewest(words, lambda kept: shows([*before, "".join(kept), *after])))


def fewest(items: list[Item], shows: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """Remove ever smaller pieces as long as the rest still shows it."""
    parts = 2
    while items and parts <= 2 * len(items):
        size = max(1, len(items) // parts)
        for start in range(0, len(items), size):
            rest = items[:start] + items[start + size :]
            if shows(rest):
                items, parts = rest, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts *= 2
    return items
