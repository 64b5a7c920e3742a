"""Colours of a scene -> `#RRGGBB` in a theme, at a moment."""

from typing import assert_never

from simnon.pictures import Chosen, Colour, Tint, at

from ..palette import DARK, Theme, blend

ACCENT = {True: "#58AEE6", False: "#0069A6"}
BAD = {True: "#F2896B", False: "#A8321A"}


def paint(colour: Colour, moment: int, theme: Theme) -> str:
    match colour:
        case str():
            return themed(colour, theme)
        case Tint(stops, position):
            return between([themed(stop, theme) for stop in stops], at(position, moment))
        case Chosen(condition, then, otherwise):
            return paint(then if at(condition, moment) else otherwise, moment, theme)
        case _:
            assert_never(colour)


def themed(word: str, theme: Theme) -> str:
    """A word of the theme, or the colour itself."""
    if word.startswith("#"):
        return word
    if word[0] == "c" and word[1:].isdigit():
        return theme.curves[int(word[1:]) - 1]
    is_dark = theme is DARK
    known = {
        "ink": theme.ink,
        "faint": theme.faint,
        "axis": theme.axis,
        "grid": theme.grid,
        "ground": theme.ground,
        "accent": ACCENT[is_dark],
        "bad": BAD[is_dark],
    }
    return known[word]


def between(stops: list[str], share: float) -> str:
    """The colour at a share of the way from the first to the last; grey if it is not a number."""
    if share != share:  # noqa: PLR0124
        return "#8A9392"
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    index = min(int(place), len(stops) - 2)
    return blend(stops[index], stops[index + 1], place - index)


def shaded(colour: str, light: float) -> str:
    """Darker below 1, lighter above it."""
    return blend("#000000", colour, light) if light <= 1 else blend(colour, "#FFFFFF", light - 1)
