"""DATA: the colours of a page, light or dark, and the colours and dashes that distinguish curves.

Curves can be distinguished by the colour-blind and in black and white. The colours are those of Okabe and Ito (2008),
with brown for yellow, which is too light on paper; eight colours and five dashes give forty different curves. Text in
the colour of a curve is darker on paper and lighter on a dark page, so that it can be read.
"""

import math

from simnon.source import frozen


@frozen
class Theme:
    """`ink` is for values and names, `faint` for units, `curves` for lines and `words` for text beside them."""

    ground: str
    ink: str
    faint: str
    axis: str
    grid: str
    curves: tuple[str, ...]
    words: tuple[str, ...]


LIGHT = Theme(
    ground="#FFFFFF",
    ink="#182022",
    faint="#5B6567",
    axis="#7B8483",
    grid="#E7EAE9",
    curves=("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A6D1B", "#6E6E6E"),
    words=("#00639B", "#A84A00", "#00704F", "#9A4573", "#8A5F00", "#1A6794", "#75590F", "#5A5A5A"),
)
DARK = Theme(
    ground="#15191A",
    ink="#E4E9E8",
    faint="#949FA0",
    axis="#6F7A7B",
    grid="#1F2526",
    curves=("#4AA8E0", "#F0813A", "#2DBE95", "#E19BC2", "#F0B232", "#8AD0F7", "#C6A850", "#A5A5A5"),
    words=("#6BBBEB", "#F79A60", "#4CCDA7", "#E8AFCF", "#F3C15A", "#9AD8FA", "#D3B869", "#B5B5B5"),
)

TERMINAL_COLOURS = (32, 166, 36, 175, 178, 74, 136, 245)
"""The nearest of the 256 colours of terminals, readable on black and on white."""

DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3.5), (0.8, 2.8), (7, 3, 0.8, 3), (11, 4))
"""Lengths of dash and gap in pen widths; the round ends of the pen lengthen each dash by one more."""

SHADES = ("#FDF6B2", "#D3E08B", "#8FC48D", "#4FA394", "#2B7F92", "#205B83", "#1F3A68", "#151B45")
"""From light to dark, so that a map keeps its meaning in black and white."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letter_of(number: int) -> str:
    return LETTERS[number % len(LETTERS)]


def shade_colour(darkness: float) -> str:
    """The colour of a shade from 0 to 1: between the nearest two of SHADES; the middle one if it is not known."""
    if math.isnan(darkness):
        return SHADES[len(SHADES) // 2]
    position = min(max(darkness, 0.0), 1.0) * (len(SHADES) - 1)
    index = min(int(position), len(SHADES) - 2)
    return blend(SHADES[index], SHADES[index + 1], position - index)


def blend(one: str, other: str, share: float) -> str:
    """The colour at the fraction `share` of the way from one to the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(low + share * (high - low)):02X}" for low, high in pairs)
