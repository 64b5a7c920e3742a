"""DATA: the widths of the letters of Helvetica, in thousandths of its size; Greek letters and signs are from Symbol.

Every PDF reader has both fonts, and the usual screen fonts are as wide as Helvetica.
"""

import unicodedata
from itertools import chain, repeat

_ASCII_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_OTHER_WIDTHS = {
    584: "±×÷¬",
    333: "²³¹¡“”",
    400: "°",
    278: "·",
    611: "ßø¿",
    1000: "Æ—…™",
    889: "æ",
    778: "Ø",
    834: "½¼¾",
    737: "©®",
    350: "•",
    222: "‘’",
    370: "ª",
    365: "º",
}
SYMBOLS = dict(
    zip(
        "ΑΒΧΔΕΦΓΗΙΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηικλμνοπθρστυωξψζ→∞≤≥≈≠∂√−∫∑",
        b"ABCDEFGHIKLMNOPQRSTUVWXYZabcdefghiklmnopqrstuwxyz\xae\xa5\xa3\xb3\xbb\xb9\xb6\xd6-\xf2\xe5",
        strict=True,
    )
)
"""Letters and signs of Symbol, with their codes there."""

_SYMBOL_WIDTHS = (
    "722 667 722 612 611 763 603 722 333 722 686 889 722 722 768 741 556 592 611 690 439 768 645 795 611 "
    "631 549 549 494 439 521 411 603 329 549 549 576 521 549 549 521 549 603 439 576 686 493 686 494 "
    "987 713 549 549 549 549 494 549 549 274 713"
)
_WIDTHS = dict(zip(map(chr, range(32, 127)), map(int, _ASCII_WIDTHS.split()), strict=True))
_WIDTHS |= dict(chain.from_iterable(zip(letters, repeat(width)) for width, letters in _OTHER_WIDTHS.items()))
_WIDTHS |= dict(zip(SYMBOLS, map(int, _SYMBOL_WIDTHS.split()), strict=True))
_USUAL_WIDTH = 556


def width_of(text: str, size: float) -> float:
    """The length of a text; a letter with an accent is as wide as without."""
    return sum(_WIDTHS.get(letter) or _width_without_accent(letter) for letter in text) * size / 1000


def _width_without_accent(letter: str) -> int:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1000
    return _WIDTHS.get(unicodedata.normalize("NFKD", letter)[:1], _USUAL_WIDTH)
