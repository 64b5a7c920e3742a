"""Figure, Surface -> Drawing: curves, axes, numbers, labels, legends and letters as strokes and texts.

All surfaces are drawn here; what is made of a Drawing decides nothing any more.
"""

from collections.abc import Iterator

import numpy as np

from .drawing import Anchor, Drawing, Stroke, Surface, Text
from .figure import Curve, Direction, Figure, Words
from .graduation import Graduation
from .layout import Plan, graduations, has_axes, plans_of
from .palette import axis_pen, curve_pen, letter_of
from .paths import Scale, Window, clip, joint_path, thin, with_dots
from .words import clean, label_of, shortened, vertical_label

LETTERS_ON_A_CURVE = 3


def draw(figure: Figure, surface: Surface) -> Drawing:
    """The figure as strokes and texts in the units of the surface."""
    parts: list[Stroke | Text] = [*_title(figure.title, Window(0, 0, surface.width, surface.height), surface)]
    for plan in plans_of(figure, surface):
        parts += _draw_area(plan, surface)
    return tuple(parts)


def _draw_area(plan: Plan, surface: Surface) -> Iterator[Stroke | Text]:
    area, box, window = plan.area, plan.box, plan.window
    if not has_axes(area):
        yield from _title(area.title, box, surface)
        yield from _words(area.words, Scale(0, 1, box.left, box.right), Scale(0, 1, box.bottom, box.top), plan, surface)
        return
    horizontal, vertical = graduations(area, window, surface)
    across = Scale(horizontal.low, horizontal.high, window.left, window.right)
    down = Scale(vertical.low, vertical.high, window.bottom, window.top)
    letters: list[Text] = []
    for number, curve in enumerate(area.curves):
        stroke = _stroke(curve, number, across, down, window, surface)
        if not len(stroke.x):
            continue
        yield stroke
        if curve.is_marked or (not surface.has_styles and len(area.curves) > 1):
            letters += _letters(stroke, number, len(area.curves))
    yield from _axes(plan, horizontal, vertical, across, down, surface)
    yield from _title(area.title, box, surface)
    legend_left = window.left - (surface.cell[0] / 2 if surface.cell else 0.0)
    yield from plan.legend.placed(legend_left, _legend_top(plan, vertical, surface), surface)
    yield from letters
    yield from _words(area.words, across, down, plan, surface)


def _legend_top(plan: Plan, vertical: Graduation, surface: Surface) -> float:
    line = surface.line_height + surface.gap
    top = plan.box.top + (line if plan.area.title else 0.0)
    has_row = plan.detail.has_labels and surface.cell and vertical_label(plan.area, vertical.offset)
    return top + (line if has_row else 0.0)


def _stroke(curve: Curve, number: int, across: Scale, down: Scale, window: Window, surface: Surface) -> Stroke:
    x, y = joint_path(across.place(curve.x), down.place(curve.y))
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


def _axes(
    plan: Plan, horizontal: Graduation, vertical: Graduation, across: Scale, down: Scale, surface: Surface
) -> Iterator[Stroke | Text]:
    """Two lines in the terminal, a box elsewhere, with marks outside, numbers and labels."""
    window, pen = plan.window, axis_pen(surface.pen_width)
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    if surface.cell:
        frame = [(left, top - surface.cell[1] / 2), (left, bottom), (right + surface.cell[0] / 2, bottom)]
    else:
        frame = [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)]
    lines = list(frame)
    tick_x, tick_y = surface.tick
    line = surface.line_height + surface.gap
    for mark in horizontal.marks:
        x = across.place_one(mark.value)
        lines += [(np.nan, np.nan), (x, bottom), (x, bottom + tick_y)]
    for mark in vertical.marks:
        y = down.place_one(mark.value)
        lines += [(np.nan, np.nan), (left - tick_x, y), (left, y)]
    points = np.array(lines)
    yield Stroke(points[:, 0], points[:, 1], pen)
    numbers_y = bottom + tick_y + surface.gap + surface.line_height / 2
    if plan.detail.has_numbers:
        for mark in horizontal.marks:
            yield Text(mark.text, across.place_one(mark.value), numbers_y, pen, Anchor.MIDDLE)
        for mark in vertical.marks:
            yield Text(mark.text, left - tick_x - surface.gap, down.place_one(mark.value), pen, Anchor.END)
    if plan.detail.has_labels:
        text = shortened(label_of(plan.area.horizontal, horizontal.offset), right - plan.box.left, surface)
        yield from _present(Text(text, (left + right) / 2, numbers_y + line, pen, Anchor.MIDDLE))
        yield from _present(_vertical_label_text(plan, vertical, surface))


def _vertical_label_text(plan: Plan, vertical: Graduation, surface: Surface) -> Text:
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


def _present(text: Text) -> Iterator[Text]:
    if text.words:
        yield text


def _title(title: str, box: Window, surface: Surface) -> Iterator[Text]:
    text = shortened(clean(title), box.right - box.left, surface)
    edge = 0.0 if surface.cell else surface.gap / 2
    yield from _present(
        Text(
            text,
            (box.left + box.right) / 2,
            box.top + edge + surface.line_height / 2,
            axis_pen(surface.pen_width),
            Anchor.MIDDLE,
        )
    )


def _words(all_words: tuple[Words, ...], across: Scale, down: Scale, plan: Plan, surface: Surface) -> Iterator[Text]:
    """Words whose place is in view; those that would leave the page begin further to the left."""
    for words in all_words:
        x, y = across.place_one(words.x), down.place_one(words.y)
        if not plan.window.has(x, y):
            continue
        text = clean(words.text)
        if words.direction is Direction.HORIZONTAL:
            x = max(0.0, min(x, surface.width - surface.width_of(text)))
        yield from _present(Text(text, x, y, axis_pen(surface.pen_width), Anchor.START, words.direction, True))
