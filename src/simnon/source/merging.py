"""Diagnostics -> fewer: those that say the same of several parts, at one place, become one that lists the parts.

A FOR, or a type with many parts, is one text: what is wrong with it is wrong with each of them.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from .diagnostic import Diagnostic

MAX_NAMED = 3
_VARYING = re.compile(
    r"'[^'\n]*'"
    r"|[^\W\d]\w*(?:\[[^\]\n]*\]|\.[^\W\d]\w*)+"
    r"|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"
)
"""Quoted texts, names with a path or an index, and numbers: what differs between parts."""
_AROUND_NAMES = "'\",:;()"


def merge_alike(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each group in place of its first diagnostic; diagnostics without a place are kept as they are."""
    groups: dict[object, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(diagnostics):
        groups.setdefault(_key(diagnostic) or number, []).append(diagnostic)
    return tuple(_merged(group) for group in groups.values())


def _key(diagnostic: Diagnostic) -> tuple[object, ...]:
    places = (diagnostic.span, *(related.span for related in diagnostic.related))
    if not any(places):
        return ()
    wording = (_VARYING.sub("#", text) for text in (diagnostic.message, diagnostic.hint))
    return (diagnostic.severity, diagnostic.code, *places, *wording)


def _merged(group: list[Diagnostic]) -> Diagnostic:
    first, *others = group
    if not others:
        return first
    names = list(dict.fromkeys(_difference(first.message, other.message) for other in others))
    shown = ", ".join(names[:MAX_NAMED])
    more = len(others) - len(names[:MAX_NAMED])
    return replace(first, message=f"{first.message}; the same for {shown}" + (f" and {more} more" if more else ""))


def _difference(first: str, other: str) -> str:
    """The first word of the other message that is not in the first one."""
    for mine, theirs in zip_longest(first.split(), other.split(), fillvalue=""):
        if mine != theirs:
            return theirs.strip(_AROUND_NAMES)
    return ""
