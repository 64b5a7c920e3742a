"""DATA: a picture as strokes and texts in the units of a surface, and what a surface is.

Coordinates increase to the right and downwards. A surface made of character cells has `cell` set: its lines and texts
are aligned to cells. A stroke has a gap wherever a coordinate is not finite.
"""

from collections.abc import Callable
from dataclasses import field, replace
from enum import Enum
from typing import TypeAlias

from simnon.figures import Array, Direction
from simnon.source import frozen

from .palette import LIGHT, Theme


class Anchor(Enum):
    """Which point of a text is at its position; the value is the fraction of its length before that point."""

    START = 0.0
    MIDDLE = 0.5
    END = 1.0


@frozen
class Pen:
    """How a line is drawn; `curve` counts the curves of an area from 0 and is None for axes."""

    curve: int | None
    colour: str
    width: float
    dash: tuple[float, ...] = ()


@frozen
class Stroke:
    x: Array = field(repr=False)
    y: Array = field(repr=False)
    pen: Pen


class Lettering(Enum):
    """The kinds of letters; equations are in `ITALIC` and `ROMAN`, which have serifs."""

    PLAIN = "plain"
    BOLD = "bold"
    ITALIC = "italic"
    ROMAN = "roman"
    MONO = "mono"


@frozen
class Text:
    """Text centred vertically on its position; `is_backed` clears the lines behind the letters.

    `size` is that of its letters; None for the usual one of the surface.
    """

    words: str
    x: float
    y: float
    pen: Pen
    anchor: Anchor = Anchor.START
    direction: Direction = Direction.HORIZONTAL
    is_backed: bool = False
    size: float | None = None
    lettering: Lettering = Lettering.PLAIN


@frozen
class Shades:
    """Rectangles between the edges, from light (0) to dark (1), by rows from the top left; nan leaves a hole."""

    x: Array = field(repr=False)
    y: Array = field(repr=False)
    darkness: Array = field(repr=False)


@frozen
class Fill:
    """A polygon, filled with one colour."""

    x: Array = field(repr=False)
    y: Array = field(repr=False)
    colour: str


Part: TypeAlias = Stroke | Text | Shades | Fill
Drawing: TypeAlias = tuple[Part, ...]


@frozen
class Surface:
    """What is drawn on: its size, the size of its texts, and what can be distinguished on it.

    `resolution` is a width too small to see; `tick` the length of the ticks of the horizontal and vertical axis.
    `has_styles` is False if only letters distinguish curves.
    """

    width: float
    height: float
    width_of: Callable[[str], float] = field(repr=False)
    line_height: float
    gap: float
    tick: tuple[float, float]
    pen_width: float
    resolution: float
    has_styles: bool = True
    cell: tuple[float, float] | None = None
    theme: Theme = LIGHT


def page(
    width: float, height: float, text_size: float, width_of: Callable[[str], float], theme: Theme = LIGHT
) -> Surface:
    """A surface for paper and screens, with everything in proportion to the size of its texts."""
    return Surface(
        width,
        height,
        width_of,
        line_height=1.25 * text_size,
        gap=0.35 * text_size,
        tick=(0.4 * text_size, 0.4 * text_size),
        pen_width=text_size / 12,
        resolution=text_size / 48,
        theme=theme,
    )


def scaled(drawing: Drawing, factor: float) -> Drawing:
    """The same drawing, larger or smaller; its texts have sizes of their own."""
    return tuple(_scaled(part, factor) for part in drawing)


def _scaled(part: Part, factor: float) -> Part:
    match part:
        case Stroke():
            pen = replace(part.pen, width=part.pen.width * factor, dash=tuple(d * factor for d in part.pen.dash))
            return Stroke(part.x * factor, part.y * factor, pen)
        case Text():
            size = part.size * factor if part.size is not None else None
            return replace(part, x=part.x * factor, y=part.y * factor, size=size)
        case Shades():
            return Shades(part.x * factor, part.y * factor, part.darkness)
        case Fill():
            return Fill(part.x * factor, part.y * factor, part.colour)
