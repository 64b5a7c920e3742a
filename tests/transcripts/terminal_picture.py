"""Lines of a terminal -> a picture of it, in SVG; dots of braille are drawn as dots, which no font can shift."""

from collections.abc import Sequence

from simnon.graphics.palette import DARK

ACROSS, DOWN, SIZE, EDGE = 7.8, 16.0, 13, 14.0
"""Width and height of a character, size of the font, space around the text, in pixels."""
_BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BOXES = {"│": "ud", "─": "lr", "┤": "udl", "├": "udr", "┬": "lrd", "┴": "lru", "┼": "lrud", "└": "ur", "┘": "ul"}


def terminal_picture(rows: Sequence[str]) -> str:
    width = 2 * EDGE + ACROSS * max(map(len, rows))
    height = 2 * EDGE + DOWN * len(rows)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="Menlo, Consolas, DejaVu Sans Mono, monospace" '
        f'font-size="{SIZE}">'
    )
    parts = [head, f'<rect width="100%" height="100%" rx="6" fill="{DARK.ground}"/>']
    for number, row in enumerate(rows):
        parts += _row(row, EDGE + DOWN * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _row(row: str, top: float) -> list[str]:
    dots, lines, words = "", "", ""
    for column, letter in enumerate(row):
        left = EDGE + ACROSS * column
        if _BRAILLE < ord(letter) < _BRAILLE + 256:
            dots += "".join(_dots(ord(letter) - _BRAILLE, left, top))
        elif letter in _BOXES:
            lines += "".join(_halves(_BOXES[letter], left + ACROSS / 2, top + DOWN / 2))
        words += " " if letter in _BOXES or ord(letter) >= _BRAILLE else letter
    drawn = [f'<path d="{lines}" stroke="{DARK.axis}" fill="none"/>'] if lines else []
    drawn += [f'<path d="{dots}" fill="{DARK.curves[0]}"/>'] if dots else []
    return drawn + _texts(words, top)


def _dots(bits: int, left: float, top: float) -> list[str]:
    return [
        f"M{left + (x + 0.25) * ACROSS / 2:.1f} {top + (y + 0.25) * DOWN / 4:.1f}h2v2h-2z"
        for y, row in enumerate(_BITS)
        for x, bit in enumerate(row)
        if bits & bit
    ]


def _halves(directions: str, x: float, y: float) -> list[str]:
    ends = {"l": (-ACROSS / 2, 0.0), "r": (ACROSS / 2, 0.0), "u": (0.0, -DOWN / 2), "d": (0.0, DOWN / 2)}
    return [f"M{x:.1f} {y:.1f}l{ends[d][0]:.1f} {ends[d][1]:.1f}" for d in directions]


def _texts(words: str, top: float) -> list[str]:
    """Each word at its own position, so that any fixed font keeps the columns."""
    drawn, column = [], 0
    for word in words.split(" "):
        if word:
            colour = DARK.ink if not words.startswith(">") else DARK.words[0]
            escaped = word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            x, y = EDGE + ACROSS * column, top + 0.75 * DOWN
            length = f'textLength="{ACROSS * len(word):.1f}" lengthAdjust="spacingAndGlyphs"'
            drawn.append(f'<text x="{x:.1f}" y="{y:.1f}" {length} fill="{colour}">{escaped}</text>')
        column += len(word) + 1
    return drawn
