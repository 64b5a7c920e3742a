"""Text -> tokens, by one pattern; shared by all dialects."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from simnon.source import Source, Span


class Token(NamedTuple):
    """`kind` is number, name, sign, text, newline, bad or end; `text` is as written."""

    kind: str
    text: str
    start: int
    end: int


class Unreadable(Exception):
    """Why a statement is unreadable, with the position and a fix."""

    def __init__(self, code: str, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.span = span
        self.hint = hint


NUMBER = r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
NAME = r"(?P<name>[^\W\d]\w*)"


def token_pattern(*parts: str) -> re.Pattern[str]:
    """A pattern of named groups; characters that none of them matches are `bad`, blanks are dropped."""
    return re.compile("|".join((*parts, r"(?P<newline>\n)", r"[ \t\f\v\r\u00a0]+", r"(?P<bad>.)")))


def tokenize(pattern: re.Pattern[str], text: str) -> list[Token]:
    tokens = []
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind is not None:
            tokens.append(Token(kind, match.group(), match.start(), match.end()))
    return tokens


def span_of(source: Source, tokens: Iterable[Token]) -> Span:
    """From the first to the last of the tokens."""
    first, *rest = tokens
    last = rest[-1] if rest else first
    return Span(source, first.start, last.end)


def describe(token: Token) -> str:
    """The token found, in the user's words."""
    match token.kind:
        case "end":
            return "the end of the line"
        case "text":
            return f"the text {token.text}"
        case "number":
            return f"the number {token.text}"
        case _:
            return f"'{token.text}'"
