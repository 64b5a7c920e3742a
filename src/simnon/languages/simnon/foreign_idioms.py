"""A line that could not be read -> how to write it in Simnon, if it is written as in another language."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from simnon.source import Diagnostic

_STATE_HINT = "declare STATE {0} and DER d{0}, then write d{0} = expression"
_COMMENT_HINT = 'a comment begins with " and ends with the line'
_IF_HINT = "IF chooses between values: dx = IF x > 1 THEN 2 ELSE 3; WHEN condition ... END acts at an event"
_TABLE_HINT = "define a table by TABLE f(x), a line with an argument and a value for each point, and END; then use f(x)"
_POINT_HINT = "leave out the point: x^2; element by element it is z[k] = x[k]*y[k] FOR k = 1..3"
_CHAIN = r"([\w.]+)\s*([<>]=?)\s*([\w.]+)\s*([<>]=?)\s*([\w.]+)"
_LOOP_HINT = "FOR repeats a statement: lag[k].u = 1 FOR k = 1..3; what changes with time is a state"

IDIOMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), hint)
    for pattern, hint in (
        (r"^\s*(?:#|//|%|/\*)", _COMMENT_HINT),
        (r"\bder\s*\(\s*(\w+)\s*\)\s*=", _STATE_HINT),
        (r"^\s*(\w+)\s*'\s*=", _STATE_HINT),
        (r"^\s*(?:if|else|elseif|elif|endif)\b", _IF_HINT),
        (r"^\s*(?:for|while)\b", _LOOP_HINT),
        (r"^\s*when\b.*\b(?:then|do)\s*$", "WHEN condition stands alone in its line; the equations follow, then END"),
        (r":\s*=", "write = in an equation, and x: 3 for a number that is given"),
        (r"\b(?:table|lookup|interp1?)\s*\(", _TABLE_HINT),
        (_CHAIN, "write two comparisons: {0} {1} {2} AND {2} {3} {4}"),
        (r"&&", "write AND: a > 1 AND b < 2"),
        (r"\|\|", "write OR: a > 1 OR b < 2"),
        (r"!=|~=", "write <>: a <> b"),
        (r"(?<![<>=])==", "write a single =, in a condition as well"),
        (r"!\s*[\w(]", "write NOT: NOT (a > 1)"),
        (r"\d,\d", "write a decimal point: 1.5"),
        (r"\.\s*[*/^]", _POINT_HINT),
        (r"\+=|-=|\*=|/=", "write it out: x = x + 1, in a WHEN with PRE(x)"),
        (r"\?.*:", "write IF condition THEN value ELSE value"),
        (r"#|//|%|/\*", _COMMENT_HINT),
        (r";\s*$", "leave out the semicolon: a statement ends with its line"),
    )
)
"""The first pattern that is found where the line could not be read counts, otherwise the first in the line."""


def with_hints(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The same diagnostics; those of a line with a foreign idiom have the hint that translates it."""
    for diagnostic in diagnostics:
        hint = _hint(diagnostic)
        yield replace(diagnostic, hint=hint) if hint else diagnostic


def _hint(diagnostic: Diagnostic) -> str:
    if diagnostic.span is None or diagnostic.code not in UNREADABLE:
        return ""
    text, start = diagnostic.span.source.text, diagnostic.span.start
    first = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    line = text[first : len(text) if end < 0 else end].split('"')[0]
    found = [(match, hint) for pattern, hint in IDIOMS for match in pattern.finditer(line)]
    here = [each for each in found if each[0].start() <= start - first <= each[0].end()]
    return next((hint.format(*match.groups()) for match, hint in (*here, *found)), "")


UNREADABLE = frozenset(
    {
        "expression-expected",
        "heading-expected",
        "number-expected",
        "then-expected",
        "unclosed-parenthesis",
        "unclosed-text",
        "unexpected-character",
        "unexpected-text",
        "unreadable-line",
    }
)
"""The codes of lines that could not be read at all."""
