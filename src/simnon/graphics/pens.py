"""A curve, an axis or a text, and the surface -> the pen that draws it."""

from simnon.figures import Area, Ink

from .drawing import Pen, Surface
from .palette import DASHES, blend, shade_colour

CURVE, ONE_OF_MANY = 1.5, 0.7
"""Widths in those of an axis."""
PAPER = 0.6
"""How dark lines of the paper are, as a fraction of the axes."""


def curve_pen(area: Area, number: int, surface: Surface) -> Pen:
    """The pen of a curve; the curves of a fan share a dash and have the colours of their shades."""
    theme, shade, ink = surface.theme, area.curves[number].shade, area.curves[number].ink
    if shade is not None:
        return Pen(0, shade_colour(shade), ONE_OF_MANY * surface.pen_width)
    if ink is not Ink.OWN:
        colour = theme.ink if ink is Ink.TEXT else blend(theme.ground, theme.axis, PAPER)
        return Pen(None, colour, ONE_OF_MANY * surface.pen_width)
    width = CURVE * surface.pen_width
    dash = () if surface.cell else tuple(width * length for length in DASHES[number % len(DASHES)])
    return Pen(number, theme.curves[number % len(theme.curves)], width, dash)


def edge_pen(area: Area, number: int, surface: Surface) -> Pen:
    """For the edges of a band, on surfaces that have no fills."""
    count = len(area.curves) + number
    return Pen(count, surface.theme.curves[count % len(surface.theme.curves)], CURVE * surface.pen_width)


def words_pen(number: int, surface: Surface) -> Pen:
    """For text in the colour of a curve."""
    return Pen(number, surface.theme.words[number % len(surface.theme.words)], surface.pen_width)


def ink_pen(surface: Surface) -> Pen:
    return Pen(None, surface.theme.ink, surface.pen_width)


def faint_pen(surface: Surface) -> Pen:
    return Pen(None, surface.theme.faint, surface.pen_width)


def axis_pen(surface: Surface) -> Pen:
    return Pen(None, surface.theme.axis, surface.pen_width)


def grid_pen(surface: Surface) -> Pen:
    return Pen(None, surface.theme.grid, surface.pen_width)


def marker_pen(surface: Surface) -> Pen:
    dash = (0.1 * surface.pen_width, 2.5 * surface.pen_width)
    return Pen(None, surface.theme.axis, surface.pen_width, dash)


def band_colour(darkness: float, surface: Surface) -> str:
    return blend(surface.theme.ground, surface.theme.curves[0], 0.12 + 0.38 * darkness)
