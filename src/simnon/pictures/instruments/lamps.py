"""Lamps, and numbers in seven segments."""

import math

import numpy as np

from ..given import Given
from ..scene import Anchor, Chosen, Column, Pen
from ..theatre import Theatre

SEGMENTS_OF_DIGIT = {
    0: "abcdef",
    1: "bc",
    2: "abdeg",
    3: "abcdg",
    4: "bcfg",
    5: "acdfg",
    6: "acdefg",
    7: "abc",
    8: "abcdefg",
    9: "abcdfg",
}
"""a is above, b and c at the right, d below, e and f at the left, g in the middle."""
_ENDS = {
    "a": (0.0, 2.0, 1.0, 2.0),
    "b": (1.0, 2.0, 1.0, 1.0),
    "c": (1.0, 1.0, 1.0, 0.0),
    "d": (0.0, 0.0, 1.0, 0.0),
    "e": (0.0, 0.0, 0.0, 1.0),
    "f": (0.0, 1.0, 0.0, 2.0),
    "g": (0.0, 1.0, 1.0, 1.0),
}
MINUS, BLANK = -1, -2
_SLANT = 0.06


def lamp(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x, y, radius, condition = given.numbers("x", "y", "radius", "condition")
    is_on = np.asarray(condition, dtype=np.float64) != 0.0
    lit = is_on.astype(np.float64) if is_on.ndim else float(is_on)
    unit = radius * easel.scale
    before = easel.state.visible
    easel.state.visible = np.logical_and(before, lit).astype(np.float64) if isinstance(lit, np.ndarray) else lit
    easel.circle(x, y, 1.28 * radius, pen=Pen("#E0A79B", 0.3 * unit))
    easel.state.visible = before
    easel.circle(x, y, radius, pen=Pen("ink", 0.1 * unit), fill=Chosen(lit, "bad", "grid"))
    easel.arc(x, y, 0.6 * radius, math.radians(100), math.radians(160), Pen("#FFFFFF", 0.1 * unit))
    if given.has("label"):
        words = given.text("label")
        easel.label(x + 1.8 * radius, y, words, colour=Chosen(lit, "bad", "ink"), anchor=Anchor.START)


def seven_segment(theatre: Theatre, given: Given) -> None:
    """`digits` places, of which `decimals` follow the point; too large a number shows bars."""
    easel = theatre.easel
    x, y, height, value = given.numbers("x", "y", "height", "value")
    count, decimals = int(given.constant("digits", 4.0)), int(given.constant("decimals", 1.0))
    count = min(max(count, 1), 12)
    decimals = min(max(decimals, 0), count - 1)
    wide = 0.75 * height
    easel.rectangle(x - 0.25 * height, y - 0.25 * height, x + (count - 0.02) * wide, y + 1.25 * height, fill="#1B2224")
    codes = digits_of(np.atleast_1d(np.asarray(value, dtype=np.float64)), count, decimals)
    is_constant = not isinstance(value, np.ndarray)
    for place in range(count):
        code: Column = codes[place] if not is_constant else float(codes[place][0])
        left = x + place * wide
        for segment, ends in _ENDS.items():
            lit = _is_lit(code, segment)
            pen = Pen(Chosen(lit, "#FF8A3C", "#2B3335"), 0.1 * height * easel.scale)
            easel.path([_corner(left, y, height, *ends[:2]), _corner(left, y, height, *ends[2:])], pen=pen)
        if decimals and place == count - 1 - decimals:
            easel.circle(left + 0.6 * height, y, 0.06 * height, fill="#FF8A3C")


def _corner(x: Column, y: Column, height: Column, across: float, up: float) -> tuple[Column, Column]:
    return x + height * (0.45 * across + _SLANT * up), y + 0.5 * height * up


def _is_lit(code: Column, segment: str) -> Column:
    lit = [number for number, segments in SEGMENTS_OF_DIGIT.items() if segment in segments]
    lit += [MINUS] if segment == "g" else []
    found = np.isin(code, lit).astype(np.float64)
    return found if found.ndim else float(found)


def digits_of(value: np.ndarray, count: int, decimals: int) -> list[np.ndarray]:
    """The digit at each place from the left; MINUS before a negative number, BLANK for what is not needed."""
    whole = np.rint(np.abs(value) * 10.0**decimals)
    is_negative = (value < 0) & (whole > 0)
    needed = np.maximum(np.floor(np.log10(np.maximum(whole, 1.0))) + 1, decimals + 1)
    is_too_large = (needed + is_negative > count) | ~np.isfinite(value)
    whole = np.where(is_too_large, 0.0, whole)
    found = []
    for place in range(count):
        power = count - 1 - place
        digit = np.floor(whole / 10.0**power) % 10
        digit = np.where(power >= needed, BLANK, digit)
        digit = np.where(is_negative & (power == needed), MINUS, digit)
        found.append(np.where(is_too_large, MINUS, digit))
    return found
