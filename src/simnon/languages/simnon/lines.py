"""Source -> logical lines of tokens: comments dropped, a line goes on inside open parentheses."""

import itertools

from simnon.source import Report, Source, Span

from ..tokens import Token, tokenize
from .grammar import TOKENS

LONGEST_LINE = 100_000
_ENDS_A_STATEMENT = ("end", "initial", "output", "dynamics", "connect", "sort")


def logical_lines(source: Source, report: Report) -> list[list[Token]]:
    """Lines that are not empty, each closed by a token of kind `end`."""
    if _has_monstrous_line(source, report):
        return []
    tokens = tokenize(TOKENS, source.text)
    tokens.append(Token("newline", "", len(source.text), len(source.text)))
    lines = []
    start = 0
    while start < len(tokens):
        stop = _end_of_line(tokens, start)
        line = [token for token in tokens[start:stop] if token.kind != "newline"]
        if line:
            line.append(Token("end", "", line[-1].end, line[-1].end + 1))
            lines.append(line)
        start = stop + 1
    return lines


def _end_of_line(tokens: list[Token], start: int) -> int:
    """Where the newline stands that ends the line; an unclosed parenthesis does not swallow the system."""
    depth = 0
    first_newline = -1
    for i in range(start, len(tokens)):
        token = tokens[i]
        if token.kind == "newline":
            if depth <= 0:
                return i
            if first_newline < 0:
                first_newline = i
            if _is_lone_word(tokens, i + 1):
                return first_newline
        elif token.kind == "sign":
            depth += (token.text == "(") - (token.text == ")")
    return first_newline if first_newline >= 0 else len(tokens) - 1


def _is_lone_word(tokens: list[Token], i: int) -> bool:
    while i < len(tokens) and tokens[i].kind == "newline":
        i += 1
    return i + 1 < len(tokens) and tokens[i].text.casefold() in _ENDS_A_STATEMENT and tokens[i + 1].kind == "newline"


def _has_monstrous_line(source: Source, report: Report) -> bool:
    starts = (*source.line_starts, len(source.text) + 1)
    for start, following in itertools.pairwise(starts):
        if following - start > LONGEST_LINE:
            report.error(
                "line-too-long",
                f"the line has {following - start - 1} characters; the most is {LONGEST_LINE}",
                Span(source, start, start + 1),
                "break the expression: a line goes on inside open parentheses",
            )
            return True
    return False
