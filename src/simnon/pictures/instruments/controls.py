"""Slider, knob, switch and button: what a user operates, and the parameter that it sets."""

import math

import numpy as np

from ..easel import Easel
from ..given import Given
from ..scene import Anchor, Chosen, Column, Control, ControlKind, Pen, Request, RequestKind
from ..theatre import Theatre
from .ranges import ends_of, share_of

_FIRST, _SWEEP = math.radians(225.0), math.radians(-270.0)


def slider(theatre: Theatre, given: Given) -> None:
    """From the first point to the second."""
    easel = theatre.easel
    x1, y1, x2, y2 = (given.constant(name) for name in ("x1", "y1", "x2", "y2"))
    low, high = ends_of(theatre, given)
    value = given.number("parameter")
    share = share_of(value, low, high)
    x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
    easel.path([(x1, y1), (x2, y2)], pen=Pen("axis", 3.0))
    easel.path([(x1, y1), (x, y)], pen=Pen("accent", 3.0))
    unit = easel.unit
    long, thick = 11 / unit, 5.5 / unit
    across = abs(x2 - x1) >= abs(y2 - y1)
    half = (thick, long) if across else (long, thick)
    easel.rectangle(x - half[0], y - half[1], x + half[0], y + half[1], fill="ground", pen=Pen("ink", 2.0))
    box = _box(easel, (min(x1, x2) - long, min(y1, y2) - long, max(x1, x2) + long, max(y1, y2) + long))
    _add(theatre, given, ControlKind.SLIDER, low, high, value, box)


def knob(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x, y, radius = (given.constant(name) for name in ("x", "y", "radius"))
    low, high = ends_of(theatre, given)
    value = given.number("parameter")
    turned = _FIRST + _SWEEP * share_of(value, low, high)
    easel.arc(x, y, radius, _FIRST, _FIRST + _SWEEP, Pen("axis", 3.0))
    easel.arc(x, y, radius, _FIRST, turned, Pen("accent", 3.0))
    easel.circle(x, y, 0.68 * radius, fill="ground", pen=Pen("ink", 2.5))
    ends = [(x + r * radius * np.cos(turned), y + r * radius * np.sin(turned)) for r in (0.3, 0.62)]
    easel.path(ends, pen=Pen("ink", 3.0))
    _add(
        theatre,
        given,
        ControlKind.KNOB,
        low,
        high,
        value,
        _box(easel, (x - radius, y - radius, x + radius, y + radius)),
    )


def switch(theatre: Theatre, given: Given) -> None:
    """`size` is its height."""
    easel = theatre.easel
    x, y, size = (given.constant(name) for name in ("x", "y", "size"))
    off, on = given.constant("off", 0.0), given.constant("on", 1.0)
    value = given.number("parameter")
    is_on = np.equal(value, on).astype(np.float64)
    lit: Column = is_on if is_on.ndim else float(is_on)
    half = 0.5 * size
    for colour, radius in (("ink", half), (Chosen(lit, "accent", "grid"), 0.84 * half)):
        easel.rectangle(x - half, y - radius, x + half, y + radius, fill=colour)
        for end in (x - half, x + half):
            easel.circle(end, y, radius, fill=colour)
    easel.circle(x - half + size * lit, y, 0.32 * size, fill="ground", pen=Pen("ink", 1.0))
    _add(theatre, given, ControlKind.SWITCH, off, on, value, _box(easel, (x - size, y - half, x + size, y + half)))


def button(theatre: Theatre, given: Given) -> None:
    easel = theatre.easel
    x1, y1, x2, y2 = (given.constant(name) for name in ("x1", "y1", "x2", "y2"))
    words, line = given.text("text"), given.text("line")
    marker = f"button {len(theatre.requests)}"
    before = easel.state.markers
    easel.state.markers = (*before, marker)
    easel.rectangle(x1, y1, x2, y2, fill="ground", pen=Pen("ink", 2.0))
    easel.label((x1 + x2) / 2, (y1 + y2) / 2, words, anchor=Anchor.MIDDLE, colour="ink")
    easel.state.markers = before
    theatre.requests.append(Request(RequestKind.PICK, marker, line, easel.window))


def _box(easel: Easel, ends: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """On the page: left, top, right, bottom."""
    corners = [easel.place(x, y) for x in ends[::2] for y in ends[1::2]]
    xs, ys = ([float(np.ravel(corner[axis])[0]) for corner in corners] for axis in (0, 1))
    return min(xs), min(ys), max(xs), max(ys)


def _add(
    theatre: Theatre,
    given: Given,
    kind: ControlKind,
    low: float,
    high: float,
    value: Column,
    box: tuple[float, float, float, float],
) -> None:
    easel = theatre.easel
    parameter = given.path("parameter")
    theatre.controls.append(Control(kind, parameter, low, high, value, box, easel.window, easel.state.visible))
