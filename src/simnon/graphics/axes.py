"""Plan -> axes: the scales that map values to the surface, and grid, lines, ticks, numbers and names of the axes.

Names are horizontal, at the ends of their axes, with their units in grey: they are read without turning the head, and
take no width from the curves.
"""

from collections.abc import Iterator

import numpy as np

from simnon.source import frozen

from .drawing import Anchor, Pen, Stroke, Surface, Text
from .graduation import Graduation
from .layout import Graduations, Plan, graduations, vertical_names
from .paths import Scale, Viewport
from .pens import axis_pen, faint_pen, grid_pen, ink_pen, words_pen
from .words import Name, name_of, shortened


@frozen
class Axes:
    """The numbers along the axes, and the scales that map values to the surface."""

    found: Graduations
    across: Scale
    down: Scale
    down_right: Scale

    @property
    def horizontal(self) -> Graduation:
        return self.found.horizontal

    @property
    def vertical(self) -> Graduation:
        return self.found.vertical

    @property
    def right(self) -> Graduation | None:
        return self.found.right

    def down_of(self, is_right: bool) -> Scale:
        return self.down_right if is_right else self.down


def axes_of(plan: Plan, surface: Surface) -> Axes:
    window, found = plan.window, graduations(plan, surface)
    across = _scale(found.horizontal, window.left, window.right)
    down = _scale(found.vertical, window.bottom, window.top)
    right = down if found.right is None else _scale(found.right, window.bottom, window.top)
    return Axes(found, across, down, right)


def _scale(graduation: Graduation, start: float, end: float) -> Scale:
    return Scale(graduation.low, graduation.high, start, end, graduation.is_logarithmic)


def draw_grid(axes: Axes, plan: Plan, surface: Surface) -> Iterator[Stroke]:
    """Lines at the numbers, behind everything else; cells have no lines that are finer than curves."""
    window = plan.window
    if surface.cell or not plan.area.has_grid or plan.area.cells is not None:
        return
    points: list[tuple[float, float]] = []
    for tick in axes.horizontal.ticks:
        x = axes.across.place_one(tick.value)
        points += [(x, window.top), (x, window.bottom), (np.nan, np.nan)]
    for tick in axes.vertical.ticks:
        y = axes.down.place_one(tick.value)
        points += [(window.left, y), (window.right, y), (np.nan, np.nan)]
    if points:
        grid = np.array(points)
        yield Stroke(grid[:, 0], grid[:, 1], grid_pen(surface))


def draw_axes(axes: Axes, plan: Plan, surface: Surface) -> Iterator[Stroke | Text]:
    """A line for each axis, with ticks outside, numbers and names."""
    window, (tick_x, tick_y) = plan.window, surface.tick
    points = np.array([*_lines(axes, window, surface), *_ticks(axes, window, surface)])
    yield Stroke(points[:, 0], points[:, 1], axis_pen(surface))
    numbers_y = window.bottom + tick_y + surface.gap + surface.line_height / 2
    if plan.detail.has_numbers:
        yield from _numbers_across(axes.horizontal, axes.across, numbers_y, surface)
        yield from _numbers_down(axes.vertical, axes.down, window.left - tick_x - surface.gap, Anchor.END, surface)
        if axes.right is not None:
            x = window.right + tick_x + surface.gap
            yield from _numbers_down(axes.right, axes.down_right, x, Anchor.START, surface)
    if plan.detail.has_labels:
        y = numbers_y + surface.line_height + surface.gap
        name = name_of(plan.area.horizontal, axes.horizontal.offset)
        yield from _name_before(name, window.right, y, window.right - plan.box.left, ink_pen(surface), surface)
        yield from _vertical_names(axes, plan, surface)


def _lines(axes: Axes, window: Viewport, surface: Surface) -> list[tuple[float, float]]:
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    if surface.cell:
        across, up = surface.cell[0] / 2, surface.cell[1] / 2
        end = [(right, bottom), (right, top - up)] if axes.right else [(right + across, bottom)]
        return [(left, top - up), (left, bottom), *end]
    return [(left, top), (left, bottom), (right, bottom), *([(right, top)] if axes.right else [])]


def _ticks(axes: Axes, window: Viewport, surface: Surface) -> Iterator[tuple[float, float]]:
    """The ticks outside the lines, separated by gaps; those between decades are half as long, and not in cells."""
    tick_x, tick_y = surface.tick
    for value, length in _lengths(axes.horizontal, surface):
        x = axes.across.place_one(value)
        yield from ((np.nan, np.nan), (x, window.bottom), (x, window.bottom + length * tick_y))
    for value, length in _lengths(axes.vertical, surface):
        y = axes.down.place_one(value)
        yield from ((np.nan, np.nan), (window.left - length * tick_x, y), (window.left, y))
    if axes.right is not None:
        for value, length in _lengths(axes.right, surface):
            y = axes.down_right.place_one(value)
            yield from ((np.nan, np.nan), (window.right, y), (window.right + length * tick_x, y))


def _lengths(graduation: Graduation, surface: Surface) -> list[tuple[float, float]]:
    minor = [] if surface.cell else [(value, 0.5) for value in graduation.minor]
    return [*((tick.value, 1.0) for tick in graduation.ticks), *minor]


def _numbers_across(graduation: Graduation, across: Scale, y: float, surface: Surface) -> Iterator[Text]:
    """Numbers below the axis; in the smallest areas, those that do not touch the previous one."""
    free = -np.inf
    for tick in graduation.ticks:
        x, half = across.place_one(tick.value), surface.width_of(tick.text) / 2
        if x - half >= free:
            yield Text(tick.text, x, y, ink_pen(surface), Anchor.MIDDLE)
            free = x + half + surface.width_of(" ")


def _numbers_down(graduation: Graduation, down: Scale, x: float, anchor: Anchor, surface: Surface) -> Iterator[Text]:
    free = np.inf
    for tick in graduation.ticks:
        y = down.place_one(tick.value)
        if y + surface.line_height / 2 <= free:
            yield Text(tick.text, x, y, ink_pen(surface), anchor)
            free = y - surface.line_height / 2


def _vertical_names(axes: Axes, plan: Plan, surface: Surface) -> Iterator[Text]:
    """Above the upper ends; the name of an axis with a single curve has the colour of that curve."""
    area, box, window = plan.area, plan.box, plan.window
    y = box.top + (surface.line_height + surface.gap if area.title else 0.0) + surface.line_height / 2
    width = box.right - box.left
    left, *others = vertical_names(plan, axes.found)
    if not others:
        half = surface.width_of(left.in_brackets()) / 2 if surface.cell else np.inf
        yield from _name_after(left, max(box.left, window.left - half), y, width, ink_pen(surface), surface)
        return
    yield from _name_after(left, box.left, y, width / 2, _name_pen(plan, surface, is_right=False), surface)
    yield from _name_before(others[0], box.right, y, width / 2, _name_pen(plan, surface, is_right=True), surface)


def _name_pen(plan: Plan, surface: Surface, *, is_right: bool) -> Pen:
    numbers = [number for number, curve in enumerate(plan.area.curves) if curve.is_right is is_right]
    return words_pen(numbers[0], surface) if len(numbers) == 1 else ink_pen(surface)


def _name_after(name: Name, x: float, y: float, width: float, pen: Pen, surface: Surface) -> Iterator[Text]:
    """A name from `x` on, and its unit after it."""
    text, unit = _fitted(name, width, surface)
    if text:
        yield Text(text, x, y, pen)
    if unit:
        yield Text(unit, x + surface.width_of(f"{text} ") if text else x, y, faint_pen(surface))


def _name_before(name: Name, x: float, y: float, width: float, pen: Pen, surface: Surface) -> Iterator[Text]:
    """A name that ends at `x`, with its unit last."""
    text, unit = _fitted(name, width, surface)
    if unit:
        yield Text(unit, x, y, faint_pen(surface), Anchor.END)
    if text:
        yield Text(text, x - surface.width_of(f" {unit}") if unit else x, y, pen, Anchor.END)


def _fitted(name: Name, width: float, surface: Surface) -> tuple[str, str]:
    """The name and its unit as they fit; cells, which have no grey, put the unit into brackets."""
    if surface.cell:
        return shortened(name.in_brackets(), width, surface), ""
    if not name.unit:
        return shortened(name.name, width, surface), ""
    return shortened(name.name, max(0.0, width - surface.width_of(f" {name.unit}")), surface), name.unit
