"""The widths of texts in each kind of letters, as every PDF reader has them."""

from ..drawing import Lettering
from . import helvetica

_TIMES = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500, 500, 500, 389, 389, 278, 500,
            444, 667, 444, 444, 389, 611, 611, 667, 722, 611, 611, 722, 722, 333, 444, 667, 556, 833, 667, 722, 611,
            722, 611, 500, 556, 722, 611, 833, 611, 556, 556,
        ),
        strict=True,
    )
)  # fmt: skip
_TIMES |= {" ": 250, "(": 333, ")": 333, ",": 250, ".": 250, "-": 333, "=": 675, "+": 675, "<": 675, ">": 675}
_TIMES |= {"[": 389, "]": 389, "_": 500, "/": 278, "'": 214}
_BOLD, _MONO, _OTHER = 1.07, 600, 500


def width_of(text: str, size: float, lettering: Lettering) -> float:
    """The length of a text of a size."""
    match lettering:
        case Lettering.PLAIN:
            return helvetica.width_of(text, size)
        case Lettering.BOLD:
            return _BOLD * helvetica.width_of(text, size)
        case Lettering.MONO:
            return _MONO * len(text) * size / 1000
        case Lettering.ITALIC | Lettering.ROMAN:
            return sum(_TIMES.get(letter) or _other(letter) for letter in text) * size / 1000


def _other(letter: str) -> float:
    """Digits are half as wide as high; signs and Greek letters are those of the Symbol font."""
    return helvetica.width_of(letter, 1000) if letter in helvetica.SYMBOLS else _OTHER
