"""Plan -> axes: how values map to the surface, and the frame with its ticks, numbers and labels."""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Direction
from simnon.source import frozen

from .drawing import Anchor, Stroke, Surface, Text
from .graduation import Graduation
from .layout import Plan, graduations
from .palette import axis_pen
from .paths import Scale, Viewport
from .words import label_of, shortened, vertical_label


@frozen
class Axes:
    """The numbers along both axes, and the scales that map values to the surface."""

    horizontal: Graduation
    vertical: Graduation
    across: Scale
    down: Scale


def axes_of(plan: Plan, surface: Surface) -> Axes:
    window = plan.window
    horizontal, vertical = graduations(plan, surface)
    across = Scale(horizontal.low, horizontal.high, window.left, window.right)
    down = Scale(vertical.low, vertical.high, window.bottom, window.top)
    return Axes(horizontal, vertical, across, down)


def draw_axes(axes: Axes, plan: Plan, surface: Surface) -> Iterator[Stroke | Text]:
    """Two lines in the terminal, a box elsewhere, with ticks outside, numbers and labels."""
    window, pen = plan.window, axis_pen(surface.pen_width)
    tick_x, tick_y = surface.tick
    points = np.array([*_frame(window, surface), *_ticks(axes, window, surface)])
    yield Stroke(points[:, 0], points[:, 1], pen)
    numbers_y = window.bottom + tick_y + surface.gap + surface.line_height / 2
    if plan.detail.has_numbers:
        yield from _numbers_across(axes.horizontal, axes.across, numbers_y, surface)
        yield from _numbers_down(axes.vertical, axes.down, window.left - tick_x - surface.gap, surface)
    if plan.detail.has_labels:
        text = shortened(label_of(plan.area.horizontal, axes.horizontal.offset), window.right - plan.box.left, surface)
        middle, y = (window.left + window.right) / 2, numbers_y + surface.line_height + surface.gap
        labels = (Text(text, middle, y, pen, Anchor.MIDDLE), _vertical_label_text(plan, axes.vertical, surface))
        yield from (label for label in labels if label.words)


def _frame(window: Viewport, surface: Surface) -> list[tuple[float, float]]:
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    if surface.cell:
        return [(left, top - surface.cell[1] / 2), (left, bottom), (right + surface.cell[0] / 2, bottom)]
    return [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]


def _ticks(axes: Axes, window: Viewport, surface: Surface) -> Iterator[tuple[float, float]]:
    """The ticks outside the frame, separated by gaps."""
    tick_x, tick_y = surface.tick
    for tick in axes.horizontal.ticks:
        x = axes.across.place_one(tick.value)
        yield from ((np.nan, np.nan), (x, window.bottom), (x, window.bottom + tick_y))
    for tick in axes.vertical.ticks:
        y = axes.down.place_one(tick.value)
        yield from ((np.nan, np.nan), (window.left - tick_x, y), (window.left, y))


def _numbers_across(graduation: Graduation, across: Scale, y: float, surface: Surface) -> Iterator[Text]:
    """Numbers below the axis; in the smallest areas, only those that do not touch the previous one."""
    free = -np.inf
    for tick in graduation.ticks:
        x, half = across.place_one(tick.value), surface.width_of(tick.text) / 2
        if x - half >= free:
            yield Text(tick.text, x, y, axis_pen(surface.pen_width), Anchor.MIDDLE)
            free = x + half + surface.width_of(" ")


def _numbers_down(graduation: Graduation, down: Scale, x: float, surface: Surface) -> Iterator[Text]:
    free = np.inf
    for tick in graduation.ticks:
        y = down.place_one(tick.value)
        if y + surface.line_height / 2 <= free:
            yield Text(tick.text, x, y, axis_pen(surface.pen_width), Anchor.END)
            free = y - surface.line_height / 2


def _vertical_label_text(plan: Plan, vertical: Graduation, surface: Surface) -> Text:
    """Beside the axis, reading upwards; in the terminal, above it."""
    window, pen = plan.window, axis_pen(surface.pen_width)
    label = vertical_label(plan.area, vertical.offset)
    line = surface.line_height + surface.gap
    if surface.cell:
        y = plan.box.top + (line if plan.area.title else 0.0) + surface.line_height / 2
        shown = shortened(label, plan.box.right - plan.box.left, surface)
        half = surface.width_of(shown) / 2
        return Text(shown, max(plan.box.left, window.left - half), y, pen)
    shown = shortened(label, plan.box.bottom - plan.box.top, surface)
    middle = (window.top + window.bottom) / 2
    half = surface.width_of(shown) / 2
    middle = min(max(middle, plan.box.top + half), plan.box.bottom - half)
    x = plan.box.left + surface.line_height / 2
    return Text(shown, x, middle, pen, Anchor.MIDDLE, Direction.VERTICAL)
