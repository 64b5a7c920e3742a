"""Arguments -> colours: words, `#RRGGBB`, and colour scales of expressions."""

import re

from .scene import Colour

NAMED = {
    "black": "#182022",
    "white": "#FFFFFF",
    "red": "#C0341D",
    "orange": "#E07B1A",
    "yellow": "#F0C419",
    "green": "#11805C",
    "cyan": "#2AA5B8",
    "blue": "#0072B2",
    "purple": "#8E4585",
    "magenta": "#CC79A7",
    "brown": "#8A6D1B",
    "grey": "#8A9392",
    "gray": "#8A9392",
    "silver": "#C4CACC",
    "water": "#56A0D3",
    "steel": "#5C6468",
}
"""The same in light and dark pictures."""
THEMED = ("ink", "faint", "axis", "grid", "ground", "accent", "bad", *(f"c{number}" for number in range(1, 9)))
"""Those of the theme: text and lines, and the colours of curves."""
SCALES: dict[str, tuple[str, ...]] = {
    "heat": ("#3B6FB6", "#5FB0C4", "#D9C667", "#DE8A3C", "#B8321C"),
    "shade": ("#FDF6B2", "#D3E08B", "#8FC48D", "#4FA394", "#2B7F92", "#205B83", "#1F3A68", "#151B45"),
    "alarm": ("#11805C", "#F0C419", "#C0341D"),
    "level": ("#EEF3F6", "#0072B2"),
}
"""`heat(TEMP, 20, 80)`: from the first to the last colour."""
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


def colour_word(word: str) -> Colour | None:
    """None if it is no colour."""
    lower = word.casefold()
    if lower in THEMED:
        return lower
    if lower in NAMED:
        return NAMED[lower]
    return word.upper() if _HEX.fullmatch(word) else None


def all_words() -> tuple[str, ...]:
    return (*NAMED, *THEMED)
