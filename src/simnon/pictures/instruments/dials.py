"""Gauge, bar, thermometer, and the key of a colour scale: one value between two ends."""

import math
from dataclasses import replace

import numpy as np

from ..given import Given
from ..scene import Anchor, Chosen, Pen, Reading, Tint
from ..theatre import Theatre
from .ranges import ends_of, share_of, tick_text, ticks

_FIRST, _SWEEP = math.radians(225.0), math.radians(-270.0)
"""The angle of the lower end, and how far the needle turns to the upper one."""


def gauge(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x, y, radius, value = given.numbers("x", "y", "radius", "value")
    low, high = ends_of(theatre, given)
    unit = radius * easel.scale
    easel.circle(x, y, radius, fill="ground")
    easel.arc(x, y, radius, _FIRST, _FIRST + _SWEEP, Pen("axis", 0.025 * unit))
    if given.has("alarm"):
        alarm = _FIRST + _SWEEP * share_of(given.constant("alarm"), low, high)
        easel.arc(x, y, radius, alarm, _FIRST + _SWEEP, Pen("bad", 0.06 * unit))
    for number in ticks(low, high):
        angle = _FIRST + _SWEEP * share_of(number, low, high)
        across, up = math.cos(angle), math.sin(angle)
        ends = [(x + r * radius * across, y + r * radius * up) for r in (0.9, 1.0)]
        easel.path(ends, pen=Pen("ink", 0.02 * unit))
        easel.label(
            x + 0.72 * radius * across,
            y + 0.72 * radius * up,
            tick_text(number),
            size=0.16 * unit,
            colour="faint",
            anchor=Anchor.MIDDLE,
        )
    turned = _FIRST + _SWEEP * share_of(value, low, high)
    tip = (x + 0.82 * radius * np.cos(turned), y + 0.82 * radius * np.sin(turned))
    back = (x - 0.12 * radius * np.cos(turned), y - 0.12 * radius * np.sin(turned))
    easel.path([back, tip], pen=Pen("ink", 0.035 * unit))
    easel.circle(x, y, 0.06 * radius, fill="ink")
    easel.label(x, y - 0.74 * radius, Reading(value), size=0.22 * unit, anchor=Anchor.MIDDLE, colour="ink")
    easel.label(x, y - 1.1 * radius, given.text("label"), size=0.18 * unit, anchor=Anchor.MIDDLE, colour="ink")


def bar(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x1, y1, x2, y2, value = given.numbers("x1", "y1", "x2", "y2", "value")
    low, high = ends_of(theatre, given)
    is_wide = float(np.ravel(np.abs(x2 - x1) > np.abs(y2 - y1))[0]) > 0
    colour = easel.state.colour
    if given.has("alarm"):
        colour = Chosen(np.greater_equal(value, given.number("alarm")).astype(float), "bad", colour)
    easel.rectangle(x1, y1, x2, y2, fill="grid")
    share = share_of(value, low, high)
    end = (x1 + share * (x2 - x1), y2) if is_wide else (x2, y1 + share * (y2 - y1))
    easel.rectangle(x1, y1, *end, fill=colour)
    easel.rectangle(x1, y1, x2, y2, pen=Pen("axis", 1.0))
    if given.has("alarm"):
        limit = share_of(given.number("alarm"), low, high)
        place = x1 + limit * (x2 - x1) if is_wide else y1 + limit * (y2 - y1)
        mark = [(place, y1), (place, y2)] if is_wide else [(x1, place), (x2, place)]
        easel.path(mark, pen=Pen("bad", 2.0))


def thermometer(theatre: Theatre, given: Given) -> None:
    """The bulb is at the point, the tube above it."""
    easel = theatre.easel
    x, y, height, value = given.numbers("x", "y", "height", "value")
    low, high = ends_of(theatre, given)
    unit = height * easel.scale
    bulb, tube = 0.11 * height, 0.05 * height
    bottom, top = y + 0.16 * height, y + 0.94 * height
    outline = Pen("axis", 0.012 * unit)
    easel.circle(x, y, bulb, fill="ground", pen=outline)
    easel.rectangle(x - tube, y, x + tube, top + 0.03 * height, fill="ground", pen=outline)
    easel.circle(x, y, 0.92 * bulb, fill="ground")
    reached = bottom + (top - bottom) * share_of(value, low, high)
    easel.rectangle(x - 0.55 * tube, y, x + 0.55 * tube, reached, fill="#C0341D")
    easel.circle(x, y, 0.75 * bulb, fill="#C0341D")
    for number in ticks(low, high, 5):
        place = bottom + (top - bottom) * share_of(number, low, high)
        easel.path([(x + 1.3 * tube, place), (x + 2.2 * tube, place)], pen=Pen("ink", 0.01 * unit))
        easel.label(x + 2.7 * tube, place, tick_text(number), size=0.07 * unit, colour="faint", anchor=Anchor.START)


def color_scale(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x1, y1, x2, y2 = given.numbers("x1", "y1", "x2", "y2")
    low, high = ends_of(theatre, given)
    colour, steps = given.colour("colour"), 40
    for number in range(steps):
        share = (number + 0.5) / steps
        shown = replace(colour, position=share) if isinstance(colour, Tint) else colour
        begin, end = y1 + (y2 - y1) * number / steps, y1 + (y2 - y1) * (number + 1) / steps
        easel.rectangle(x1, begin, x2, end, fill=shown)
    width, size = x2 - x1, easel.state.text_size
    for tick in ticks(low, high):
        place = y1 + (y2 - y1) * share_of(tick, low, high)
        easel.path([(x2, place), (x2 + 0.3 * width, place)], pen=Pen("ink", 1.0))
        easel.label(x2 + 0.6 * width, place, tick_text(tick), size=0.85 * size, colour="faint", anchor=Anchor.START)
    if isinstance(colour, Tint) and isinstance(colour.position, np.ndarray):
        place = y1 + (y2 - y1) * colour.position
        arrow = [(x1 - 0.1 * width, place), (x1 - 0.7 * width, place + 0.3 * width)]
        easel.path([*arrow, (x1 - 0.7 * width, place - 0.3 * width)], is_closed=True, fill="ink")
    above = 14.0 / easel.unit
    easel.label(x1, y2 + above, given.text("label"), size=size, colour="ink", anchor=Anchor.START)
