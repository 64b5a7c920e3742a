"""Figure, Surface -> Drawing: curves, axes, numbers, labels, legends and letters as strokes, fills and texts.

Everything is decided here, for all surfaces; what renders a Drawing decides nothing.
"""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Curve, Direction, Figure, PhasePlane

from .axes import Axes, axes_of, draw_axes, draw_grid
from .cells import draw_cells, draw_key, key_of
from .curve_labels import place_labels
from .drawing import Anchor, Drawing, Fill, Part, Stroke, Surface, Text
from .layout import Plan, has_axes, plans_of, vertical_names
from .legend import curve_label, is_lettered
from .palette import letter_of
from .paths import Scale, Viewport
from .pens import ink_pen
from .points import has_points
from .slope_field import draw_arrows, draw_nullclines
from .strokes import curve_stroke, draw_bands, draw_markers, draw_points
from .words import Name, clean, shortened

LETTERS_ON_A_CURVE = 3


def draw(figure: Figure, surface: Surface) -> Drawing:
    """The figure as strokes, fills and texts in the units of the surface."""
    parts: list[Part] = [*_title(figure.title, Viewport(0, 0, surface.width, surface.height), surface)]
    for plan in plans_of(figure, surface, lambda plan: bool(_labels(plan, surface))):
        parts += _draw_area(plan, surface)
    return tuple(parts)


def _draw_area(plan: Plan, surface: Surface) -> Iterator[Part]:
    area, box, window = plan.area, plan.box, plan.window
    if not has_axes(area):
        yield from _title(area.title, box, surface)
        yield from _words(plan, Scale(0, 1, box.left, box.right), Scale(0, 1, box.bottom, box.top), surface)
        return
    axes = axes_of(plan, surface)
    slopes = area.slopes if isinstance(area, PhasePlane) else None
    if slopes is not None:
        yield from draw_arrows(slopes, axes, window, surface)
    if area.cells is not None:
        yield from draw_cells(area.cells, axes.across, axes.down)
    yield from draw_bands(area, axes, window, surface)
    yield from draw_grid(axes, plan, surface)
    yield from draw_markers(area, axes, window, surface)
    strokes = _strokes(plan, axes, surface)
    yield from strokes
    for number in range(len(area.curves)):
        yield from draw_points(area, number, axes, window, surface)
    yield from draw_axes(axes, plan, surface)
    yield from _title(area.title, box, surface)
    yield from _legend(plan, axes, surface)
    key = key_of(area)
    if key is not None and plan.detail.has_legend:
        yield from draw_key(key, plan.window.left, plan.box.right, _top_of_legend(plan, axes, surface), surface)
    for stroke in strokes:
        if stroke.pen.curve is None:
            continue
        curve = area.curves[stroke.pen.curve]
        if has_points(curve, surface):
            continue
        if is_lettered(area, curve, surface) and curve.marked_points:
            yield from _letters_at_points(curve, axes, window, stroke)
        elif is_lettered(area, curve, surface):
            yield from _letters(stroke, stroke.pen.curve, len(area.curves))
    yield from _labels(plan, surface) if plan.has_curve_labels else ()
    yield from _words(plan, axes.across, axes.down, surface)
    if slopes is not None:
        yield from draw_nullclines(slopes, axes, window, surface)


def _strokes(plan: Plan, axes: Axes, surface: Surface) -> list[Stroke]:
    found = (curve_stroke(plan.area, i, axes, plan.window, surface) for i in range(len(plan.area.curves)))
    return [stroke for stroke in found if len(stroke.x)]


def _labels(plan: Plan, surface: Surface) -> list[Text]:
    """Labels beside the curves of the plan; none if some do not fit, or a curve is out of view."""
    area, axes = plan.area, axes_of(plan, surface)
    labelled = [number for number, curve in enumerate(area.curves) if curve.label]
    strokes = [curve_stroke(area, number, axes, plan.window, surface) for number in labelled]
    labels = [curve_label(area, area.curves[i]) for i in labelled]
    words = [each for each in _words(plan, axes.across, axes.down, surface) if each.direction is Direction.HORIZONTAL]
    return place_labels(strokes, labels, words, plan.window, surface)


def _legend(plan: Plan, axes: Axes, surface: Surface) -> Iterator[Stroke | Text | Fill]:
    """Between the names of the vertical axes and the upper end of the lines."""
    left = plan.window.left - (surface.cell[0] / 2 if surface.cell else 0.0)
    return plan.legend.placed(left, plan.box.right, _top_of_legend(plan, axes, surface), surface)


def _top_of_legend(plan: Plan, axes: Axes, surface: Surface) -> float:
    line = surface.line_height + surface.gap
    has_name = plan.detail.has_labels and any(name != Name("") for name in vertical_names(plan, axes.found))
    return plan.box.top + (line if plan.area.title else 0.0) + (line if has_name else 0.0)


def _letters(stroke: Stroke, number: int, count: int) -> Iterator[Text]:
    """The letter of a curve at positions spread along it, shifted from those of the other curves."""
    lengths = np.hypot(np.diff(stroke.x), np.diff(stroke.y))
    along = np.cumsum(np.where(np.isfinite(lengths), lengths, 0.0))
    for turn in range(LETTERS_ON_A_CURVE):
        distance = (turn + (number + 0.5) / count) / LETTERS_ON_A_CURVE * along[-1]
        index = int(np.searchsorted(along, distance))
        x, y = float(stroke.x[index + 1]), float(stroke.y[index + 1])
        if np.isfinite(x + y):
            yield Text(letter_of(number), x, y, stroke.pen, Anchor.MIDDLE, is_backed=True)


def _letters_at_points(curve: Curve, axes: Axes, window: Viewport, stroke: Stroke) -> Iterator[Text]:
    """The letter of a curve at its first point, and at every so many from there on."""
    assert stroke.pen.curve is not None
    length = min(len(curve.x), len(curve.y))
    chosen = slice(0, length, curve.marked_points)
    xs, ys = axes.across.place(curve.x[chosen]), axes.down_of(curve.is_right).place(curve.y[chosen])
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        if np.isfinite(x + y) and window.has(x, y):
            yield Text(letter_of(stroke.pen.curve), x, y, stroke.pen, Anchor.MIDDLE, is_backed=True)


def _title(title: str, box: Viewport, surface: Surface) -> Iterator[Text]:
    text = shortened(clean(title), box.right - box.left, surface)
    edge = 0.0 if surface.cell else surface.gap / 2
    middle, y = (box.left + box.right) / 2, box.top + edge + surface.line_height / 2
    if text:
        yield Text(text, middle, y, ink_pen(surface), Anchor.MIDDLE)


def _words(plan: Plan, across: Scale, down: Scale, surface: Surface) -> Iterator[Text]:
    """Text whose position is in view; text that would leave the area begins further to the left or below."""
    window = plan.window
    for words in plan.area.words:
        x, y = across.place_one(words.x), down.place_one(words.y)
        if not window.has(x, y):
            continue
        if words.direction is Direction.HORIZONTAL:
            text = shortened(clean(words.text), window.right - window.left, surface)
            x = max(window.left, min(x, window.right - surface.gap - surface.width_of(text)))
        elif surface.cell:
            text = clean(words.text)[: int((window.bottom - window.top) / surface.cell[1]) + 1]
            y = max(y, window.top + (len(text) - 1) * surface.cell[1])
        else:
            text = shortened(clean(words.text), window.bottom - window.top, surface)
            y = max(y, window.top + surface.gap + surface.width_of(text))
        if text:
            yield Text(text, x, y, ink_pen(surface), Anchor.START, words.direction, True)
