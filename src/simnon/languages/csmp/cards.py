"""Source -> cards: the statements of a program as tokens in capitals, with comments separate.

A card is a line, or several if all but the last end with `...`. Columns 73 to 80 can hold the number of the card.
"""

import re
from collections.abc import Iterator

from simnon.model import Comment
from simnon.source import Report, Source, Span, frozen

from ..fortran import plain, split_label
from ..tokens import Token, span_of, tokenize
from .grammar import NOT_BLOCK, TOKENS

LONGEST_LINE = 100_000
_CARD = 72
_SEQUENCE = re.compile(r"[A-Za-z]{0,5}[0-9]{2,8}\s*")
_CODE = re.compile(r"(?:'[^']*'|[^'!]|'[^']*\Z)*")
"""Everything before an exclamation mark that is not in a string."""
_FREE_TEXT = re.compile(r"\s*(?:TITLE|LABEL)\b", re.IGNORECASE)


@frozen
class Card:
    """`tokens` end with one of kind `end`; `label` is the number before the statement."""

    tokens: tuple[Token, ...]
    span: Span
    label: str = ""

    @property
    def word(self) -> str:
        return self.tokens[0].text if self.tokens[0].kind == "name" else ""


def read_cards(source: Source, report: Report) -> tuple[list[Card], tuple[Comment, ...]]:
    cards: list[Card] = []
    comments: list[Comment] = []
    tokens: list[Token] = []
    for number in range(1, len(source.line_starts) + 1):
        text = source.line_text(number)
        start = source.line_starts[number - 1]
        if len(text) > LONGEST_LINE:
            report.error(
                "line-too-long",
                f"the line has {len(text)} characters; the limit is {LONGEST_LINE}",
                Span(source, start, start + 1),
                "continue on the next line after ...",
            )
            return [], ()
        if text.startswith("*"):
            comments.append(Comment(number, text[1:].strip(), is_alone=True))
            continue
        code = _code_of(text)
        rest = text[len(code) :].strip()
        if rest.startswith("!"):
            comments.append(Comment(number, rest[1:].strip(), is_alone=not code.strip()))
        stripped = code.rstrip()
        is_continued = stripped.endswith("...")
        tokens += _tokens_of(stripped[:-3] if is_continued else stripped, start)
        if not is_continued and tokens:
            cards.append(_card_of(source, tokens))
            tokens = []
    if tokens:
        cards.append(_card_of(source, tokens))
    return cards, tuple(comments)


def _code_of(text: str) -> str:
    if len(text.rstrip()) <= _CARD + 8 and _SEQUENCE.fullmatch(text[_CARD:]):
        text = text[:_CARD]
    if _FREE_TEXT.match(text):
        return text
    code = _CODE.match(text)
    assert code is not None
    return code.group()


def _tokens_of(text: str, start: int) -> Iterator[Token]:
    for token in tokenize(TOKENS, text):
        if token.kind == "newline":
            continue
        kind, spelled, *_ = plain(token)
        if kind in ("name", "number") and token.kind != "dotted":
            spelled = NOT_BLOCK if spelled.upper() == "NOT" else spelled.upper()
        yield Token(kind, spelled, start + token.start, start + token.end)


def _card_of(source: Source, tokens: list[Token]) -> Card:
    span = span_of(source, tokens)
    label, statement = split_label(tokens)
    last = tokens[-1].end
    return Card((*statement, Token("end", "", last, last + 1)), span, label)
