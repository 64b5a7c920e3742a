"""Texts -> names that a model can use: those of the columns of a file, or of the variables of another program."""

import re
from collections.abc import Iterable

RESERVED = ("if", "then", "else", "and", "or", "not")


def valid_names(texts: Iterable[str], others: Iterable[str], first: str) -> list[str]:
    """A name for each, none of the reserved words or `others`; a duplicate gets a number."""
    taken = {*RESERVED, *(other.casefold() for other in others)}
    names = []
    for text in texts:
        word = name = valid_name(text, first)
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{word}_{number}"
        taken.add(name.casefold())
        names.append(name)
    return names


def valid_name(text: str, first: str) -> str:
    """`H[TANK]` -> `H_TANK`, `2nd run` -> `c2nd_run` if `first` is c."""
    word = re.sub(r"\W+", "_", text).strip("_") or first
    return word if word[0].isalpha() else f"{first}{word}"
