"""DATA: colours and dashes that distinguish curves, also for the colour-blind and in black and white.

The colours are those of Okabe and Ito (2008), with brown for yellow, which is too light on paper. Eight colours and
five dashes distinguish forty curves.
"""

from .drawing import Pen

BLACK = "#000000"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A6D1B", "#6E6E6E")
TERMINAL_COLOURS = (32, 166, 36, 175, 178, 74, 136, 245)
"""The nearest of the 256 colours of terminals, readable on black and on white."""

DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3.5), (0.8, 2.8), (7, 3, 0.8, 3), (11, 4))
"""Lengths of dash and gap in pen widths; the round ends of the pen lengthen each dash by one more."""

SHADES = ("#FDF6B2", "#D3E08B", "#8FC48D", "#4FA394", "#2B7F92", "#205B83", "#1F3A68", "#151B45")
"""From light to dark, so that a map keeps its meaning in black and white."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def curve_pen(number: int, width: float, has_dashes: bool) -> Pen:
    dash = tuple(width * length for length in DASHES[number % len(DASHES)]) if has_dashes else ()
    return Pen(number, COLOURS[number % len(COLOURS)], width, dash)


def axis_pen(width: float) -> Pen:
    return Pen(None, BLACK, width)


def letter_of(number: int) -> str:
    return LETTERS[number % len(LETTERS)]


def shade_colour(darkness: float) -> str:
    """The colour of a shade from 0 to 1: between the nearest two of SHADES."""
    position = min(max(darkness, 0.0), 1.0) * (len(SHADES) - 1)
    index = min(int(position), len(SHADES) - 2)
    fraction = position - index
    pairs = ((int(SHADES[index][i : i + 2], 16), int(SHADES[index + 1][i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(low + fraction * (high - low)):02X}" for low, high in pairs)
