"""DATA: the signs and words of the Simnon of 1972, and their meanings."""

import re
from enum import Enum

from simnon.source import frozen

from ..expressions import Chain, Grammar, Infix
from ..tokens import NUMBER, token_pattern

MAX_INDEX = 10
LONGEST_NAME = 5
TOKENS = token_pattern(NUMBER, r"(?P<name>[A-Za-z][A-Za-z0-9]*)", r"(?P<sign>[-+*/^↑()<>=,:.])", r'(?P<text>"[^\n]*)')

ONE_ARGUMENT = ("SIN", "COS", "EXP", "SQRT", "ATAN", "ABS", "ALOG", "TANH", "AINT")
TWO_ARGUMENTS = ("ATAN2", "AMOD", "SIGN")
FUNCTIONS = (*ONE_ARGUMENT, *TWO_ARGUMENTS)
"""In the order of their numbers in the code, from 1."""
TRANSFER_OF_SIGN = "SIGNED"
"""SIGN(A,B) of FORTRAN has the magnitude of A and the sign of B; with six letters it cannot clash with a name."""
BOOLEAN_WORDS = ("OR", "AND", "NOT", "IF", "THEN", "ELSE")

GRAMMAR = Grammar(
    infix={
        "or": Infix(10, "or", Chain.FLAT),
        "and": Infix(20, "and", Chain.FLAT),
        **{sign: Infix(40, sign, Chain.NONE) for sign in ("<", ">", "=")},
        "+": Infix(50, "+", Chain.FLAT),
        "-": Infix(50, "+", Chain.FLAT, is_negated=True),
        "*": Infix(60, "*", Chain.FLAT),
        "/": Infix(60, "/", Chain.LEFT),
        "^": Infix(80, "^", Chain.LEFT),
        "↑": Infix(80, "^", Chain.LEFT),
    },
    functions={
        **{name.casefold(): name.casefold() for name in ONE_ARGUMENT},
        "alog": "ln",
        "aint": "int",
        "atan2": "atan2",
        "amod": "mod",
        "sign": TRANSFER_OF_SIGN,
    },
    prefix_power=60,
)


class WordKind(Enum):
    """The kind of an alphabetic word; the value is its prefix, if an index follows."""

    STATE = "X"
    DERIVATIVE = "DX"
    INSIGNAL = "U"
    OUTSIGNAL = "Y"
    OWN_FUNCTION = "FCN"
    TIME = "T"
    FUNCTION = "function"
    WORD = "word"
    NAME = "name"


@frozen
class Word:
    """`index` is that of an indexed word, 11 for all that are too large, or the number of a function."""

    kind: WordKind
    text: str
    index: int = 0


INDEXED = (WordKind.STATE, WordKind.DERIVATIVE, WordKind.INSIGNAL, WordKind.OUTSIGNAL, WordKind.OWN_FUNCTION)
_INDEXED_BY_BEGINNING = {kind.value: kind for kind in INDEXED}
_WITH_INDEX = re.compile(r"(X|DX|U|Y|FCN)([0-9]+)")


def classify(text: str) -> Word:
    """The meaning of a word, whatever the case of its letters; leading zeros of an index do not count."""
    word = text.upper()
    indexed = _WITH_INDEX.fullmatch(word)
    if indexed is not None:
        digits = indexed.group(2).lstrip("0")
        index = MAX_INDEX + 1 if len(digits) > 2 else min(int(digits or "0"), MAX_INDEX + 1)
        return Word(_INDEXED_BY_BEGINNING[indexed.group(1)], f"{indexed.group(1)}{index}", index)
    if word == WordKind.TIME.value:
        return Word(WordKind.TIME, word)
    if word in FUNCTIONS:
        return Word(WordKind.FUNCTION, word, FUNCTIONS.index(word) + 1)
    return Word(WordKind.WORD if word in BOOLEAN_WORDS else WordKind.NAME, word)
