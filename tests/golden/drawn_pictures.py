"""Figures as they are drawn with characters, to be kept and looked at."""

from pathlib import Path

from simnon.graphics import braille, plain
from tests.unit.graphics.small_figures import ALL

PICTURES = Path(__file__).parent / "pictures"


def picture_file(name: str) -> Path:
    return PICTURES / f"{name}.txt"


def drawn(name: str) -> str:
    """In braille without and with colours, the escapes made visible, and in ASCII."""
    figure = ALL[name]
    coloured = braille(figure, 60, 16, has_colours=True).replace("\x1b", "␛")
    return "\n\n".join((braille(figure, 80, 24), plain(figure, 60, 16), coloured)) + "\n"
