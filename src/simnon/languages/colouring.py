"""Text -> what an editor colours, by the same pattern that the reader of the language uses."""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from simnon.source import frozen

from .tokens import Token, tokenize


class Colour(IntEnum):
    """What a piece of text is; everything else is plain."""

    WORD = 1
    FUNCTION = 2
    NUMBER = 3
    TEXT = 4
    COMMENT = 5
    UNIT = 6


class Coloured(NamedTuple):
    start: int
    end: int
    colour: Colour


@frozen
class Lexicon:
    """The tokens, words and functions of a language, words in lower case.

    `openings` are words only at the beginning of a statement. In statements that open with one of `declarations`, and
    after a number, brackets hold a unit.
    """

    pattern: re.Pattern[str]
    openings: frozenset[str]
    words: frozenset[str]
    functions: frozenset[str]
    declarations: frozenset[str] = frozenset()


def make_lexicon(
    pattern: re.Pattern[str],
    openings: Iterable[str],
    words: Iterable[str],
    functions: Iterable[str],
    comment: str = "",
    declarations: Iterable[str] = (),
) -> Lexicon:
    """`comment` is what the reader of the language drops before it looks for tokens."""
    if comment:
        pattern = re.compile(f"(?P<remark>{comment})|{pattern.pattern}", re.MULTILINE)
    folded = (frozenset(map(str.casefold, each)) for each in (openings, words, functions, declarations))
    return Lexicon(pattern, *folded)


_PLAIN_COLOURS = {
    "number": Colour.NUMBER,
    "text": Colour.TEXT,
    "comment": Colour.COMMENT,
    "remark": Colour.COMMENT,
    "dotted": Colour.WORD,
}
_END = Token("newline", "", -1, -1)
_AFTER_A_NAME = ("=", ":", "[", ".")
"""What shows that an opening word is a name here."""


def coloured(lexicon: Lexicon, text: str) -> Iterator[Coloured]:
    """The pieces that are not plain, in order."""
    tokens = [*tokenize(lexicon.pattern, text), _END]
    before, opening, unit = _END, "", -1
    for i, (token, after) in enumerate(pairwise(tokens)):
        if before.kind == "newline":
            opening = token.text.casefold()
        if token.end > unit:
            if lexicon.declarations and token.text == "[" and _begins_unit(lexicon, before, opening):
                unit = _end_of_bracket(tokens, i)
                yield Coloured(token.start, unit, Colour.UNIT)
            else:
                colour = _colour(lexicon, token, after, is_first=before.kind == "newline")
                if colour is not None:
                    yield Coloured(token.start, token.end, colour)
        before = token


def _colour(lexicon: Lexicon, token: Token, after: Token, *, is_first: bool) -> Colour | None:
    if token.kind != "name":
        return _PLAIN_COLOURS.get(token.kind)
    word = token.text.casefold()
    if word in lexicon.words or (word in lexicon.openings and is_first and after.text not in _AFTER_A_NAME):
        return Colour.WORD
    return Colour.FUNCTION if word in lexicon.functions and after.text == "(" else None


def _begins_unit(lexicon: Lexicon, before: Token, opening: str) -> bool:
    return before.kind == "number" or (before.kind == "name" and opening in lexicon.declarations)


def _end_of_bracket(tokens: list[Token], position: int) -> int:
    """In the same line; a bracket that is not closed ends with itself."""
    for token in tokens[position:]:
        if token.kind == "newline":
            break
        if token.text == "]":
            return token.end
    return tokens[position].end
