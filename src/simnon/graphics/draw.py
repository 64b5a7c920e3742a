"""Figure, Surface -> Drawing: curves, axes, numbers, labels, legends and letters as strokes and texts.

All surfaces are drawn here; what is made of a Drawing decides nothing any more.
"""

from collections.abc import Iterator

import numpy as np

from simnon.figures import Curve, Direction, Figure

from .axes import Axes, axes_of, draw_axes
from .cells import draw_cells, draw_key
from .drawing import Anchor, Drawing, Part, Stroke, Surface, Text
from .layout import Plan, has_axes, plans_of
from .legend import is_lettered
from .palette import axis_pen, curve_pen, letter_of
from .paths import Scale, Viewport, clip, joint_path, thin, with_dots
from .words import clean, shortened, vertical_label

LETTERS_ON_A_CURVE = 3


def draw(figure: Figure, surface: Surface) -> Drawing:
    """The figure as strokes and texts in the units of the surface."""
    parts: list[Part] = [*_title(figure.title, Viewport(0, 0, surface.width, surface.height), surface)]
    for plan in plans_of(figure, surface):
        parts += _draw_area(plan, surface)
    return tuple(parts)


def _draw_area(plan: Plan, surface: Surface) -> Iterator[Part]:
    area, box, window = plan.area, plan.box, plan.window
    if not has_axes(area):
        yield from _title(area.title, box, surface)
        yield from _words(plan, Scale(0, 1, box.left, box.right), Scale(0, 1, box.bottom, box.top), surface)
        return
    axes = axes_of(plan, surface)
    letters: list[Text] = []
    if area.cells is not None:
        yield from draw_cells(area.cells, axes.across, axes.down)
    for number, curve in enumerate(area.curves):
        stroke = _stroke(curve, number, axes, window, surface)
        if not len(stroke.x):
            continue
        yield stroke
        if is_lettered(area, curve, surface):
            letters += (
                _letters_at_points(curve, number, axes, window, stroke)
                if curve.marked_points
                else _letters(stroke, number, len(area.curves))
            )
    yield from draw_axes(axes, plan, surface)
    yield from _title(area.title, box, surface)
    yield from _legend(plan, axes, surface)
    if area.cells is not None and plan.detail.has_legend:
        yield from draw_key(area.cells, plan.window.left, plan.box.right, _top_of_legend(plan, axes, surface), surface)
    yield from letters
    yield from _words(plan, axes.across, axes.down, surface)


def _legend(plan: Plan, axes: Axes, surface: Surface) -> Iterator[Stroke | Text]:
    """Between the title, or the label that stands above the axis in the terminal, and the frame."""
    left = plan.window.left - (surface.cell[0] / 2 if surface.cell else 0.0)
    return plan.legend.placed(left, plan.box.right, _top_of_legend(plan, axes, surface), surface)


def _top_of_legend(plan: Plan, axes: Axes, surface: Surface) -> float:
    line = surface.line_height + surface.gap
    has_label_above = surface.cell and plan.detail.has_labels and vertical_label(plan.area, axes.vertical.offset)
    return plan.box.top + (line if plan.area.title else 0.0) + (line if has_label_above else 0.0)


def _stroke(curve: Curve, number: int, axes: Axes, window: Viewport, surface: Surface) -> Stroke:
    x, y = joint_path(axes.across.place(curve.x), axes.down.place(curve.y))
    pen = curve_pen(number, 1.4 * surface.pen_width, surface.cell is None)
    if len(x):
        x, y = thin(x, y, window, surface.resolution)
        x, y = with_dots(x, y)
        x, y = clip(x, y, window, 0.01 * surface.resolution)
    return Stroke(x, y, pen)


def _letters(stroke: Stroke, number: int, count: int) -> Iterator[Text]:
    """The letter of a curve at places spread along it, not at the same ones as those of the others."""
    lengths = np.hypot(np.diff(stroke.x), np.diff(stroke.y))
    along = np.cumsum(np.where(np.isfinite(lengths), lengths, 0.0))
    for turn in range(LETTERS_ON_A_CURVE):
        place = (turn + (number + 0.5) / count) / LETTERS_ON_A_CURVE * along[-1]
        index = int(np.searchsorted(along, place))
        x, y = float(stroke.x[index + 1]), float(stroke.y[index + 1])
        if np.isfinite(x + y):
            yield Text(letter_of(number), x, y, stroke.pen, Anchor.MIDDLE, is_backed=True)


def _letters_at_points(curve: Curve, number: int, axes: Axes, window: Viewport, stroke: Stroke) -> Iterator[Text]:
    """The letter of a curve at its first point, and at every so many from there on."""
    chosen = slice(None, None, curve.marked_points)
    xs, ys = axes.across.place(curve.x[chosen]), axes.down.place(curve.y[chosen])
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        if np.isfinite(x + y) and window.has(x, y):
            yield Text(letter_of(number), x, y, stroke.pen, Anchor.MIDDLE, is_backed=True)


def _title(title: str, box: Viewport, surface: Surface) -> Iterator[Text]:
    text = shortened(clean(title), box.right - box.left, surface)
    edge = 0.0 if surface.cell else surface.gap / 2
    middle, y = (box.left + box.right) / 2, box.top + edge + surface.line_height / 2
    if text:
        yield Text(text, middle, y, axis_pen(surface.pen_width), Anchor.MIDDLE)


def _words(plan: Plan, across: Scale, down: Scale, surface: Surface) -> Iterator[Text]:
    """Words whose place is in view; those that would leave the area begin further to the left or below."""
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
            yield Text(text, x, y, axis_pen(surface.pen_width), Anchor.START, words.direction, True)
