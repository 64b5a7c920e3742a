"""The slopes of two states on a grid -> arrows of one length, and the lines on which one of them does not change.

The page draws them by the same rules (`web/src/figures/phasePlane.ts`).
"""

import math
from collections.abc import Iterator

import numpy as np

from simnon.figures import Array, SlopeField

from .axes import Axes
from .drawing import Anchor, Pen, Stroke, Surface, Text
from .palette import blend
from .paths import Scale, Viewport, clip
from .pens import words_pen
from .zero_lines import zero_lines

EVERY, APART = (1, 2, 3), 24.0
"""One of so many has an arrow, the fewest at which arrows are so many pixels apart."""
LENGTH, HEAD = 11.0, 3.2
LEVELS, PALEST = 4, 0.3
"""Faster is darker, in so many steps."""
ACROSS, UP = 2, 3
"""The colours of the nullclines."""
DASH = (6.0, 4.0)
NULLCLINE = 1.5


def draw_arrows(slopes: SlopeField, axes: Axes, window: Viewport, surface: Surface) -> Iterator[Stroke]:
    every = _every(len(slopes.x), len(slopes.y), window, surface.pen_width)
    chosen = (slice(1, None, every), slice(1, None, every))
    columns, rows = np.meshgrid(axes.across.place(slopes.x), axes.down.place(slopes.y))
    dx = (slopes.across * _pixels(axes.across, slopes.x)[None, :])[chosen].ravel()
    dy = (slopes.up * _pixels(axes.down, slopes.y)[:, None])[chosen].ravel()
    x, y = columns[chosen].ravel(), rows[chosen].ravel()
    with np.errstate(all="ignore"):
        size = np.hypot(dx, dy)
        is_inside = (x > window.left) & (x < window.right) & (y > window.top) & (y < window.bottom)
        is_shown = is_inside & np.isfinite(size) & (size > 0.0)
    x, y, dx, dy, size = (each[is_shown] for each in (x, y, dx, dy, size))
    if not len(size):
        return
    level = np.floor(np.sqrt(size / size.max()) * (LEVELS - 0.001)).astype(int)
    scale = surface.pen_width
    for number in range(LEVELS):
        own = level == number
        share = PALEST + (1.0 - PALEST) * number / (LEVELS - 1)
        pen = Pen(None, blend(surface.theme.ground, surface.theme.axis, share), scale)
        if own.any():
            yield _arrows(x[own], y[own], dx[own] / size[own], dy[own] / size[own], pen)


def _every(columns: int, rows: int, window: Viewport, pixel: float) -> int:
    """A large plot has more arrows, not longer ones."""
    apart = min((window.right - window.left) / (columns - 1), (window.bottom - window.top) / (rows - 1)) / pixel
    return next((every for every in EVERY if every * apart >= APART), EVERY[-1])


def _pixels(scale: Scale, values: Array) -> Array:
    """For each unit at a value."""
    length = scale.end - scale.start
    if scale.is_logarithmic:
        with np.errstate(all="ignore"):
            return length / (math.log(scale.high / scale.low) * values)
    return np.full(len(values), length / (scale.high - scale.low))


def _arrows(x: Array, y: Array, across: Array, down: Array, pen: Pen) -> Stroke:
    """Lines through the points, with heads; a gap after each."""
    length, head, gap = LENGTH * pen.width / 2, HEAD * pen.width, np.full(len(x), np.nan)
    tip_x, tip_y = x + length * across, y + length * down
    left_x, left_y = tip_x - head * (across - 0.7 * down), tip_y - head * (down + 0.7 * across)
    right_x, right_y = tip_x - head * (across + 0.7 * down), tip_y - head * (down - 0.7 * across)
    xs = np.column_stack((x - length * across, tip_x, gap, left_x, tip_x, right_x, gap)).ravel()
    ys = np.column_stack((y - length * down, tip_y, gap, left_y, tip_y, right_y, gap)).ravel()
    return Stroke(xs, ys, pen)


def draw_nullclines(slopes: SlopeField, axes: Axes, window: Viewport, surface: Surface) -> Iterator[Stroke | Text]:
    """Dashed, each with its name at the upper end."""
    for values, name, number in ((slopes.across, slopes.names[0], ACROSS), (slopes.up, slopes.names[1], UP)):
        x, y = _placed(zero_lines(values), slopes, axes)
        x, y = clip(x, y, window, 0.01) if len(x) else (x, y)
        if not np.isfinite(x).any():
            continue
        pen, curves = words_pen(number, surface), surface.theme.curves
        dash = tuple(surface.pen_width * length for length in DASH)
        yield Stroke(x, y, Pen(number, curves[number % len(curves)], NULLCLINE * surface.pen_width, dash))
        top = int(np.nanargmin(y))
        is_right = x[top] > (window.left + window.right) / 2
        at = float(x[top]) + (-6.0 if is_right else 6.0)
        anchor = Anchor.END if is_right else Anchor.START
        yield Text(f"d{name} = 0", at, float(y[top]) + surface.line_height, pen, anchor, is_backed=True)


def _placed(lines: list[list[tuple[float, float]]], slopes: SlopeField, axes: Axes) -> tuple[Array, Array]:
    columns, rows = np.arange(len(slopes.x)), np.arange(len(slopes.y))
    points = np.array([point for line in lines for point in (*line, (np.nan, np.nan))], dtype=np.float64).reshape(-1, 2)
    x = axes.across.place(np.interp(points[:, 0], columns, slopes.x))
    y = axes.down.place(np.interp(points[:, 1], rows, slopes.y))
    is_gap = np.isnan(points[:, 0])
    return np.where(is_gap, np.nan, x), np.where(is_gap, np.nan, y)
