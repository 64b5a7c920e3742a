"""Source -> logical lines of tokens, with comments separate; a line continues inside open parentheses and brackets."""

from bisect import bisect_right
from collections.abc import Iterator

from simnon.model import Comment
from simnon.source import Report, Source

from ..long_lines import has_monstrous_line
from ..tokens import Token, tokenize
from .grammar import TOKENS

_ENDS_A_STATEMENT = ("end", "initial", "output", "dynamics", "connect", "sort")


def logical_lines(source: Source, report: Report) -> tuple[list[list[Token]], list[Comment]]:
    """Lines that are not empty, each ended by a token of kind `end`."""
    if has_monstrous_line(source, report, "break the expression: a line continues inside open parentheses"):
        return [], []
    found = tokenize(TOKENS, source.text)
    tokens = [token for token in found if token.kind != "comment"]
    comments = [_comment(source, token) for token in found if token.kind == "comment"]
    tokens.append(Token("newline", "", len(source.text), len(source.text)))
    lines = []
    start = 0
    for stop in _ends_of_statements(tokens):
        line = [token for token in tokens[start:stop] if token.kind != "newline"]
        if line:
            line.append(Token("end", "", line[-1].end, line[-1].end + 1))
            lines.append(line)
        start = stop + 1
    return lines, comments


def _comment(source: Source, token: Token) -> Comment:
    line = source.line_number(token.start)
    before = source.text[source.line_starts[line - 1] : token.start]
    return Comment(line, token.text[1:].strip(), is_alone=not before.strip())


def _ends_of_statements(tokens: list[Token]) -> Iterator[int]:
    """The positions of the newlines that end a statement: those at which its parentheses are closed.

    A word such as END alone on its line shows that a closing parenthesis is missing: then the statement ends with
    its first line, so that an unclosed parenthesis does not swallow the system.
    """
    newlines, depths = _newlines(tokens)
    closing = _first_not_deeper(depths)
    lone_word = _next_lone_word(tokens, newlines)
    number = 0
    while number < len(newlines):
        stop = closing[number] if closing[number] <= lone_word[number] else number
        yield newlines[stop]
        number = stop + 1


def _newlines(tokens: list[Token]) -> tuple[list[int], list[int]]:
    """The positions of the newlines, and how many parentheses are open there."""
    newlines, depths, depth = [], [], 0
    for i, token in enumerate(tokens):
        if token.kind == "newline":
            newlines.append(i)
            depths.append(depth)
        elif token.kind == "sign":
            depth += (token.text in "([") - (token.text in ")]")
    return newlines, depths


def _first_not_deeper(depths: list[int]) -> list[int]:
    """For each newline, the next one that is not deeper than the one before it; past the end if there is none."""
    found = [len(depths)] * len(depths)
    nearest_last: list[int] = []
    their_depths: list[int] = []
    for number in range(len(depths) - 1, -1, -1):
        while their_depths and their_depths[-1] >= depths[number]:
            nearest_last.pop()
            their_depths.pop()
        nearest_last.append(number)
        their_depths.append(depths[number])
        position = bisect_right(their_depths, depths[number - 1] if number else 0)
        if position:
            found[number] = nearest_last[position - 1]
    return found


def _next_lone_word(tokens: list[Token], newlines: list[int]) -> list[int]:
    """For each newline, the next one before a line that is only a word that ends a statement, or the last."""
    following = len(newlines) - 1
    found = [following] * len(newlines)
    is_lone = False
    for number in range(len(newlines) - 2, -1, -1):
        first, after = newlines[number] + 1, newlines[number + 1]
        if first < after:
            is_lone = after - first == 1 and tokens[first].text.casefold() in _ENDS_A_STATEMENT
        following = number if is_lone else following
        found[number] = following
    return found
