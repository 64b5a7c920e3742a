"""Columns -> a file of MATLAB, Level 5 (MathWorks, MAT-File Format): a column vector of doubles for each name.

Names become those that MATLAB can have: `H[TANK]` is `H_TANK`. The names as they were are in the variable `names`.
"""

import re
import struct
from collections.abc import Iterable, Mapping

import numpy as np

from simnon.program import Array
from simnon.source import UserError

_HEAD = b"MATLAB 5.0 MAT-file, written by Simnon"
_MATRIX, _INT8, _UINT16, _INT32, _UINT32, _DOUBLE = 14, 1, 4, 5, 6, 9
_OF_CHARACTERS, _OF_DOUBLES = 4, 6
_LONGEST_NAME = 63
_LARGEST = 2**31 - 1


def mat_bytes(columns: Mapping[str, Array]) -> bytes:
    """The same bytes for the same columns: the head has no date."""
    head = _HEAD.ljust(124) + struct.pack("<HH", 0x0100, 0x4D49)
    names = matlab_names(columns)
    listed = "\n".join(f"{names[name]} {name}" for name in columns)
    parts = [_matrix(names[name], _OF_DOUBLES, len(column), 1, _doubles(column)) for name, column in columns.items()]
    return head + b"".join([*parts, _matrix("names", _OF_CHARACTERS, 1, len(listed), _characters(listed))])


def matlab_names(names: Iterable[str]) -> dict[str, str]:
    """Letters, digits and underscores, beginning with a letter, each name once."""
    found: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")[:_LONGEST_NAME] or "x"
        plain = plain if plain[0].isalpha() else f"x{plain}"[:_LONGEST_NAME]
        count = 1
        unique = plain
        while unique in found.values() or unique == "names":
            count += 1
            unique = f"{plain[: _LONGEST_NAME - 6]}_{count}"
        found[name] = unique
    return found


def _matrix(name: str, kind: int, rows: int, columns: int, content: bytes) -> bytes:
    body = b"".join(
        [
            _element(_UINT32, struct.pack("<II", kind, 0)),
            _element(_INT32, struct.pack("<ii", rows, columns)),
            _element(_INT8, name.encode("ascii")),
            content,
        ]
    )
    return struct.pack("<II", _MATRIX, len(body)) + body


def _doubles(column: Array) -> bytes:
    content = np.ascontiguousarray(column, dtype="<f8").tobytes()
    if len(content) > _LARGEST:
        raise UserError("too-large", "a column of a .mat file holds at most 2 GiB", "record fewer rows, or write .nc")
    return _element(_DOUBLE, content)


def _characters(text: str) -> bytes:
    return _element(_UINT16, text.encode("utf-16-le", "replace"))


def _element(kind: int, content: bytes) -> bytes:
    return struct.pack("<II", kind, len(content)) + content + b"\0" * (-len(content) % 8)
