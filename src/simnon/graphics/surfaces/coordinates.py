"""Paths -> the text of their coordinates, formatted for all points at once: a curve can have a hundred thousand."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Array
from simnon.source import frozen

from ..drawing import Shades

_WHOLE_DIGITS = 5
_DECIMALS = 2

Letters = NDArray[np.uint8]


@frozen
class Around:
    """The text before and after the coordinates of a point."""

    before: bytes
    after: bytes


def path_text(x: Array, y: Array, first: Around, others: Around) -> bytes:
    """`12.5 7` for each point, with one text around the first point after a gap and one around the others.

    Coordinates are those of a page: from 0 to 99999, to a hundredth. Gaps are omitted.
    """
    is_point = np.isfinite(x + y)
    is_first = is_point.copy()
    is_first[1:] &= ~is_point[:-1]
    is_first = is_first[is_point]
    columns = [
        _around(is_first, first.before, others.before),
        _digits(x[is_point]),
        _around(is_first, b" ", b" "),
        _digits(y[is_point]),
        _around(is_first, first.after, others.after),
    ]
    letters = np.concatenate(columns, axis=1)
    return letters.tobytes().translate(None, b"\0")


def _around(is_first: NDArray[np.bool_], first: bytes, others: bytes) -> Letters:
    width = max(len(first), len(others))
    choices = np.frombuffer(others.ljust(width, b"\0") + first.ljust(width, b"\0"), np.uint8).reshape(2, width)
    return choices[is_first.astype(np.intp)]


def _digits(values: Array) -> Letters:
    """Digits of all values, column by column from the right; insignificant zeros are zero bytes."""
    rest = np.rint(np.clip(values, 0, 10**_WHOLE_DIGITS - 1) * 10**_DECIMALS).astype(np.int32)
    letters = np.zeros((len(rest), _WHOLE_DIGITS + 1 + _DECIMALS), np.uint8)
    has_more = np.zeros(len(rest), bool)
    for column in range(_WHOLE_DIGITS + _DECIMALS, _WHOLE_DIGITS, -1):
        rest, digit = _split(rest)
        has_more |= digit != 0
        letters[:, column] = (digit + ord("0")) * has_more
    letters[:, _WHOLE_DIGITS] = ord(".") * has_more
    for column in range(_WHOLE_DIGITS - 1, -1, -1):
        is_there = rest > 0 if column < _WHOLE_DIGITS - 1 else np.ones(len(rest), bool)
        if not is_there.any():
            break
        rest, digit = _split(rest)
        letters[:, column] = (digit + ord("0")) * is_there
    return letters


def _split(numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """All but the last digit, and the last digit."""
    tens = numbers // np.int32(10)
    return tens, numbers - tens * np.int32(10)


def number_text(value: float) -> str:
    """One number as short as in `path_text`."""
    return f"{value:.{_DECIMALS}f}".rstrip("0").rstrip(".")


def rectangles(shades: Shades) -> Iterator[tuple[float, float, float, float, float]]:
    """Left, top, right, bottom and darkness of each; neighbours of one shade in a row are merged, holes are omitted."""
    x, y = shades.x.tolist(), shades.y.tolist()
    for row, darkness in enumerate(shades.darkness):
        starts = np.flatnonzero(np.concatenate(([True], darkness[1:] != darkness[:-1]))).tolist()
        for start, end in zip(starts, [*starts[1:], len(darkness)], strict=True):
            if np.isfinite(darkness[start]):
                yield x[start], y[row], x[end], y[row + 1], float(darkness[start])
