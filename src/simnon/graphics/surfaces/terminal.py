"""Figure -> escape sequences of terminals that show pixels: sixel (DEC, 1983) and kitty's protocol."""

import base64

import numpy as np
from numpy.typing import NDArray

from simnon.figures import Figure

from .raster import image, png

_COLOURS = 64
_BAND = 6
_CHUNK = 4096


def kitty(figure: Figure, width: int = 960, height: int = 600) -> str:
    """The figure for kitty and compatible terminals: a PNG in pieces of 4096 characters."""
    letters = base64.standard_b64encode(png(figure, width, height)).decode("ascii")
    chunks = [letters[i : i + _CHUNK] for i in range(0, len(letters), _CHUNK)]
    text = ""
    for number, chunk in enumerate(chunks):
        head = "a=T,f=100," if number == 0 else ""
        text += f"\x1b_G{head}m={int(number + 1 < len(chunks))};{chunk}\x1b\\"
    return text


def sixel(figure: Figure, width: int = 800, height: int = 500) -> str:
    """The figure in bands of six rows, each with one line per colour in it."""
    coloured = image(figure, width, height).quantize(_COLOURS)
    palette = np.array(coloured.getpalette()[: 3 * _COLOURS]).reshape(-1, 3)
    pixels = np.array(coloured)
    head = f'\x1bPq"1;1;{width};{height}'
    for number, (red, green, blue) in enumerate(np.rint(palette / 2.55).astype(int).tolist()):
        head += f"#{number};2;{red};{green};{blue}"
    bands = [_band(pixels[top : top + _BAND]) for top in range(0, height, _BAND)]
    return head + "-".join(bands) + "\x1b\\"


def _band(pixels: NDArray[np.uint8]) -> str:
    weights = 1 << np.arange(len(pixels), dtype=np.int64)[:, None]
    lines = []
    for colour in np.unique(pixels).tolist():
        codes = ((pixels == colour) * weights).sum(axis=0) + ord("?")
        lines.append(f"#{colour}" + _with_repeats(codes))
    return "$".join(lines)


def _with_repeats(codes: NDArray[np.int64]) -> str:
    """`!12~` for twelve of the same; empty sixels at the end are omitted."""
    starts = np.concatenate(([0], np.flatnonzero(np.diff(codes)) + 1))
    counts = np.diff(np.append(starts, len(codes)))
    runs = list(zip(codes[starts].tolist(), counts.tolist(), strict=True))
    if runs[-1][0] == ord("?"):
        runs.pop()
    return "".join(f"!{count}{chr(code)}" if count > 3 else chr(code) * count for code, count in runs)
