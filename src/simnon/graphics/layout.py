"""Figure, Surface -> Plans: where each area is on the page, what is drawn of it, and the numbers on its axes.

Areas in one column of the page have the same left and right margins, those in one row the same top and bottom
margins, so that their axes are aligned. What does not fit is left out in the order legend, labels, numbers.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from simnon.figures import Area, Figure
from simnon.source import frozen

from .drawing import Surface
from .graduation import Ends, Graduation, graduate
from .legend import Legend, legend_of
from .paths import Scale, Viewport
from .ranges import ends_of
from .words import label_of, vertical_label


@frozen
class Detail:
    """What is drawn beside the curves; small areas have less."""

    has_legend: bool = True
    has_labels: bool = True
    has_numbers: bool = True


DETAILS = (Detail(), Detail(False), Detail(False, False), Detail(False, False, False))


@frozen
class Margins:
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@frozen
class Plan:
    """An area with its position on the page and what is drawn of it."""

    area: Area
    ends: tuple[Ends, Ends]
    box: Viewport
    detail: Detail
    legend: Legend
    margins: Margins

    @property
    def window(self) -> Viewport:
        box, margins = self.box, self.margins
        right, bottom = box.right - margins.right, box.bottom - margins.bottom
        return Viewport(min(box.left + margins.left, right), min(box.top + margins.top, bottom), right, bottom)


def plans_of(figure: Figure, surface: Surface) -> list[Plan]:
    plans = [_plan(area, box, surface) for area, box in _boxes(figure, surface)]
    plans = _in_line(plans, figure.columns)
    # Equal margins leave some areas less space, and so different numbers, which may be longer.
    return _in_line([replace(plan, margins=_margins(plan, surface)) for plan in plans], figure.columns)


def _boxes(figure: Figure, surface: Surface) -> Iterator[tuple[Area, Viewport]]:
    edge = 0.0 if surface.cell else surface.gap
    between_columns = surface.cell[0] if surface.cell else surface.line_height
    between_rows = 0.0 if surface.cell else surface.line_height / 2
    top = edge + (surface.line_height + surface.gap if figure.title else 0.0)
    across = (surface.width - 2 * edge + between_columns) / figure.columns
    down = (surface.height - edge - top + between_rows) / figure.rows
    for number, area in enumerate(figure.areas):
        row, column = divmod(number, figure.columns)
        left, right = (_on_cell(edge + across * i, surface, 0) for i in (column, column + 1))
        upper, lower = (_on_cell(top + down * i, surface, 1) for i in (row, row + 1))
        yield area, Viewport(left, upper, right - between_columns, lower - between_rows)


def _on_cell(position: float, surface: Surface, axis: int) -> float:
    return position if surface.cell is None else surface.cell[axis] * int(position / surface.cell[axis] + 1e-9)


def _plan(area: Area, box: Viewport, surface: Surface) -> Plan:
    """The area with as much detail as leaves enough space for its curves."""
    ends = ends_of(area)
    for detail in DETAILS:
        legend = legend_of(area, box.right - box.left, box.bottom - box.top, surface) if detail.has_legend else Legend()
        bare = Plan(area, ends, box, detail, legend, Margins())
        plan = replace(bare, margins=_margins(bare, surface))
        window = plan.window
        if window.right - window.left >= 8 * surface.width_of("0") and (
            window.bottom - window.top >= 3 * surface.line_height
        ):
            break
    return plan


def _margins(plan: Plan, surface: Surface) -> Margins:
    """Space for titles, labels, legend and numbers: first above and below, because the height decides the numbers."""
    area, detail = plan.area, plan.detail
    if not has_axes(area):
        return Margins()
    line = surface.line_height + surface.gap
    tick_x, tick_y = surface.tick
    rows = len(plan.legend.rows) + (area.cells is not None and detail.has_legend)
    top = surface.line_height / 2 + rows * line + (line if area.title else 0.0)
    bottom = tick_y + (line if detail.has_numbers else 0.0)
    known = plan.margins
    guess = Margins(max(tick_x, known.left), max(top, known.top), max(tick_x, known.right), max(bottom, known.bottom))
    horizontal, vertical = graduations(replace(plan, margins=guess), surface)
    left = right = tick_x
    if detail.has_labels:
        has_label = bool(vertical_label(area, vertical.offset))
        bottom += line if label_of(area.horizontal, horizontal.offset) else 0.0
        top += line if has_label and surface.cell else 0.0
        left += line if has_label and not surface.cell else 0.0
    if detail.has_numbers:
        left += surface.gap + max((surface.width_of(tick.text) for tick in vertical.ticks), default=0.0)
        overhang = max((surface.width_of(tick.text) / 2 for tick in horizontal.ticks), default=0.0)
        left, right = max(left, overhang), max(right, overhang)
    return Margins(_in_mid_cell(left, surface), top, _in_mid_cell(right, surface), bottom)


def _in_mid_cell(length: float, surface: Surface) -> float:
    return length if surface.cell is None else surface.cell[0] * (int(length / surface.cell[0]) + 0.5)


def _in_line(plans: list[Plan], columns: int) -> list[Plan]:
    """The same plans, with equal margins in each column and row."""
    aligned = []
    for number, plan in enumerate(plans):
        if not has_axes(plan.area):
            aligned.append(plan)
            continue
        row, column = divmod(number, columns)
        same_column = [p.margins for i, p in enumerate(plans) if i % columns == column]
        same_row = [p.margins for i, p in enumerate(plans) if i // columns == row]
        margins = Margins(
            max(m.left for m in same_column),
            max(m.top for m in same_row),
            max(m.right for m in same_column),
            max(m.bottom for m in same_row),
        )
        aligned.append(replace(plan, margins=margins))
    return aligned


def has_axes(area: Area) -> bool:
    return area.has_axes or bool(area.curves) or area.cells is not None


def graduations(plan: Plan, surface: Surface) -> tuple[Graduation, Graduation]:
    """The finest numbers along the horizontal and the vertical axis that do not touch."""
    horizontal_ends, vertical_ends = plan.ends
    window = plan.window
    width, height = window.right - window.left, window.bottom - window.top
    gap = 3 * surface.width_of("0")
    tall = surface.line_height * (2.5 if surface.cell else 1.8)

    def fits_across(graduation: Graduation) -> bool:
        widths = [surface.width_of(tick.text) + gap for tick in graduation.ticks]
        positions = [_fraction(graduation, tick.value) * width for tick in graduation.ticks]
        return all(positions[i + 1] - positions[i] >= (widths[i] + widths[i + 1]) / 2 for i in range(len(widths) - 1))

    def fits_down(graduation: Graduation) -> bool:
        positions = [_fraction(graduation, tick.value) * height for tick in graduation.ticks]
        return all(b - a >= tall for a, b in pairwise(positions))

    return graduate(horizontal_ends, fits_across), graduate(vertical_ends, fits_down)


def _fraction(graduation: Graduation, value: float) -> float:
    return Scale(graduation.low, graduation.high, 0.0, 1.0).place_one(value)
