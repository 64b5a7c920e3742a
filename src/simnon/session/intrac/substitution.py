"""A line of a macro -> the same line with variables replaced by their values.

Whole words only, not inside 'a text' or a comment. A number never replaces a name before a colon or a bracket, nor the
first name of a path or a file: in `PAR P:P` the parameter P gets the value of the variable P, and `HCOPY P.svg` writes
P.svg.
"""

import re
from collections.abc import Mapping

Value = float | str

_PIECE = re.compile(r"'[^']*'|\"[^\n]*|\.?[^\W\d]\w*\.?(?!\w)|[0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?\w*")
_STAYS_A_NAME = re.compile(r"\s*[:\[]|\.[^\W\d]")


def substitute(line: str, *scopes: Mapping[str, Value] | None) -> str:
    """The first scope that has the name gives the value."""
    values: dict[str, Value] = {}
    for scope in reversed(scopes):
        values |= {name.casefold(): value for name, value in (scope or {}).items()}

    def replaced(match: re.Match[str]) -> str:
        word = match.group()
        value = values.get(word.casefold())
        if value is None:
            return word
        if isinstance(value, str):
            return value
        return word if _STAYS_A_NAME.match(line, match.end()) else shown(value)

    return _PIECE.sub(replaced, line) if values else line


def shown(value: Value) -> str:
    """A value as written in a line: 5 rather than 5.0, and every significant digit."""
    if isinstance(value, str):
        return value
    return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else repr(float(value))
